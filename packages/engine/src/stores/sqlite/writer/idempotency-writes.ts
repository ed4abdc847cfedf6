import { contentName, joinParts, unlockContent } from '../../content-lock.js';
import { keyTaken } from '../../key-taken.js';
import { newAttempt } from '../../new-attempt.js';
import { contentKeyOf, takeContentKey } from '../database/content-keys.js';
import { numberOf, textOf } from '../../columns.js';
import { bytesOf, type Statements } from '../database/statements.js';

/** An idempotent request on its way to the writer. */
export interface IdempotentRow {
  readonly owner: string;
  readonly hash: Uint8Array;
  readonly fingerprint: string;
  readonly leaseMs: number;
  readonly keptMs: number;
  readonly held: readonly number[];
}

export interface AttemptRow {
  readonly owner: string;
  readonly hash: Uint8Array;
  readonly attempt: number;
}

/** The answer of an attempt, as JSON. */
export interface AnsweredRow extends AttemptRow {
  readonly answer: string;
}

export type BeginRow =
  | { readonly state: 'new'; readonly attempt: number }
  | { readonly state: 'running' | 'mismatch' }
  | { readonly state: 'answered'; readonly answer: string };

export function beginIdempotent(sql: Statements, request: IdempotentRow): BeginRow {
  const now = Date.now();
  const row = sql.first(
    `SELECT fingerprint, attempt, running_until, expires_at, answer, content_key.key
     FROM idempotency_key LEFT JOIN content_key USING (slot) WHERE owner = ? AND key_hash = ?`,
    request.owner,
    request.hash,
  );
  if (row === undefined) return startAttempt(sql, request);
  const attempt = numberOf(row, 'attempt');
  const isUnanswered = row['answer'] === null;
  const isHeld = isUnanswered && request.held.includes(attempt);
  const isRunning = isUnanswered && numberOf(row, 'running_until') > now;
  // What runs is not over, whatever the clock says of it.
  if (numberOf(row, 'expires_at') <= now && !isHeld && !isRunning) return startAttempt(sql, request);
  if (textOf(row, 'fingerprint') !== request.fingerprint) return { state: 'mismatch' };
  if (!isUnanswered)
    return {
      state: 'answered',
      answer: unlockContent(contentKeyOf(sql, row), answerName(request), bytesOf(row, 'answer')),
    };
  if (isRunning) return { state: 'running' };
  if (!isHeld) return startAttempt(sql, request);
  const { owner, hash, leaseMs, keptMs } = request;
  sql.change(
    'UPDATE idempotency_key SET running_until = ?, expires_at = max(expires_at, ?) WHERE owner = ? AND key_hash = ?',
    now + leaseMs,
    now + keptMs,
    owner,
    hash,
  );
  return { state: 'running' };
}

/** Replaces what stood there: the delete also destroys the key of an old answer. */
function startAttempt(sql: Statements, { owner, hash, fingerprint, leaseMs, keptMs }: IdempotentRow): BeginRow {
  const [now, attempt] = [Date.now(), newAttempt()];
  sql.change('DELETE FROM idempotency_key WHERE owner = ? AND key_hash = ?', owner, hash);
  sql.change(
    'INSERT INTO idempotency_key (owner, key_hash, fingerprint, attempt, running_until, expires_at) VALUES (?, ?, ?, ?, ?, ?)',
    owner,
    hash,
    fingerprint,
    attempt,
    now + leaseMs,
    now + keptMs,
  );
  return { state: 'new', attempt };
}

export function renewIdempotent(sql: Statements, { owner, hash, attempt }: AttemptRow, leaseMs: number): boolean {
  return (
    sql.change(
      'UPDATE idempotency_key SET running_until = ? WHERE owner = ? AND key_hash = ? AND attempt = ? AND answer IS NULL',
      Date.now() + leaseMs,
      owner,
      hash,
      attempt,
    ) > 0
  );
}

export function finishIdempotent(sql: Statements, { owner, hash, attempt, answer }: AnsweredRow): boolean {
  const row = sql.first(
    'SELECT rowid FROM idempotency_key WHERE owner = ? AND key_hash = ? AND attempt = ? AND answer IS NULL',
    owner,
    hash,
    attempt,
  );
  if (row === undefined) return false;
  const { slot, lock } = takeContentKey(sql);
  return (
    sql.change(
      'UPDATE idempotency_key SET slot = ?, answer = ? WHERE rowid = ?',
      slot,
      joinParts(lock(answerName({ owner, hash }), answer)),
      numberOf(row, 'rowid'),
    ) > 0
  );
}

/** Keeps the answer in the transaction of what it tells of. Throws `conflict` when a later attempt took over or the key expired. */
export function keepAnswer(sql: Statements, answered: AnsweredRow | null): void {
  if (answered !== null && !finishIdempotent(sql, answered)) throw keyTaken();
}

export function abandonIdempotent(sql: Statements, { owner, hash, attempt }: AttemptRow): void {
  sql.change(
    'DELETE FROM idempotency_key WHERE owner = ? AND key_hash = ? AND attempt = ? AND answer IS NULL',
    owner,
    hash,
    attempt,
  );
}

export function deleteExpiredKeys(sql: Statements, limit: number): number {
  return sql.change(
    'DELETE FROM idempotency_key WHERE rowid IN (SELECT rowid FROM idempotency_key WHERE expires_at <= ?1 AND (answer IS NOT NULL OR running_until <= ?1) LIMIT ?2)',
    Date.now(),
    limit,
  );
}

function answerName({ owner, hash }: Pick<AttemptRow, 'owner' | 'hash'>): string {
  return contentName('answer', owner, Buffer.from(hash).toString('hex'));
}
