import type { ClientBase } from 'pg';
import {
  type CompletedAttempt,
  type IdempotencyState,
  type IdempotencyStore,
  type IdempotentAttempt,
  type IdempotentRequest,
  runInSlices,
  runNow,
  type Steps,
  type StoredResponse,
  type StoreMemory,
} from '@org/engine/storage';
import { freeContent } from '../shared/free-content.js';
import type { KeyRing } from '../shared/key-ring.js';
import { idempotencyLeaseLost } from '../shared/idempotency-lease-lost.js';
import { toKeyText, toLookupKey } from '../shared/key-text.js';
import { newAttempt } from '../shared/new-attempt.js';
import { parseInSteps } from '../shared/parse-in-steps.js';
import { maxBytesUnreserved, type Measured, nothingFound, readReserved } from '../shared/read-reserved.js';
import { databaseNow } from './database/database-clock.js';
import { rowsOf, type PostgresDatabase } from './database/postgres-database.js';
import { numberOf, textOf } from '../shared/column-values.js';
import { responseName } from './sql/encrypted-tables.js';
import { RowCipher } from './sql/row-cipher.js';
import { bytesOf, type Row } from './sql/rows.js';

export function postgresIdempotency(database: PostgresDatabase, memory: StoreMemory): IdempotencyStore {
  return {
    async startIdempotent(request) {
      for (;;) {
        const state = await database.transaction((client) => start(client, database.keys, request));
        if (state.state !== 'long') return state;
        const row = await readReserved(memory, request.owner, (maxBytes) => findResponse(database, request, maxBytes));
        if (row === undefined) continue; // It has expired since.
        return { state: 'completed', response: await runInSlices(readResponse(database.keys, request, row)) };
      }
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

/** `long`: a response is stored whose memory is not reserved yet. */
type StartedState = IdempotencyState | { readonly state: 'long' };

async function start(client: ClientBase, keys: KeyRing, request: IdempotentRequest): Promise<StartedState> {
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
      `SELECT fingerprint, attempt, running_until > ${databaseNow} AS running, expires_at <= ${databaseNow} AS expired,
         octet_length(response) AS bytes, CASE WHEN octet_length(response) <= ${maxBytesUnreserved} THEN response END AS response, content_key
       FROM idempotency_key WHERE owner = $1 AND key_hash = $2 FOR UPDATE`,
      values.slice(0, 2),
    );
    if (row === undefined) continue; // It was deleted in between.
    const hasNoResponse = row['bytes'] === null;
    const isHeld = hasNoResponse && heldAttempts.includes(numberOf(row, 'attempt'));
    const isRunning = hasNoResponse && row['running'] === true;
    // A running attempt has not ended, at any time of the clock.
    const over = row['expired'] === true && !isHeld && !isRunning;
    if (!over && textOf(row, 'fingerprint') !== toKeyText(fingerprint)) return { state: 'mismatch' };
    if (!over && !hasNoResponse)
      return row['response'] === null
        ? { state: 'long' }
        : { state: 'completed', response: runNow(readResponse(keys, request, row)) };
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

/** The row of a stored response, if it takes at most `maxBytes`. */
async function findResponse(
  database: PostgresDatabase,
  { owner, key, fingerprint }: IdempotentRequest,
  maxBytes: number,
): Promise<Measured<Row>> {
  const [row] = await database.query(
    `SELECT octet_length(response) AS bytes, CASE WHEN octet_length(response) <= $4 THEN response END AS response, content_key
     FROM idempotency_key WHERE owner = $1 AND key_hash = $2 AND fingerprint = $3 AND response IS NOT NULL`,
    [toKeyText(owner), toLookupKey(key), toKeyText(fingerprint), maxBytes],
  );
  if (row === undefined) return nothingFound;
  const bytes = numberOf(row, 'bytes');
  return { bytes, value: bytes <= maxBytes ? row : undefined };
}

/** Reads the output of `finishIdempotent`: the service wrote this text, so its shape is known. */
function* readResponse(keys: KeyRing, request: IdempotentRequest, row: Row): Steps<StoredResponse> {
  const json = yield* RowCipher.of(keys, row).decryptInSteps(nameOf(request), bytesOf(row, 'response'));
  const response = yield* parseInSteps(json, (value) => value);
  freeContent(json);
  return response as StoredResponse;
}

function nameOf({ owner, key }: Pick<IdempotentAttempt, 'owner' | 'key'>): string {
  return responseName(toKeyText(owner), toLookupKey(key));
}
