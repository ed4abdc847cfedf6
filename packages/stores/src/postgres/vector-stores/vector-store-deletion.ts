import { tombstoneOwner } from '../../shared/conversation-tombstones.js';
import { rowsOf, type PostgresDatabase } from '../database/postgres-database.js';

const storesPerStep = 50;
const filesPerStep = 200;
const contentsPerStep = 200;
/** Maximum bytes of contents that one step deletes, beyond the first. */
const bytesPerStep = 4 * 1024 * 1024;

const hiddenStore = `owner = '${tombstoneOwner}', id = key::text, expires_after = NULL, description = '', content_key = NULL`;

/** The columns of a file of a vector store that becomes a tombstone. */
export const hiddenFile = `owner = '${tombstoneOwner}', file_id = '${tombstoneOwner}' || attached.key, status = 'deleted', batch_id = NULL, lease_until = NULL,
  version = version + 1, description = '', content_key = NULL`;

const hideStore = `UPDATE vector_store SET ${hiddenStore} WHERE owner = $1 AND id = $2 RETURNING key`;

const hideExpired = `
  UPDATE vector_store SET ${hiddenStore} WHERE key = ANY (ARRAY(
    SELECT key FROM vector_store WHERE active_at + expires_after <= $1 LIMIT ${storesPerStep} FOR UPDATE SKIP LOCKED)) RETURNING key`;

const hideFiles = `
  UPDATE vector_store_file AS attached SET ${hiddenFile} WHERE key = ANY (ARRAY(
    SELECT file.key FROM vector_store AS store JOIN vector_store_file AS file ON store_key = store.key
    WHERE store.owner = '${tombstoneOwner}' AND file.owner <> '${tombstoneOwner}' LIMIT ${filesPerStep} FOR UPDATE OF file SKIP LOCKED)) RETURNING key`;

const deleteContents = `
  DELETE FROM vector_store_content WHERE (file_key, kind, number) IN (
    SELECT file_key, kind, number FROM (
      SELECT file_key, kind, number, bytes, sum(bytes) OVER (ORDER BY file_key, kind, number) AS total FROM (
        SELECT file_key, kind, number, octet_length(data) AS bytes FROM vector_store_file AS file JOIN vector_store_content ON file_key = file.key
        WHERE owner = '${tombstoneOwner}' LIMIT ${contentsPerStep}) AS next
    ) AS page WHERE total <= ${bytesPerStep} OR total = bytes) RETURNING 1`;

const deleteFiles = `
  DELETE FROM vector_store_file WHERE key = ANY (ARRAY(
    SELECT key FROM vector_store_file AS file WHERE owner = '${tombstoneOwner}' AND NOT EXISTS (SELECT 1 FROM vector_store_content WHERE file_key = file.key)
    LIMIT ${filesPerStep} FOR UPDATE SKIP LOCKED)) RETURNING 1`;

const deleteStores = `
  DELETE FROM vector_store WHERE key = ANY (ARRAY(
    SELECT key FROM vector_store AS store WHERE owner = '${tombstoneOwner}' AND NOT EXISTS (SELECT 1 FROM vector_store_file WHERE store_key = store.key)
    LIMIT ${storesPerStep} FOR UPDATE SKIP LOCKED)) RETURNING 1`;

/** Deletes a vector store, expired or not. Owner and id are as in the row. False when there is none. */
export async function deleteVectorStore(database: PostgresDatabase, owner: string, id: string): Promise<boolean> {
  const hidden = await database.query(hideStore, [owner, id]);
  if (hidden.length === 0) return false;
  await deleteVectorStoreTombstones(database);
  return true;
}

/** Deletes vector stores that expired at or before `now`, and all tombstones. Ends early when `signal` aborts. */
export async function deleteExpiredVectorStores(
  database: PostgresDatabase,
  now: number,
  signal?: AbortSignal,
): Promise<void> {
  const stopped = (): boolean => signal?.aborted === true;
  while (!stopped() && (await database.query(hideExpired, [now])).length > 0);
  await deleteVectorStoreTombstones(database, signal);
}

/** Deletes the rest of vector stores and of their files, batch by batch. Ends early when `signal` aborts. */
export async function deleteVectorStoreTombstones(database: PostgresDatabase, signal?: AbortSignal): Promise<void> {
  const stopped = (): boolean => signal?.aborted === true;
  for (const sql of [hideFiles, deleteContents, deleteFiles, deleteStores])
    while (!stopped() && (await deleteSome(database, sql)) > 0);
}

/** In a transaction, because another replica may delete the same rows in another order. */
async function deleteSome(database: PostgresDatabase, sql: string): Promise<number> {
  return (await database.transaction((client) => rowsOf(client, sql, []))).length;
}
