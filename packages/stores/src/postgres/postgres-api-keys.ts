import type { ApiKeyStore } from '@org/engine/storage';
import { toApiKey } from '../shared/to-api-key.js';
import { numberOf, textOf } from '../shared/column-values.js';
import { fromKeyText, toKeyText } from '../shared/key-text.js';
import type { PostgresDatabase } from './database/postgres-database.js';

/** The ids of the list $1 that a key has. */
export const selectKnownIds = 'SELECT id FROM api_key WHERE id = ANY ($1::text[])';

const columns = 'hash, id, owner, name, created_at, expires_at';

export function postgresApiKeys(database: PostgresDatabase): ApiKeyStore {
  return {
    async putApiKey({ hash, id, owner, name, createdAt, expiresAt = null }) {
      await database.query(
        `INSERT INTO api_key (${columns}) VALUES ($1, $2, $3, $4, $5, $6)
         ON CONFLICT (hash) DO UPDATE SET
           id = excluded.id, owner = excluded.owner, name = excluded.name, created_at = excluded.created_at, expires_at = excluded.expires_at`,
        [toKeyText(hash), toKeyText(id), toKeyText(owner), toKeyText(name), createdAt, expiresAt],
      );
    },
    async findApiKey(hash) {
      const [row] = await database.query(`SELECT ${columns} FROM api_key WHERE hash = $1`, [toKeyText(hash)]);
      return row && toApiKey(row);
    },
    async listApiKeys() {
      return (await database.query(`SELECT ${columns} FROM api_key ORDER BY created_at, id COLLATE "C"`)).map(toApiKey);
    },
    async findApiKeyIds(ids) {
      const rows = await database.query(selectKnownIds, [ids.map(toKeyText)]);
      return new Set(rows.map((row) => fromKeyText(textOf(row, 'id'))));
    },
    async deleteApiKey(id) {
      return (await database.query('DELETE FROM api_key WHERE id = $1 RETURNING 1', [toKeyText(id)])).length > 0;
    },
    async countApiKeys() {
      const [row] = await database.query('SELECT count(*) AS keys FROM api_key');
      return row === undefined ? 0 : numberOf(row, 'keys');
    },
  };
}
