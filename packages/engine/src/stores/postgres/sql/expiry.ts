import { deleteConversationRemains } from './conversation-deletion.js';
import { databaseNow } from '../database/database-clock.js';
import type { PostgresDatabase } from '../database/postgres-database.js';
import { numberOf } from '../../columns.js';
import { mostBytes, mostEvents, remainsExpiry } from '../../turn-remains.js';
import type { Row } from './rows.js';
import { deleteRemains, hideExpired, startOfLog } from './turn-deletion.js';

/** Expired rows that are looked at at once, so that no transaction grows long. */
const batchSize = 200;

/** With how much hangs on each, or enough of it to show that it is long. */
export const nextBatch = `
  SELECT key, expires_at, log.events, log.bytes FROM (
    SELECT key, expires_at FROM turn WHERE expires_at <= $1 AND (expires_at, key) < ($1, $2) AND expires_at <> ${remainsExpiry}
    ORDER BY expires_at DESC, key DESC LIMIT $3
  ) AS turn CROSS JOIN LATERAL (SELECT count(*) AS events, coalesce(sum(bytes), 0)::bigint AS bytes FROM (${startOfLog}) AS start) AS log
  ORDER BY expires_at DESC, key DESC`;

/** Only the ends of chains: each round over a batch uncovers the next ones. */
const deleteEnds = `
  DELETE FROM turn WHERE key = ANY ($1) AND NOT EXISTS (
    SELECT 1 FROM turn AS later WHERE later.owner = turn.owner AND later.previous_id = turn.id)
  RETURNING key`;

/** Deletes expired turns that nothing kept continues, and says how many; and what is left of what was deleted. Ends early when `signal` aborts. */
export async function deleteExpiredTurns(database: PostgresDatabase, now: number, signal?: AbortSignal): Promise<number> {
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
  while (!stopped() && (await deleteRemains(database)));
  while (!stopped() && (await deleteConversationRemains(database)));
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
    const gone = new Set<number>();
    for (const group of groupsOf(rest)) for (const key of await deleteGroup(database, group, now)) gone.add(key);
    if (gone.size === 0) break;
    rest = rest.filter(({ key }) => !gone.has(key));
  }
  return turns.length - rest.length;
}

async function deleteGroup(database: PostgresDatabase, group: readonly Expired[], now: number): Promise<readonly number[]> {
  const [first] = group;
  if (first !== undefined && group.length === 1 && isLong(first)) return (await hideExpired(database, first.key, now)) ? [first.key] : [];
  return (await database.query(deleteEnds, [group.map(({ key }) => key)])).map((row) => numberOf(row, 'key'));
}

function isLong({ events, bytes }: Omit<Expired, 'key'>): boolean {
  return events > mostEvents || bytes > mostBytes;
}

/** Turns that are deleted by one statement, which is not to take long; one with a long log stands alone. */
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

/** Gaps that deleted items of conversations left. */
export async function deleteExpiredGaps(database: PostgresDatabase, signal?: AbortSignal): Promise<void> {
  const sql = `
    DELETE FROM conversation_gap WHERE (conversation_key, item_id) IN (SELECT conversation_key, item_id FROM conversation_gap WHERE expires_at <= ${databaseNow} LIMIT $1) RETURNING 1`;
  for (let deleted = batchSize; deleted === batchSize; ) {
    if (signal?.aborted === true) return;
    deleted = (await database.query(sql, [batchSize])).length;
  }
}

export async function deleteExpiredKeys(database: PostgresDatabase, signal?: AbortSignal): Promise<void> {
  const sql = `
    DELETE FROM idempotency_key WHERE (owner, key_hash) IN (
      SELECT owner, key_hash FROM idempotency_key WHERE expires_at <= ${databaseNow} AND (answer IS NOT NULL OR running_until <= ${databaseNow}) LIMIT $1
    ) RETURNING 1`;
  for (let deleted = batchSize; deleted === batchSize; ) {
    if (signal?.aborted === true) return;
    deleted = (await database.query(sql, [batchSize])).length;
  }
}
