import { type Clock, runInSlices, type VectorStoreStore } from '@org/engine/storage';
import { numberOf } from '../shared/column-values.js';
import { toKeyText } from '../shared/key-text.js';
import { ingestionsTopic } from '../shared/watchers.js';
import { encodeChunks } from '../shared/vector-stores/chunk-contents.js';
import { cursorPage, cursorRange } from '../shared/vector-stores/cursor-page.js';
import {
  fileCountColumns,
  storeDescriptionOf,
  toFileCounts,
  toIngestionCounts,
  vectorStoreName,
} from '../shared/vector-stores/descriptions.js';
import { channel, type Notifications } from './database/notifications.js';
import { rowsOf, type PostgresDatabase } from './database/postgres-database.js';
import { notify } from './sql/event-sql.js';
import { quotaText, setQuota } from './sql/quota.js';
import { RowCipher } from './sql/row-cipher.js';
import { ChunkReads } from './vector-stores/chunk-reads.js';
import {
  claimNext,
  extendLease,
  failFile,
  leaseValues,
  publishContents,
  releaseLease,
  countFilesInProgress,
  toIngestion,
} from './vector-stores/ingestions.js';
import { deleteVectorStore, deleteVectorStoreTombstones, hiddenFile } from './vector-stores/vector-store-deletion.js';
import { attachFiles } from './vector-stores/vector-store-files.js';
import {
  changeFile,
  fileColumns,
  isThere,
  selectFile,
  selectStore,
  selectStoreKey,
  toFileRecord,
  toStoreRecord,
} from './vector-stores/vector-store-sql.js';

