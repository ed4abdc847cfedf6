import type { ClientBase } from 'pg';
import type { Ingestion, IngestionFailure, IngestionLease } from '@org/engine/storage';
import { numberOf, textOf } from '../../shared/column-values.js';
import { contentName } from '../../shared/content-cipher.js';
import type { KeyRing } from '../../shared/key-ring.js';
import { fromKeyText, toKeyText } from '../../shared/key-text.js';
import { bytesIn, type ChunkContent, contentKindOf } from '../../shared/vector-stores/chunk-contents.js';
import {
  type FileChange,
  ingestionCountColumns,
  type StoreDescription,
} from '../../shared/vector-stores/descriptions.js';
import { databaseNow } from '../database/database-clock.js';
import { rowsOf } from '../database/postgres-database.js';
import { limitStoredBytes } from '../sql/quota.js';
import { RowCipher } from '../sql/row-cipher.js';
import type { Row } from '../sql/rows.js';
import { changeFile, decryptStoreDescription, fileColumns, isThere, toFileRecord } from './vector-store-sql.js';

/** Maximum bytes of contents that one statement inserts, beyond the first. */
const bytesPerInsert = 4 * 1024 * 1024;

/** Claims the next file for $1 milliseconds. $2: the time by which vector stores expire. */
export const claimNext = `
  WITH held AS (
    SELECT owner, count(*) AS files FROM vector_store_file WHERE lease_until > ${databaseNow} GROUP BY owner
  ), next AS (
    SELECT file.key FROM vector_store_file AS file JOIN vector_store AS store ON store.key = store_key AND store.owner = file.owner
      LEFT JOIN held ON held.owner = file.owner
    WHERE status = 'in_progress' AND coalesce(lease_until, 0) <= ${databaseNow} AND ${isThere('$2')}
    ORDER BY coalesce(held.files, 0), file.created_at, file.key LIMIT 1 FOR UPDATE OF file SKIP LOCKED
  ), claimed AS (
    UPDATE vector_store_file AS file SET attempt = attempt + 1, failures = failures + 1, lease_until = ${databaseNow} + $1 FROM next WHERE file.key = next.key
    RETURNING ${fileColumns}, store_key
  )
  SELECT claimed.*, store.owner AS store_owner, store.id AS store_id, store.description AS store_description, store.content_key AS store_content_key
  FROM claimed JOIN vector_store AS store ON store.key = store_key`;

/** $1: the time by which vector stores expire. */
export const countFilesInProgress = `
  SELECT ${ingestionCountColumns(databaseNow)}
  FROM vector_store_file AS file JOIN vector_store AS store ON store.key = store_key WHERE status = 'in_progress' AND ${isThere('$1')}`;

/** The file of a lease that holds. */
const held = `
  vector_store AS store JOIN vector_store_file AS file ON store_key = store.key
  WHERE store.owner = $1 AND id = $2 AND file_id = $3 AND attempt = $4 AND status = 'in_progress' AND lease_until IS NOT NULL`;

export const extendLease = `UPDATE vector_store_file SET lease_until = ${databaseNow} + $5 WHERE key = (SELECT file.key FROM ${held}) AND attempt = $4 AND lease_until IS NOT NULL RETURNING 1`;

/** $5: whether the claim still counts as a failure. A replica of an older release has not counted its claims. */
export const releaseLease = `UPDATE vector_store_file SET lease_until = NULL, failures = CASE WHEN $5::boolean THEN failures ELSE greatest(failures - 1, 0) END WHERE key = (SELECT file.key FROM ${held}) AND attempt = $4`;

/** The columns that identify a lease in `held`. */
export function leaseValues({ owner, vectorStoreId, fileId, attempt }: IngestionLease): readonly (string | number)[] {
  return [toKeyText(owner), toKeyText(vectorStoreId), toKeyText(fileId), attempt];
}

