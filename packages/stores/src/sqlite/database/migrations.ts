import type { DatabaseSync } from 'node:sqlite';
import { newerSchema } from '../../shared/newer-schema.js';
import {
  addApiKeyExpiry,
  createAuditLog,
  createApiKeys,
  createContentKeys,
  createConversationGaps,
  createConversationTickets,
  createConversations,
  createFiles,
  createIdempotencyKeys,
  createJobs,
  createStoreKeys,
  createTurnEvents,
  createTurns,
  findApiKeysById,
  chainJobs,
  orderConversations,
  renameColumns,
  retainRevokedApiKeys,
  shareJobs,
  addFairQueueKeys,
  versionConversations,
} from './schema.js';
import { createContainers, listOwnedFiles } from './container-schema.js';
import { createStoredBytes, recordConversationUse } from './stored-bytes-schema.js';
import { countIngestionFailures, createVectorStores } from './vector-store-schema.js';

/** One migration of the schema. Runs inside a transaction. */
export type Migration = (database: DatabaseSync) => void;

/** The schema's history, oldest first. A step that was released is never edited: a change is a new step at the end. */
export const migrations: readonly Migration[] = [
  createContentKeys,
  createTurns,
  createApiKeys,
  createTurnEvents,
  createConversations,
  createJobs,
  createIdempotencyKeys,
  createConversationTickets,
  createStoreKeys,
  addApiKeyExpiry,
  shareJobs,
  createConversationGaps,
  addFairQueueKeys,
  orderConversations,
  versionConversations,
  chainJobs,
  findApiKeysById,
  createFiles,
  renameColumns,
  retainRevokedApiKeys,
  createAuditLog,
  createStoredBytes,
  recordConversationUse,
  createVectorStores,
  createContainers,
  listOwnedFiles,
  countIngestionFailures,
];

/**
 * Migrates the file to the newest schema, all migrations or none. Rejects a file that a newer release wrote. Several
 * processes that open one file at the same time wait for each other.
 */
export function migrate(database: DatabaseSync, steps: readonly Migration[] = migrations): void {
  database.exec('BEGIN IMMEDIATE');
  try {
    database.exec(
      'CREATE TABLE IF NOT EXISTS schema_version (version INTEGER PRIMARY KEY, applied_at TEXT NOT NULL) STRICT',
    );
    const found = Number(
      database.prepare('SELECT coalesce(max(version), 0) AS version FROM schema_version').get()?.['version'],
    );
    if (found > steps.length) {
      throw newerSchema(found, steps.length);
    }
    for (const [index, step] of steps.entries()) {
      if (index < found) continue;
      step(database);
      database.prepare("INSERT INTO schema_version VALUES (?, datetime('now'))").run(index + 1);
    }
    database.exec('COMMIT');
  } catch (error) {
    if (database.isTransaction) database.exec('ROLLBACK');
    throw error;
  }
}
