// Runs as a separate process whose reader thread crashes in the middle of its work, and reports the result.
import type { Worker } from 'node:worker_threads';
import { EngineError } from '@org/engine';
import { turnOf } from '@org/engine/testing';
import { openSqliteStore } from '#src/sqlite/sqlite-store.js';

const path = process.argv[2] ?? '';
const messageOf = (thrown: unknown): unknown => (thrown instanceof EngineError ? thrown.message : thrown);

const threads: Worker[] = [];
process.on('worker', (worker: Worker) => threads.push(worker));
const store = await openSqliteStore({ path });
await store.putTurn(turnOf({ id: 'short' }));
await store.putTurn(turnOf({ id: 'long', payload: { text: 'x'.repeat(8_000_000) } }));
const readLong = () => store.getTurn('ada', 'long').then((turn) => turn?.id, messageOf);

await store.getTurn('ada', 'short');
const threadsOfShort = threads.length;
const long = await readLong();
const threadsOfLong = threads.length;

const failing = Array.from({ length: 3 }, readLong);
// The first read of each is short; by then the thread has the first one.
const short = await store.getTurn('ada', 'short');
await threads[1]?.terminate();
const [crashed, ...next] = await Promise.all(failing);

const closing = Array.from({ length: 3 }, readLong);
await store.getTurn('ada', 'short');
await store.close();
const [reading, ...waiting] = await Promise.all(closing);

console.log(
  JSON.stringify({
    threadsOfShort,
    threadsOfLong,
    long,
    short: short?.id,
    crashed,
    next,
    threads: threads.length,
    reading,
    waiting,
    closed: await readLong(),
  }),
);
