import type { AttachOutcome } from '@org/engine/storage';
import { numberOf, textOf } from '../../shared/column-values.js';
import { decryptContent, encryptContent } from '../../shared/content-cipher.js';
import {
  changeFileDescription,
  type FileChange,
  vectorStoreFileName,
  vectorStoreName,
} from '../../shared/vector-stores/descriptions.js';
import { readContentKey, takeContentKey } from '../database/content-keys.js';
import { bytesOf, type Row, type Statements } from '../database/statements.js';
import { requireQuota } from './stored-bytes-writes.js';

/** A vector store as sent to the writer. */
export interface VectorStoreRow {
  readonly owner: string;
  readonly id: string;
  readonly createdAt: number;
  readonly expiresAfter: number | null;
  readonly description: string;
}

/** A file of a vector store as sent to the writer. */
export interface VectorStoreFileRow {
  readonly fileId: string;
  readonly createdAt: number;
  readonly description: string;
}

export interface VectorStoreQuotaRow {
  readonly vectorStores: number | null;
  readonly files: number | null;
  readonly maxStoredBytes: number | null;
}

/** Whether a vector store exists at the time of the parameter. */
export function isThere(now: string): string {
  return `(expires_after IS NULL OR active_at + expires_after > ${now})`;
}

export function createVectorStore(
  sql: Statements,
  { owner, id, createdAt, expiresAfter, description }: VectorStoreRow,
  quota: VectorStoreQuotaRow,
): boolean {
  const count = sql.first('SELECT count(*) AS stores FROM vector_store WHERE owner = ?', owner) ?? {};
  if (quota.vectorStores !== null && numberOf(count, 'stores') >= quota.vectorStores) return false;
  const { slot, key } = takeContentKey(sql);
  sql.change(
    'INSERT INTO vector_store (owner, id, created_at, active_at, expires_after, slot, description) VALUES (?1, ?2, ?3, ?3, ?4, ?5, ?6)',
    owner,
    id,
    createdAt,
    expiresAfter,
    slot,
    encryptContent(key, vectorStoreName(owner, id), description),
  );
  requireQuota(sql, owner, quota.maxStoredBytes);
  return true;
}

export function updateVectorStore(
  sql: Statements,
  { owner, id, expiresAfter, description }: Omit<VectorStoreRow, 'createdAt'>,
  now: number,
): boolean {
  const row = findVectorStore(sql, owner, id, now);
  if (row === undefined) return false;
  const { key } = readContentKey(sql, numberOf(row, 'slot'));
  sql.change(
    'UPDATE vector_store SET expires_after = ?, description = ? WHERE key = ?',
    expiresAfter,
    encryptContent(key, vectorStoreName(owner, id), description),
    numberOf(row, 'key'),
  );
  return true;
}

export function touchVectorStores(sql: Statements, owner: string, ids: readonly string[], at: number): void {
  for (const id of ids)
    sql.change(
      `UPDATE vector_store SET active_at = ?3 WHERE owner = ?1 AND id = ?2 AND active_at < ?3 AND ${isThere('?3')}`,
      owner,
      id,
      at,
    );
}

export function attachFiles(
  sql: Statements,
  owner: string,
  vectorStoreId: string,
  files: readonly VectorStoreFileRow[],
  batch: { readonly id: string; readonly createdAt: number } | null,
  quota: VectorStoreQuotaRow,
  now: number,
): AttachOutcome {
  const store = findVectorStore(sql, owner, vectorStoreId, now);
  if (store === undefined) return 'missing';
  const storeKey = numberOf(store, 'key');
  const attached = new Map(files.map(({ fileId }) => [fileId, findFile(sql, storeKey, fileId)]));
  const added = Array.from(attached.values()).filter((row) => row === undefined).length;
  if (quota.files !== null && countFiles(sql, storeKey, owner) + added > quota.files) return 'full';
  if (batch !== null)
    sql.change(
      'INSERT INTO vector_store_batch (store_key, id, created_at) VALUES (?, ?, ?)',
      storeKey,
      batch.id,
      batch.createdAt,
    );
  for (const file of new Map(files.map((each) => [each.fileId, each])).values())
    attachFile(sql, { storeKey, owner, batchId: batch?.id ?? null }, file, attached.get(file.fileId));
  requireQuota(sql, owner, quota.maxStoredBytes);
  return 'attached';
}

