import type { ContainerRecord, ContainerStore, FileStore, StoredContainer } from '@org/engine/storage';
import { numberOf, textOf } from '../shared/column-values.js';
import { containerName, ownedFilesOfRow, toContainer, toContainerRow } from '../shared/container-row.js';
import { deleteWithFiles } from '../shared/delete-containers.js';
import { rangeStart } from '../shared/file-chunks.js';
import type { KeyRing } from '../shared/key-ring.js';
import { fromKeyText, toKeyText } from '../shared/key-text.js';
import { rowsOf, type PostgresDatabase } from './database/postgres-database.js';
import { quotaText, setQuota } from './sql/quota.js';
import { RowCipher } from './sql/row-cipher.js';
import { bytesOf, type Row } from './sql/rows.js';

const select = 'SELECT owner, id, version, description, content_key FROM container';

export function postgresContainers(database: PostgresDatabase, files: Pick<FileStore, 'deleteFile'>): ContainerStore {
  const find = async (owner: string, id: string): Promise<StoredContainer | undefined> => {
    const [row] = await database.query(`${select} WHERE owner = $1 AND id = $2`, [toKeyText(owner), toKeyText(id)]);
    return row && { record: fromRow(database.keys, row), version: numberOf(row, 'version') };
  };
  return {
    async createContainer(container, { containers, maxStoredBytes }) {
      const { owner, id, expiresAt, createdAt, description, ownedFiles } = toContainerRow(container);
      const cipher = RowCipher.make(database.keys);
      const rows = await database.query(
        `INSERT INTO container (owner, id, expires_at, version, description, content_key, owned_files)
         SELECT $1, $2, $3::bigint, 0, $4::bytea, $5::bytea, $9::text FROM (SELECT ${setQuota('$6')} OFFSET 0) AS quota
         WHERE (SELECT count(*) FROM container WHERE owner = $1 AND expires_at > $8::bigint) < $7::bigint RETURNING 1`,
        [
          owner,
          id,
          expiresAt,
          cipher.encrypt(containerName(owner, id), description),
          cipher.envelope,
          quotaText(maxStoredBytes),
          containers,
          createdAt,
          ownedFiles,
        ],
      );
      return rows.length > 0;
    },
    getContainer: find,
    async updateContainer(container, version) {
      const { owner, id, expiresAt, description, ownedFiles } = toContainerRow(container);
      return database.transaction(async (client) => {
        const [row] = await rowsOf(
          client,
          'SELECT key, content_key FROM container WHERE owner = $1 AND id = $2 AND version = $3 FOR UPDATE',
          [owner, id, version],
        );
        if (row === undefined) return false;
        await client.query(
          'UPDATE container SET version = version + 1, expires_at = $2, description = $3, owned_files = $4 WHERE key = $1',
          [
            numberOf(row, 'key'),
            expiresAt,
            RowCipher.of(database.keys, row).encrypt(containerName(owner, id), description),
            ownedFiles,
          ],
        );
        return true;
      });
    },
    async listContainers(owner, { after, order, limit }) {
      const from = after === undefined ? rangeStart[order] : toKeyText(after);
      const sign = order === 'asc' ? '>' : '<';
      const rows = await database.query(`${select} WHERE owner = $1 AND id ${sign} $2 ORDER BY id ${order} LIMIT $3`, [
        toKeyText(owner),
        from,
        limit + 1,
      ]);
      return { entries: rows.slice(0, limit).map((row) => fromRow(database.keys, row)), hasMore: rows.length > limit };
    },
    async deleteContainer(owner, id) {
      const key = [toKeyText(owner), toKeyText(id)];
      const [row] = await database.query(
        'SELECT owner, id, description, content_key, owned_files FROM container WHERE owner = $1 AND id = $2',
        key,
      );
      if (row === undefined) return false;
      const ownedFiles = ownedFilesOfRow(row['owned_files'], () => fromRow(database.keys, row));
      return await deleteWithFiles(owner, ownedFiles, files, async () => {
        const sql = 'DELETE FROM container WHERE owner = $1 AND id = $2 RETURNING 1';
        return (await database.query(sql, key)).length > 0;
      });
    },
    async listExpiredContainers(now, limit) {
      const rows = await database.query(
        'SELECT owner, id FROM container WHERE expires_at <= $1 ORDER BY expires_at LIMIT $2',
        [now, limit],
      );
      return rows.map((row) => ({ owner: fromKeyText(textOf(row, 'owner')), id: fromKeyText(textOf(row, 'id')) }));
    },
  };
}

function fromRow(keys: KeyRing, row: Row): ContainerRecord {
  const [owner, id] = [textOf(row, 'owner'), textOf(row, 'id')];
  const description = RowCipher.of(keys, row).decrypt(containerName(owner, id), bytesOf(row, 'description'));
  return toContainer(fromKeyText(owner), fromKeyText(id), description);
}
