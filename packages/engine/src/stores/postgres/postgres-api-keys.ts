import type { ApiKeyStore } from '../../ports/store.js';
import { fromKeyText, toKeyText } from '../key-text.js';
import type { PostgresDatabase } from './postgres-database.js';
import { numberOf, textOf } from '../columns.js';

export function postgresApiKeys(database: PostgresDatabase): ApiKeyStore {
  return {
    async putApiKey({ hash, id, owner, name, createdAt }) {
      await database.query(
        `INSERT INTO api_key (hash, id, owner, name, created_at) VALUES ($1, $2, $3, $4, $5)
         ON CONFLICT (hash) DO UPDATE SET id = excluded.id, owner = excluded.owner, name = excluded.name, created_at = excluded.created_at`,
        [toKeyText(hash), toKeyText(id), toKeyText(owner), toKeyText(name), createdAt],
      );
    },
    async findApiKey(hash) {
      const [row] = await database.query('SELECT id, owner, name, created_at FROM api_key WHERE hash = $1', [toKeyText(hash)]);
      return (
        row && {
          id: fromKeyText(textOf(row, 'id')),
          owner: fromKeyText(textOf(row, 'owner')),
          name: fromKeyText(textOf(row, 'name')),
          hash,
          createdAt: numberOf(row, 'created_at'),
        }
      );
    },
    async countApiKeys() {
      const [row] = await database.query('SELECT count(*) AS keys FROM api_key');
      return row === undefined ? 0 : numberOf(row, 'keys');
    },
  };
}
