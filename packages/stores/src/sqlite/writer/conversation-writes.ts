import { randomInt } from 'node:crypto';
import type { ConversationItemRow } from '../addition-rows.js';
import { contentName, joinParts, encryptContent } from '../../shared/content-cipher.js';
import { freeContent } from '../../shared/free-content.js';
import { readContentKey, takeContentKey } from '../database/content-keys.js';
import { numberOf } from '../../shared/column-values.js';
import { itemAddedConcurrently } from '../../shared/item-added-concurrently.js';
import { gapMs } from '../../shared/conversation-gap-retention.js';
import { useGranularityMs } from '../../shared/conversation-use.js';
import { persistResponse, type CompletedRow } from './idempotency-writes.js';
import { requireQuota } from './stored-bytes-writes.js';
import type { Statements } from '../database/statements.js';

/** A conversation as sent to the writer. */
export interface ConversationRow {
  readonly owner: string;
  readonly id: string;
  readonly createdAt: number;
  readonly metadata: string;
}

export function createConversation(
  sql: Statements,
  { owner, id, createdAt, metadata }: ConversationRow,
  items: readonly ConversationItemRow[],
  completedAttempt: CompletedRow | null = null,
  maxStoredBytes: number | null = null,
): boolean {
  if (sql.first('SELECT 1 FROM conversation WHERE owner = ? AND id = ?', owner, id) !== undefined) return false;
  const { slot, encrypt } = takeContentKey(sql);
  const encrypted = joinParts(encrypt(contentName('conversation', owner, id), metadata));
  // The key and the id may be those of a deleted conversation: the version distinguishes them.
  sql.change(
    'INSERT INTO conversation (owner, id, created_at, slot, metadata, version) VALUES (?, ?, ?, ?, ?, ?)',
    owner,
    id,
    createdAt,
    slot,
    encrypted,
    randomInt(2 ** 48 - 1),
  );
  return addConversationItems(sql, owner, id, items, [], completedAttempt, maxStoredBytes);
}

export function setConversationMetadata(
  sql: Statements,
  owner: string,
  id: string,
  metadata: string,
  completedAttempt: CompletedRow | null,
  maxStoredBytes: number | null,
): boolean {
  const row = sql.first('SELECT key, slot FROM conversation WHERE owner = ? AND id = ?', owner, id);
  if (row === undefined) return false;
  const { key } = readContentKey(sql, numberOf(row, 'slot'));
  sql.change(
    'UPDATE conversation SET metadata = ? WHERE key = ?',
    encryptContent(key, contentName('conversation', owner, id), metadata),
    numberOf(row, 'key'),
  );
  persistResponse(sql, completedAttempt);
  requireQuota(sql, owner, maxStoredBytes);
  return true;
}

/** Greater than the keys of all items, including those that left a gap: a new item follows every cursor. */
const nextKey =
  '1 + max(coalesce((SELECT max(key) FROM conversation_item), 0), coalesce((SELECT max(key) FROM conversation_gap), 0))';

/** `fresh`: keys of items that must not be there yet. */
export function addConversationItems(
  sql: Statements,
  owner: string,
  id: string,
  items: readonly ConversationItemRow[],
  fresh: readonly string[] = [],
  completedAttempt: CompletedRow | null = null,
  maxStoredBytes: number | null = null,
): boolean {
  const row = sql.first('SELECT key FROM conversation WHERE owner = ? AND id = ?', owner, id);
  if (row === undefined) return false;
  const conversationKey = numberOf(row, 'key');
  const isThere = (itemKey: string): boolean =>
    sql.first(
      'SELECT 1 FROM conversation_item WHERE conversation_key = ? AND item_id = ?',
      conversationKey,
      itemKey,
    ) !== undefined;
  if (fresh.some(isThere)) throw itemAddedConcurrently();
  for (const { key: itemKey, content } of items) {
    if (isThere(itemKey)) continue;
    const { slot, encrypt } = takeContentKey(sql);
    const encrypted = encrypt(contentName('item', owner, itemKey), content);
    const joined = joinParts(encrypted);
    freeContent(encrypted.body);
    sql.change(
      `INSERT INTO conversation_item (key, conversation_key, owner, item_id, slot, content) VALUES (${nextKey}, ?, ?, ?, ?, ?)`,
      conversationKey,
      owner,
      itemKey,
      slot,
      joined,
    );
    freeContent(joined);
  }
  if (items.length > 0) recordUse(sql, conversationKey);
  persistResponse(sql, completedAttempt);
  requireQuota(sql, owner, maxStoredBytes);
  return true;
}

/** To the hour: most additions write nothing. */
function recordUse(sql: Statements, conversationKey: number): void {
  const now = Date.now();
  sql.change(
    'UPDATE conversation SET extended_at = ?2 WHERE key = ?1 AND coalesce(extended_at, created_at) <= ?2 - ?3',
    conversationKey,
    now,
    useGranularityMs,
  );
}

export function deleteConversationItem(sql: Statements, owner: string, id: string, itemKey: string): boolean {
  const row = sql.first(
    'SELECT key, conversation_key FROM conversation_item WHERE item_id = ? AND conversation_key = (SELECT key FROM conversation WHERE owner = ? AND id = ?)',
    itemKey,
    owner,
    id,
  );
  if (row === undefined) return false;
  const key = numberOf(row, 'key');
  sql.change(
    `INSERT INTO conversation_gap (conversation_key, item_id, key, expires_at) VALUES (?, ?, ?, ?)
     ON CONFLICT (conversation_key, item_id) DO UPDATE SET key = excluded.key, expires_at = excluded.expires_at`,
    numberOf(row, 'conversation_key'),
    itemKey,
    key,
    Date.now() + gapMs,
  );
  sql.change('UPDATE conversation SET version = version + 1 WHERE key = ?', numberOf(row, 'conversation_key'));
  return sql.change('DELETE FROM conversation_item WHERE key = ?', key) > 0;
}

export function deleteExpiredGaps(sql: Statements, limit: number): number {
  return sql.change(
    'DELETE FROM conversation_gap WHERE (conversation_key, item_id) IN (SELECT conversation_key, item_id FROM conversation_gap WHERE expires_at <= ? LIMIT ?)',
    Date.now(),
    limit,
  );
}
