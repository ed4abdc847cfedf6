import { randomBytes } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fillOwner, fixedClock, readOwner } from '@org/engine/testing';
import { Client } from 'pg';
import { openPostgresStore } from '#src/postgres/postgres-store.js';
import { postgresOfRun } from '#src/testing/postgres-of-run.js';

const canary = 'canary-7f3a';
const cluster = postgresOfRun();

/** All files of tables and indexes of a database, as one text with one character per byte. */
async function bytesOfTables(database: string): Promise<string> {
  await cluster.run('CHECKPOINT', database);
  const [row] = await cluster.run('SELECT oid FROM pg_database WHERE datname = current_database()', database);
  const folder = join(cluster.folder, 'data', 'base', String(row?.['oid']));
  // The server replaces its cache of catalogs at any time.
  return readdirSync(folder)
    .filter((file) => file !== 'pg_internal.init')
    .map((file) => readFileSync(join(folder, file), 'latin1'))
    .join('');
}

/** A transaction that may still see every row of now, as a backup or an analysis has one. */
async function openSnapshot(database: string): Promise<Client> {
  const client = new Client({ connectionString: cluster.urlOf(database) });
  await client.connect();
  await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ');
  await client.query('SELECT 1 FROM pg_class');
  return client;
}

describe('Erasing an owner from PostgreSQL', () => {
  it.each([
    {
      name: 'without a store key, after a VACUUM that rewrites the tables',
      keys: [],
      vacuum: 'VACUUM (FULL)',
      snapshot: false,
    },
    {
      name: 'with a store key, at once',
      keys: [{ id: 'k', secret: randomBytes(32) }],
      vacuum: undefined,
      snapshot: false,
    },
    {
      name: 'with a store key, at once, while another transaction may still see them',
      keys: [{ id: 'k', secret: randomBytes(32) }],
      vacuum: undefined,
      snapshot: true,
    },
  ])('leaves no byte of contents and names in its tables $name', async ({ keys, vacuum, snapshot }) => {
    const database = await cluster.newDatabase();
    const store = await openPostgresStore({ url: cluster.urlOf(database), clock: fixedClock, keys });
    await fillOwner(store, 'ada', canary);
    await fillOwner(store, 'bob', 'other');
    expect(await bytesOfTables(database)).toContain(canary);
    const before = await readOwner(store, 'bob');
    const reader = snapshot ? await openSnapshot(database) : undefined;
    await store.eraseOwned('ada');
    await store.eraseOwnerKeys('ada', {
      id: 'e',
      kind: 'owner_erased',
      at: 1,
      count: 1,
      actor: 'command-line',
      owner: 'ada',
    });
    if (vacuum !== undefined) await cluster.run(vacuum, database);
    expect(await bytesOfTables(database)).not.toContain(canary);
    expect(await readOwner(store, 'bob')).toEqual(before);
    await reader?.end();
    await store.close();
  });
});
