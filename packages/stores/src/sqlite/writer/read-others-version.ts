import { threadId } from 'node:worker_threads';
import { numberOf } from '../../shared/column-values.js';
import type { Statements } from '../database/statements.js';

/**
 * Changes whenever another connection than the writer's commits and whenever a writer is restarted: each connection
 * has its own counter.
 */
export function readOthersVersion(sql: Statements): string {
  return `${threadId} ${numberOf(sql.first('PRAGMA data_version') ?? {}, 'data_version')}`;
}
