import { numberOf, textOf } from '../../shared/column-values.js';
import {
  maxBytesPerDelete,
  maxEventsPerDelete,
  tombstoneExpiry,
  tombstonePrefix,
} from '../../shared/turn-tombstones.js';
import { freeContentKey } from '../database/content-keys.js';
import type { Row, Statements } from '../database/statements.js';
import { deleteJob } from './job-writes.js';
import { deleteItems } from './turn-writes.js';

/** What came of a deletion. */
export interface TurnDeletion {
  readonly deleted: boolean;
  /** The key of the remains, if there are some. */
  readonly tombstone?: number;
}

/** Deletes a turn with all dependent rows, or leaves a tombstone. */
export function deleteTurn(sql: Statements, owner: string, id: string): TurnDeletion {
  const row = sql.first('SELECT key, owner, slot FROM turn WHERE owner = ? AND id = ?', owner, id);
  if (row === undefined) return { deleted: false };
  const turnKey = numberOf(row, 'key');
  return take(sql, row, sizeOfLog(sql, turnKey)) ? { deleted: true } : { deleted: true, tombstone: turnKey };
}

/** Deletes a batch of the rest of this turn, or of any. Returns false when nothing is left. */
export function deleteTurnTombstones(sql: Statements, turnKey: number | null): boolean {
  const row = sql.first(
    `SELECT key FROM turn WHERE expires_at = ${tombstoneExpiry} AND (?1 IS NULL OR key = ?1) LIMIT 1`,
    turnKey,
  );
  if (row === undefined) return false;
  const key = numberOf(row, 'key');
  const deleted = sql.change(
    `DELETE FROM turn_event WHERE turn_key = ?1 AND seq <= (
       SELECT max(seq) FROM (
         SELECT seq, bytes, sum(bytes) OVER (ORDER BY seq) AS total
         FROM (SELECT seq, length(data) AS bytes FROM turn_event WHERE turn_key = ?1 ORDER BY seq LIMIT ?2)
       ) WHERE total <= ?3 OR total = bytes)`,
    key,
    maxEventsPerDelete,
    maxBytesPerDelete,
  );
  if (deleted === 0) sql.change('DELETE FROM turn WHERE key = ?', key);
  return true;
}

/** Position of a sweep over the expired turns. */
export interface SweepCursor {
  readonly expiresAt: number;
  readonly key: number;
}

/**
 * Deletes up to `limit` expired turns, the latest expiry first: the end of a chain is deleted before its beginning,
 * and a beginning that a retained turn continues stays. Deletes fewer when they are large. May leave tombstones.
 */
export function deleteExpiredTurns(
  sql: Statements,
  from: SweepCursor,
  limit: number,
): { deleted: number; next: SweepCursor | undefined } {
  const rows = sql.all(
    `SELECT key, owner, id, slot, expires_at, length(content) AS bytes FROM turn
     WHERE expires_at <= ?1 AND (expires_at, key) < (?1, ?2) AND expires_at <> ${tombstoneExpiry}
     ORDER BY expires_at DESC, key DESC LIMIT ?3`,
    from.expiresAt,
    from.key,
    limit,
  );
  let deleted = 0;
  const selected = { events: 0, bytes: 0 };
  for (const [index, row] of rows.entries()) {
    if (
      sql.first('SELECT 1 FROM turn WHERE owner = ? AND previous_id = ?', textOf(row, 'owner'), textOf(row, 'id')) !==
      undefined
    )
      continue;
    const log = sizeOfLog(sql, numberOf(row, 'key'));
    const complete = take(sql, row, log);
    deleted += 1;
    selected.events += complete ? log.events : 0;
    selected.bytes += numberOf(row, 'bytes') + (complete ? log.bytes : 0);
    if (isLong(selected) && index < rows.length - 1) return { deleted, next: cursorAt(row) };
  }
  const last = rows.at(-1);
  return { deleted, next: last === undefined || rows.length < limit ? undefined : cursorAt(last) };
}

function cursorAt(row: Row): SweepCursor {
  return { expiresAt: numberOf(row, 'expires_at'), key: numberOf(row, 'key') };
}

interface LogSize {
  readonly events: number;
  readonly bytes: number;
}

function isLong({ events, bytes }: LogSize): boolean {
  return events > maxEventsPerDelete || bytes > maxBytesPerDelete;
}

/** Of a log with more events than are deleted at once, the size of the first. */
function sizeOfLog(sql: Statements, turnKey: number): LogSize {
  const row = sql.first(
    'SELECT count(*) AS events, coalesce(sum(bytes), 0) AS bytes FROM (SELECT length(data) AS bytes FROM turn_event WHERE turn_key = ? ORDER BY seq LIMIT ?)',
    turnKey,
    maxEventsPerDelete + 1,
  );
  return row === undefined
    ? { events: 0, bytes: 0 }
    : { events: numberOf(row, 'events'), bytes: numberOf(row, 'bytes') };
}

/** Deletes the turn of a row with `key`, `owner` and `slot`. Returns false when it left a tombstone. */
function take(sql: Statements, row: Row, log: LogSize): boolean {
  const turnKey = numberOf(row, 'key');
  if (!isLong(log)) return sql.change('DELETE FROM turn WHERE key = ?', turnKey) > 0;
  deleteItems(sql, turnKey);
  deleteJob(sql, turnKey);
  freeContentKey(sql, numberOf(row, 'slot'));
  sql.change(
    'INSERT INTO turn_deletion (owner, count) VALUES (?, 1) ON CONFLICT (owner) DO UPDATE SET count = count + 1',
    textOf(row, 'owner'),
  );
  // No slot has the number 0: another turn may reuse the old slot before the row is deleted.
  sql.change(
    `UPDATE turn SET id = ?, previous_id = NULL, status = 'cancelled', expires_at = ${tombstoneExpiry}, slot = 0, items = '[]', nonce_and_tag = x'', content = x'' WHERE key = ?`,
    `${tombstonePrefix}${turnKey}`,
    turnKey,
  );
  return false;
}
