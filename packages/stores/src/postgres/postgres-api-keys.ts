import type { ApiKeyStore } from '@org/engine/storage';
import { insertAuditEvents } from './postgres-audit-log.js';
import { toApiKey } from '../shared/to-api-key.js';
import { numberOf, textOf } from '../shared/column-values.js';
import { fromKeyText, toKeyText } from '../shared/key-text.js';
import { rowsOf, type PostgresDatabase } from './database/postgres-database.js';

/** The ids of the list $1 that a key has. */
export const selectKnownIds = 'SELECT id FROM api_key WHERE id = ANY ($1::text[])';

const columns = 'hash, id, owner, name, created_at, expires_at, last_used_at';

const known = `SELECT ${columns}, NULL::bigint AS revoked_at FROM api_key`;
const revoked = `SELECT ${columns}, revoked_at FROM revoked_api_key`;

const insertKey = `
  INSERT INTO api_key (hash, id, owner, name, created_at, expires_at) VALUES ($1, $2, $3, $4, $5, $6)
  ON CONFLICT (hash) DO UPDATE SET
    id = excluded.id, owner = excluded.owner, name = excluded.name, created_at = excluded.created_at, expires_at = excluded.expires_at`;

const moveKey = `
  WITH gone AS (DELETE FROM api_key WHERE id = $1 RETURNING ${columns})
  INSERT INTO revoked_api_key (${columns}, revoked_at) SELECT ${columns}, $2 FROM gone
  ON CONFLICT (hash) DO UPDATE SET revoked_at = excluded.revoked_at RETURNING 1`;

export function postgresApiKeys(database: PostgresDatabase): ApiKeyStore {
  return {
    async putApiKey({ hash, id, owner, name, createdAt, expiresAt = null }, event) {
      const values = [toKeyText(hash), toKeyText(id), toKeyText(owner), toKeyText(name), createdAt, expiresAt];
      await database.transaction(async (client) => {
        await rowsOf(client, insertKey, values);
        if (event !== undefined) await insertAuditEvents(client, [event]);
      });
    },
    async findApiKey(hash) {
      const [row] = await database.query(`${known} WHERE hash = $1 UNION ALL ${revoked} WHERE hash = $1`, [
        toKeyText(hash),
      ]);
      return row && toApiKey(row);
    },
    async listApiKeys(options) {
      const all = options?.revoked === true ? `${known} UNION ALL ${revoked}` : known;
      const rows = await database.query(`SELECT * FROM (${all}) AS keys ORDER BY created_at, id COLLATE "C"`);
      return rows.map(toApiKey);
    },
    async findApiKeyIds(ids) {
      const rows = await database.query(selectKnownIds, [ids.map(toKeyText)]);
      return new Set(rows.map((row) => fromKeyText(textOf(row, 'id'))));
    },
    async revokeApiKey(id, at, event) {
      return database.transaction(async (client) => {
        const moved = (await rowsOf(client, moveKey, [toKeyText(id), at])).length > 0;
        if (moved && event !== undefined) await insertAuditEvents(client, [event]);
        return moved;
      });
    },
    async recordApiKeyUses(uses) {
      if (uses.length === 0) return;
      await database.query(
        `UPDATE api_key SET last_used_at = use.at FROM unnest($1::text[], $2::bigint[]) AS use (id, at)
         WHERE api_key.id = use.id AND coalesce(last_used_at, 0) < use.at`,
        [uses.map(({ id }) => toKeyText(id)), uses.map(({ at }) => at)],
      );
    },
    async countApiKeys() {
      const [row] = await database.query('SELECT count(*) AS keys FROM api_key');
      return row === undefined ? 0 : numberOf(row, 'keys');
    },
  };
}
