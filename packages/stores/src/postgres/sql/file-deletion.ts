import { numberOf } from '../../shared/column-values.js';
import { tombstoneOwner } from '../../shared/conversation-tombstones.js';
import { filesPerSweepStep, maxChunksAtOnce } from '../../shared/file-chunks.js';
import type { PostgresDatabase } from '../database/postgres-database.js';
import { deleteVectorStoreTombstones, hiddenFile } from '../vector-stores/vector-store-deletion.js';

const hidden = `owner = '${tombstoneOwner}', id = file.key::text, complete = true, expires_at = NULL, description = '', content_key = NULL`;

/** Makes tombstones of the files of `leaving`, also in vector stores. */
const hide = `
  hidden AS (
    UPDATE file SET ${hidden} FROM leaving WHERE file.key = leaving.key RETURNING file.key
  ), detached AS (
    UPDATE vector_store_file AS attached SET ${hiddenFile} FROM leaving WHERE attached.owner = leaving.owner AND attached.file_id = leaving.id RETURNING 1
  )
  SELECT key, (SELECT count(*) FROM detached) AS detached FROM hidden`;

const hideFile = `WITH leaving AS (SELECT key, owner, id FROM file WHERE owner = $1 AND id = $2 FOR UPDATE), ${hide}`;

/** Skips files that another replica has locked, because that replica hides them. */
const hideExpired = `
  WITH leaving AS (
    SELECT key, owner, id FROM file WHERE expires_at <= $1 OR (NOT complete AND created_at <= $1) LIMIT ${filesPerSweepStep} FOR UPDATE SKIP LOCKED
  ), ${hide}`;

/** One replica at a time deletes chunks of the same tombstone. Starts after chunk $2, as for the events of a turn. */
const deleteChunks = `
  WITH tombstone AS (
    SELECT key FROM file WHERE owner = '${tombstoneOwner}' AND ($1::bigint IS NULL OR key = $1) LIMIT 1 FOR UPDATE SKIP LOCKED
  ), gone AS (
    DELETE FROM file_chunk WHERE (file_key, number) IN (
      SELECT file_key, number FROM file_chunk WHERE file_key = (SELECT key FROM tombstone) AND number > $2 ORDER BY number LIMIT ${maxChunksAtOnce})
    RETURNING number
  )
  SELECT key, (SELECT max(number) FROM gone) AS last FROM tombstone`;

const deleteEmpty = `DELETE FROM file WHERE key = $1 AND owner = '${tombstoneOwner}'`;

/** Deletes a file with its chunks in batches. Owner and id are as in the row. Returns false when it is missing. */
export async function deleteFile(database: PostgresDatabase, owner: string, id: string): Promise<boolean> {
  const [tombstone] = await database.query(hideFile, [owner, id]);
  if (tombstone === undefined) return false;
  await deleteFileTombstones(database, numberOf(tombstone, 'key'));
  if (numberOf(tombstone, 'detached') > 0) await deleteVectorStoreTombstones(database);
  return true;
}

/**
 * Deletes files that expired or whose upload was not completed at or before `now`, and the rest of others. Ends early
 * when `signal` aborts.
 */
export async function deleteExpiredFiles(database: PostgresDatabase, now: number, signal?: AbortSignal): Promise<void> {
  const stopped = (): boolean => signal?.aborted === true;
  while (!stopped() && (await database.query(hideExpired, [now])).length > 0);
  while (await deleteFileTombstones(database, undefined, signal));
}

/**
 * Deletes the rest of this file, or of any. Returns false when nothing is left, when another replica is deleting it,
 * or when `signal` aborted.
 */
async function deleteFileTombstones(
  database: PostgresDatabase,
  fileKey?: number,
  signal?: AbortSignal,
): Promise<boolean> {
  let key = fileKey ?? null;
  const stopped = (): boolean => signal?.aborted === true;
  for (let last = -1; !stopped();) {
    const [row] = await database.query(deleteChunks, [key, last]);
    if (row === undefined) return false;
    key = numberOf(row, 'key');
    if (row['last'] === null) {
      await database.query(deleteEmpty, [key]);
      return true;
    }
    last = numberOf(row, 'last');
  }
  return false;
}
