import type { JsonObject } from '../../model/json.js';
import type { ConversationItem, ConversationStore } from '../../ports/conversation-store.js';
import { unknownCursor } from '../item-page.js';
import { toKeyText } from '../key-text.js';
import { addItems } from './conversation-sql.js';
import { rowsOf, type PostgresDatabase } from './postgres-database.js';
import { numberOf } from '../columns.js';
import { itemKeyOf, toUtf8, type Row, utf8Of } from './rows.js';

const conversationKey = '(SELECT key FROM conversation WHERE owner = $1 AND id = $2)';

export function postgresConversations(database: PostgresDatabase): ConversationStore {
  return {
    async createConversation({ owner, id, createdAt, metadata }, items) {
      return database.transaction(async (client) => {
        const created = await rowsOf(
          client,
          'INSERT INTO conversation (owner, id, created_at, metadata) VALUES ($1, $2, $3, $4) ON CONFLICT (owner, id) DO NOTHING RETURNING key',
          [toKeyText(owner), toKeyText(id), createdAt, toUtf8(JSON.stringify(metadata))],
        );
        return created.length > 0 && addItems(client, toKeyText(owner), toKeyText(id), items);
      });
    },
    async getConversation(owner, id) {
      const [row] = await database.query('SELECT created_at, metadata FROM conversation WHERE owner = $1 AND id = $2', [toKeyText(owner), toKeyText(id)]);
      return row && { id, owner, createdAt: numberOf(row, 'created_at'), metadata: JSON.parse(utf8Of(row, 'metadata')) as JsonObject };
    },
    async setConversationMetadata(owner, id, metadata) {
      const rows = await database.query('UPDATE conversation SET metadata = $3 WHERE owner = $1 AND id = $2 RETURNING key', [
        toKeyText(owner), toKeyText(id), toUtf8(JSON.stringify(metadata)),
      ]);
      return rows.length > 0;
    },
    async deleteConversation(owner, id) {
      return (await database.query('DELETE FROM conversation WHERE owner = $1 AND id = $2 RETURNING key', [toKeyText(owner), toKeyText(id)])).length > 0;
    },
    async addConversationItems(owner, id, items) {
      return database.withClient((client) => addItems(client, toKeyText(owner), toKeyText(id), items));
    },
    async getConversationItem(owner, id, itemId) {
      const [row] = await database.query(`SELECT content FROM conversation_item WHERE conversation_key = ${conversationKey} AND item_id = $3`, [
        toKeyText(owner), toKeyText(id), itemKeyOf(itemId),
      ]);
      return row && toItem(row).value;
    },
    async deleteConversationItem(owner, id, itemId) {
      const rows = await database.query(`DELETE FROM conversation_item WHERE conversation_key = ${conversationKey} AND item_id = $3 RETURNING key`, [
        toKeyText(owner), toKeyText(id), itemKeyOf(itemId),
      ]);
      return rows.length > 0;
    },
    async listConversationItems(owner, id, { after, order, limit }) {
      const [conversation] = await database.query(
        `SELECT key, (SELECT key FROM conversation_item WHERE conversation_key = conversation.key AND item_id = $3) AS cursor
         FROM conversation WHERE owner = $1 AND id = $2`,
        [toKeyText(owner), toKeyText(id), after === undefined ? null : itemKeyOf(after)],
      );
      if (conversation === undefined) return undefined;
      if (after !== undefined && conversation['cursor'] === null) throw unknownCursor();
      const from = conversation['cursor'] ?? (order === 'asc' ? 0 : Number.MAX_SAFE_INTEGER);
      const rows = await database.query(
        `SELECT content FROM conversation_item WHERE conversation_key = $1 AND key ${order === 'asc' ? '>' : '<'} $2
         ORDER BY key ${order === 'asc' ? 'ASC' : 'DESC'} LIMIT $3`,
        [numberOf(conversation, 'key'), from, limit + 1],
      );
      return { entries: rows.slice(0, limit).map(toItem), hasMore: rows.length > limit };
    },
  };
}

/** Reads what `addItems` wrote: our own text, so the shape is known. */
function toItem(row: Row): ConversationItem {
  return JSON.parse(utf8Of(row, 'content')) as ConversationItem;
}
