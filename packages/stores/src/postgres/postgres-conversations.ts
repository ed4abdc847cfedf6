import type { ClientBase } from 'pg';
import type { ConversationStore, JsonObject, Page, PageRequest } from '@org/engine/storage';
import { boundedPage, withinBytes } from '../shared/bounded-page.js';
import { contentName } from '../shared/content-cipher.js';
import { type DecodeItem, decodePage } from '../shared/decode-item.js';
import { whileCounted } from '../shared/own-contents.js';
import { type Measured, nothingFound, readReserved } from '../shared/read-reserved.js';
import type { StoreReading } from '../shared/store-reading.js';
import { ConversationCache } from '../shared/conversation-cache.js';
import { unknownCursor } from '../shared/item-page.js';
import type { KeyRing } from '../shared/key-ring.js';
import { fromKeyText, toKeyText } from '../shared/key-text.js';
import { deleteIdle } from '../shared/delete-idle.js';
import { readConversation, type FoundItems, type PageBounds } from '../shared/read-conversation.js';
import { lockTopic } from '../shared/watchers.js';
import { deleteConversation } from './sql/conversation-deletion.js';
import { addItems, deleteItem, maxItemsPerStatement, requireFresh } from './sql/conversation-sql.js';
import { channel, type Notifications } from './database/notifications.js';
import { persistResponse } from './postgres-idempotency.js';
import { postgresConversationLocks } from './postgres-conversation-locks.js';
import { rowsOf, type PostgresDatabase } from './database/postgres-database.js';
import { numberOf, textOf } from '../shared/column-values.js';
import { itemColumns, decryptItem } from './sql/item-cipher.js';
import { contentColumn, readContents } from './sql/long-contents.js';
import { itemsAfter } from './sql/items-after.js';
import { quotaText, setQuota } from './sql/quota.js';
import { RowCipher } from './sql/row-cipher.js';
import { bytesOf, itemKeyOf, type Row } from './sql/rows.js';

const conversationKey = '(SELECT key FROM conversation WHERE owner = $1 AND id = $2)';

/**
 * The items of {@link boundedPage}, at most $5 of them; none when the conversation no longer belongs to owner $6,
 * because it may be being deleted. The first ones have contents, as long as these take at most $7 bytes.
 */
export const selectPage = { asc: selectPageIn('asc'), desc: selectPageIn('desc') };

function selectPageIn(order: PageRequest['order']): string {
  const pageSql = { parameter: '$', length: 'octet_length', following: itemsAfter('$1', '$2', order) } as const;
  return `
    WITH ${boundedPage(order, pageSql)}
    SELECT (SELECT count(*) FROM page) AS found, key, total, ${itemColumns}, ${contentColumn('content', 'total', '$7')} FROM counted JOIN conversation_item USING (key)
    WHERE ${withinBytes(pageSql)} AND EXISTS (SELECT 1 FROM conversation WHERE key = $1 AND owner = $6) ORDER BY key ${order} LIMIT $5`;
}

/**
 * The items of a conversation after key $3, at most $4 of them and, except for the first, $5 bytes; without any, one
 * row for the conversation. The first ones have contents, as long as these take at most $6 bytes.
 */
export const selectAfter = `
  SELECT conversation.key AS conversation_key, version, page.* FROM conversation LEFT JOIN LATERAL (
    SELECT key, total, ${itemColumns}, ${contentColumn('content', 'total', '$6')}, found FROM (
      SELECT next.*, sum(octet_length(content)) OVER (ORDER BY key) AS total, count(*) OVER () AS found FROM (
        SELECT key, ${itemColumns}, content FROM conversation_item WHERE ${itemsAfter('conversation.key', '$3')} LIMIT $4
      ) AS next
    ) AS counted WHERE total <= $5 OR total = octet_length(content)
  ) AS page ON true WHERE conversation.owner = $1 AND conversation.id = $2 ORDER BY page.key`;

/** The id is new, so no other transaction waits for this one. */
const insertConversation = `
  INSERT INTO conversation (owner, id, created_at, metadata, content_key)
  SELECT $1, $2, $5::bigint, $3::bytea, $4::bytea FROM (SELECT ${setQuota('$6')} OFFSET 0) AS quota
  ON CONFLICT (owner, id) DO NOTHING RETURNING key`;

