import type { ClientBase } from 'pg';
import type {
  CompletedAttempt,
  IdempotencyState,
  IdempotencyStore,
  IdempotentAttempt,
  IdempotentRequest,
  StoredResponse,
} from '@org/engine/storage';
import type { KeyRing } from '../shared/key-ring.js';
import { idempotencyLeaseLost } from '../shared/idempotency-lease-lost.js';
import { toKeyText, toLookupKey } from '../shared/key-text.js';
import { newAttempt } from '../shared/new-attempt.js';
import { databaseNow } from './database/database-clock.js';
import { rowsOf, type PostgresDatabase } from './database/postgres-database.js';
import { numberOf, textOf } from '../shared/column-values.js';
import { responseName } from './sql/encrypted-tables.js';
import { RowCipher } from './sql/row-cipher.js';
import { bytesOf, type Row } from './sql/rows.js';

export function postgresIdempotency(database: PostgresDatabase): IdempotencyStore {
  return {
    async startIdempotent(request) {
      return database.transaction((client) => start(client, database.keys, request));
    },
    async renewIdempotent(attempt, leaseMs) {
      const rows = await database.query(
        `UPDATE idempotency_key SET running_until = ${databaseNow} + $4 WHERE owner = $1 AND key_hash = $2 AND attempt = $3 AND response IS NULL RETURNING 1`,
        [...attemptValues(attempt), leaseMs],
      );
      return rows.length > 0;
    },
    async finishIdempotent(attempt, response) {
      return (await database.query(finishAttempt, finishValues(database.keys, { attempt, response }))).length > 0;
    },
    async abandonIdempotent(attempt) {
      await database.query(
        'DELETE FROM idempotency_key WHERE owner = $1 AND key_hash = $2 AND attempt = $3 AND response IS NULL',
        attemptValues(attempt),
      );
    },
  };
}

const finishAttempt =
  'UPDATE idempotency_key SET response = $4, content_key = $5 WHERE owner = $1 AND key_hash = $2 AND attempt = $3 AND response IS NULL RETURNING 1';

function finishValues(keys: KeyRing, { attempt, response }: CompletedAttempt): readonly unknown[] {
  const cipher = RowCipher.make(keys);
  return [...attemptValues(attempt), cipher.encrypt(nameOf(attempt), JSON.stringify(response)), cipher.envelope];
}

/**
 * Stores the response in the transaction of the data that it describes. Throws `conflict` when a later attempt took
 * over or the key expired.
 */
export async function persistResponse(
  client: ClientBase,
  keys: KeyRing,
  completedAttempt: CompletedAttempt | undefined,
): Promise<void> {
  if (
    completedAttempt !== undefined &&
    (await rowsOf(client, finishAttempt, finishValues(keys, completedAttempt))).length === 0
  )
    throw idempotencyLeaseLost();
}

async function start(client: ClientBase, keys: KeyRing, request: IdempotentRequest): Promise<IdempotencyState> {
  const { owner, key, fingerprint, leaseMs, retentionMs, heldAttempts = [] } = request;
  const attempt = newAttempt();
  const values = [toKeyText(owner), toLookupKey(key), toKeyText(fingerprint), leaseMs, retentionMs, attempt];
  for (;;) {
    const inserted = await rowsOf(
      client,
      `INSERT INTO idempotency_key (owner, key_hash, fingerprint, attempt, running_until, expires_at) VALUES ($1, $2, $3, $6, ${databaseNow} + $4, ${databaseNow} + $5)
       ON CONFLICT (owner, key_hash) DO NOTHING RETURNING 1`,
      values,
    );
    if (inserted.length > 0) return { state: 'new', attempt };
    const [row] = await rowsOf(
      client,
      `SELECT fingerprint, attempt, running_until > ${databaseNow} AS running, expires_at <= ${databaseNow} AS expired, response, content_key
       FROM idempotency_key WHERE owner = $1 AND key_hash = $2 FOR UPDATE`,
      values.slice(0, 2),
    );
    if (row === undefined) continue; // It was deleted in between.
    const hasNoResponse = row['response'] === null;
    const isHeld = hasNoResponse && heldAttempts.includes(numberOf(row, 'attempt'));
    const isRunning = hasNoResponse && row['running'] === true;
    // A running attempt has not ended, at any time of the clock.
    const over = row['expired'] === true && !isHeld && !isRunning;
    if (!over && textOf(row, 'fingerprint') !== toKeyText(fingerprint)) return { state: 'mismatch' };
    if (!over && !hasNoResponse) return { state: 'completed', response: readResponse(keys, request, row) };
    if (isRunning) return { state: 'running' };
    if (isHeld) {
      await client.query(
        `UPDATE idempotency_key SET running_until = ${databaseNow} + $3, expires_at = greatest(expires_at, ${databaseNow} + $4) WHERE owner = $1 AND key_hash = $2`,
        [...values.slice(0, 2), leaseMs, retentionMs],
      );
      return { state: 'running' };
    }
    await client.query(
      `UPDATE idempotency_key SET fingerprint = $3, running_until = ${databaseNow} + $4, expires_at = ${databaseNow} + $5, attempt = $6, response = NULL, content_key = NULL
       WHERE owner = $1 AND key_hash = $2`,
      values,
    );
    return { state: 'new', attempt };
  }
}

function attemptValues({ owner, key, attempt }: IdempotentAttempt): readonly unknown[] {
  return [toKeyText(owner), toLookupKey(key), attempt];
}

/** Reads the output of `finishIdempotent`: the service wrote this text, so its shape is known. */
function readResponse(keys: KeyRing, request: IdempotentRequest, row: Row): StoredResponse {
  return JSON.parse(RowCipher.of(keys, row).decrypt(nameOf(request), bytesOf(row, 'response'))) as StoredResponse;
}

function nameOf({ owner, key }: Pick<IdempotentAttempt, 'owner' | 'key'>): string {
  return responseName(toKeyText(owner), toLookupKey(key));
}
