import { deleteConversationTombstones } from './conversation-deletion.js';
import { databaseNow } from '../database/database-clock.js';
import { rowsOf, type PostgresDatabase } from '../database/postgres-database.js';
import { numberOf } from '../../shared/column-values.js';
import { maxBytesPerDelete, maxEventsPerDelete, tombstoneExpiry } from '../../shared/turn-tombstones.js';
import type { Row } from './rows.js';
import { deleteTurnTombstones, hideExpired, startOfLog } from './turn-deletion.js';

/** Number of expired rows examined at once, so that no transaction grows long. */
const batchSize = 200;

/** Includes the number of dependent rows of each, or enough of it to show that it is large. */
export const nextBatch = `
  SELECT key, expires_at, log.events, log.bytes FROM (
    SELECT key, expires_at FROM turn WHERE expires_at <= $1 AND (expires_at, key) < ($1, $2) AND expires_at <> ${tombstoneExpiry}
    ORDER BY expires_at DESC, key DESC LIMIT $3
  ) AS turn CROSS JOIN LATERAL (SELECT count(*) AS events, coalesce(sum(bytes), 0)::bigint AS bytes FROM (${startOfLog}) AS start) AS log
  ORDER BY expires_at DESC, key DESC`;

/** Selects only the ends of chains: each round over a batch exposes the next ones. */
const deleteEnds = `
  DELETE FROM turn WHERE key = ANY ($1) AND NOT EXISTS (
    SELECT 1 FROM turn AS later WHERE later.owner = turn.owner AND later.previous_id = turn.id)
  RETURNING key`;

/**
 * Deletes expired turns that no retained turn continues, and the rest of deleted ones; returns the number of turns.
 * Ends early when `signal` aborts.
 */
export async function deleteExpiredTurns(
  database: PostgresDatabase,
  now: number,
  signal?: AbortSignal,
): Promise<number> {
  let total = 0;
  let expiresAt = now;
  let key = Number.MAX_SAFE_INTEGER;
  const stopped = (): boolean => signal?.aborted === true;
  while (!stopped()) {
    const batch = await database.query(nextBatch, [expiresAt, key, batchSize]);
    total += await deleteAll(database, batch.map(toExpired), now);
    const last = batch.at(-1);
    if (last === undefined || batch.length < batchSize) break;
    expiresAt = numberOf(last, 'expires_at');
    key = numberOf(last, 'key');
  }
  while (await deleteTurnTombstones(database, undefined, signal));
  while (await deleteConversationTombstones(database, undefined, signal));
  return total;
}

/** An expired turn and what hangs on it. */
interface Expired {
  readonly key: number;
  readonly events: number;
  readonly bytes: number;
}

function toExpired(row: Row): Expired {
  return { key: numberOf(row, 'key'), events: numberOf(row, 'events'), bytes: numberOf(row, 'bytes') };
}

async function deleteAll(database: PostgresDatabase, turns: readonly Expired[], now: number): Promise<number> {
  let rest = turns;
  while (rest.length > 0) {
    const deleted = new Set<number>();
    for (const group of groupsOf(rest)) for (const key of await deleteGroup(database, group, now)) deleted.add(key);
    if (deleted.size === 0) break;
    rest = rest.filter(({ key }) => !deleted.has(key));
  }
  return turns.length - rest.length;
}

async function deleteGroup(
  database: PostgresDatabase,
  group: readonly Expired[],
  now: number,
): Promise<readonly number[]> {
  const [first] = group;
  if (first !== undefined && group.length === 1 && isLong(first))
    return (await hideExpired(database, first.key, now)) ? [first.key] : [];
  // Turns of several owners: two replicas that delete at the same time may wait for each other's accounts.
  const keys = [group.map(({ key }) => key)];
  const rows = await database.transaction((client) => rowsOf(client, deleteEnds, keys));
  return rows.map((row) => numberOf(row, 'key'));
}

function isLong({ events, bytes }: Omit<Expired, 'key'>): boolean {
  return events > maxEventsPerDelete || bytes > maxBytesPerDelete;
}

/** Groups of turns that one short statement deletes; a turn with a long log forms its own group. */
function groupsOf(turns: readonly Expired[]): readonly (readonly Expired[])[] {
  const groups: Expired[][] = [];
  let sum = { events: 0, bytes: 0 };
  for (const turn of turns) {
    sum = { events: sum.events + turn.events, bytes: sum.bytes + turn.bytes };
    const group = groups.at(-1);
    if (group !== undefined && !isLong(sum)) group.push(turn);
    else {
      groups.push([turn]);
      sum = turn;
    }
  }
  return groups;
}

/** Deletes the expired gaps of deleted conversation items. */
export function deleteExpiredGaps(database: PostgresDatabase, signal?: AbortSignal): Promise<void> {
  return deleteInOrder(database, 'conversation_gap', `expires_at <= ${databaseNow}`, signal);
}

export function deleteExpiredKeys(database: PostgresDatabase, signal?: AbortSignal): Promise<void> {
  return deleteInOrder(
    database,
    'idempotency_key',
    `expires_at <= ${databaseNow} AND (response IS NOT NULL OR running_until <= ${databaseNow})`,
    signal,
  );
}

/**
 * Deletes in batches, each from the end of the preceding one, as for a long log. Skips locked rows, because they may
 * be about to be reused. Addresses rows by their location in the table, which changes when they are.
 */
async function deleteInOrder(
  database: PostgresDatabase,
  table: string,
  expired: string,
  signal: AbortSignal | undefined,
): Promise<void> {
  const sql = `
    WITH gone AS (
      DELETE FROM ${table} WHERE ctid = ANY (ARRAY(
        SELECT ctid FROM ${table} WHERE expires_at >= $1 AND ${expired} ORDER BY expires_at LIMIT $2 FOR UPDATE SKIP LOCKED))
      RETURNING expires_at
    )
    SELECT count(*) AS rows, max(expires_at) AS last FROM gone`;
  const stopped = (): boolean => signal?.aborted === true;
  for (let from = 0; !stopped();) {
    const [row] = await database.query(sql, [from, batchSize]);
    if (row === undefined || numberOf(row, 'rows') < batchSize) return;
    from = numberOf(row, 'last');
  }
}
