import {
  type ConversationItem,
  type ConversationRecord,
  type JsonObject,
  type Page,
  type PageRequest,
  parseExactly,
} from '@org/engine/storage';
import { boundedPage, withinBytes } from '../shared/bounded-page.js';
import { unknownCursor } from '../shared/item-page.js';
import { toItemKey, toKeyText } from '../shared/key-text.js';
import type { FoundItems, PageBounds } from '../shared/read-conversation.js';
import { contentName, decryptContent } from '../shared/content-cipher.js';
import { contentKeyOf } from './database/content-keys.js';
import { numberOf, textOf } from '../shared/column-values.js';
import { bytesOf, type Row, type Statements } from './database/statements.js';

export function findConversation(sql: Statements, owner: string, id: string): ConversationRecord | undefined {
  const row = sql.first(
    'SELECT created_at, metadata, content_key.key FROM conversation JOIN content_key USING (slot) WHERE owner = ? AND id = ?',
    toKeyText(owner),
    toKeyText(id),
  );
  if (row === undefined) return undefined;
  const metadata = decryptContent(
    contentKeyOf(sql, row),
    contentName('conversation', toKeyText(owner), toKeyText(id)),
    bytesOf(row, 'metadata'),
  );
  return { id, owner, createdAt: numberOf(row, 'created_at'), metadata: JSON.parse(metadata) as JsonObject };
}

export function readConversationItem(
  sql: Statements,
  owner: string,
  id: string,
  itemId: string,
): JsonObject | undefined {
  const row = sql.first(
    `SELECT owner, item_id, content, content_key.key FROM conversation_item JOIN content_key USING (slot)
     WHERE item_id = ? AND conversation_key = (SELECT key FROM conversation WHERE owner = ? AND id = ?)`,
    toItemKey(itemId),
    toKeyText(owner),
    toKeyText(id),
  );
  return row === undefined ? undefined : toItem(sql, row).value;
}

/**
 * The newest item with this id in any conversation of the owner. The function passes `take` the number of bytes that
 * it is about to decrypt.
 */
export function findConversationItem(
  sql: Statements,
  owner: string,
  itemId: string,
  take: (bytes: number) => void,
): JsonObject | undefined {
  const row = sql.first(
    `SELECT item.owner, item_id, content, content_key.key
     FROM conversation_item AS item CROSS JOIN conversation ON conversation.key = conversation_key AND conversation.owner = item.owner CROSS JOIN content_key ON content_key.slot = item.slot
     WHERE item.owner = ? AND item_id = ? ORDER BY item.key DESC LIMIT 1`,
    toKeyText(owner),
    toItemKey(itemId),
  );
  if (row === undefined) return undefined;
  take(bytesOf(row, 'content').length);
  return toItem(sql, row).value;
}

/** The items of {@link boundedPage}, at most ?5 of them. */
export const selectPage = { asc: selectPageIn('asc'), desc: selectPageIn('desc') };

function selectPageIn(order: PageRequest['order']): string {
  const following =
    order === 'asc'
      ? 'conversation_key = ?1 AND key > ?2 ORDER BY key'
      : 'conversation_key = ?1 AND key < ?2 ORDER BY key DESC';
  const pageSql = { parameter: '?', length: 'length', following } as const;
  return `
    WITH ${boundedPage(order, pageSql)}
    SELECT (SELECT count(*) FROM page) AS found, conversation_item.key AS item_key, owner, item_id, content, content_key.key
    FROM counted CROSS JOIN conversation_item USING (key) CROSS JOIN content_key USING (slot)
    WHERE ${withinBytes(pageSql)} ORDER BY conversation_item.key ${order} LIMIT ?5`;
}

export function readConversationItems(
  sql: Statements,
  owner: string,
  id: string,
  { after, order, limit }: PageRequest,
  maxBytes: number,
): Page<ConversationItem> | undefined {
  const conversation = sql.first(
    'SELECT key FROM conversation WHERE owner = ? AND id = ?',
    toKeyText(owner),
    toKeyText(id),
  );
  if (conversation === undefined) return undefined;
  const conversationKey = numberOf(conversation, 'key');
  const from = after === undefined ? startOf(order) : cursorOf(sql, conversationKey, after);
  const rows = sql.all(selectPage[order], conversationKey, from, limit + 1, maxBytes, limit);
  const found = rows[0] === undefined ? 0 : numberOf(rows[0], 'found');
  return { entries: Array.from(rows, (row) => toItem(sql, row)), hasMore: found > rows.length };
}

/** The items after a key, with the version of the conversation. */
export function readItemsAfter(
  sql: Statements,
  owner: string,
  id: string,
  key: number,
  { items, bytes }: PageBounds,
): FoundItems | undefined {
  const conversation = sql.first(
    'SELECT key, version FROM conversation WHERE owner = ? AND id = ?',
    toKeyText(owner),
    toKeyText(id),
  );
  if (conversation === undefined) return undefined;
  const conversationKey = numberOf(conversation, 'key');
  const rows = sql.all(selectPage.asc, conversationKey, key, items, bytes, items);
  const found = rows[0] === undefined ? 0 : numberOf(rows[0], 'found');
  return {
    version: `${conversationKey} ${numberOf(conversation, 'version')}`,
    items: rows.map((row) => ({
      key: numberOf(row, 'item_key'),
      bytes: bytesOf(row, 'content').length,
      decode: () => toItem(sql, row),
    })),
    hasMore: found === items || found > rows.length,
  };
}

function startOf(order: PageRequest['order']): number {
  return order === 'asc' ? 0 : Number.MAX_SAFE_INTEGER;
}

/** The position of the item, or its former position if it was deleted. */
function cursorOf(sql: Statements, conversationKey: number, itemId: string): number {
  const itemKey = toItemKey(itemId);
  const row =
    sql.first(
      'SELECT key FROM conversation_item WHERE conversation_key = ? AND item_id = ?',
      conversationKey,
      itemKey,
    ) ??
    sql.first('SELECT key FROM conversation_gap WHERE conversation_key = ? AND item_id = ?', conversationKey, itemKey);
  if (row === undefined) throw unknownCursor();
  return numberOf(row, 'key');
}

/** Reads the output of `toConversationItemRow`: the service wrote this text, so its shape is known. */
function toItem(sql: Statements, row: Row): ConversationItem {
  const name = contentName('item', textOf(row, 'owner'), textOf(row, 'item_id'));
  return parseExactly(
    decryptContent(contentKeyOf(sql, row), name, bytesOf(row, 'content')),
  ) as unknown as ConversationItem;
}
