import type { ApiKeyStore } from '@org/engine/storage';
import { toApiKey } from '../shared/to-api-key.js';
import { numberOf, textOf } from '../shared/column-values.js';
import { fromKeyText, toKeyText } from '../shared/key-text.js';
import type { SqliteConnection } from './database/sqlite-connection.js';

/** The ids among the texts of the list ?1 that a key has. */
export const selectKnownIds =
  'SELECT value AS id FROM json_each(?1) WHERE EXISTS (SELECT 1 FROM api_key WHERE id = value)';

const columns = 'hash, id, owner, name, created_at, expires_at';

export function sqliteApiKeys(connection: SqliteConnection): ApiKeyStore {
  return {
    async putApiKey({ hash, id, owner, name, createdAt, expiresAt = null }) {
      await connection.write('putApiKey', {
        hash: toKeyText(hash),
        id: toKeyText(id),
        owner: toKeyText(owner),
        name: toKeyText(name),
        createdAt,
        expiresAt,
      });
    },
    async findApiKey(hash) {
      const row = connection.read((sql) => sql.first(`SELECT ${columns} FROM api_key WHERE hash = ?`, toKeyText(hash)));
      return row && toApiKey(row);
    },
    async listApiKeys() {
      return connection.read((sql) =>
        Array.from(sql.all(`SELECT ${columns} FROM api_key ORDER BY created_at, id`), toApiKey),
      );
    },
    async findApiKeyIds(ids) {
      const rows = connection.read((sql) => sql.all(selectKnownIds, JSON.stringify(ids.map(toKeyText))));
      return new Set(rows.map((row) => fromKeyText(textOf(row, 'id'))));
    },
    async deleteApiKey(id) {
      return connection.write('deleteApiKey', toKeyText(id));
    },
    async countApiKeys() {
      return connection.read((sql) => numberOf(sql.first('SELECT count(*) AS keys FROM api_key') ?? {}, 'keys'));
    },
  };
}
