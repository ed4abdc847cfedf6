import type { ApiKeyStore } from '@org/engine/storage';
import { auditEventValues } from '../shared/audit-event-row.js';
import { toApiKey } from '../shared/to-api-key.js';
import { numberOf, textOf } from '../shared/column-values.js';
import { fromKeyText, toKeyText } from '../shared/key-text.js';
import type { SqliteConnection } from './database/sqlite-connection.js';

/** The ids among the texts of the list ?1 that a key has. */
export const selectKnownIds =
  'SELECT value AS id FROM json_each(?1) WHERE EXISTS (SELECT 1 FROM api_key WHERE id = value)';

const columns = 'hash, id, owner, name, created_at, expires_at, last_used_at';

const known = `SELECT ${columns}, NULL AS revoked_at FROM api_key`;
const revoked = `SELECT ${columns}, revoked_at FROM revoked_api_key`;

export function sqliteApiKeys(connection: SqliteConnection): ApiKeyStore {
  return {
    async putApiKey({ hash, id, owner, name, createdAt, expiresAt = null }, event) {
      const row = {
        hash: toKeyText(hash),
        id: toKeyText(id),
        owner: toKeyText(owner),
        name: toKeyText(name),
        createdAt,
        expiresAt,
      };
      await connection.write('putApiKey', row, event === undefined ? null : auditEventValues(event));
    },
    async findApiKey(hash) {
      const row = connection.read((sql) =>
        sql.first(`${known} WHERE hash = ?1 UNION ALL ${revoked} WHERE hash = ?1`, toKeyText(hash)),
      );
      return row && toApiKey(row);
    },
    async listApiKeys(options) {
      const all = options?.revoked === true ? `${known} UNION ALL ${revoked}` : known;
      return connection.read((sql) => Array.from(sql.all(`${all} ORDER BY created_at, id`), toApiKey));
    },
    async findApiKeyIds(ids) {
      const rows = connection.read((sql) => sql.all(selectKnownIds, JSON.stringify(ids.map(toKeyText))));
      return new Set(rows.map((row) => fromKeyText(textOf(row, 'id'))));
    },
    async revokeApiKey(id, at, event) {
      return connection.write('revokeApiKey', toKeyText(id), at, event === undefined ? null : auditEventValues(event));
    },
    async recordApiKeyUses(uses) {
      if (uses.length === 0) return;
      await connection.write(
        'recordApiKeyUses',
        uses.map(({ id, at }) => ({ id: toKeyText(id), at })),
      );
    },
    async countApiKeys() {
      return connection.read((sql) => numberOf(sql.first('SELECT count(*) AS keys FROM api_key') ?? {}, 'keys'));
    },
  };
}
