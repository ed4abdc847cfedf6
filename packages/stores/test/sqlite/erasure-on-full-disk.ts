// Runs as a separate process in which no file may grow beyond 2 MiB: deletes from a full database and reports the
// result.
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { EngineError } from '@org/engine';
import { turnOf } from '@org/engine/testing';
import { openSqliteStore } from '#src/sqlite/sqlite-store.js';

const path = process.argv[2] ?? '';
const large = (id: string, length: number) => turnOf({ id, payload: { text: 'x'.repeat(length) } });
const failureOf = (thrown: unknown): unknown =>
  thrown instanceof EngineError ? { code: thrown.code, message: thrown.message } : thrown;

/** The key that encrypts the content of a turn, and whether a file contains it. */
function keyOf(id: string): string {
  const database = new DatabaseSync(path, { readOnly: true });
  const row = database.prepare('SELECT content_key.key FROM turn JOIN content_key USING (slot) WHERE id = ?').get(id);
  database.close();
  return Buffer.from(row?.['key'] as Uint8Array)
    .subarray(-32)
    .toString('latin1');
}
const isInFiles = (key: string): boolean =>
  readdirSync(dirname(path)).some((file) => readFileSync(join(dirname(path), file), 'latin1').includes(key));

const store = await openSqliteStore({ path });
await store.putTurn(large('first', 1_300_000));
await store.deleteTurn('ada', 'none'); // Moves it from the log into the database.
await store.putTurn(large('second', 680_000));
await store.putTurn(turnOf({ id: 'small' }));
const key = keyOf('small');

const grouped = await Promise.allSettled([
  store.putTurn(turnOf({ id: 'before' })),
  store.deleteTurn('ada', 'small'),
  store.putTurn(turnOf({ id: 'after' })),
]);
const found = await Promise.all(['before', 'small', 'after'].map((id) => store.getTurn('ada', id)));
const again = await Promise.allSettled([store.deleteTurn('ada', 'small')]);
const inFiles = isInFiles(key);
const onceSpaceIsFree = [await store.deleteTurn('ada', 'second'), await store.deleteTurn('ada', 'small')];
await store.close();

console.log(
  JSON.stringify({
    grouped: grouped.map((result) => (result.status === 'fulfilled' ? 'done' : failureOf(result.reason))),
    found: found.flatMap((turn) => turn?.id ?? []),
    again: again.map((result) =>
      result.status === 'fulfilled' ? 'done' : result.reason instanceof EngineError && result.reason.code,
    ),
    inFiles,
    onceSpaceIsFree,
    inFilesThen: isInFiles(key),
  }),
);
