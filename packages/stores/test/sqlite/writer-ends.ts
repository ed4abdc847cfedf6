// Runs as a separate process whose writer crashes in the middle of its work, and reports the result.
import type { Worker } from 'node:worker_threads';
import { setTimeout as pause } from 'node:timers/promises';
import { EngineError } from '@org/engine';
import { turnOf } from '@org/engine/testing';
import { openSqliteStore } from '#src/sqlite/sqlite-store.js';

const path = process.argv[2] ?? '';
const large = (id: string) => turnOf({ id, payload: { text: 'x'.repeat(200_000) } });
const messageOf = (thrown: unknown): unknown => (thrown instanceof EngineError ? thrown.message : thrown);

const writers: Worker[] = [];
process.on('worker', (worker: Worker) => writers.push(worker));
const troubles: string[] = [];
const store = await openSqliteStore({ path, onFailure: ({ message }) => troubles.push(message) });
await store.putTurn(turnOf({ id: 'before' }));

const ids = Array.from({ length: 300 }, (_, n) => `t${n}`);
const writing = Promise.allSettled(ids.map((id) => store.putTurn(large(id))));
// Most likely in the middle of a transaction.
await pause(20);
await writers[0]?.terminate();
const written = await writing;
const meanwhile = {
  write: await store.putTurn(turnOf({ id: 'no' })).then(() => 'done', messageOf),
  ping: await store.ping().then(() => 'ready', messageOf),
  read: (await store.getTurn('ada', 'before'))?.id,
};

while ((await store.ping().then(() => 'ready', messageOf)) !== 'ready') await pause(20);
const promised = ids.filter((_, n) => written[n]?.status === 'fulfilled');
const stored = await Promise.all(promised.map((id) => store.getTurn('ada', id)));
const after = await store.putTurn(large('after'));
await store.close();
const closed = await store.putTurn(turnOf({ id: 'no' })).then(() => 'done', messageOf);

console.log(
  JSON.stringify({
    failed: [...new Set(written.flatMap((result) => (result.status === 'rejected' ? [messageOf(result.reason)] : [])))],
    lost: stored.filter((turn) => turn === undefined).length,
    meanwhile,
    after,
    closed,
    troubles,
    writers: writers.length,
  }),
);