/** A row of {@link claimNext}. */
export function toIngestion(keys: KeyRing, row: Row): Ingestion {
  const store = {
    owner: row['store_owner'],
    id: row['store_id'],
    description: row['store_description'],
    content_key: row['store_content_key'],
  };
  // The service wrote this text, so its shape is known.
  const { embedding } = JSON.parse(decryptStoreDescription(keys, store)) as StoreDescription;
  const vectorStoreId = fromKeyText(textOf(row, 'store_id'));
  return {
    owner: fromKeyText(textOf(row, 'owner')),
    vectorStoreId,
    fileId: fromKeyText(textOf(row, 'file_id')),
    attempt: numberOf(row, 'attempt'),
    failures: numberOf(row, 'failures'),
    file: toFileRecord(keys, vectorStoreId, row),
    ...(embedding === undefined ? {} : { embedding }),
  };
}

/** Publishes contents in the transaction. False when the lease is lost. */
export async function publishContents(
  client: ClientBase,
  keys: KeyRing,
  lease: IngestionLease,
  chunks: number,
  contents: readonly ChunkContent[],
  space: FileChange['space'],
  maxStoredBytes: number | undefined,
): Promise<boolean> {
  const file = await lockHeld(client, lease);
  if (file === undefined) return false;
  await deleteContents(client, file);
  const cipher = RowCipher.of(keys, file);
  const [owner, fileId] = [textOf(file, 'owner'), textOf(file, 'file_id')];
  for (const group of groupsOf(contents))
    await rowsOf(
      client,
      'INSERT INTO vector_store_content (file_key, kind, number, data) SELECT $1, new.* FROM unnest($2::text[], $3::integer[], $4::bytea[]) AS new',
      [
        numberOf(file, 'key'),
        group.map(({ kind }) => kind),
        group.map(({ number }) => number),
        group.map(({ kind, number, data }) =>
          Buffer.from(cipher.encryptBytes(contentName(contentKindOf(kind), owner, fileId, number), data)),
        ),
      ],
    );
  await changeFile(client, keys, file, { space, lastError: undefined });
  await limitStoredBytes(client, maxStoredBytes);
  await endIngestion(client, file, 'completed', chunks, bytesIn(contents));
  return true;
}

/** Fails a file in the transaction. False when the lease is lost. */
export async function failFile(
  client: ClientBase,
  keys: KeyRing,
  lease: IngestionLease,
  lastError: IngestionFailure,
): Promise<boolean> {
  const file = await lockHeld(client, lease);
  if (file === undefined) return false;
  await deleteContents(client, file);
  await changeFile(client, keys, file, { lastError, space: undefined });
  await endIngestion(client, file, 'failed', 0, 0);
  return true;
}

async function lockHeld(client: ClientBase, lease: IngestionLease): Promise<Row | undefined> {
  const [row] = await rowsOf(client, `SELECT ${fileColumns} FROM ${held} FOR UPDATE OF file`, leaseValues(lease));
  return row;
}

async function deleteContents(client: ClientBase, file: Row): Promise<void> {
  await rowsOf(client, 'DELETE FROM vector_store_content WHERE file_key = $1', [numberOf(file, 'key')]);
}

async function endIngestion(
  client: ClientBase,
  file: Row,
  status: string,
  chunks: number,
  bytes: number,
): Promise<void> {
  const sql =
    'UPDATE vector_store_file SET status = $2, lease_until = NULL, failures = 0, chunks = $3, bytes = $4 WHERE key = $1';
  await rowsOf(client, sql, [numberOf(file, 'key'), status, chunks, bytes]);
}

function groupsOf(contents: readonly ChunkContent[]): readonly (readonly ChunkContent[])[] {
  const groups: ChunkContent[][] = [];
  let bytes = Infinity;
  for (const content of contents) {
    bytes += content.data.byteLength;
    if (bytes > bytesPerInsert) {
      groups.push([]);
      bytes = content.data.byteLength;
    }
    groups.at(-1)?.push(content);
  }
  return groups;
}