export function postgresVectorStores(
  database: PostgresDatabase,
  notifications: Notifications,
  clock: Clock,
): VectorStoreStore {
  const chunks = new ChunkReads(database);
  const findStoreKey = async (owner: string, id: string): Promise<number | undefined> => {
    const [row] = await database.query(selectStoreKey, [toKeyText(owner), toKeyText(id), clock.now()]);
    return row && numberOf(row, 'key');
  };
  return {
    async createVectorStore(store, { vectorStores, maxStoredBytes } = {}) {
      const [owner, id] = [toKeyText(store.owner), toKeyText(store.id)];
      const cipher = RowCipher.make(database.keys);
      const inserted = await database.query(
        `INSERT INTO vector_store (owner, id, created_at, active_at, expires_after, description, content_key)
         SELECT $1, $2, $3::bigint, $3::bigint, $4::bigint, $5::bytea, $6::bytea FROM (SELECT ${setQuota('$7')} OFFSET 0) AS quota
         WHERE $8::bigint IS NULL OR (SELECT count(*) FROM vector_store WHERE owner = $1) < $8::bigint RETURNING 1`,
        [
          owner,
          id,
          store.createdAt,
          store.expiresAfterMs ?? null,
          cipher.encrypt(vectorStoreName(owner, id), storeDescriptionOf(store)),
          cipher.envelope,
          quotaText(maxStoredBytes),
          vectorStores ?? null,
        ],
      );
      return inserted.length > 0;
    },
    async getVectorStore(owner, id) {
      const sql = `${selectStore} WHERE owner = $1 AND id = $2 AND ${isThere('$3')}`;
      const [row] = await database.query(sql, [toKeyText(owner), toKeyText(id), clock.now()]);
      return row && toStoreRecord(database.keys, row);
    },
    async listVectorStores(owner, page) {
      const range = cursorRange(page);
      const rows = await database.query(
        `${selectStore} WHERE owner = $1 AND id ${range.operator} $2 AND ${isThere('$3')} ORDER BY id ${range.order} LIMIT $4`,
        [toKeyText(owner), range.from, clock.now(), page.limit + 1],
      );
      return cursorPage(rows, page, range, (row) => toStoreRecord(database.keys, row));
    },
    async updateVectorStore(owner, id, settings) {
      const [ownerText, idText] = [toKeyText(owner), toKeyText(id)];
      return database.transaction(async (client) => {
        const sql = `SELECT key, content_key FROM vector_store WHERE owner = $1 AND id = $2 AND ${isThere('$3')} FOR NO KEY UPDATE`;
        const [row] = await rowsOf(client, sql, [ownerText, idText, clock.now()]);
        if (row === undefined) return false;
        const cipher = RowCipher.of(database.keys, row);
        await rowsOf(client, 'UPDATE vector_store SET expires_after = $2, description = $3 WHERE key = $1', [
          numberOf(row, 'key'),
          settings.expiresAfterMs ?? null,
          cipher.encrypt(vectorStoreName(ownerText, idText), storeDescriptionOf(settings)),
        ]);
        return true;
      });
    },
    async touchVectorStores(owner, ids, at) {
      const sql = `
        UPDATE vector_store SET active_at = $3 WHERE key = ANY (ARRAY(
          SELECT key FROM vector_store WHERE owner = $1 AND id = ANY ($2) AND active_at < $3::bigint AND ${isThere('$3::bigint')} ORDER BY key FOR NO KEY UPDATE))`;
      await database.query(sql, [toKeyText(owner), ids.map(toKeyText), at]);
    },
    async deleteVectorStore(owner, id) {
      return deleteVectorStore(database, toKeyText(owner), toKeyText(id));
    },

    async attachFiles(owner, vectorStoreId, files, options = {}) {
      return database.transaction(async (client) => {
        const ids = [toKeyText(owner), toKeyText(vectorStoreId)] as const;
        const outcome = await attachFiles(client, database.keys, ...ids, files, clock.now(), options);
        if (outcome === 'attached') await notify(client, channel, ingestionsTopic);
        return outcome;
      });
    },
    async getVectorStoreFile(owner, vectorStoreId, fileId) {
      const ids = [toKeyText(owner), toKeyText(vectorStoreId), toKeyText(fileId)];
      const [row] = await database.query(selectFile, [...ids, clock.now()]);
      return row && toFileRecord(database.keys, vectorStoreId, row);
    },
    async listVectorStoreFiles(owner, vectorStoreId, page, { status, batchId } = {}) {
      const storeKey = await findStoreKey(owner, vectorStoreId);
      if (storeKey === undefined) return undefined;
      const range = cursorRange(page);
      const rows = await database.query(
        `SELECT ${fileColumns} FROM vector_store_file AS file WHERE store_key = $1 AND owner = $2 AND file_id ${range.operator} $3
           AND ($4::text IS NULL OR status = $4) AND ($5::text IS NULL OR batch_id = $5) ORDER BY file_id ${range.order} LIMIT $6`,
        [
          storeKey,
          toKeyText(owner),
          range.from,
          status ?? null,
          batchId === undefined ? null : toKeyText(batchId),
          page.limit + 1,
        ],
      );
      return cursorPage(rows, page, range, (row) => toFileRecord(database.keys, vectorStoreId, row));
    },
    async setFileAttributes(owner, vectorStoreId, fileId, attributes) {
      const ids = [toKeyText(owner), toKeyText(vectorStoreId), toKeyText(fileId)];
      return database.transaction(async (client) => {
        const [row] = await rowsOf(client, `${selectFile} FOR NO KEY UPDATE OF file`, [...ids, clock.now()]);
        if (row === undefined) return false;
        await changeFile(client, database.keys, row, { attributes });
        return true;
      });
    },
    async detachFile(owner, vectorStoreId, fileId) {
      const storeKey = await findStoreKey(owner, vectorStoreId);
      if (storeKey === undefined) return false;
      const sql = `UPDATE vector_store_file AS attached SET ${hiddenFile} WHERE store_key = $1 AND owner = $2 AND file_id = $3 RETURNING 1`;
      const hidden = await database.query(sql, [storeKey, toKeyText(owner), toKeyText(fileId)]);
      if (hidden.length > 0) await deleteVectorStoreTombstones(database);
      return hidden.length > 0;
    },

    async getFileBatch(owner, vectorStoreId, batchId) {
      const [row] = await database.query(
        `SELECT batch.created_at, batch.cancelled AS is_cancelled, files.* FROM vector_store AS store JOIN vector_store_batch AS batch ON store_key = store.key
         CROSS JOIN LATERAL (SELECT ${fileCountColumns} FROM vector_store_file WHERE store_key = store.key AND batch_id = batch.id) AS files
         WHERE owner = $1 AND store.id = $2 AND batch.id = $3 AND ${isThere('$4')}`,
        [toKeyText(owner), toKeyText(vectorStoreId), toKeyText(batchId), clock.now()],
      );
      return (
        row && {
          id: batchId,
          vectorStoreId,
          createdAt: numberOf(row, 'created_at'),
          cancelled: row['is_cancelled'] === true,
          fileCounts: toFileCounts(row),
        }
      );
    },
    async cancelFileBatch(owner, vectorStoreId, batchId) {
      const storeKey = await findStoreKey(owner, vectorStoreId);
      if (storeKey === undefined) return false;
      return database.transaction(async (client) => {
        const batch = [storeKey, toKeyText(batchId)];
        const sql = 'UPDATE vector_store_batch SET cancelled = true WHERE store_key = $1 AND id = $2 RETURNING 1';
        if ((await rowsOf(client, sql, batch)).length === 0) return false;
        await rowsOf(
          client,
          `UPDATE vector_store_file SET status = 'cancelled', lease_until = NULL, version = version + 1
           WHERE store_key = $1 AND batch_id = $2 AND status = 'in_progress'`,
          batch,
        );
        return true;
      });
    },

    async claimIngestion(leaseMs) {
      const [row] = await database.query(claimNext, [leaseMs, clock.now()]);
      return row && toIngestion(database.keys, row);
    },
    async extendIngestion(lease, leaseMs) {
      return (await database.query(extendLease, [...leaseValues(lease), leaseMs])).length > 0;
    },
    async releaseIngestion(lease, { failed = false } = {}) {
      await database.transaction(async (client) => {
        await rowsOf(client, releaseLease, [...leaseValues(lease), failed]);
        await notify(client, channel, ingestionsTopic);
      });
    },
    async countIngestions() {
      const [row] = await database.query(countFilesInProgress, [clock.now()]);
      return row === undefined ? { queued: 0, running: 0 } : toIngestionCounts(row);
    },
    async publishFile(lease, published, { space, maxStoredBytes } = {}) {
      const contents = await database.prepared(
        Promise.resolve(runInSlices(encodeChunks(published, space !== undefined))),
      );
      return database.transaction((client) =>
        publishContents(client, database.keys, lease, published.length, contents, space, maxStoredBytes),
      );
    },
    async failIngestion(lease, failure) {
      return database.transaction((client) => failFile(client, database.keys, lease, failure));
    },
    async watchIngestions(wake) {
      return notifications.watch(ingestionsTopic, wake);
    },

    async readChunks(owner, vectorStoreId, fileId, from, limit) {
      return chunks.readChunks(owner, vectorStoreId, fileId, clock.now(), from, limit);
    },
    async searchByText(owner, text, search) {
      return chunks.search(owner, { type: 'text', text }, search, clock.now());
    },
    async searchByVector(owner, query, search) {
      return chunks.search(owner, { type: 'vector', ...query }, search, clock.now());
    },
  };
}
