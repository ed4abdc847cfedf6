import type { ContainerRecord, ContainerStore, FileStore, StoredContainer } from '@org/engine/storage';
import { numberOf, textOf } from '../shared/column-values.js';
import { containerName, ownedFilesOfRow, toContainer, toContainerRow } from '../shared/container-row.js';
import { decryptContent } from '../shared/content-cipher.js';
import { deleteWithFiles } from '../shared/delete-containers.js';
import { rangeStart } from '../shared/file-chunks.js';
import { fromKeyText, toKeyText } from '../shared/key-text.js';
import { contentKeyOf } from './database/content-keys.js';
import type { SqliteConnection } from './database/sqlite-connection.js';
import { bytesOf, type Row, type Statements } from './database/statements.js';

const select = 'SELECT owner, id, version, description, content_key.key FROM container JOIN content_key USING (slot)';

const selectForDeletion = `
  SELECT owner, id, description, owned_files, content_key.key
  FROM container LEFT JOIN content_key USING (slot) WHERE owner = ? AND id = ?`;

export function sqliteContainers(connection: SqliteConnection, files: Pick<FileStore, 'deleteFile'>): ContainerStore {
  const find = async (owner: string, id: string): Promise<StoredContainer | undefined> =>
    connection.read((sql) => {
      const row = sql.first(`${select} WHERE owner = ? AND id = ?`, toKeyText(owner), toKeyText(id));
      return row && { record: fromRow(sql, row), version: numberOf(row, 'version') };
    });
  return {
    async createContainer(container, quota) {
      return connection.write('createContainer', toContainerRow(container), quota);
    },
    getContainer: find,
    async updateContainer(container, version) {
      return connection.write('updateContainer', toContainerRow(container), version);
    },
    async listContainers(owner, { after, order, limit }) {
      const from = after === undefined ? rangeStart[order] : toKeyText(after);
      const sign = order === 'asc' ? '>' : '<';
      return connection.read((sql) => {
        const rows = sql.all(
          `${select} WHERE owner = ? AND id ${sign} ? ORDER BY id ${order} LIMIT ?`,
          toKeyText(owner),
          from,
          limit + 1,
        );
        return { entries: rows.slice(0, limit).map((row) => fromRow(sql, row)), hasMore: rows.length > limit };
      });
    },
    async deleteContainer(owner, id) {
      const key = [toKeyText(owner), toKeyText(id)] as const;
      const ownedFiles = connection.read((sql) => {
        const row = sql.first(selectForDeletion, ...key);
        return row && ownedFilesOfRow(row['owned_files'], () => fromRow(sql, row));
      });
      if (ownedFiles === undefined) return false;
      return await deleteWithFiles(owner, ownedFiles, files, () => connection.write('removeContainer', ...key));
    },
    async listExpiredContainers(now, limit) {
      return connection
        .read((sql) =>
          sql.all('SELECT owner, id FROM container WHERE expires_at <= ? ORDER BY expires_at LIMIT ?', now, limit),
        )
        .map((row) => ({ owner: fromKeyText(textOf(row, 'owner')), id: fromKeyText(textOf(row, 'id')) }));
    },
  };
}

function fromRow(sql: Statements, row: Row): ContainerRecord {
  const [owner, id] = [textOf(row, 'owner'), textOf(row, 'id')];
  const description = decryptContent(contentKeyOf(sql, row), containerName(owner, id), bytesOf(row, 'description'));
  return toContainer(fromKeyText(owner), fromKeyText(id), description);
}
