import {
  type ChunkSearch,
  type Clock,
  type Ingestion,
  runInSlices,
  type VectorStoreQuota,
  type VectorStoreStore,
} from '@org/engine/storage';
import { numberOf, textOf } from '../shared/column-values.js';
import { decryptContent } from '../shared/content-cipher.js';
import type { KeyRing } from '../shared/key-ring.js';
import { fromKeyText, toKeyText } from '../shared/key-text.js';
import { ingestionsTopic } from '../shared/watchers.js';
import { encodeChunks } from '../shared/vector-stores/chunk-contents.js';
import type { ChunkQuery } from '../shared/vector-stores/chunk-search.js';
import {
  fileDescriptionOf,
  toIngestionCounts,
  type StoreDescription,
  storeDescriptionOf,
  toVectorStoreFile,
  vectorStoreFileName,
  vectorStoreName,
} from '../shared/vector-stores/descriptions.js';
import type { SqliteConnection } from './database/sqlite-connection.js';
import { bytesOf, type Row } from './database/statements.js';
import {
  readFileBatch,
  readVectorStore,
  readVectorStoreFile,
  readVectorStoreFiles,
  readVectorStores,
} from './vector-stores/vector-store-reads.js';
import { deleteVectorStoreTombstones } from './vector-stores/vector-store-tombstones.js';
import { countIngestions, type IngestionRow } from './writer/ingestion-writes.js';
import type { VectorStoreQuotaRow } from './writer/vector-store-writes.js';

export function sqliteVectorStores(connection: SqliteConnection, clock: Clock): VectorStoreStore {
  const search = (owner: string, query: ChunkQuery, options: ChunkSearch) =>
    connection.readContents(Infinity, 'searchChunks', owner, query, options, clock.now());
  return {
    async createVectorStore(store, quota) {
      const row = {
        owner: toKeyText(store.owner),
        id: toKeyText(store.id),
        createdAt: store.createdAt,
        expiresAfter: store.expiresAfterMs ?? null,
        description: storeDescriptionOf(store),
      };
      return connection.write('createVectorStore', row, toQuotaRow(quota));
    },
    async getVectorStore(owner, id) {
      return connection.read((sql) => readVectorStore(sql, owner, id, clock.now()));
    },
    async listVectorStores(owner, page) {
      return connection.read((sql) => readVectorStores(sql, owner, page, clock.now()));
    },
    async updateVectorStore(owner, id, settings) {
      const row = {
        owner: toKeyText(owner),
        id: toKeyText(id),
        expiresAfter: settings.expiresAfterMs ?? null,
        description: storeDescriptionOf(settings),
      };
      return connection.write('updateVectorStore', row, clock.now());
    },
    async touchVectorStores(owner, ids, at) {
      await connection.write('touchVectorStores', toKeyText(owner), ids.map(toKeyText), at);
    },
    async deleteVectorStore(owner, id) {
      const hidden = await connection.write('hideVectorStore', toKeyText(owner), toKeyText(id));
      if (hidden) await deleteVectorStoreTombstones(connection);
      return hidden;
    },

    async attachFiles(owner, vectorStoreId, files, { batch, quota } = {}) {
      const outcome = await connection.write(
        'attachFiles',
        toKeyText(owner),
        toKeyText(vectorStoreId),
        files.map((file) => ({
          fileId: toKeyText(file.fileId),
          createdAt: file.createdAt,
          description: fileDescriptionOf(file),
        })),
        batch === undefined ? null : { id: toKeyText(batch.id), createdAt: batch.createdAt },
        toQuotaRow(quota),
        clock.now(),
      );
      if (outcome === 'attached') connection.wake(ingestionsTopic);
      return outcome;
    },
    async getVectorStoreFile(owner, vectorStoreId, fileId) {
      return connection.read((sql) => readVectorStoreFile(sql, owner, vectorStoreId, fileId, clock.now()));
    },
    async listVectorStoreFiles(owner, vectorStoreId, page, filter = {}) {
      return connection.read((sql) => readVectorStoreFiles(sql, owner, vectorStoreId, page, filter, clock.now()));
    },
    async setFileAttributes(owner, vectorStoreId, fileId, attributes) {
      const ids = [toKeyText(owner), toKeyText(vectorStoreId), toKeyText(fileId)] as const;
      return connection.write('setFileAttributes', ...ids, attributes, clock.now());
    },
    async detachFile(owner, vectorStoreId, fileId) {
      const ids = [toKeyText(owner), toKeyText(vectorStoreId), toKeyText(fileId)] as const;
      const hidden = await connection.write('hideVectorStoreFile', ...ids, clock.now());
      if (hidden) await deleteVectorStoreTombstones(connection);
      return hidden;
    },

    async getFileBatch(owner, vectorStoreId, batchId) {
      return connection.read((sql) => readFileBatch(sql, owner, vectorStoreId, batchId, clock.now()));
    },
    async cancelFileBatch(owner, vectorStoreId, batchId) {
      const ids = [toKeyText(owner), toKeyText(vectorStoreId), toKeyText(batchId)] as const;
      return connection.write('cancelFileBatch', ...ids, clock.now());
    },

    async claimIngestion(leaseMs) {
      const row = await connection.write('claimIngestion', leaseMs, clock.now());
      return row && toIngestion(connection.keys, row);
    },
    async extendIngestion(lease, leaseMs) {
      return connection.write('extendIngestion', toIngestionRow(lease), leaseMs);
    },
    async releaseIngestion(lease, { failed = false } = {}) {
      await connection.write('releaseIngestion', toIngestionRow(lease), failed);
      connection.wake(ingestionsTopic);
    },
    async publishFile(lease, chunks, { space, maxStoredBytes } = {}) {
      const contents = await connection.prepared(
        Promise.resolve(runInSlices(encodeChunks(chunks, space !== undefined))),
      );
      const row = toIngestionRow(lease);
      return connection.write('publishFile', row, chunks.length, contents, space ?? null, maxStoredBytes ?? null);
    },
    async failIngestion(lease, failure) {
      return connection.write('failIngestion', toIngestionRow(lease), failure);
    },
    async countIngestions() {
      const row = connection.read((sql) => sql.first(countIngestions, Date.now(), clock.now()));
      return row === undefined ? { queued: 0, running: 0 } : toIngestionCounts(row);
    },
    async watchIngestions(wake) {
      return connection.watch(ingestionsTopic, wake);
    },

    async readChunks(owner, vectorStoreId, fileId, from, limit) {
      return connection.readContents(Infinity, 'readChunks', owner, vectorStoreId, fileId, clock.now(), from, limit);
    },
    async searchByText(owner, text, options) {
      return search(owner, { type: 'text', text }, options);
    },
    async searchByVector(owner, query, options) {
      return search(owner, { type: 'vector', ...query }, options);
    },
  };
}

