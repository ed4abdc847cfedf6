import type { VectorStoreFileRecord, VectorStoreRecord } from '@org/engine/storage';
import type { ClientBase } from 'pg';
import { textOf } from '../../shared/column-values.js';
import type { KeyRing } from '../../shared/key-ring.js';
import {
  changeFileDescription,
  type FileChange,
  fileCountColumns,
  toVectorStore,
  toVectorStoreFile,
  vectorStoreFileName,
  vectorStoreName,
} from '../../shared/vector-stores/descriptions.js';
import { rowsOf } from '../database/postgres-database.js';
import { RowCipher } from '../sql/row-cipher.js';
import { bytesOf, type Row } from '../sql/rows.js';

/** Whether a vector store exists at the time `now`. */
export function isThere(now: string): string {
  return `(expires_after IS NULL OR active_at + expires_after > ${now})`;
}

/** A vector store $2 of owner $1 at the time $3. */
export const selectStoreKey = `SELECT key FROM vector_store WHERE owner = $1 AND id = $2 AND ${isThere('$3')}`;

/** The columns of `toVectorStore`. */
export const selectStore = `
  SELECT owner, id, created_at, active_at, expires_after, description, content_key, files.*
  FROM vector_store AS store CROSS JOIN LATERAL (
    SELECT ${fileCountColumns}, coalesce(sum(bytes), 0)::bigint AS bytes FROM vector_store_file WHERE store_key = store.key AND status <> 'deleted'
  ) AS files`;

export const fileColumns =
  'file.key, file.owner, file_id, status, file.created_at, version, attempt, failures, chunks, bytes, file.description, file.content_key';

/** File $3 of vector store $2 of owner $1 at the time $4. */
export const selectFile = `
  SELECT ${fileColumns} FROM vector_store AS store JOIN vector_store_file AS file ON store_key = store.key AND file.owner = store.owner
  WHERE store.owner = $1 AND id = $2 AND file_id = $3 AND ${isThere('$4')}`;

export function toStoreRecord(keys: KeyRing, row: Row): VectorStoreRecord {
  return toVectorStore(row, decryptStoreDescription(keys, row));
}

export function decryptStoreDescription(keys: KeyRing, row: Row): string {
  const name = vectorStoreName(textOf(row, 'owner'), textOf(row, 'id'));
  return RowCipher.of(keys, row).decrypt(name, bytesOf(row, 'description'));
}

export function toFileRecord(keys: KeyRing, vectorStoreId: string, row: Row): VectorStoreFileRecord {
  return toVectorStoreFile(row, vectorStoreId, decryptFileDescription(keys, row));
}

export function decryptFileDescription(keys: KeyRing, row: Row): string {
  const name = vectorStoreFileName(textOf(row, 'owner'), textOf(row, 'file_id'));
  return RowCipher.of(keys, row).decrypt(name, bytesOf(row, 'description'));
}

/** Changes the description of a file that the transaction has locked. A search sees it from then on. */
export async function changeFile(client: ClientBase, keys: KeyRing, row: Row, change: FileChange): Promise<void> {
  const name = vectorStoreFileName(textOf(row, 'owner'), textOf(row, 'file_id'));
  const json = changeFileDescription(decryptFileDescription(keys, row), change);
  await rowsOf(client, 'UPDATE vector_store_file SET version = version + 1, description = $2 WHERE key = $1', [
    row['key'],
    RowCipher.of(keys, row).encrypt(name, json),
  ]);
}
