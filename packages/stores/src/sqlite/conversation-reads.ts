import {
  type ConversationItem,
  type ConversationRecord,
  type JsonObject,
  type Page,
  type PageRequest,
} from '@org/engine/storage';
import { boundedPage, withinBytes } from '../shared/bounded-page.js';
import { unknownCursor } from '../shared/item-page.js';
import { fromKeyText, toItemKey, toKeyText } from '../shared/key-text.js';
import { decodeItem } from '../shared/decode-item.js';
import type { KeyRing } from '../shared/key-ring.js';
import type { PageBounds } from '../shared/read-conversation.js';
import { type Measured, nothingFound } from '../shared/read-reserved.js';
import { contentName, decryptContent } from '../shared/content-cipher.js';
import { contentKeyOf } from './database/content-keys.js';
import { numberOf, textOf } from '../shared/column-values.js';
import { bytesOf, contentUpTo, type Row, type Statements } from './database/statements.js';
import { decryptStored, joinedContent, type StoredContent } from './stored-content.js';

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

/** The first conversations that were created, and last got an item, before `before`. */
export function findIdleConversations(
  sql: Statements,
  before: number,
  idPrefix: string,
  limit: number,
): readonly Pick<ConversationRecord, 'owner' | 'id'>[] {
  const rows = sql.all(
    'SELECT owner, id FROM conversation WHERE coalesce(extended_at, created_at) < ?1 AND substr(id, 1, length(?2)) = ?2 ORDER BY coalesce(extended_at, created_at) LIMIT ?3',
    before,
    toKeyText(idPrefix),
    limit,
  );
  return rows.map((row) => ({ owner: fromKeyText(textOf(row, 'owner')), id: fromKeyText(textOf(row, 'id')) }));
}

/** An item of a conversation whose content takes at most `maxBytes`. */
export function readConversationItem(
  sql: Statements,
  owner: string,
  id: string,
  itemId: string,
  maxBytes: number,
): Measured<StoredContent> {
  const row = sql.first(
    `SELECT owner, item_id, ${contentUpTo('?4')}, content_key.key FROM conversation_item JOIN content_key USING (slot)
     WHERE item_id = ?1 AND conversation_key = (SELECT key FROM conversation WHERE owner = ?2 AND id = ?3)`,
    toItemKey(itemId),
    toKeyText(owner),
    toKeyText(id),
    maxBytes,
  );
  if (row === undefined) return nothingFound;
  const bytes = numberOf(row, 'bytes');
  return { bytes, value: bytes <= maxBytes ? itemContent(row) : undefined };
}

/** The newest item with this id in any conversation of the owner: its key, and how many bytes its content takes. */
export function findConversationItem(
  sql: Statements,
  owner: string,
  itemId: string,
): { readonly key: number; readonly bytes: number } | undefined {
  const row = sql.first(
    `SELECT item.key AS item_key, length(content) AS bytes
     FROM conversation_item AS item CROSS JOIN conversation ON conversation.key = conversation_key AND conversation.owner = item.owner
     WHERE item.owner = ? AND item_id = ? ORDER BY item.key DESC LIMIT 1`,
    toKeyText(owner),
    toItemKey(itemId),
  );
  return row === undefined ? undefined : { key: numberOf(row, 'item_key'), bytes: numberOf(row, 'bytes') };
}

/** The item of a row that this transaction has found. */
export function readItemAt(sql: Statements, key: number): StoredContent {
  const row = sql.first(
    'SELECT owner, item_id, content, content_key.key FROM conversation_item JOIN content_key USING (slot) WHERE conversation_item.key = ?',
    key,
  );
  if (row === undefined) throw new TypeError('An item is missing.');
  return itemContent(row);
}

/** The items of {@link boundedPage}, at most ?5 of them; the contents of the first ones, as long as they take at most ?6 bytes. */
export const selectPage = { asc: selectPageIn('asc'), desc: selectPageIn('desc') };

