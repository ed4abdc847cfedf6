// Runs as a separate process whose database is damaged while a reader waits for events, and reports the result.
import { closeSync, openSync, writeSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as pause } from 'node:timers/promises';
import { EngineError, followTurnEvents } from '@org/engine';
import { turnOf } from '@org/engine/testing';
import { openSqliteStore } from '#src/sqlite/sqlite-store.js';

const path = process.argv[2] ?? '';
const messageOf = (thrown: unknown): unknown => (thrown instanceof EngineError ? thrown.message : thrown);

const store = await openSqliteStore({ path });
await store.putTurn(turnOf({ id: 'a', status: 'in_progress' }));
const following = followTurnEvents(store, {
  owner: 'ada',
  turnId: 'a',
  after: -1,
  signal: AbortSignal.timeout(10_000),
}).next();
const reader = following.then(() => 'done', messageOf);
await pause(300); // It has read, and waits.

// Everything written is checkpointed into the file, which is then overwritten from its start. A change by another
// process makes the store drop its cached pages.
const other = new DatabaseSync(path);
other.exec('PRAGMA wal_checkpoint(TRUNCATE)');
const file = openSync(path, 'r+');
writeSync(file, Buffer.alloc(64 * 1024, 'x'), 0, 64 * 1024, 0);
closeSync(file);

const outcomes = {
  reader: await reader,
  read: await store.getTurn('ada', 'a').then(() => 'done', messageOf),
  write: await store.putTurn(turnOf({ id: 'b' })).then(() => 'done', messageOf),
  ping: await store.ping().then(() => 'ready', messageOf),
  closed: await store.close().then(() => true, messageOf),
};
console.log(JSON.stringify(outcomes));
