import {
  type IdempotencyStore,
  runInSlices,
  type Steps,
  type StoredResponse,
  type StoreMemory,
} from '@org/engine/storage';
import { freeContent } from '../shared/free-content.js';
import type { KeyRing } from '../shared/key-ring.js';
import { toKeyText, toLookupKey } from '../shared/key-text.js';
import { parseInSteps } from '../shared/parse-in-steps.js';
import { readReserved } from '../shared/read-reserved.js';
import { toCompletedRow, toAttemptRow } from './attempt-rows.js';
import type { SqliteConnection } from './database/sqlite-connection.js';
import { decryptStored, type StoredContent } from './stored-content.js';

export function sqliteIdempotency(connection: SqliteConnection, memory: StoreMemory): IdempotencyStore {
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
      for (;;) {
        const state = await connection.write('startIdempotent', row);
        if (state.state !== 'completed') return state;
        // The service wrote this text, so its shape is known; so below.
        if (state.response !== null)
          return { state: 'completed', response: JSON.parse(state.response) as StoredResponse };
        const content = await readReserved(memory, owner, (maxBytes) =>
          connection.readContents(maxBytes, 'readStoredResponse', owner, key, fingerprint, maxBytes),
        );
        if (content === undefined) continue; // It has expired since.
        const response = await runInSlices(decodeResponse(connection.keys, content));
        return { state: 'completed', response: response as StoredResponse };
      }
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

function* decodeResponse(keys: KeyRing, content: StoredContent): Steps<unknown> {
  const json = yield* decryptStored(keys, content);
  const response = yield* parseInSteps(json, (value) => value);
  freeContent(json);
  return response;
}
