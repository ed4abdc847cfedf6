import { contentName, joinParts, decryptContent } from '../../shared/content-cipher.js';
import { idempotencyLeaseLost } from '../../shared/idempotency-lease-lost.js';
import { newAttempt } from '../../shared/new-attempt.js';
import { maxBytesUnreserved } from '../../shared/read-reserved.js';
import { contentKeyOf, takeContentKey } from '../database/content-keys.js';
import { numberOf, textOf } from '../../shared/column-values.js';
import { bytesOf, type Statements } from '../database/statements.js';

/** An idempotent request as sent to the writer. */
export interface IdempotentRow {
  readonly owner: string;
  readonly hash: Uint8Array;
  readonly fingerprint: string;
  readonly leaseMs: number;
  readonly retentionMs: number;
  readonly heldAttempts: readonly number[];
}

export interface AttemptRow {
  readonly owner: string;
  readonly hash: Uint8Array;
  readonly attempt: number;
}

/** The response of an attempt, as JSON. */
export interface CompletedRow extends AttemptRow {
  readonly response: string;
}

export type StartResult =
  | { readonly state: 'new'; readonly attempt: number }
  | { readonly state: 'running' | 'mismatch' }
  /** Without a response that is long: reading it takes memory, which its caller reserves first. */
  | { readonly state: 'completed'; readonly response: string | null };

export function startIdempotent(sql: Statements, request: IdempotentRow): StartResult {
  const now = Date.now();
  const row = sql.first(
    `SELECT fingerprint, attempt, running_until, expires_at, length(response) AS bytes,
       CASE WHEN length(response) <= ${maxBytesUnreserved} THEN response END AS response, content_key.key
     FROM idempotency_key LEFT JOIN content_key USING (slot) WHERE owner = ? AND key_hash = ?`,
    request.owner,
    request.hash,
  );
  if (row === undefined) return startAttempt(sql, request);
  const attempt = numberOf(row, 'attempt');
  const hasNoResponse = row['bytes'] === null;
  const isHeld = hasNoResponse && request.heldAttempts.includes(attempt);
  const isRunning = hasNoResponse && numberOf(row, 'running_until') > now;
  // A running attempt has not ended, at any time of the clock.
  if (numberOf(row, 'expires_at') <= now && !isHeld && !isRunning) return startAttempt(sql, request);
  if (textOf(row, 'fingerprint') !== request.fingerprint) return { state: 'mismatch' };
  if (!hasNoResponse)
    return {
      state: 'completed',
      response:
        row['response'] === null
          ? null
          : decryptContent(contentKeyOf(sql, row), responseName(request), bytesOf(row, 'response')),
    };
  if (isRunning) return { state: 'running' };
  if (!isHeld) return startAttempt(sql, request);
  const { owner, hash, leaseMs, retentionMs } = request;
  sql.change(
    'UPDATE idempotency_key SET running_until = ?, expires_at = max(expires_at, ?) WHERE owner = ? AND key_hash = ?',
    now + leaseMs,
    now + retentionMs,
    owner,
    hash,
  );
  return { state: 'running' };
}

/** Replaces the existing row: the delete also destroys the key of an old response. */
function startAttempt(sql: Statements, { owner, hash, fingerprint, leaseMs, retentionMs }: IdempotentRow): StartResult {
  const [now, attempt] = [Date.now(), newAttempt()];
  sql.change('DELETE FROM idempotency_key WHERE owner = ? AND key_hash = ?', owner, hash);
  sql.change(
    'INSERT INTO idempotency_key (owner, key_hash, fingerprint, attempt, running_until, expires_at) VALUES (?, ?, ?, ?, ?, ?)',
    owner,
    hash,
    fingerprint,
    attempt,
    now + leaseMs,
    now + retentionMs,
  );
  return { state: 'new', attempt };
}

export function renewIdempotent(sql: Statements, { owner, hash, attempt }: AttemptRow, leaseMs: number): boolean {
  return (
    sql.change(
      'UPDATE idempotency_key SET running_until = ? WHERE owner = ? AND key_hash = ? AND attempt = ? AND response IS NULL',
      Date.now() + leaseMs,
      owner,
      hash,
      attempt,
    ) > 0
  );
}

export function finishIdempotent(sql: Statements, { owner, hash, attempt, response }: CompletedRow): boolean {
  const row = sql.first(
    'SELECT rowid FROM idempotency_key WHERE owner = ? AND key_hash = ? AND attempt = ? AND response IS NULL',
    owner,
    hash,
    attempt,
  );
  if (row === undefined) return false;
  const { slot, encrypt } = takeContentKey(sql);
  return (
    sql.change(
      'UPDATE idempotency_key SET slot = ?, response = ? WHERE rowid = ?',
      slot,
      joinParts(encrypt(responseName({ owner, hash }), response)),
      numberOf(row, 'rowid'),
    ) > 0
  );
}

/**
 * Stores the response in the transaction of the data that it describes. Throws `conflict` when a later attempt took
 * over or the key expired.
 */
export function persistResponse(sql: Statements, completedAttempt: CompletedRow | null): void {
  if (completedAttempt !== null && !finishIdempotent(sql, completedAttempt)) throw idempotencyLeaseLost();
}

export function abandonIdempotent(sql: Statements, { owner, hash, attempt }: AttemptRow): void {
  sql.change(
    'DELETE FROM idempotency_key WHERE owner = ? AND key_hash = ? AND attempt = ? AND response IS NULL',
    owner,
    hash,
    attempt,
  );
}

export function deleteExpiredKeys(sql: Statements, limit: number): number {
  return sql.change(
    'DELETE FROM idempotency_key WHERE rowid IN (SELECT rowid FROM idempotency_key WHERE expires_at <= ?1 AND (response IS NOT NULL OR running_until <= ?1) LIMIT ?2)',
    Date.now(),
    limit,
  );
}

/** `owner` is as in the row. */
export function responseName({ owner, hash }: Pick<AttemptRow, 'owner' | 'hash'>): string {
  return contentName('answer', owner, Buffer.from(hash).toString('hex'));
}
