import type { IdempotencyStore, StoredResponse } from '@org/engine/storage';
import { toKeyText, toLookupKey } from '../shared/key-text.js';
import { toCompletedRow, toAttemptRow } from './attempt-rows.js';
import type { SqliteConnection } from './database/sqlite-connection.js';

export function sqliteIdempotency(connection: SqliteConnection): IdempotencyStore {
  return {
    async startIdempotent({ owner, key, fingerprint, leaseMs, retentionMs, heldAttempts = [] }) {
      const row = {
        owner: toKeyText(owner),
        hash: toLookupKey(key),
        fingerprint: toKeyText(fingerprint),
        leaseMs,
        retentionMs,
        heldAttempts,
      };
      const state = await connection.write('startIdempotent', row);
      return state.state === 'completed'
        ? { state: 'completed', response: JSON.parse(state.response) as StoredResponse }
        : state;
    },
    async renewIdempotent(attempt, leaseMs) {
      return connection.write('renewIdempotent', toAttemptRow(attempt), leaseMs);
    },
    async finishIdempotent(attempt, response) {
      return connection.write('finishIdempotent', toCompletedRow({ attempt, response }));
    },
    async abandonIdempotent(attempt) {
      await connection.write('abandonIdempotent', toAttemptRow(attempt));
    },
  };
}