/** A row of `claimIngestion`. */
function toIngestion(keys: KeyRing, row: Row): Ingestion {
  const [owner, vectorStoreId, fileId] = [textOf(row, 'owner'), textOf(row, 'id'), textOf(row, 'file_id')];
  const file = decryptContent(
    keys.unwrapKey(bytesOf(row, 'key')),
    vectorStoreFileName(owner, fileId),
    bytesOf(row, 'description'),
  );
  const store = decryptContent(
    keys.unwrapKey(bytesOf(row, 'store_envelope')),
    vectorStoreName(owner, vectorStoreId),
    bytesOf(row, 'store_description'),
  );
  // The service wrote this text, so its shape is known.
  const { embedding } = JSON.parse(store) as StoreDescription;
  return {
    owner: fromKeyText(owner),
    vectorStoreId: fromKeyText(vectorStoreId),
    fileId: fromKeyText(fileId),
    attempt: numberOf(row, 'attempt'),
    failures: numberOf(row, 'failures'),
    file: toVectorStoreFile(row, fromKeyText(vectorStoreId), file),
    ...(embedding === undefined ? {} : { embedding }),
  };
}

function toQuotaRow({ vectorStores, files, maxStoredBytes }: VectorStoreQuota = {}): VectorStoreQuotaRow {
  return { vectorStores: vectorStores ?? null, files: files ?? null, maxStoredBytes: maxStoredBytes ?? null };
}

function toIngestionRow({ owner, vectorStoreId, fileId, attempt }: IngestionRow): IngestionRow {
  return {
    owner: toKeyText(owner),
    vectorStoreId: toKeyText(vectorStoreId),
    fileId: toKeyText(fileId),
    attempt,
  };
}
