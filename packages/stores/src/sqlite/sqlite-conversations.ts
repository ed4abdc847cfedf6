import { type ConversationItem, type ConversationStore, runInSlices } from '@org/engine/storage';
import { ConversationCache } from '../shared/conversation-cache.js';
import { toItemKey, toKeyText } from '../shared/key-text.js';
import { deleteIdle } from '../shared/delete-idle.js';
import { type FoundItem, readConversation } from '../shared/read-conversation.js';
import { decodePage } from '../shared/decode-item.js';
import { readReserved } from '../shared/read-reserved.js';
import type { StoreReading } from '../shared/store-reading.js';
import { ownBuffers, whileCounted } from '../shared/own-contents.js';
import { contentsOf, toConversationItemRows, type ConversationItemRow } from './addition-rows.js';
import { completedRowOf } from './attempt-rows.js';
import { decodeStoredItem, findConversation, findIdleConversations, type ReadItem } from './conversation-reads.js';
import { sqliteConversationLocks } from './sqlite-conversation-locks.js';
import type { SqliteConnection } from './database/sqlite-connection.js';

export function sqliteConversations(connection: SqliteConnection, reading: StoreReading): ConversationStore {
  const { maxBytes, memory } = reading;
  const reader = { cache: new ConversationCache(), ...reading };
  const toFoundItem = ({ content, ...item }: ReadItem): FoundItem => ({
    ...item,
    decode: () => {
      if (content === undefined) throw new TypeError('The content of an item was not read.');
      return decodeStoredItem(connection.keys, content);
    },
  });
  const writeItems = async (
    owner: string,
    items: readonly ConversationItem[],
    write: (rows: readonly ConversationItemRow[], transferred: readonly ArrayBuffer[]) => Promise<boolean>,
  ): Promise<boolean> => {
    const encoding = runInSlices(toConversationItemRows(items));
    const rows = encoding instanceof Promise ? await encoding : encoding;
    const contents = contentsOf(rows);
    return await whileCounted(memory, owner, contents, () => write(rows, ownBuffers(contents)));
  };
  const deleteConversation = async (owner: string, id: string): Promise<boolean> => {
    const { deleted, tombstone } = await connection.write('deleteConversation', toKeyText(owner), toKeyText(id));
    reader.cache.evict(owner, id);
    if (deleted) connection.wakeWaiters(owner, id);
    if (tombstone !== undefined) await deleteConversationTombstones(connection, tombstone);
    return deleted;
  };
  return {
    ...sqliteConversationLocks(connection),
    async createConversation({ owner, id, createdAt, metadata }, items, completedAttempt, maxStoredBytes) {
      const row = { owner: toKeyText(owner), id: toKeyText(id), createdAt, metadata: JSON.stringify(metadata) };
      return writeItems(owner, items, (rows, transferred) =>
        connection.transfer(
          transferred,
          'createConversation',
          row,
          rows,
          completedRowOf(completedAttempt),
          maxStoredBytes ?? null,
        ),
      );
    },
    async getConversation(owner, id) {
      return connection.read((sql) => findConversation(sql, owner, id));
    },
    async setConversationMetadata(owner, id, metadata, completedAttempt, maxStoredBytes) {
      return connection.write(
        'setConversationMetadata',
        toKeyText(owner),
        toKeyText(id),
        JSON.stringify(metadata),
        completedRowOf(completedAttempt),
        maxStoredBytes ?? null,
      );
    },
    deleteConversation,
    async deleteIdleConversations(before, idPrefix, signal) {
      return deleteIdle(
        async (limit) => connection.read((sql) => findIdleConversations(sql, before, idPrefix, limit)),
        deleteConversation,
        signal,
      );
    },
    async addConversationItems(owner, id, items, { fresh = [], completedAttempt, maxStoredBytes } = {}) {
      return writeItems(owner, items, (rows, transferred) =>
        connection.transfer(
          transferred,
          'addConversationItems',
          toKeyText(owner),
          toKeyText(id),
          rows,
          fresh.map(toItemKey),
          completedRowOf(completedAttempt),
          maxStoredBytes ?? null,
        ),
      );
    },
    async getConversationItem(owner, id, itemId) {
      const content = await readReserved(memory, owner, (contentBytes) =>
        connection.readContents(contentBytes, 'readConversationItem', owner, id, itemId, contentBytes),
      );
      return content && (await decodeStoredItem(connection.keys, content)).value;
    },
    async deleteConversationItem(owner, id, itemId) {
      return connection.write('deleteConversationItem', toKeyText(owner), toKeyText(id), toItemKey(itemId));
    },
    async readConversation(owner, id) {
      return readConversation(reader, owner, id, async (key, bounds) => {
        const read = await connection.readContents(bounds.contentBytes, 'readItemsAfter', owner, id, key, bounds);
        return read && { ...read, items: read.items.map(toFoundItem) };
      });
    },
    async listConversationItems(owner, id, page) {
      const found = await readReserved(memory, owner, (contentBytes) =>
        connection.readContents(contentBytes, 'readConversationItems', owner, id, page, maxBytes, contentBytes),
      );
      if (found === undefined) return undefined;
      const entries = found.entries.map((content) => () => decodeStoredItem(connection.keys, content));
      return await decodePage({ ...found, entries });
    },
  };
}

/**
 * Deletes this tombstone of a conversation, or any, in batches. Returns false when there is none, or when `signal`
 * aborted before the end.
 */
export async function deleteConversationTombstones(
  connection: SqliteConnection,
  tombstone: number | null,
  signal?: AbortSignal,
): Promise<boolean> {
  const stopped = (): boolean => signal?.aborted === true;
  while (!stopped())
    if (!(await connection.write('deleteConversationBatch', tombstone)))
      return connection.write('deleteConversationTombstones', tombstone);
  return false;
}
