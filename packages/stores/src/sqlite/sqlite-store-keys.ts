import { setImmediate as nextTick } from 'node:timers/promises';
import type { StoreKeyUse } from '@org/engine/storage';
import { numberOf } from '../shared/column-values.js';
import { nameCounts, renewalIncomplete } from '../shared/known-keys.js';
import { emptySlot } from './database/content-keys.js';
import type { SqliteConnection } from './database/sqlite-connection.js';
import { bytesOf, type Statements } from './database/statements.js';
import { readKnownKeys } from './store-keys.js';

/** Number of slots examined at once: about a millisecond, so that other work can run in between. */
const batch = 1_000;

export function sqliteStoreKeys(connection: SqliteConnection): StoreKeyUse {
  return {
    async countByStoreKey() {
      const counts = new Map<string, number>();
      for await (const from of batches(connection)) {
        for (const [fingerprint, count] of connection.read((sql) => countSlots(sql, from)))
          counts.set(fingerprint, (counts.get(fingerprint) ?? 0) + count);
      }
      return nameCounts(connection.read(readKnownKeys), counts);
    },
    async renewStoreKeys(signal) {
      if (connection.read((sql) => sql.keys.first) === undefined) return 0;
      let moved = 0;
      let remaining = 0;
      for await (const from of batches(connection, signal)) {
        const slots = connection.read((sql) => findOthers(sql, from));
        if (slots.length === 0) continue;
        const { renewed, failed } = await connection.write('renewContentKeys', slots);
        moved += renewed;
        remaining += failed;
      }
      if (remaining > 0) throw renewalIncomplete(remaining, moved);
      return moved;
    },
  };
}

/** The first slot of each batch. Ends early when `signal` aborts. */
async function* batches(connection: SqliteConnection, signal?: AbortSignal): AsyncGenerator<number> {
  const last = connection.read((sql) =>
    numberOf(sql.first('SELECT coalesce(max(slot), 0) AS last FROM content_key') ?? {}, 'last'),
  );
  for (let from = 0; from <= last; from += batch) {
    if (signal?.aborted === true) return;
    yield from;
    await nextTick();
  }
}

const inBatch = `slot >= ? AND slot < ? AND key <> ${emptySlot}`;

function countSlots(sql: Statements, from: number): readonly (readonly [string, number])[] {
  const rows = sql.all(
    `SELECT substr(key, 1, 8) AS fingerprint, count(*) AS keys FROM content_key WHERE ${inBatch} GROUP BY fingerprint`,
    from,
    from + batch,
  );
  return Array.from(
    rows,
    (row) => [Buffer.from(bytesOf(row, 'fingerprint')).toString('hex'), numberOf(row, 'keys')] as const,
  );
}

/** Slots of a batch that are not under the first store key. */
function findOthers(sql: Statements, from: number): readonly number[] {
  const rows = sql.all(
    `SELECT slot FROM content_key WHERE ${inBatch} AND substr(key, 1, 8) <> ?`,
    from,
    from + batch,
    sql.keys.firstFingerprint,
  );
  return Array.from(rows, (row) => numberOf(row, 'slot'));
}
