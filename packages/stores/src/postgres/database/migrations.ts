import type { ClientBase } from 'pg';
import { EngineError } from '@org/engine/storage';
import { newerSchema } from '../../shared/newer-schema.js';
import {
  addApiKeyExpiry,
  createAuditLog,
  countTurnDeletions,
  createApiKeys,
  createConversationGaps,
  createConversationTickets,
  createConversations,
  createFiles,
  createIdempotencyKeys,
  createJobs,
  createTurnEvents,
  createTurns,
  findApiKeysById,
  chainJobs,
  encryptContents,
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
export type Migration = (client: ClientBase) => Promise<void>;

/** The schema's history, oldest first. A step that was released is never edited: a change is a new step at the end. */
export const migrations: readonly Migration[] = [
  createTurns,
  createApiKeys,
  createTurnEvents,
  createConversations,
  createJobs,
  createIdempotencyKeys,
  countTurnDeletions,
  createConversationTickets,
  addApiKeyExpiry,
  encryptContents,
  shareJobs,
  createConversationGaps,
  addFairQueueKeys,
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

/** Names the lock among all advisory locks of the database. */
const migrationLock = 7_042_651_301;

/**
 * Migrates the database to the newest schema, all migrations or none. Replicas that start at the same time wait for
 * each other. Rejects a database that a newer release wrote and a database that cannot store every character.
 */
export async function migrate(client: ClientBase, steps: readonly Migration[] = migrations): Promise<void> {
  await client.query('BEGIN');
  try {
    await client.query('SELECT pg_advisory_xact_lock($1)', [migrationLock]);
    await refuseOtherEncodings(client);
    const found = await findVersion(client);
    if (found > steps.length) {
      throw newerSchema(found, steps.length);
    }
    for (const [index, step] of steps.entries()) {
      if (index < found) continue;
      await step(client);
      await client.query('INSERT INTO schema_version (version) VALUES ($1)', [index + 1]);
    }
    await client.query('COMMIT');
  } catch (error) {
    await client.query('ROLLBACK').catch(() => undefined); // Report the first failure.
    throw error;
  }
}

/**
 * Creates the version table only when it is missing: a role that may not change the schema can use a migrated
 * database.
 */
async function findVersion(client: ClientBase): Promise<number> {
  const existing = await client.query<{ name: string | null }>("SELECT to_regclass('schema_version') AS name");
  if (existing.rows[0]?.name === null) {
    await client.query(
      'CREATE TABLE schema_version (version integer PRIMARY KEY, applied_at timestamptz NOT NULL DEFAULT now())',
    );
  }
  const { rows } = await client.query<{ version: number }>(
    'SELECT coalesce(max(version), 0) AS version FROM schema_version',
  );
  return rows[0]?.version ?? 0;
}

async function refuseOtherEncodings(client: ClientBase): Promise<void> {
  const { rows } = await client.query<{ server_encoding: string }>('SHOW server_encoding');
  const encoding = rows[0]?.server_encoding;
  if (encoding !== 'UTF8')
    throw new EngineError('internal', `The database has the encoding ${encoding}; it must be UTF8.`);
}