export function setFileAttributes(
  sql: Statements,
  owner: string,
  vectorStoreId: string,
  fileId: string,
  attributes: FileChange['attributes'],
  now: number,
): boolean {
  const store = findVectorStore(sql, owner, vectorStoreId, now);
  const file = store && findFile(sql, numberOf(store, 'key'), fileId);
  if (file === undefined) return false;
  changeFile(sql, file, { ...(attributes === undefined ? {} : { attributes }) });
  return true;
}

/** Cancels the files of a batch that are in progress. */
export function cancelFileBatch(
  sql: Statements,
  owner: string,
  vectorStoreId: string,
  batchId: string,
  now: number,
): boolean {
  const store = findVectorStore(sql, owner, vectorStoreId, now);
  if (store === undefined) return false;
  const storeKey = numberOf(store, 'key');
  if (sql.change('UPDATE vector_store_batch SET cancelled = 1 WHERE store_key = ? AND id = ?', storeKey, batchId) === 0)
    return false;
  sql.change(
    "UPDATE vector_store_file SET status = 'cancelled', lease_until = NULL, version = version + 1 WHERE store_key = ? AND batch_id = ? AND status = 'in_progress'",
    storeKey,
    batchId,
  );
  return true;
}

/** Changes the description of a file. A search sees it from then on. */
export function changeFile(sql: Statements, row: Row, change: FileChange): void {
  const name = vectorStoreFileName(textOf(row, 'owner'), textOf(row, 'file_id'));
  const { key } = readContentKey(sql, numberOf(row, 'slot'));
  const json = decryptContent(key, name, bytesOf(row, 'description'));
  sql.change(
    'UPDATE vector_store_file SET version = version + 1, description = ? WHERE key = ?',
    encryptContent(key, name, changeFileDescription(json, change)),
    numberOf(row, 'key'),
  );
}

export function findVectorStore(sql: Statements, owner: string, id: string, now: number): Row | undefined {
  return sql.first(
    `SELECT key, slot FROM vector_store WHERE owner = ?1 AND id = ?2 AND ${isThere('?3')}`,
    owner,
    id,
    now,
  );
}

function findFile(sql: Statements, storeKey: number, fileId: string): Row | undefined {
  return sql.first(
    'SELECT key, slot, owner, file_id, description FROM vector_store_file WHERE store_key = ? AND file_id = ?',
    storeKey,
    fileId,
  );
}

function countFiles(sql: Statements, storeKey: number, owner: string): number {
  const row = sql.first(
    'SELECT count(*) AS files FROM vector_store_file WHERE store_key = ? AND owner = ?',
    storeKey,
    owner,
  );
  return numberOf(row ?? {}, 'files');
}

/** An earlier lease is lost. Old contents remain until the file is published again; no search finds them until then. */
function attachFile(
  sql: Statements,
  { storeKey, owner, batchId }: { readonly storeKey: number; readonly owner: string; readonly batchId: string | null },
  { fileId, createdAt, description }: VectorStoreFileRow,
  attached: Row | undefined,
): void {
  const { slot, key } = attached === undefined ? takeContentKey(sql) : readContentKey(sql, numberOf(attached, 'slot'));
  const encrypted = encryptContent(key, vectorStoreFileName(owner, fileId), description);
  if (attached === undefined)
    sql.change(
      "INSERT INTO vector_store_file (store_key, owner, file_id, batch_id, status, created_at, slot, description) VALUES (?, ?, ?, ?, 'in_progress', ?, ?, ?)",
      storeKey,
      owner,
      fileId,
      batchId,
      createdAt,
      slot,
      encrypted,
    );
  else
    sql.change(
      "UPDATE vector_store_file SET status = 'in_progress', lease_until = NULL, failures = 0, version = version + 1, batch_id = ?, created_at = ?, description = ? WHERE key = ?",
      batchId,
      createdAt,
      encrypted,
      numberOf(attached, 'key'),
    );
}
