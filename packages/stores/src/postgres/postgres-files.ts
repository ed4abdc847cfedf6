import type { Clock, FileStore } from '@org/engine/storage';
import { numberOf, textOf } from '../shared/column-values.js';
import { rangeStart } from '../shared/file-chunks.js';
import { toKeyText } from '../shared/key-text.js';
import { rowsOf, type PostgresDatabase } from './database/postgres-database.js';
import { persistResponse } from './postgres-idempotency.js';
import { fileName, chunkName } from './sql/file-contents.js';
import { deleteFile } from './sql/file-deletion.js';
import { lockUnfinished, selectFile, selectFiles, selectChunk, sumOfOwner, toFile } from './sql/file-sql.js';
import { limitStoredBytes, quotaText, setQuota } from './sql/quota.js';
import { RowCipher } from './sql/row-cipher.js';
import { bytesOf, type Row } from './sql/rows.js';

export function postgresFiles(database: PostgresDatabase, clock: Clock): FileStore {
  return {
    async createFile({ owner, id, createdAt }, { files, bytes, maxStoredBytes }) {
      const [quotaUsage] = await database.query(sumOfOwner, [toKeyText(owner)]);
      if (quotaUsage === undefined || numberOf(quotaUsage, 'files') >= files || numberOf(quotaUsage, 'bytes') >= bytes)
        return false;
      const sql = `INSERT INTO file (owner, id, purpose, created_at, size, complete, description, content_key)
         SELECT $1, $2, '', $3::bigint, 0, false, '', $4::bytea FROM (SELECT ${setQuota('$5')} OFFSET 0) AS quota`;
      const { envelope } = RowCipher.make(database.keys);
      await database.query(sql, [toKeyText(owner), toKeyText(id), createdAt, envelope, quotaText(maxStoredBytes)]);
      return true;
    },

    async appendFileChunk(owner, id, number, chunk, { bytes, maxStoredBytes }) {
      const [ownerText, idText] = [toKeyText(owner), toKeyText(id)];
      return database.transaction(async (client) => {
        const [file] = await rowsOf(client, lockUnfinished, [ownerText, idText]);
        if (file === undefined) return 'missing';
        const [quotaUsage] = await rowsOf(client, sumOfOwner, [ownerText]);
        if (quotaUsage === undefined || numberOf(quotaUsage, 'bytes') + chunk.length > bytes) return 'full';
        const fileKey = numberOf(file, 'key');
        const locked = RowCipher.of(database.keys, file).encryptBytes(chunkName(ownerText, idText, number), chunk);
        await client.query('INSERT INTO file_chunk (file_key, number, data) VALUES ($1, $2, $3)', [
          fileKey,
          number,
          locked,
        ]);
        await limitStoredBytes(client, maxStoredBytes);
        await client.query('UPDATE file SET size = size + $2 WHERE key = $1', [fileKey, chunk.length]);
        return 'added';
      });
    },

    async finishFile({ owner, id, purpose, expiresAt = null, filename, mediaType }, completedAttempt) {
      const [ownerText, idText] = [toKeyText(owner), toKeyText(id)];
      return database.transaction(async (client) => {
        const [file] = await rowsOf(client, lockUnfinished, [ownerText, idText]);
        if (file === undefined) return false;
        const description = RowCipher.of(database.keys, file).encrypt(
          fileName(ownerText, idText),
          JSON.stringify({ filename, mediaType }),
        );
        const sql = 'UPDATE file SET complete = true, purpose = $2, expires_at = $3, description = $4 WHERE key = $1';
        await client.query(sql, [numberOf(file, 'key'), toKeyText(purpose), expiresAt, description]);
        await persistResponse(client, database.keys, completedAttempt);
        return true;
      });
    },

    async getFile(owner, id) {
      const [row] = await database.query(selectFile, [toKeyText(owner), toKeyText(id), clock.now()]);
      return row && toFile(database.keys, row);
    },

    async readFileChunk(owner, id, number) {
      const [row] = await database.query(selectChunk, [toKeyText(owner), toKeyText(id), clock.now(), number]);
      return row && decryptChunk(database, row, number);
    },

    async listFiles(owner, { after, order, limit, purpose }) {
      const from = after === undefined ? rangeStart[order] : toKeyText(after);
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

function decryptChunk({ keys }: PostgresDatabase, row: Row, number: number): Uint8Array {
  return RowCipher.of(keys, row).decryptBytes(
    chunkName(textOf(row, 'owner'), textOf(row, 'id'), number),
    bytesOf(row, 'data'),
  );
}
