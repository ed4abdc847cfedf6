import { numberOf } from '../../shared/column-values.js';
import { contentName, encryptContent } from '../../shared/content-cipher.js';
import { bytesIn, type ChunkContent, contentKindOf } from '../../shared/vector-stores/chunk-contents.js';
import { type FileChange, ingestionCountColumns } from '../../shared/vector-stores/descriptions.js';
import { readContentKey } from '../database/content-keys.js';
import type { Row, Statements } from '../database/statements.js';
import { requireQuota } from './stored-bytes-writes.js';
import { changeFile, isThere } from './vector-store-writes.js';

/** One claim of a file, as the writer identifies it. */
export interface IngestionRow {
  readonly owner: string;
  readonly vectorStoreId: string;
  readonly fileId: string;
  readonly attempt: number;
}

/** The file of a vector store that a worker gets next. ?1: the time of this machine, ?2: that by which stores expire. */
export const nextIngestion = `
  WITH held AS (SELECT owner, count(*) AS files FROM vector_store_file WHERE lease_until > ?1 GROUP BY owner)
  SELECT file.key FROM vector_store_file AS file JOIN vector_store AS store ON store.key = store_key AND store.owner = file.owner
    LEFT JOIN held ON held.owner = file.owner
  WHERE status = 'in_progress' AND coalesce(lease_until, 0) <= ?1 AND ${isThere('?2')}
  ORDER BY coalesce(held.files, 0), file.created_at, file.key LIMIT 1`;

/** ?1: the time of this machine, ?2: that by which stores expire. */
export const countIngestions = `
  SELECT ${ingestionCountColumns('?1')}
  FROM vector_store_file AS file INDEXED BY vector_store_file_waiting JOIN vector_store AS store ON store.key = store_key
  WHERE status = 'in_progress' AND ${isThere('?2')}`;

const claimed = `
  SELECT file.owner, store.id, file_id, attempt, failures, status, file.created_at, chunks, bytes, file.description, file_key.key,
    store.description AS store_description, store_key.key AS store_envelope
  FROM vector_store_file AS file JOIN vector_store AS store ON store.key = file.store_key
    JOIN content_key AS file_key ON file_key.slot = file.slot JOIN content_key AS store_key ON store_key.slot = store.slot
  WHERE file.key = ?`;

const held = `
  SELECT file.key, file.slot, file.owner, file_id, file.description FROM vector_store AS store JOIN vector_store_file AS file ON store_key = store.key
  WHERE store.owner = ? AND store.id = ? AND file_id = ? AND attempt = ? AND status = 'in_progress' AND lease_until IS NOT NULL`;

/**
 * Returns the columns of a claimed file and of its vector store, encrypted: a content that cannot be decrypted must not
 * undo the claim, because the file would then be next every time.
 */
export function claimIngestion(sql: Statements, leaseMs: number, clock: number): Row | undefined {
  const next = sql.first(nextIngestion, Date.now(), clock);
  if (next === undefined) return undefined;
  const key = numberOf(next, 'key');
  sql.change(
    'UPDATE vector_store_file SET attempt = attempt + 1, failures = failures + 1, lease_until = ? WHERE key = ?',
    Date.now() + leaseMs,
    key,
  );
  return sql.first(claimed, key);
}

export function extendIngestion(sql: Statements, lease: IngestionRow, leaseMs: number): boolean {
  const file = findHeld(sql, lease);
  if (file === undefined) return false;
  sql.change('UPDATE vector_store_file SET lease_until = ? WHERE key = ?', Date.now() + leaseMs, numberOf(file, 'key'));
  return true;
}

/** `failed`: the claim still counts as a failure. A process of an older release has not counted its claims. */
export function releaseIngestion(sql: Statements, lease: IngestionRow, failed: boolean): void {
  const file = findHeld(sql, lease);
  if (file === undefined) return;
  sql.change(
    'UPDATE vector_store_file SET lease_until = NULL, failures = max(failures - ?, 0) WHERE key = ?',
    failed ? 0 : 1,
    numberOf(file, 'key'),
  );
}

export function publishFile(
  sql: Statements,
  lease: IngestionRow,
  chunks: number,
  contents: readonly ChunkContent[],
  space: NonNullable<FileChange['space']> | null,
  maxStoredBytes: number | null,
): boolean {
  const file = findHeld(sql, lease);
  if (file === undefined) return false;
  const [fileKey, { key }] = [numberOf(file, 'key'), readContentKey(sql, numberOf(file, 'slot'))];
  deleteContents(sql, fileKey);
  for (const { kind, number, data } of contents)
    sql.change(
      'INSERT INTO vector_store_content (file_key, kind, number, data) VALUES (?, ?, ?, ?)',
      fileKey,
      kind,
      number,
      encryptContent(key, contentName(contentKindOf(kind), lease.owner, lease.fileId, number), data),
    );
  changeFile(sql, file, { space: space ?? undefined, lastError: undefined });
  endIngestion(sql, fileKey, 'completed', chunks, bytesIn(contents));
  requireQuota(sql, lease.owner, maxStoredBytes);
  return true;
}

export function failIngestion(
  sql: Statements,
  lease: IngestionRow,
  lastError: NonNullable<FileChange['lastError']>,
): boolean {
  const file = findHeld(sql, lease);
  if (file === undefined) return false;
  const fileKey = numberOf(file, 'key');
  deleteContents(sql, fileKey);
  changeFile(sql, file, { lastError, space: undefined });
  endIngestion(sql, fileKey, 'failed', 0, 0);
  return true;
}

function findHeld(sql: Statements, { owner, vectorStoreId, fileId, attempt }: IngestionRow): Row | undefined {
  return sql.first(held, owner, vectorStoreId, fileId, attempt);
}

function deleteContents(sql: Statements, fileKey: number): void {
  sql.change('DELETE FROM vector_store_content WHERE file_key = ?', fileKey);
}

function endIngestion(sql: Statements, fileKey: number, status: string, chunks: number, bytes: number): void {
  sql.change(
    'UPDATE vector_store_file SET status = ?, lease_until = NULL, failures = 0, chunks = ?, bytes = ? WHERE key = ?',
    status,
    chunks,
    bytes,
    fileKey,
  );
}