const selectIdle = `
  SELECT owner, id FROM conversation WHERE coalesce(extended_at, created_at) < $1 AND starts_with(id, $2)
  ORDER BY coalesce(extended_at, created_at) LIMIT $3`;

const selectItem = `
  SELECT key, octet_length(content) AS total, ${itemColumns}, ${contentColumn('content', 'octet_length(content)', '$4')}
  FROM conversation_item WHERE conversation_key = ${conversationKey} AND item_id = $3`;

const ofItems = { table: 'conversation_item', columns: ['content'] } as const;

export function postgresConversations(
  database: PostgresDatabase,
  notifications: Notifications,
  reading: StoreReading,
): ConversationStore {
  const { maxBytes, memory } = reading;
  const reader = { cache: new ConversationCache(), ...reading };
  const remove = async (owner: string, id: string): Promise<boolean> => {
    const deleted = await deleteConversation(database, toKeyText(owner), toKeyText(id), channel, lockTopic(owner, id));
    reader.cache.evict(owner, id);
    return deleted;
  };
  return {
    ...postgresConversationLocks(database, notifications),
    async createConversation({ owner, id, createdAt, metadata }, items, completedAttempt, maxStoredBytes) {
      const add = async (client: ClientBase): Promise<boolean> => {
        const created = await rowsOf(client, insertConversation, [
          ...metadataValues(database.keys, owner, id, metadata),
          createdAt,
          quotaText(maxStoredBytes),
        ]);
        if (
          created.length === 0 ||
          !(await addItems(client, database.keys, toKeyText(owner), toKeyText(id), items, maxStoredBytes))
        )
          return false;
        await persistResponse(client, database.keys, completedAttempt);
        return true;
      };
      return whileCounted(memory, owner, items, () => database.transaction(add));
    },
    async getConversation(owner, id) {
      const [row] = await database.query(
        'SELECT created_at, metadata, content_key FROM conversation WHERE owner = $1 AND id = $2',
        [toKeyText(owner), toKeyText(id)],
      );
      return (
        row && {
          id,
          owner,
          createdAt: numberOf(row, 'created_at'),
          metadata: readMetadata(database.keys, owner, id, row),
        }
      );
    },
    async setConversationMetadata(owner, id, metadata, completedAttempt, maxStoredBytes) {
      const sql = `UPDATE conversation SET metadata = $3, content_key = $4 WHERE owner = $1 AND id = $2 AND ${setQuota('$5')} IS NOT NULL RETURNING key`;
      const values = [...metadataValues(database.keys, owner, id, metadata), quotaText(maxStoredBytes)];
      if (completedAttempt === undefined) return (await database.query(sql, values)).length > 0;
      return database.transaction(async (client) => {
        if ((await rowsOf(client, sql, values)).length === 0) return false;
        await persistResponse(client, database.keys, completedAttempt);
        return true;
      });
    },
    deleteConversation: remove,
    async deleteIdleConversations(before, idPrefix, signal) {
      const find = async (limit: number) =>
        (await database.query(selectIdle, [before, toKeyText(idPrefix), limit])).map((row) => ({
          owner: fromKeyText(textOf(row, 'owner')),
          id: fromKeyText(textOf(row, 'id')),
        }));
      return deleteIdle(find, remove, signal);
    },
    async addConversationItems(owner, id, items, { fresh = [], completedAttempt, maxStoredBytes } = {}) {
      const add = (client: ClientBase): Promise<boolean> =>
        addItems(client, database.keys, toKeyText(owner), toKeyText(id), items, maxStoredBytes);
      if (fresh.length === 0 && completedAttempt === undefined && items.length <= maxItemsPerStatement)
        return whileCounted(memory, owner, items, () => database.withClient(add));
      const addFresh = async (client: ClientBase): Promise<boolean> => {
        if (fresh.length > 0) await requireFresh(client, toKeyText(owner), toKeyText(id), fresh);
        if (!(await add(client))) return false;
        await persistResponse(client, database.keys, completedAttempt);
        return true;
      };
      return whileCounted(memory, owner, items, () => database.transaction(addFresh));
    },
    async getConversationItem(owner, id, itemId) {
      const row = await readReserved(memory, owner, async (contentBytes): Promise<Measured<Row>> => {
        const values = [toKeyText(owner), toKeyText(id), itemKeyOf(itemId), contentBytes];
        const [found] = await readContents(database, { ...ofItems, sql: selectItem, values }, contentBytes);
        return found === undefined ? nothingFound : { bytes: numberOf(found, 'total'), value: found };
      });
      return row && (await decryptItem(database.keys, row)).value;
    },
    async deleteConversationItem(owner, id, itemId) {
      return (await database.query(deleteItem, [toKeyText(owner), toKeyText(id), itemKeyOf(itemId)])).length > 0;
    },
    async readConversation(owner, id) {
      return readConversation(reader, owner, id, (key, bounds) => readItemsAfter(database, owner, id, key, bounds));
    },
    async listConversationItems(owner, id, page) {
      const found = await readReserved(memory, owner, (contentBytes) =>
        findPage(database, owner, id, page, maxBytes, contentBytes),
      );
      return found && (await decodePage(found));
    },
  };
}

