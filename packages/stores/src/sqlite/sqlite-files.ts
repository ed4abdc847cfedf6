import type { Clock, FileStore } from '@org/engine/storage';
import { toKeyText } from '../shared/key-text.js';
import { completedRowOf } from './attempt-rows.js';
import type { SqliteConnection } from './database/sqlite-connection.js';
import { findFile, findFileChunk, readFiles } from './file-reads.js';
import { deleteVectorStoreTombstones } from './vector-stores/vector-store-tombstones.js';

export function sqliteFiles(connection: SqliteConnection, clock: Clock): FileStore {
  return {
    async createFile({ owner, id, createdAt }, quota) {
      return connection.write('createFile', toKeyText(owner), toKeyText(id), createdAt, quota);
    },
    async appendFileChunk(owner, id, number, chunk, quota) {
      // A transfer to the other thread includes the complete memory that backs the chunk.
      return connection.write('appendFileChunk', toKeyText(owner), toKeyText(id), number, new Uint8Array(chunk), quota);
    },
    async finishFile({ owner, id, purpose, expiresAt = null, filename, mediaType }, completedAttempt) {
      const row = {
        owner: toKeyText(owner),
        id: toKeyText(id),
        purpose: toKeyText(purpose),
        expiresAt,
        description: JSON.stringify({ filename, mediaType }),
      };
      return connection.write('finishFile', row, completedRowOf(completedAttempt));
    },
    async getFile(owner, id) {
      return connection.read((sql) => findFile(sql, owner, id, clock.now()));
    },
    async readFileChunk(owner, id, number) {
      return connection.read((sql) => findFileChunk(sql, owner, id, number, clock.now()));
    },
    async listFiles(owner, page) {
      return connection.read((sql) => readFiles(sql, owner, page, clock.now()));
    },
    async deleteFile(owner, id) {
      const hidden = await connection.write('hideFile', toKeyText(owner), toKeyText(id));
      if (hidden === undefined) return false;
      await deleteFileTombstones(connection, hidden.tombstone);
      if (hidden.attached) await deleteVectorStoreTombstones(connection);
      return true;
    },
  };
}

/**
 * Deletes files that expired or whose upload was not completed at or before `now`, and the rest of others. Ends early
 * when `signal` aborts.
 */
export async function deleteExpiredFiles(
  connection: SqliteConnection,
  now: number,
  signal?: AbortSignal,
): Promise<void> {
  const stopped = (): boolean => signal?.aborted === true;
  while (!stopped() && (await connection.write('hideExpiredFiles', now)) > 0);
  await deleteFileTombstones(connection, null, signal);
}

async function deleteFileTombstones(
  connection: SqliteConnection,
  tombstone: number | null,
  signal?: AbortSignal,
): Promise<void> {
  while (await connection.write('deleteFileChunks', tombstone)) if (signal?.aborted === true) return;
  await connection.write('deleteFileTombstones', tombstone);
}
