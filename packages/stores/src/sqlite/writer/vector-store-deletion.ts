// A vector store is deleted as a conversation is (conversation-tombstones.ts): first it becomes a tombstone, which no
// reader finds, then its files become tombstones, which destroys their keys, then contents and rows are deleted.
import { numberOf } from '../../shared/column-values.js';
import { tombstoneOwner } from '../../shared/conversation-tombstones.js';
import { freeContentKey } from '../database/content-keys.js';
import type { Row, Statements } from '../database/statements.js';
import { findVectorStore } from './vector-store-writes.js';

/** Numbers of rows that one step changes. */
const storesPerStep = 50;
const filesPerStep = 200;
const contentsPerStep = 200;
/** Maximum bytes of contents that one step deletes, beyond the first. */
const bytesPerStep = 2 * 1024 * 1024;

/** Makes a tombstone of a vector store, expired or not. False when there is none. */
export function hideVectorStore(sql: Statements, owner: string, id: string): boolean {
  const row = sql.first('SELECT key, slot FROM vector_store WHERE owner = ? AND id = ?', owner, id);
  if (row === undefined) return false;
  hideStore(sql, row);
  return true;
}

/** Makes tombstones of vector stores that expired at or before `now`, and returns their number. */
export function hideExpiredVectorStores(sql: Statements, now: number): number {
  const rows = sql.all(
    'SELECT key, slot FROM vector_store WHERE expires_after IS NOT NULL AND active_at + expires_after <= ? LIMIT ?',
    now,
    storesPerStep,
  );
  for (const row of rows) hideStore(sql, row);
  return rows.length;
}

/** Makes a tombstone of a file of one vector store. False when it is missing. */
export function hideVectorStoreFile(
  sql: Statements,
  owner: string,
  vectorStoreId: string,
  fileId: string,
  now: number,
): boolean {
  const store = findVectorStore(sql, owner, vectorStoreId, now);
  if (store === undefined) return false;
  const file = sql.first(
    'SELECT key, slot FROM vector_store_file WHERE store_key = ? AND owner = ? AND file_id = ?',
    numberOf(store, 'key'),
    owner,
    fileId,
  );
  if (file === undefined) return false;
  hideFiles(sql, [file]);
  return true;
}

/** Makes tombstones of a file in all vector stores. False when it is in none. */
export function hideInVectorStores(sql: Statements, owner: string, fileId: string): boolean {
  const files = sql.all('SELECT key, slot FROM vector_store_file WHERE owner = ? AND file_id = ?', owner, fileId);
  hideFiles(sql, files);
  return files.length > 0;
}

/** Does some of what is left to delete. False when nothing is left. `deleteVectorStoreTombstones` follows the last. */
export function deleteVectorStoreBatch(sql: Statements): boolean {
  const files = sql.all(
    `SELECT file.key, file.slot FROM vector_store AS store CROSS JOIN vector_store_file AS file ON store_key = store.key
     WHERE store.owner = ?1 AND file.owner <> ?1 LIMIT ?2`,
    tombstoneOwner,
    filesPerStep,
  );
  hideFiles(sql, files);
  return files.length > 0 || deleteContents(sql);
}

/** Deletes tombstones without contents, some at a time. Returns whether there may be more. */
export function deleteVectorStoreTombstones(sql: Statements): boolean {
  const files = sql.change(
    `DELETE FROM vector_store_file WHERE key IN (
       SELECT key FROM vector_store_file AS file WHERE owner = ?1 AND NOT EXISTS (SELECT 1 FROM vector_store_content WHERE file_key = file.key) LIMIT ?2)`,
    tombstoneOwner,
    filesPerStep,
  );
  sql.change(
    'DELETE FROM vector_store WHERE owner = ?1 AND NOT EXISTS (SELECT 1 FROM vector_store_file WHERE store_key = vector_store.key)',
    tombstoneOwner,
  );
  return files === filesPerStep;
}

function deleteContents(sql: Statements): boolean {
  return (
    sql.change(
      `DELETE FROM vector_store_content WHERE key IN (
         SELECT key FROM (
           SELECT key, bytes, sum(bytes) OVER (ORDER BY key) AS total FROM (
             SELECT content.key, length(data) AS bytes FROM vector_store_file AS file CROSS JOIN vector_store_content AS content ON file_key = file.key
             WHERE owner = ?1 LIMIT ?2))
         WHERE total <= ?3 OR total = bytes)`,
      tombstoneOwner,
      contentsPerStep,
      bytesPerStep,
    ) > 0
  );
}

/** No slot has the number 0: another row may reuse the old slot before this one is deleted. */
function hideStore(sql: Statements, row: Row): void {
  const key = numberOf(row, 'key');
  freeContentKey(sql, numberOf(row, 'slot'));
  sql.change(
    "UPDATE vector_store SET owner = ?, id = ?, expires_after = NULL, slot = 0, description = x'' WHERE key = ?",
    tombstoneOwner,
    String(key),
    key,
  );
}

function hideFiles(sql: Statements, rows: readonly Row[]): void {
  for (const row of rows) {
    const key = numberOf(row, 'key');
    freeContentKey(sql, numberOf(row, 'slot'));
    sql.change(
      "UPDATE vector_store_file SET owner = ?1, file_id = ?1 || ?2, status = 'deleted', batch_id = NULL, lease_until = NULL, version = version + 1, slot = 0, description = x'' WHERE key = ?2",
      tombstoneOwner,
      key,
    );
  }
}
