import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from 'pg';
import type { Store } from '@org/engine';
import {
  describeStoreContract,
  describeStoreKeyContract,
  fixedClock,
  type KeyedLocation,
  newKey,
  oldKey,
  type StoreLocation,
  turnOf,
} from '@org/engine/testing';
import { PostgresDatabase } from '#src/postgres/database/postgres-database.js';
import { openPostgresStore } from '#src/postgres/postgres-store.js';
import { PostgresCluster } from '#src/testing/postgres-cluster.js';

let cluster: PostgresCluster;

beforeAll(async () => {
  cluster = await PostgresCluster.start({ fsync: false });
}, 60_000);

afterAll(() => cluster.dispose());

/** The files of one database, after PostgreSQL has written them, and its write-ahead log. */
async function bytesOnDisk(database: string): Promise<string> {
  await cluster.run('CHECKPOINT');
  const [row] = await cluster.run(`SELECT oid FROM pg_database WHERE datname = '${database}'`);
  const data = join(cluster.folder, 'data');
  const folders = [join(data, 'base', String(row?.['oid'])), join(data, 'pg_wal')];
  const files = folders.flatMap((folder) =>
    readdirSync(folder, { withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ name }) => join(folder, name)),
  );
  return files.map((file) => readFileSync(file, 'latin1')).join('');
}

async function makeKeyedLocation(): Promise<KeyedLocation> {
  const database = await cluster.newDatabase();
  return {
    open: (keys, clock = fixedClock) =>
      openPostgresStore({ url: cluster.urlOf(database), connections: 4, keys, clock }),
    onDisk: () => bytesOnDisk(database),
    tamper: async (sql) => void (await cluster.run(sql, database)),
    damageKey: async (turnId) =>
      void (await cluster.run(
        `UPDATE turn SET content_key = substr(content_key, 1, 60) WHERE id = '${turnId}'`,
        database,
      )),
    dispose: async () => void (await cluster.run(`DROP DATABASE ${database} WITH (FORCE)`)),
  };
}

/** A store location where every other store has the keys in reverse order, like replicas during a key rotation. */
function makeChangingLocation(): Promise<StoreLocation> {
  return cluster.newLocation((opened) => ({ keys: opened % 2 === 0 ? [oldKey, newKey] : [newKey, oldKey] }));
}

describeStoreKeyContract('PostgreSQL', makeKeyedLocation);
describeStoreContract('PostgreSQL with keys of the operator', makeChangingLocation);

describe('PostgreSQL without keys of the operator', () => {
  it('has readable contents on disk, so the search for them works', async () => {
    const location = await makeKeyedLocation();
    const store = await location.open([]);
    await store.putTurn(turnOf({ id: 't1', payload: { text: 'A marker that lies open.' } }));
    await store.close();
    expect(await location.onDisk()).toContain('A marker that lies open.');
    await location.dispose();
  });
});

