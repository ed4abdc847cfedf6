import type {
  CursorPageRequest,
  FileBatchRecord,
  FilePageFilter,
  Page,
  VectorStoreFileRecord,
  VectorStoreRecord,
} from '@org/engine/storage';
import { numberOf, textOf } from '../../shared/column-values.js';
import { decryptContent } from '../../shared/content-cipher.js';
import { toKeyText } from '../../shared/key-text.js';
import { cursorPage, cursorRange } from '../../shared/vector-stores/cursor-page.js';
import {
  fileCountColumns,
  toFileCounts,
  toVectorStore,
  toVectorStoreFile,
  vectorStoreFileName,
  vectorStoreName,
} from '../../shared/vector-stores/descriptions.js';
import { contentKeyOf } from '../database/content-keys.js';
import { bytesOf, type Row, type Statements } from '../database/statements.js';
import { isThere } from '../writer/vector-store-writes.js';

/** The counts of a store's files as columns: SQLite has no lateral joins. */
const countColumns = [
  ...['in_progress', 'completed', 'failed', 'cancelled'].map(
    (status) =>
      `(SELECT count(*) FROM vector_store_file WHERE store_key = store.key AND status = '${status}') AS ${status}`,
  ),
  "(SELECT coalesce(sum(bytes), 0) FROM vector_store_file WHERE store_key = store.key AND status <> 'deleted') AS bytes",
].join(', ');

const selectStore = `
  SELECT owner, id, created_at, active_at, expires_after, description, content_key.key, ${countColumns}
  FROM vector_store AS store JOIN content_key USING (slot)`;

export function readVectorStore(
  sql: Statements,
  owner: string,
  id: string,
  now: number,
): VectorStoreRecord | undefined {
  const row = sql.first(
    `${selectStore} WHERE owner = ?1 AND id = ?2 AND ${isThere('?3')}`,
    toKeyText(owner),
    toKeyText(id),
    now,
  );
  return row && toRecord(sql, row);
}

export function readVectorStores(
  sql: Statements,
  owner: string,
  page: CursorPageRequest,
  now: number,
): Page<VectorStoreRecord> {
  const range = cursorRange(page);
  const rows = sql.all(
    `${selectStore} WHERE owner = ?1 AND id ${range.operator} ?2 AND ${isThere('?3')} ORDER BY id ${range.order} LIMIT ?4`,
    toKeyText(owner),
    range.from,
    now,
    page.limit + 1,
  );
  return cursorPage(rows, page, range, (row) => toRecord(sql, row));
}

/** The key of a vector store. */
export function findStoreKey(sql: Statements, owner: string, id: string, now: number): number | undefined {
  const row = sql.first(
    `SELECT key FROM vector_store WHERE owner = ?1 AND id = ?2 AND ${isThere('?3')}`,
    toKeyText(owner),
    toKeyText(id),
    now,
  );
  return row && numberOf(row, 'key');
}

const selectFile = `
  SELECT file.key AS file_key, owner, file_id, status, created_at, version, chunks, bytes, description, content_key.key
  FROM vector_store_file AS file JOIN content_key USING (slot)`;

export function readVectorStoreFile(
  sql: Statements,
  owner: string,
  vectorStoreId: string,
  fileId: string,
  now: number,
): VectorStoreFileRecord | undefined {
  const row = findFileRow(sql, owner, vectorStoreId, fileId, now);
  return row && toFileRecord(sql, vectorStoreId, row);
}

/** The row of a file, with the envelope of its key. */
export function findFileRow(
  sql: Statements,
  owner: string,
  vectorStoreId: string,
  fileId: string,
  now: number,
): Row | undefined {
  const storeKey = findStoreKey(sql, owner, vectorStoreId, now);
  if (storeKey === undefined) return undefined;
  return sql.first(
    `${selectFile} WHERE store_key = ? AND owner = ? AND file_id = ?`,
    storeKey,
    toKeyText(owner),
    toKeyText(fileId),
  );
}

export function readVectorStoreFiles(
  sql: Statements,
  owner: string,
  vectorStoreId: string,
  page: CursorPageRequest,
  { status, batchId }: FilePageFilter,
  now: number,
): Page<VectorStoreFileRecord> | undefined {
  const storeKey = findStoreKey(sql, owner, vectorStoreId, now);
  if (storeKey === undefined) return undefined;
  const range = cursorRange(page);
  const rows = sql.all(
    `${selectFile} WHERE store_key = ?1 AND owner = ?2 AND file_id ${range.operator} ?3
       AND (?4 IS NULL OR status = ?4) AND (?5 IS NULL OR batch_id = ?5) ORDER BY file_id ${range.order} LIMIT ?6`,
    storeKey,
    toKeyText(owner),
    range.from,
    status ?? null,
    batchId === undefined ? null : toKeyText(batchId),
    page.limit + 1,
  );
  return cursorPage(rows, page, range, (row) => toFileRecord(sql, vectorStoreId, row));
}

export function readFileBatch(
  sql: Statements,
  owner: string,
  vectorStoreId: string,
  batchId: string,
  now: number,
): FileBatchRecord | undefined {
  const storeKey = findStoreKey(sql, owner, vectorStoreId, now);
  if (storeKey === undefined) return undefined;
  const batch = sql.first(
    'SELECT created_at, cancelled FROM vector_store_batch WHERE store_key = ? AND id = ?',
    storeKey,
    toKeyText(batchId),
  );
  if (batch === undefined) return undefined;
  const counts = sql.first(
    `SELECT ${fileCountColumns} FROM vector_store_file WHERE store_key = ? AND batch_id = ?`,
    storeKey,
    toKeyText(batchId),
  );
  return {
    id: batchId,
    vectorStoreId,
    createdAt: numberOf(batch, 'created_at'),
    cancelled: numberOf(batch, 'cancelled') === 1,
    fileCounts: toFileCounts(counts ?? {}),
  };
}

function toRecord(sql: Statements, row: Row): VectorStoreRecord {
  const name = vectorStoreName(textOf(row, 'owner'), textOf(row, 'id'));
  return toVectorStore(row, decryptContent(contentKeyOf(sql, row), name, bytesOf(row, 'description')));
}

function toFileRecord(sql: Statements, vectorStoreId: string, row: Row): VectorStoreFileRecord {
  return toVectorStoreFile(row, vectorStoreId, decryptFileDescription(sql, row));
}

/** The description of a row that has the envelope of its key as `key`. */
export function decryptFileDescription(sql: Statements, row: Row): string {
  const name = vectorStoreFileName(textOf(row, 'owner'), textOf(row, 'file_id'));
  return decryptContent(contentKeyOf(sql, row), name, bytesOf(row, 'description'));
}
