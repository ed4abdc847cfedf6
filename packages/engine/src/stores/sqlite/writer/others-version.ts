import { threadId } from 'node:worker_threads';
import { numberOf } from '../../columns.js';
import type { Statements } from '../database/statements.js';

/**
 * Changes whenever somebody commits over another connection than the writer's, and whenever a writer is begun anew: two connections
 * count from numbers of their own.
 */
export function readOthersVersion(sql: Statements): string {
  return `${threadId} ${numberOf(sql.first('PRAGMA data_version') ?? {}, 'data_version')}`;
}
