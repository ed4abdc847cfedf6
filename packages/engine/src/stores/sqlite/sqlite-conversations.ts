import type { ConversationStore } from '../../ports/conversation-store.js';
import { ConversationCache } from '../conversation-cache.js';
import { toItemKey, toKeyText } from '../key-text.js';
import { readConversation } from '../read-conversation.js';
import { toConversationItemRow } from './addition-rows.js';
import { answeredRowOf } from './attempt-rows.js';
import { findConversation, readConversationItem, readConversationItems, readItemsAfter } from './conversation-reads.js';
import { sqliteConversationLine } from './sqlite-conversation-line.js';
import type { SqliteConnection } from './database/sqlite-connection.js';

export function sqliteConversations(connection: SqliteConnection, mostBytes: number): ConversationStore {
  const reader = { cache: new ConversationCache(), mostBytes };
  return {
    ...sqliteConversationLine(connection),
    async createConversation({ owner, id, createdAt, metadata }, items, answered) {
      const row = { owner: toKeyText(owner), id: toKeyText(id), createdAt, metadata: JSON.stringify(metadata) };
      return connection.write('createConversation', row, items.map(toConversationItemRow), answeredRowOf(answered));
    },
    async getConversation(owner, id) {
      return connection.read((sql) => findConversation(sql, owner, id));
    },
    async setConversationMetadata(owner, id, metadata, answered) {
      return connection.write(
        'setConversationMetadata',
        toKeyText(owner),
        toKeyText(id),
        JSON.stringify(metadata),
        answeredRowOf(answered),
      );
    },
    async deleteConversation(owner, id) {
      const { deleted, remains } = await connection.write('deleteConversation', toKeyText(owner), toKeyText(id));
      reader.cache.forget(owner, id);
      if (deleted) connection.wakeLine(owner, id);
      if (remains !== undefined) await deleteConversationRemains(connection, remains);
      return deleted;
    },
    async addConversationItems(owner, id, items, { fresh = [], answered } = {}) {
      return connection.write(
        'addConversationItems',
        toKeyText(owner),
        toKeyText(id),
        items.map(toConversationItemRow),
        fresh.map(toItemKey),
        answeredRowOf(answered),
      );
    },
    async getConversationItem(owner, id, itemId) {
      return connection.read((sql) => readConversationItem(sql, owner, id, itemId));
    },
    async deleteConversationItem(owner, id, itemId) {
      return connection.write('deleteConversationItem', toKeyText(owner), toKeyText(id), toItemKey(itemId));
    },
    async readConversation(owner, id) {
      return readConversation(reader, owner, id, async (key, bounds) =>
        connection.read((sql) => readItemsAfter(sql, owner, id, key, bounds)),
      );
    },
    async listConversationItems(owner, id, page) {
      return connection.read((sql) => readConversationItems(sql, owner, id, page, mostBytes));
    },
  };
}

/** Deletes these remains of a conversation, or any, in pieces. False when there are none, or when `signal` aborted before the end. */
export async function deleteConversationRemains(
  connection: SqliteConnection,
  remains: number | null,
  signal?: AbortSignal,
): Promise<boolean> {
  const stopped = (): boolean => signal?.aborted === true;
  while (!stopped())
    if (!(await connection.write('deleteConversationPiece', remains)))
      return connection.write('deleteConversationRemains', remains);
  return false;
}