function selectPageIn(order: PageRequest['order']): string {
  const following =
    order === 'asc'
      ? 'conversation_key = ?1 AND key > ?2 ORDER BY key'
      : 'conversation_key = ?1 AND key < ?2 ORDER BY key DESC';
  const pageSql = { parameter: '?', length: 'length', following } as const;
  return `
    WITH ${boundedPage(order, pageSql)}
    SELECT (SELECT count(*) FROM page) AS found, total, bytes, conversation_item.key AS item_key, owner, item_id,
      CASE WHEN total <= ?6 THEN content END AS content, content_key.key
    FROM counted CROSS JOIN conversation_item USING (key) CROSS JOIN content_key USING (slot)
    WHERE ${withinBytes(pageSql)} ORDER BY conversation_item.key ${order} LIMIT ?5`;
}

export function readConversationItems(
  sql: Statements,
  owner: string,
  id: string,
  { after, order, limit }: PageRequest,
  maxBytes: number,
  contentBytes: number,
): Measured<Page<StoredContent>> {
  const conversation = sql.first(
    'SELECT key FROM conversation WHERE owner = ? AND id = ?',
    toKeyText(owner),
    toKeyText(id),
  );
  if (conversation === undefined) return nothingFound;
  const conversationKey = numberOf(conversation, 'key');
  const from = after === undefined ? startOf(order) : cursorOf(sql, conversationKey, after);
  const rows = sql.all(selectPage[order], conversationKey, from, limit + 1, maxBytes, limit, contentBytes);
  const found = rows[0] === undefined ? 0 : numberOf(rows[0], 'found');
  const bytes = totalOf(rows);
  if (bytes > contentBytes) return { bytes, value: undefined };
  return { bytes, value: { entries: rows.map(itemContent), hasMore: found > rows.length } };
}

/** An item of a conversation. */
export interface ReadItem {
  readonly key: number;
  readonly bytes: number;
  /** Absent unless it was read. */
  readonly content?: StoredContent;
}

/** Items of a conversation in one snapshot, with the contents of the first ones. */
export interface ReadItems {
  readonly version: string;
  readonly items: readonly ReadItem[];
  readonly hasMore: boolean;
}

/** The items after a key, with the version of the conversation. */
export function readItemsAfter(
  sql: Statements,
  owner: string,
  id: string,
  key: number,
  { items, bytes, contentBytes }: PageBounds,
): ReadItems | undefined {
  const conversation = sql.first(
    'SELECT key, version FROM conversation WHERE owner = ? AND id = ?',
    toKeyText(owner),
    toKeyText(id),
  );
  if (conversation === undefined) return undefined;
  const conversationKey = numberOf(conversation, 'key');
  const rows = sql.all(selectPage.asc, conversationKey, key, items, bytes, items, contentBytes);
  const found = rows[0] === undefined ? 0 : numberOf(rows[0], 'found');
  return {
    version: `${conversationKey} ${numberOf(conversation, 'version')}`,
    items: rows.map((row) => ({
      key: numberOf(row, 'item_key'),
      bytes: numberOf(row, 'bytes'),
      ...(row['content'] === null ? {} : { content: itemContent(row) }),
    })),
    hasMore: found === items || found > rows.length,
  };
}

/** How many bytes the contents of these rows take. */
function totalOf(rows: readonly Row[]): number {
  const last = rows.at(-1);
  return last === undefined ? 0 : numberOf(last, 'total');
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

function itemContent(row: Row): StoredContent {
  const name = contentName('item', textOf(row, 'owner'), textOf(row, 'item_id'));
  return joinedContent(bytesOf(row, 'key'), name, bytesOf(row, 'content'));
}

/** Reads the output of `toConversationItemRow`. Takes no database. */
export function decodeStoredItem(keys: KeyRing, content: StoredContent): ConversationItem | Promise<ConversationItem> {
  return decodeItem(content.body, decryptStored(keys, content));
}
