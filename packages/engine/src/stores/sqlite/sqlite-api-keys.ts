import type { ApiKeyStore } from '../../ports/store.js';
import { toApiKey } from '../api-key-row.js';
import { numberOf } from '../columns.js';
import { toKeyText } from '../key-text.js';
import type { SqliteConnection } from './sqlite-connection.js';

const columns = 'hash, id, owner, name, created_at, expires_at';

export function sqliteApiKeys(connection: SqliteConnection): ApiKeyStore {
  return {
    async putApiKey({ hash, id, owner, name, createdAt, expiresAt = null }) {
      await connection.write('putApiKey', { hash: toKeyText(hash), id: toKeyText(id), owner: toKeyText(owner), name: toKeyText(name), createdAt, expiresAt });
    },
    async findApiKey(hash) {
      const row = connection.read((sql) => sql.first(`SELECT ${columns} FROM api_key WHERE hash = ?`, toKeyText(hash)));
      return row && toApiKey(row);
    },
    async listApiKeys() {
      return connection.read((sql) => Array.from(sql.all(`SELECT ${columns} FROM api_key ORDER BY created_at, id`), toApiKey));
    },
    async deleteApiKey(id) {
      return connection.write('deleteApiKey', toKeyText(id));
    },
    async countApiKeys() {
      return connection.read((sql) => numberOf(sql.first('SELECT count(*) AS keys FROM api_key') ?? {}, 'keys'));
    },
  };
}
