import type { IdempotencyStore, StoredAnswer } from '../../ports/idempotency-store.js';
import { toKeyText, toLookupKey } from '../key-text.js';
import { toAnsweredRow, toAttemptRow } from './attempt-rows.js';
import type { SqliteConnection } from './database/sqlite-connection.js';

export function sqliteIdempotency(connection: SqliteConnection): IdempotencyStore {
  return {
    async beginIdempotent({ owner, key, fingerprint, leaseMs, keptMs, held = [] }) {
      const row = {
        owner: toKeyText(owner),
        hash: toLookupKey(key),
        fingerprint: toKeyText(fingerprint),
        leaseMs,
        keptMs,
        held,
      };
      const begun = await connection.write('beginIdempotent', row);
      return begun.state === 'answered'
        ? { state: 'answered', answer: JSON.parse(begun.answer) as StoredAnswer }
        : begun;
    },
    async renewIdempotent(attempt, leaseMs) {
      return connection.write('renewIdempotent', toAttemptRow(attempt), leaseMs);
    },
    async finishIdempotent(attempt, answer) {
      return connection.write('finishIdempotent', toAnsweredRow({ attempt, answer }));
    },
    async abandonIdempotent(attempt) {
      await connection.write('abandonIdempotent', toAttemptRow(attempt));
    },
  };
}