/** A page whose contents take at most `contentBytes`. */
async function findPage(
  database: PostgresDatabase,
  owner: string,
  id: string,
  { after, order, limit }: PageRequest,
  maxBytes: number,
  contentBytes: number,
): Promise<Measured<Page<DecodeItem>>> {
  const [conversation] = await database.query(
    `SELECT key, coalesce(
       (SELECT key FROM conversation_item WHERE conversation_key = conversation.key AND item_id = $3),
       (SELECT key FROM conversation_gap WHERE conversation_key = conversation.key AND item_id = $3)) AS cursor
     FROM conversation WHERE owner = $1 AND id = $2`,
    [toKeyText(owner), toKeyText(id), after === undefined ? null : itemKeyOf(after)],
  );
  if (conversation === undefined) return nothingFound;
  if (after !== undefined && conversation['cursor'] === null) throw unknownCursor();
  const from = conversation['cursor'] ?? (order === 'asc' ? 0 : Number.MAX_SAFE_INTEGER);
  const bounds = [numberOf(conversation, 'key'), from, limit + 1, maxBytes, limit, toKeyText(owner), contentBytes];
  const rows = await readContents(database, { ...ofItems, sql: selectPage[order], values: bounds }, contentBytes);
  const [first, last] = [rows[0], rows.at(-1)];
  const entries = rows.map((row) => () => decryptItem(database.keys, row));
  const hasMore = first !== undefined && numberOf(first, 'found') > rows.length;
  return { bytes: last === undefined ? 0 : numberOf(last, 'total'), value: { entries, hasMore } };
}

async function readItemsAfter(
  database: PostgresDatabase,
  owner: string,
  id: string,
  key: number,
  { items, bytes, contentBytes }: PageBounds,
): Promise<FoundItems | undefined> {
  const values = [toKeyText(owner), toKeyText(id), key, items, bytes, contentBytes];
  const rows = await readContents(database, { ...ofItems, sql: selectAfter, values }, contentBytes);
  const [conversation] = rows;
  if (conversation === undefined) return undefined;
  const version = `${numberOf(conversation, 'conversation_key')} ${numberOf(conversation, 'version')}`;
  if (conversation['key'] === null) return { version, items: [], hasMore: false };
  const found = numberOf(conversation, 'found');
  return {
    version,
    items: rows.map((row) => ({
      key: numberOf(row, 'key'),
      bytes: numberOf(row, 'content_bytes'),
      decode: () => decryptItem(database.keys, row),
    })),
    hasMore: found === items || found > rows.length,
  };
}

/** Owner, id, metadata and content_key. */
function metadataValues(keys: KeyRing, owner: string, id: string, metadata: JsonObject): readonly unknown[] {
  const cipher = RowCipher.make(keys);
  return [
    toKeyText(owner),
    toKeyText(id),
    cipher.encrypt(metadataName(owner, id), JSON.stringify(metadata)),
    cipher.envelope,
  ];
}

function readMetadata(keys: KeyRing, owner: string, id: string, row: Row): JsonObject {
  return JSON.parse(RowCipher.of(keys, row).decrypt(metadataName(owner, id), bytesOf(row, 'metadata'))) as JsonObject;
}

function metadataName(owner: string, id: string): string {
  return contentName('conversation', toKeyText(owner), toKeyText(id));
}
