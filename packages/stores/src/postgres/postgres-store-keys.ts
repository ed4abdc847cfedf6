import type { ClientBase } from 'pg';
import type { EngineError, StoreKeyUse } from '@org/engine/storage';
import { numberOf, textOf } from '../shared/column-values.js';
import { noFingerprint, type KeyRing } from '../shared/key-ring.js';
import { nameCounts, renewalIncomplete } from '../shared/known-keys.js';
import { rowsOf, type PostgresDatabase } from './database/postgres-database.js';
import { isOutcomeUnknown, toStoreError } from './database/postgres-failure.js';
import { encryptedTables, maxLockedRows, type EncryptedTable } from './sql/encrypted-tables.js';
import { RowCipher } from './sql/row-cipher.js';
import { selectKnownKeys, toKnownKey } from './store-keys.js';

/** Number of rows that one statement examines. */
const batch = 1_000;

export function postgresStoreKeys(database: PostgresDatabase): StoreKeyUse {
  return {
    async countByStoreKey() {
      const counts = new Map<string, number>();
      for (const locked of encryptedTables) {
        for await (const range of batches(database, locked)) {
          for (const [fingerprint, count] of await countRows(database, locked, range))
            counts.set(fingerprint, (counts.get(fingerprint) ?? 0) + count);
        }
      }
      return nameCounts((await database.query(selectKnownKeys)).map(toKnownKey), counts);
    },
    async renewStoreKeys(signal) {
      if (database.keys.first === undefined) return 0;
      let moved = 0;
      let remaining = 0;
      let reason: EngineError | undefined;
      const onFailure = (failure: EngineError): void => {
        remaining += 1;
        reason ??= failure;
      };
      for (const locked of encryptedTables) {
        for await (const range of batches(database, locked, signal)) {
          for (const group of await findOthers(database, locked, range)) {
            if (signal?.aborted !== true) moved += await renewGroup(database, locked, group, onFailure);
          }
        }
      }
      if (remaining > 0) throw renewalIncomplete(remaining, moved, reason);
      return moved;
    },
  };
}

/** Above the first key, up to the second. */
type Range = readonly [number, number];

/**
 * Ranges of all keys with the same number of rows each. Skips keys that are no longer in use, which in time are most.
 * Ends early when `signal` aborts.
 */
async function* batches(
  database: PostgresDatabase,
  { table }: EncryptedTable,
  signal?: AbortSignal,
): AsyncGenerator<Range> {
  const [row] = await database.query(`SELECT coalesce(max(key), 0) AS last FROM ${table}`);
  const last = row === undefined ? 0 : numberOf(row, 'last');
  for (let from = 0; ;) {
    if (signal?.aborted === true) return;
    const [next] = await database.query(
      `SELECT max(key) AS to FROM (SELECT key FROM ${table} WHERE key > $1 AND key <= $2 ORDER BY key LIMIT ${batch}) AS next`,
      [from, last],
    );
    if (next === undefined || next['to'] === null) return;
    const to = numberOf(next, 'to');
    yield [from, to];
    from = to;
  }
}

async function countRows(
  database: PostgresDatabase,
  { table, having }: EncryptedTable,
  range: Range,
): Promise<readonly (readonly [string, number])[]> {
  const rows = await database.query(
    `SELECT encode(coalesce(substring(content_key FOR 8), $3), 'hex') AS fingerprint, count(*) AS contents
     FROM ${table} WHERE key > $1 AND key <= $2 AND ${having} GROUP BY 1`,
    [...range, noFingerprint],
  );
  return rows.map((row) => [textOf(row, 'fingerprint'), numberOf(row, 'contents')] as const);
}

/** Keys of rows that are not under the first store key, as many as one transaction locks. */
async function findOthers(
  database: PostgresDatabase,
  { table, having, maxPlaintextRows }: EncryptedTable,
  range: Range,
): Promise<readonly (readonly number[])[]> {
  const sql = `
    SELECT key, content_key IS NULL AS open FROM ${table}
    WHERE key > $1 AND key <= $2 AND ${having} AND substring(content_key FOR 8) IS DISTINCT FROM $3 ORDER BY key`;
  const rows = await database.query(sql, [...range, database.keys.firstFingerprint]);
  const keysOf = (open: boolean): readonly number[] =>
    rows.filter((row) => row['open'] === open).map((row) => numberOf(row, 'key'));
  return [...groupsOf(keysOf(false), maxLockedRows), ...groupsOf(keysOf(true), maxPlaintextRows)];
}

function groupsOf(keys: readonly number[], size: number): readonly (readonly number[])[] {
  return Array.from({ length: Math.ceil(keys.length / size) }, (_, index) =>
    keys.slice(index * size, (index + 1) * size),
  );
}

/**
 * Renews rows in one transaction, or each in its own when one of them fails. Returns how many were renewed. Throws
 * when the database is unavailable.
 */
async function renewGroup(
  database: PostgresDatabase,
  locked: EncryptedTable,
  rowKeys: readonly number[],
  onFailure: (failure: EngineError) => void,
): Promise<number> {
  try {
    return await database.transaction((client) => renewRows(client, database.keys, locked, rowKeys));
  } catch (thrown) {
    const failure = toStoreError(thrown);
    if (failure.code === 'overloaded' && isOutcomeUnknown(failure)) throw failure;
    if (rowKeys.length === 1) {
      onFailure(failure);
      return 0;
    }
  }
  let renewed = 0;
  for (const key of rowKeys) renewed += await renewGroup(database, locked, [key], onFailure);
  return renewed;
}

async function renewRows(
  client: ClientBase,
  keys: KeyRing,
  { table, columns, having, encryptPlaintext }: EncryptedTable,
  rowKeys: readonly number[],
): Promise<number> {
  const sql = `SELECT key, content_key, ${columns} FROM ${table} WHERE key = ANY ($1) AND ${having} ORDER BY key FOR UPDATE`;
  let renewed = 0;
  for (const row of await rowsOf(client, sql, [rowKeys])) {
    const cipher = RowCipher.of(keys, row);
    if (cipher.isPlaintext) await encryptPlaintext(client, keys, row);
    else
      await client.query(`UPDATE ${table} SET content_key = $2 WHERE key = $1`, [
        numberOf(row, 'key'),
        cipher.renew(keys).envelope,
      ]);
    renewed++;
  }
  return renewed;
}
