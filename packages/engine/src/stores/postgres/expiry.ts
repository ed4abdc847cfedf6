import { databaseNow } from './database-clock.js';
import type { PostgresDatabase } from './postgres-database.js';
import { numberOf } from '../columns.js';

/** Expired rows that are deleted at once, so that no transaction grows long. */
const batchSize = 200;

const nextBatch = `
  SELECT key, expires_at FROM turn WHERE expires_at <= $1 AND (expires_at, key) < ($1, $2)
  ORDER BY expires_at DESC, key DESC LIMIT $3`;

/** Only the ends of chains: each round over a batch uncovers the next ones. */
const deleteEnds = `
  DELETE FROM turn WHERE key = ANY ($1) AND NOT EXISTS (
    SELECT 1 FROM turn AS later WHERE later.owner = turn.owner AND later.previous_id = turn.id)
  RETURNING key`;

/** Deletes expired turns that nothing kept continues, and says how many. Ends early when `signal` aborts. */
export async function deleteExpiredTurns(database: PostgresDatabase, now: number, signal?: AbortSignal): Promise<number> {
  let total = 0;
  let expiresAt = now;
  let key = Number.MAX_SAFE_INTEGER;
  for (;;) {
    if (signal?.aborted === true) return total;
    const batch = await database.query(nextBatch, [expiresAt, key, batchSize]);
    total += await deleteAll(database, batch.map((row) => numberOf(row, 'key')));
    const last = batch.at(-1);
    if (last === undefined || batch.length < batchSize) return total;
    expiresAt = numberOf(last, 'expires_at');
    key = numberOf(last, 'key');
  }
}

async function deleteAll(database: PostgresDatabase, keys: readonly number[]): Promise<number> {
  let rest = keys;
  while (rest.length > 0) {
    const gone = new Set((await database.query(deleteEnds, [rest])).map((row) => numberOf(row, 'key')));
    if (gone.size === 0) break;
    rest = rest.filter((key) => !gone.has(key));
  }
  return keys.length - rest.length;
}

export async function deleteExpiredKeys(database: PostgresDatabase, signal?: AbortSignal): Promise<void> {
  const sql = `
    DELETE FROM idempotency_key WHERE (owner, key_hash) IN (SELECT owner, key_hash FROM idempotency_key WHERE expires_at <= ${databaseNow} LIMIT $1) RETURNING 1`;
  for (let deleted = batchSize; deleted === batchSize; ) {
    if (signal?.aborted === true) return;
    deleted = (await database.query(sql, [batchSize])).length;
  }
}
