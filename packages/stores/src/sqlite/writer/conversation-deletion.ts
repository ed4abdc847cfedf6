import { numberOf } from '../../shared/column-values.js';
import { maxBytesPerDelete, maxItemsPerDelete, tombstoneOwner } from '../../shared/conversation-tombstones.js';
import { freeContentKey } from '../database/content-keys.js';
import type { Statements } from '../database/statements.js';

/** What came of a deletion. */
export interface ConversationDeletion {
  readonly deleted: boolean;
  /** The key of the remains, if there are some. */
  readonly tombstone?: number;
}

/** Deletes a conversation with all dependent rows, or leaves a tombstone. */
export function deleteConversation(sql: Statements, owner: string, id: string): ConversationDeletion {
  const row = sql.first('SELECT key, slot FROM conversation WHERE owner = ? AND id = ?', owner, id);
  if (row === undefined) return { deleted: false };
  const key = numberOf(row, 'key');
  if (!isLong(sql, key)) return { deleted: sql.change('DELETE FROM conversation WHERE key = ?', key) > 0 };
  sql.change('DELETE FROM conversation_ticket WHERE conversation_key = ?', key);
  freeContentKey(sql, numberOf(row, 'slot'));
  // No slot has the number 0: another row may reuse the old slot before this one is deleted.
  sql.change(
    "UPDATE conversation SET owner = ?, id = ?, slot = 0, metadata = x'' WHERE key = ?",
    tombstoneOwner,
    String(key),
    key,
  );
  return { deleted: true, tombstone: key };
}

/** Deletes a batch of the dependent rows of this tombstone, or of any. Returns false when there are none. */
export function deleteConversationBatch(sql: Statements, tombstone: number | null): boolean {
  const row = sql.first(
    'SELECT key FROM conversation WHERE owner = ?1 AND (?2 IS NULL OR key = ?2) LIMIT 1',
    tombstoneOwner,
    tombstone,
  );
  if (row === undefined) return false;
  const key = numberOf(row, 'key');
  return deleteItems(sql, key) > 0 || deleteGaps(sql, key) > 0;
}

/** Deletes this tombstone, or any, without dependent rows. Returns false when there is none. */
export function deleteConversationTombstones(sql: Statements, tombstone: number | null): boolean {
  const empty = 'NOT EXISTS (SELECT 1 FROM conversation_item WHERE conversation_key = conversation.key)';
  const row = sql.first(
    `SELECT key FROM conversation WHERE owner = ?1 AND (?2 IS NULL OR key = ?2) AND ${empty} LIMIT 1`,
    tombstoneOwner,
    tombstone,
  );
  return row !== undefined && sql.change('DELETE FROM conversation WHERE key = ?', numberOf(row, 'key')) > 0;
}

/** Deletes the first items with their content keys. */
function deleteItems(sql: Statements, conversationKey: number): number {
  return sql.change(
    `DELETE FROM conversation_item WHERE key IN (
       SELECT key FROM (
         SELECT key, bytes, sum(bytes) OVER (ORDER BY key) AS total
         FROM (SELECT key, length(content) AS bytes FROM conversation_item WHERE conversation_key = ?1 ORDER BY key LIMIT ?2)
       ) WHERE total <= ?3 OR total = bytes)`,
    conversationKey,
    maxItemsPerDelete,
    maxBytesPerDelete,
  );
}

function deleteGaps(sql: Statements, conversationKey: number): number {
  const some = 'SELECT item_id FROM conversation_gap WHERE conversation_key = ?1 LIMIT ?2';
  return sql.change(
    `DELETE FROM conversation_gap WHERE conversation_key = ?1 AND item_id IN (${some})`,
    conversationKey,
    maxItemsPerDelete,
  );
}

/** Whether more hangs on it than is deleted at once. */
function isLong(sql: Statements, conversationKey: number): boolean {
  const row = sql.first(
    `SELECT (SELECT count(*) FROM (SELECT 1 FROM conversation_gap WHERE conversation_key = ?1 LIMIT ?2)) + count(*) AS rows, coalesce(sum(bytes), 0) AS bytes
     FROM (SELECT length(content) AS bytes FROM conversation_item WHERE conversation_key = ?1 LIMIT ?2)`,
    conversationKey,
    maxItemsPerDelete + 1,
  );
  return row !== undefined && (numberOf(row, 'rows') > maxItemsPerDelete || numberOf(row, 'bytes') > maxBytesPerDelete);
}
