// Run as a process of its own, whose database is damaged while somebody waits for news of it, and tells what happened.
import { closeSync, openSync, writeSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as pause } from 'node:timers/promises';
import { EngineError } from '#src/errors/engine-error.js';
import { openSqliteStore } from '#src/stores/sqlite/sqlite-store.js';
import { turnOf } from '#src/testing/turn-fixtures.js';
import { followTurnEvents } from '#src/turn/follow-turn-events.js';

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

// All that was written goes into the file, which is then overwritten from its beginning. What another process changes makes the store
// forget what it has read before.
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
