import type { FairQueueKey } from '@org/engine/storage';
import type { NewJobRow } from '../addition-rows.js';
import { contentName, encryptContent, decryptContent } from '../../shared/content-cipher.js';
import { contentKeyOf } from '../database/content-keys.js';
import { numberOf, textOf } from '../../shared/column-values.js';
import { bytesOf, type Row, type Statements } from '../database/statements.js';
import type { TurnKeys } from './turn-key.js';
import { decryptableFingerprints, waitingJobs } from '../waiting-jobs.js';

/** A claimed job as returned by the writer. */
export interface ClaimedRow {
  readonly owner: string;
  readonly fairQueueKey: number;
  readonly turnId: string;
  readonly attempt: number;
  readonly createdAt: number;
  readonly cancelRequested: boolean;
  readonly expired: boolean;
  /** Missing when it is damaged. */
  readonly request: string | undefined;
}

/** One attempt at a turn's job, as the writer identifies it. */
export interface LeaseRow {
  readonly owner: string;
  readonly turnId: string;
  readonly attempt: number;
}

/** The last job of queue ?1 and owner ?2 with the mark ?3. */
export const jobBefore =
  'SELECT turn_key, created_at FROM job WHERE queue = ?1 AND owner = ?2 AND one_of = ?3 ORDER BY created_at DESC, turn_key DESC LIMIT 1';

const jobOfTurn = 'turn_key = (SELECT key FROM turn WHERE owner = ? AND id = ?)';

/** Of jobs with one mark none is older than the preceding one, at any time of the clock: they run in order of arrival. */
export function insertJob(
  sql: Statements,
  { turnKey, owner, id, contentKey }: TurnKeys,
  createdAt: number,
  { queue, fairQueueKey, oneOf, request }: NewJobRow,
): void {
  const before = oneOf === null ? undefined : sql.first(jobBefore, queue, owner, oneOf);
  const locked = encryptContent(contentKey, contentName('job', owner, id), request);
  sql.change(
    `INSERT INTO job (turn_key, owner, queue, fair_queue_key, one_of, waits_for, created_at, request) VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING`,
    turnKey,
    owner,
    queue,
    fairQueueKey,
    oneOf,
    before === undefined ? null : numberOf(before, 'turn_key'),
    before === undefined ? createdAt : Math.max(createdAt, numberOf(before, 'created_at')),
    locked,
  );
}

export function deleteJob(sql: Statements, turnKey: number): void {
  sql.change('DELETE FROM job WHERE turn_key = ?', turnKey);
}

export function holdsLease(sql: Statements, turnKey: number, attempt: number, unlessCancelled = false): boolean {
  const sentence =
    'SELECT 1 FROM job WHERE turn_key = ? AND attempt = ? AND lease_until IS NOT NULL AND cancel_requested <= ?';
  return sql.first(sentence, turnKey, attempt, unlessCancelled ? 0 : 1) !== undefined;
}

/** The next job after fair-queue key ?5 of owner ?4. */
export const nextJob = `${waitingJobs}
  SELECT turn_key FROM waiting CROSS JOIN job USING (turn_key)
  ORDER BY owner_held, waiting.owner <= ?4, waiting.owner, held, waiting.owner = ?4 AND waiting.fair_queue_key = ?5, created_at, turn_key LIMIT 1`;

/** `clock`: the time by which turns expire. Leases run out by the time of this machine. */
export function claimJob(
  sql: Statements,
  queue: string,
  after: FairQueueKey,
  leaseMs: number,
  clock: number,
  heldLeases: readonly LeaseRow[],
): ClaimedRow | undefined {
  const now = Date.now();
  for (const { owner, turnId, attempt } of heldLeases) {
    sql.change(
      `UPDATE job SET lease_until = ? WHERE attempt = ? AND lease_until <= ? AND ${jobOfTurn}`,
      now + leaseMs,
      attempt,
      now,
      owner,
      turnId,
    );
  }
  const next = sql.first(nextJob, queue, now, decryptableFingerprints(sql.keys), after.owner, after.fairQueueKey);
  if (next === undefined) return undefined;
  const turnKey = numberOf(next, 'turn_key');
  sql.change('UPDATE job SET attempt = attempt + 1, lease_until = ? WHERE turn_key = ?', now + leaseMs, turnKey);
  const row = sql.first(
    `SELECT turn.owner, fair_queue_key, id, attempt, job.created_at, cancel_requested, coalesce(expires_at <= ?, 0) AS expired, request, content_key.key
     FROM job JOIN turn ON turn.key = turn_key JOIN content_key USING (slot) WHERE turn_key = ?`,
    clock,
    turnKey,
  );
  if (row === undefined) throw new TypeError('A job has no turn.');
  const owner = textOf(row, 'owner');
  const turnId = textOf(row, 'id');
  return {
    owner,
    fairQueueKey: numberOf(row, 'fair_queue_key'),
    turnId,
    attempt: numberOf(row, 'attempt'),
    createdAt: numberOf(row, 'created_at'),
    cancelRequested: numberOf(row, 'cancel_requested') === 1,
    expired: numberOf(row, 'expired') === 1,
    request: openRequest(sql, owner, turnId, row),
  };
}

/** No content of a row may undo the claim: the same job would be next every time and block all others. */
function openRequest(sql: Statements, owner: string, turnId: string, row: Row): string | undefined {
  try {
    return decryptContent(contentKeyOf(sql, row), contentName('job', owner, turnId), bytesOf(row, 'request'));
  } catch {
    return undefined;
  }
}

export function extendLease(
  sql: Statements,
  { owner, turnId, attempt }: LeaseRow,
  leaseMs: number,
): 'held' | 'cancel-requested' | 'lost' {
  const row = sql.first(
    `UPDATE job SET lease_until = ? WHERE attempt = ? AND lease_until IS NOT NULL AND ${jobOfTurn} RETURNING cancel_requested`,
    Date.now() + leaseMs,
    attempt,
    owner,
    turnId,
  );
  if (row === undefined) return 'lost';
  return numberOf(row, 'cancel_requested') === 1 ? 'cancel-requested' : 'held';
}

export function releaseJob(sql: Statements, { owner, turnId, attempt }: LeaseRow, notStarted: boolean): void {
  sql.change(
    `UPDATE job SET lease_until = NULL, attempt = attempt - ? WHERE attempt = ? AND ${jobOfTurn}`,
    notStarted ? 1 : 0,
    attempt,
    owner,
    turnId,
  );
}

export function failTurn(sql: Statements, { owner, turnId, attempt }: LeaseRow): boolean {
  const turn = sql.first('SELECT key FROM turn WHERE owner = ? AND id = ?', owner, turnId);
  if (turn === undefined || !holdsLease(sql, numberOf(turn, 'key'), attempt)) return false;
  sql.change("UPDATE turn SET status = 'failed' WHERE key = ?", numberOf(turn, 'key'));
  deleteJob(sql, numberOf(turn, 'key'));
  return true;
}

export function requestCancel(sql: Statements, owner: string, turnId: string): 'held' | 'waiting' | undefined {
  const row = sql.first(
    `UPDATE job SET cancel_requested = 1 WHERE ${jobOfTurn} RETURNING coalesce(lease_until, 0) > ? AS held`,
    owner,
    turnId,
    Date.now(),
  );
  return row && (row['held'] === 1 ? 'held' : 'waiting');
}
