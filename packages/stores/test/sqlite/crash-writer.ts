// A process that writes turns until it is killed, and prints the id of each one that the store reported as written.
import { writeSync } from 'node:fs';
import { turnOf } from '@org/engine/testing';
import { openSqliteStore } from '#src/sqlite/sqlite-store.js';

const [path = '', round = ''] = process.argv.slice(2);
const store = await openSqliteStore({ path });
let count = 0;

await Promise.all(
  Array.from({ length: 16 }, async () => {
    for (;;) {
      const id = `${round}-${count++}`;
      await store.putTurn(turnOf({ id, payload: { id, padding: 'p'.repeat((count % 50) * 300) } }));
      writeSync(1, `${id}\n`);
    }
  }),
);
