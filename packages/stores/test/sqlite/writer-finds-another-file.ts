// Runs as a separate process whose writer crashes after another file replaced the database, and reports the result.
import { copyFileSync, renameSync } from 'node:fs';
import type { Worker } from 'node:worker_threads';
import { setTimeout as pause } from 'node:timers/promises';
import { DatabaseSync } from 'node:sqlite';
import { EngineError } from '@org/engine';
import { turnOf } from '@org/engine/testing';
import { openSqliteStore } from '#src/sqlite/sqlite-store.js';

const path = process.argv[2] ?? '';
const messageOf = (thrown: unknown): unknown => (thrown instanceof EngineError ? thrown.message : thrown);

const writers: Worker[] = [];
process.on('worker', (worker: Worker) => writers.push(worker));
const troubles: string[] = [];
const store = await openSqliteStore({ path, onFailure: ({ message }) => troubles.push(message) });
const write = (id: string): Promise<unknown> => store.putTurn(turnOf({ id })).catch(messageOf);
const failingWrite = async (count: number): Promise<void> => {
  while (troubles.length < count) await pause(10);
};

await store.putTurn(turnOf({ id: 'before' }));
// A file that was never read could not be opened any more.
await store.ping();
new DatabaseSync(path).exec(`VACUUM INTO '${path}.backup'`);
for (const part of ['', '-wal', '-shm']) renameSync(path + part, `${path}.own${part}`);
copyFileSync(`${path}.backup`, path);
await writers[0]?.terminate();
await failingWrite(2);
const replaced = {
  write: await write('elsewhere'),
  ping: await store.ping().catch(messageOf),
  read: (await store.getTurn('ada', 'before'))?.id,
};
renameSync(path, `${path}.backup`);
await failingWrite(3);
const missing = await write('elsewhere');
for (const part of ['', '-wal', '-shm']) renameSync(`${path}.own${part}`, path + part);
while ((await store.ping().then(() => 'ready', messageOf)) !== 'ready') await pause(10);
const back = await write('after');
await store.close();

const backup = new DatabaseSync(`${path}.backup`);
console.log(
  JSON.stringify({
    replaced,
    missing,
    back,
    troubles: [...new Set(troubles)],
    inBackup: backup.prepare('SELECT count(*) AS count FROM turn').get()?.['count'],
  }),
);
