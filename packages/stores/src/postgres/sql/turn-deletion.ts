import { numberOf } from '../../shared/column-values.js';
import {
  maxBytesPerDelete,
  maxEventsPerDelete,
  tombstoneExpiry,
  tombstonePrefix,
} from '../../shared/turn-tombstones.js';
import type { PostgresDatabase } from '../database/postgres-database.js';
import type { Row } from './rows.js';

/**
 * The log of a row of `turn`, or enough of it to show that it is long. It is in the order of the index on turns and
 * numbers: where most events belong to few turns, PostgreSQL would otherwise search all events for those of a turn,
 * and most turns have none.
 */
export const startOfLog = `SELECT octet_length(data) AS bytes FROM turn_event WHERE turn_key = turn.key ORDER BY seq LIMIT ${maxEventsPerDelete + 1}`;

const isShort = `(SELECT count(*) <= ${maxEventsPerDelete} AND coalesce(sum(bytes), 0) <= ${maxBytesPerDelete} FROM (${startOfLog}) AS log)`;

export const deleteShort = `
  WITH gone AS (DELETE FROM turn WHERE owner = $1 AND id = $2 AND ${isShort} RETURNING key)
  SELECT key, pg_notify($3, $4) FROM gone`;

/** Makes remains of the turns in question. */
function createTombstone(which: string): string {
  return `
    WITH hidden AS (
      UPDATE turn SET id = '${tombstonePrefix}' || key, previous_id = NULL, status = 'cancelled', expires_at = ${tombstoneExpiry}, history = '', delivered = '', content_key = NULL,
        dependent_bytes = (SELECT sum(octet_length(data)) FROM turn_event WHERE turn_key = turn.key)
      WHERE ${which} RETURNING key, owner
    ), items AS (
      DELETE FROM item USING hidden WHERE turn_key = hidden.key
    ), jobs AS (
      DELETE FROM job USING hidden WHERE turn_key = hidden.key
    ), counted AS (
      INSERT INTO turn_deletion (owner, count) SELECT owner, 1 FROM hidden ON CONFLICT (owner) DO UPDATE SET count = turn_deletion.count + 1
    )`;
}

const tombstoneOwned = `${createTombstone('owner = $1 AND id = $2')} SELECT key, pg_notify($3, $4) FROM hidden`;
const hideEnd = `${createTombstone(`key = $1 AND expires_at <= $2 AND expires_at <> ${tombstoneExpiry} AND NOT EXISTS (
  SELECT 1 FROM turn AS later WHERE later.owner = turn.owner AND later.previous_id = turn.id)`)} SELECT key FROM hidden`;

/**
 * One replica at a time deletes batches of the same tombstone. Starts at number $2 or the first that is left: as long
 * as a snapshot is open, scans pass deleted rows again. Numbers have no gaps, so no plan reads beyond the batch.
 */
const deleteBatch = `
  WITH tombstone AS (
    SELECT key, coalesce($2::integer, (SELECT min(seq) FROM turn_event WHERE turn_key = turn.key)) AS first
    FROM turn WHERE expires_at = ${tombstoneExpiry} AND ($1::bigint IS NULL OR key = $1) LIMIT 1 FOR UPDATE OF turn SKIP LOCKED
  ), page AS (
    SELECT seq, octet_length(data) AS bytes, sum(octet_length(data)) OVER (ORDER BY seq) AS total
    FROM turn_event WHERE turn_key = (SELECT key FROM tombstone) AND seq >= (SELECT first FROM tombstone) AND seq < (SELECT first FROM tombstone) + ${maxEventsPerDelete}
  ), deletable AS (
    DELETE FROM turn_event USING tombstone WHERE turn_key = key AND seq >= first AND seq <= (SELECT max(seq) FROM page WHERE total <= ${maxBytesPerDelete} OR total = bytes)
    RETURNING seq
  )
  SELECT key, (SELECT max(seq) + 1 FROM deletable) AS next FROM tombstone`;

const deleteEmpty = `DELETE FROM turn WHERE key = $1 AND expires_at = ${tombstoneExpiry} AND NOT EXISTS (SELECT 1 FROM turn_event WHERE turn_key = $1)`;

/**
 * Deletes a turn with all dependent rows, a long log in batches, and notifies `topic`. Owner and id are as in the
 * row. Returns false when it is missing.
 */
export async function deleteTurn(
  database: PostgresDatabase,
  owner: string,
  id: string,
  channel: string,
  topic: string,
): Promise<boolean> {
  const values = [owner, id, channel, topic];
  if ((await database.query(deleteShort, values)).length > 0) return true;
  const [tombstone] = await database.query(tombstoneOwned, values);
  if (tombstone === undefined) return false;
  await deleteTurnTombstones(database, numberOf(tombstone, 'key'));
  return true;
}

/** Turns an expired turn that no other turn continues into a tombstone. */
export async function hideExpired(database: PostgresDatabase, turnKey: number, now: number): Promise<boolean> {
  return (await database.query(hideEnd, [turnKey, now])).length > 0;
}

/**
 * Deletes the rest of this turn, or of any, in batches. Returns false when nothing is left, when another replica is
 * deleting it, or when `signal` aborted.
 */
export async function deleteTurnTombstones(
  database: PostgresDatabase,
  turnKey?: number,
  signal?: AbortSignal,
): Promise<boolean> {
  const stopped = (): boolean => signal?.aborted === true;
  let key = turnKey ?? null;
  for (let next: number | null = null; !stopped();) {
    const [row]: readonly Row[] = await database.query(deleteBatch, [key, next]);
    if (row === undefined) return false;
    key = numberOf(row, 'key');
    if (row['next'] === null) {
      await database.query(deleteEmpty, [key]);
      return true;
    }
    next = numberOf(row, 'next');
  }
  return false;
}