describe('PostgreSQL under a key of the operator', () => {
  it('encrypts all of an unencrypted turn as soon as the turn continues', async () => {
    const location = await makeKeyedLocation();
    const open = await location.open([]);
    await open.putTurn(turnOf({ id: 't1', status: 'in_progress' }), {
      events: [{ seq: 0, data: '"begun"' }],
      job: { request: { model: 'demo' } },
    });
    await open.putTurn(turnOf({ id: 't2' }));
    await open.close();
    const locked = await location.open([oldKey]);
    await locked.appendEvents('ada', 't1', [{ seq: 1, data: '"more"' }]);
    expect([...(await locked.countByStoreKey())]).toEqual(
      expect.arrayContaining([
        [oldKey.id, 1],
        [undefined, 1],
      ]),
    );
    expect((await locked.readEvents('ada', 't1', -1, 10))?.events.map(({ data }) => data)).toEqual([
      '"begun"',
      '"more"',
    ]);
    expect((await locked.claimJob('', 1))?.request).toEqual({ model: 'demo' });
    await locked.close();
    await location.dispose();
  });

  it('reports a failure and its reason on a replica without the key that another one writes with', async () => {
    const location = await makeKeyedLocation();
    const [keyless, late, prepared] = [
      await location.open([]),
      await location.open([oldKey]),
      await location.open([oldKey, newKey]),
    ];
    for (const store of [late, prepared]) await store.ping();
    const rolled = await location.open([newKey, oldKey]);
    for (const store of [rolled, prepared]) await store.ping();
    for (const store of [keyless, late])
      await expect(store.ping()).rejects.toMatchObject({
        code: 'internal',
        message: expect.stringMatching(/^Another replica encrypts content with the store key "2026-1[01]"/),
      });
    await rolled.putTurn(turnOf({ id: 't1' }));
    await expect(late.getTurn('ada', 't1')).rejects.toMatchObject({
      message: 'Stored content is encrypted with a store key that the service does not have.',
      cause: { message: expect.stringContaining('the store key "2026-11"') },
    });
    expect(await prepared.getTurn('ada', 't1')).toBeDefined();
    await Promise.all([keyless, late, prepared, rolled].map((store) => store.close()));
    await location.dispose();
  });

  it('returns a job unclaimed that was encrypted during its claim, for a replica with the key', async () => {
    const location = await makeKeyedLocation();
    const [late, locked] = [await location.open([]), await location.open([oldKey])];
    await late.putTurn(turnOf({ id: 't1', status: 'queued' }), { job: { request: { model: 'demo' } } });
    const query = jest.spyOn(PostgresDatabase.prototype, 'query');
    query.mockImplementationOnce(async function (this: PostgresDatabase, ...args) {
      const rows = await this.query(...args);
      await locked.renewStoreKeys();
      // As PostgreSQL returns them when the encryption commits during the statement: the turn from before, the job
      // from after.
      return rows.map((row) => ({ ...row, request: Buffer.from('locked') }));
    });
    expect(await late.claimJob('', 60_000)).toBeUndefined();
    query.mockRestore();
    expect(await locked.claimJob('', 60_000)).toMatchObject({ turnId: 't1', attempt: 1, request: { model: 'demo' } });
    await Promise.all([late.close(), locked.close()]);
    await location.dispose();
  });

  it('searches only existing rows, however many there were', async () => {
    const database = await cluster.newDatabase();
    const store = await openPostgresStore({ url: cluster.urlOf(database), connections: 4, keys: [oldKey] });
    await store.putTurn(turnOf({ id: 't1' }));
    await cluster.run('ALTER TABLE turn ALTER COLUMN key RESTART WITH 5000000', database); // As after some months.
    await store.putTurn(turnOf({ id: 't2' }));
    await store.close();
    const rolled = await openPostgresStore({ url: cluster.urlOf(database), connections: 4, keys: [newKey, oldKey] });
    const query = jest.spyOn(PostgresDatabase.prototype, 'query');
    expect(await rolled.renewStoreKeys()).toBe(2);
    expect([...(await rolled.countByStoreKey())]).toEqual([[newKey.id, 2]]);
    expect(query.mock.calls.length).toBeLessThan(50);
    query.mockRestore();
    await rolled.close();
  });

  it.each<readonly [string, (store: Store) => Promise<unknown>]>([
    ['is moved under it', (store) => store.renewStoreKeys()],
    ['continues', (store) => store.appendEvents('ada', 't1', [{ seq: 2_400, data: '"more"' }])],
  ])(
    'copies the long log of an unencrypted turn in small batches, when the turn %s',
    async (_, lock) => {
      const location = await makeKeyedLocation();
      const open = await location.open([]);
      const dataOf = (seq: number): string =>
        JSON.stringify({ seq, text: 'x'.repeat(seq % 800 === 0 ? 3_000_000 : 8_000) });
      await open.putTurn(turnOf({ id: 't1', status: 'in_progress' }));
      for (let next = 0; next < 2_400; next += 200)
        await open.appendEvents(
          'ada',
          't1',
          Array.from({ length: 200 }, (__, n) => ({ seq: next + n, data: dataOf(next + n) })),
        );
      await open.close();

      const locked = await location.open([oldKey]);
      const query = jest.spyOn(Client.prototype, 'query');
      await lock(locked);
      const sent = query.mock.calls.map(([, values]: readonly unknown[]) => bytesIn(values));
      const got = await Promise.all(
        query.mock.results.map(async ({ value }) => bytesIn(((await value) as { rows?: unknown } | undefined)?.rows)),
      );
      query.mockRestore();
      expect(Math.max(...sent)).toBeLessThan(8_000_000);
      expect(Math.max(...got)).toBeLessThan(8_000_000);
      expect([...(await locked.countByStoreKey())]).toEqual([[oldKey.id, 1]]);
      for (let after = -1; after < 2_399; after += 100) {
        const events = (await locked.readEvents('ada', 't1', after, 100))?.events;
        expect(events?.every(({ seq, data }, index) => seq === after + 1 + index && data === dataOf(seq))).toBe(true);
      }
      await locked.close();
      await location.dispose();
    },
    60_000,
  );
});

/** The bytes of all buffers in rows or values. */
function bytesIn(value: unknown): number {
  if (Buffer.isBuffer(value)) return value.length;
  return typeof value === 'object' && value !== null
    ? Object.values(value).reduce<number>((sum, member) => sum + bytesIn(member), 0)
    : 0;
}
