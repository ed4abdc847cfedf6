import type { Clock } from '../../ports/clock.js';
import type { FileStore } from '../../ports/file-store.js';
import { toKeyText } from '../key-text.js';
import { answeredRowOf } from './attempt-rows.js';
import type { SqliteConnection } from './database/sqlite-connection.js';
import { findFile, findFilePiece, readFiles } from './file-reads.js';

export function sqliteFiles(connection: SqliteConnection, clock: Clock): FileStore {
  return {
    async beginFile({ owner, id, createdAt }, quota) {
      return connection.write('beginFile', toKeyText(owner), toKeyText(id), createdAt, quota);
    },
    async addFilePiece(owner, id, number, piece, quota) {
      // What goes to the other thread takes along all of the memory that it is a part of.
      return connection.write('addFilePiece', toKeyText(owner), toKeyText(id), number, new Uint8Array(piece), quota);
    },
    async finishFile({ owner, id, purpose, expiresAt = null, filename, mediaType }, answered) {
      const row = {
        owner: toKeyText(owner),
        id: toKeyText(id),
        purpose: toKeyText(purpose),
        expiresAt,
        description: JSON.stringify({ filename, mediaType }),
      };
      return connection.write('finishFile', row, answeredRowOf(answered));
    },
    async getFile(owner, id) {
      return connection.read((sql) => findFile(sql, owner, id, clock.now()));
    },
    async readFilePiece(owner, id, number) {
      return connection.read((sql) => findFilePiece(sql, owner, id, number, clock.now()));
    },
    async listFiles(owner, page) {
      return connection.read((sql) => readFiles(sql, owner, page, clock.now()));
    },
    async deleteFile(owner, id) {
      const remains = await connection.write('hideFile', toKeyText(owner), toKeyText(id));
      if (remains === undefined) return false;
      await deleteFileRemains(connection, remains);
      return true;
    },
  };
}

/** Deletes files that expired, or were begun and never finished, at or before `now`, and what is left of others. Ends early when `signal` aborts. */
export async function deleteExpiredFiles(
  connection: SqliteConnection,
  now: number,
  signal?: AbortSignal,
): Promise<void> {
  const stopped = (): boolean => signal?.aborted === true;
  while (!stopped() && (await connection.write('hideExpiredFiles', now)) > 0);
  await deleteFileRemains(connection, null, signal);
}

async function deleteFileRemains(
  connection: SqliteConnection,
  remains: number | null,
  signal?: AbortSignal,
): Promise<void> {
  while (await connection.write('deleteFilePieces', remains)) if (signal?.aborted === true) return;
  await connection.write('deleteFileRemains', remains);
}
