import type { Clock } from '../../ports/clock.js';
import type { FileStore } from '../../ports/file-store.js';
import { numberOf, textOf } from '../columns.js';
import { edgeOf } from '../file-pieces.js';
import { toKeyText } from '../key-text.js';
import { rowsOf, type PostgresDatabase } from './database/postgres-database.js';
import { keepAnswer } from './postgres-idempotency.js';
import { fileName, pieceName } from './sql/file-contents.js';
import { deleteFile } from './sql/file-deletion.js';
import { holdUnfinished, selectFile, selectFiles, selectPiece, sumOfOwner, toFile } from './sql/file-sql.js';
import { RowLock } from './sql/row-lock.js';
import { bytesOf, type Row } from './sql/rows.js';

export function postgresFiles(database: PostgresDatabase, clock: Clock): FileStore {
  return {
    async beginFile({ owner, id, createdAt }, { files, bytes }) {
      const [kept] = await database.query(sumOfOwner, [toKeyText(owner)]);
      if (kept === undefined || numberOf(kept, 'files') >= files || numberOf(kept, 'bytes') >= bytes) return false;
      const sql =
        "INSERT INTO file (owner, id, purpose, created_at, size, complete, description, content_key) VALUES ($1, $2, '', $3, 0, false, '', $4)";
      await database.query(sql, [toKeyText(owner), toKeyText(id), createdAt, RowLock.make(database.keys).envelope]);
      return true;
    },

    async addFilePiece(owner, id, number, piece, { bytes }) {
      const [ownerText, idText] = [toKeyText(owner), toKeyText(id)];
      return database.transaction(async (client) => {
        const [file] = await rowsOf(client, holdUnfinished, [ownerText, idText]);
        if (file === undefined) return 'missing';
        const [kept] = await rowsOf(client, sumOfOwner, [ownerText]);
        if (kept === undefined || numberOf(kept, 'bytes') + piece.length > bytes) return 'full';
        const fileKey = numberOf(file, 'key');
        const locked = RowLock.of(database.keys, file).lockBytes(pieceName(ownerText, idText, number), piece);
        await client.query('INSERT INTO file_piece (file_key, number, data) VALUES ($1, $2, $3)', [
          fileKey,
          number,
          locked,
        ]);
        await client.query('UPDATE file SET size = size + $2 WHERE key = $1', [fileKey, piece.length]);
        return 'added';
      });
    },

    async finishFile({ owner, id, purpose, expiresAt = null, filename, mediaType }, answered) {
      const [ownerText, idText] = [toKeyText(owner), toKeyText(id)];
      return database.transaction(async (client) => {
        const [file] = await rowsOf(client, holdUnfinished, [ownerText, idText]);
        if (file === undefined) return false;
        const description = RowLock.of(database.keys, file).lock(
          fileName(ownerText, idText),
          JSON.stringify({ filename, mediaType }),
        );
        const sql = 'UPDATE file SET complete = true, purpose = $2, expires_at = $3, description = $4 WHERE key = $1';
        await client.query(sql, [numberOf(file, 'key'), toKeyText(purpose), expiresAt, description]);
        await keepAnswer(client, database.keys, answered);
        return true;
      });
    },

    async getFile(owner, id) {
      const [row] = await database.query(selectFile, [toKeyText(owner), toKeyText(id), clock.now()]);
      return row && toFile(database.keys, row);
    },

    async readFilePiece(owner, id, number) {
      const [row] = await database.query(selectPiece, [toKeyText(owner), toKeyText(id), clock.now(), number]);
      return row && openPiece(database, row, number);
    },

    async listFiles(owner, { after, order, limit, purpose }) {
      const from = after === undefined ? edgeOf[order] : toKeyText(after);
      const rows = await database.query(selectFiles[order], [
        toKeyText(owner),
        from,
        clock.now(),
        purpose === undefined ? null : toKeyText(purpose),
        limit + 1,
      ]);
      return { entries: rows.slice(0, limit).map((row) => toFile(database.keys, row)), hasMore: rows.length > limit };
    },

    async deleteFile(owner, id) {
      return deleteFile(database, toKeyText(owner), toKeyText(id));
    },
  };
}

function openPiece({ keys }: PostgresDatabase, row: Row, number: number): Uint8Array {
  return RowLock.of(keys, row).unlockBytes(
    pieceName(textOf(row, 'owner'), textOf(row, 'id'), number),
    bytesOf(row, 'data'),
  );
}
