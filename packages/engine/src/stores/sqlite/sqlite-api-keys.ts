import type { ApiKeyStore } from '../../ports/store.js';
import { fromKeyText, toKeyText } from '../key-text.js';
import type { SqliteConnection } from './sqlite-connection.js';
import { numberOf, textOf } from '../columns.js';

export function sqliteApiKeys(connection: SqliteConnection): ApiKeyStore {
  return {
    async putApiKey({ hash, id, owner, name, createdAt }) {
      await connection.write('putApiKey', { hash, id: toKeyText(id), owner: toKeyText(owner), name: toKeyText(name), createdAt });
    },
    async findApiKey(hash) {
      const row = connection.read((sql) => sql.first('SELECT id, owner, name, created_at FROM api_key WHERE hash = ?', hash));
      if (row === undefined) return undefined;
      return {
        id: fromKeyText(textOf(row, 'id')),
        owner: fromKeyText(textOf(row, 'owner')),
        name: fromKeyText(textOf(row, 'name')),
        hash,
        createdAt: numberOf(row, 'created_at'),
      };
    },
    async countApiKeys() {
      return connection.read((sql) => numberOf(sql.first('SELECT count(*) AS keys FROM api_key') ?? {}, 'keys'));
    },
  };
}
