import { Client } from 'pg';
import { describeStoreContract, longLease, noLease, turnOf } from '@org/engine/testing';
import { PostgresDatabase } from '#src/postgres/database/postgres-database.js';
import { openPostgresStore } from '#src/postgres/postgres-store.js';
import { checkAgainstModel } from '../sqlite/store-commands.js';
import { postgresOfRun } from '#src/testing/postgres-of-run.js';

const cluster = postgresOfRun();

describeStoreContract('PostgreSQL', () => cluster.newLocation());

describe('PostgreSQL', () => {
  it('stores an ended turn with one statement when nothing else is written with it', async () => {
    const location = await cluster.newLocation();
    const store = await location.open();
    const query = jest.spyOn(Client.prototype, 'query');
    expect(await store.putTurn(turnOf({ id: 'a' }), {})).toBe(true);
    expect(await store.putTurn(turnOf({ id: 'b' }), { events: [] })).toBe(true);
    expect(query).toHaveBeenCalledTimes(2);
    query.mockRestore();
    expect(await store.putTurn(turnOf({ id: 'a' }), {})).toBe(false);
    await store.close();
    await location.dispose();
  });

  it('lets replicas claim at the same time when the leases of all have run out', async () => {
    const location = await cluster.newLocation();
    const stores = [await location.open(), await location.open(), await location.open()];
    for (let round = 0; round < 30; round++) {
      const ids = Array.from({ length: 12 }, (_, n) => `resp_${round}_${n}`);
      for (const [n, id] of ids.entries())
        await stores[0]?.putTurn(turnOf({ id, owner: 'ada', status: 'queued', createdAt: n }), {
          job: { request: {} },
        });
      const claimed = await Promise.all(
        stores.map(async (store) => {
          const jobs = [
            await store.claimJob('', longLease),
            await store.claimJob('', longLease),
            await store.claimJob('', longLease),
            await store.claimJob('', longLease),
          ];
          return jobs.filter((job) => job !== undefined);
        }),
      );
      for (const job of claimed.flat()) await stores[0]?.extendLease(job, noLease);
      const taken = await Promise.all(stores.map((store, k) => store.claimJob('', longLease, undefined, claimed[k])));
      expect(
        taken.filter(
          (job) =>
            job !== undefined &&
            claimed.flat().some(({ turnId, attempt }) => turnId === job.turnId && attempt === job.attempt),
        ),
      ).toEqual([]);
      for (const id of ids) await stores[0]?.deleteTurn('ada', id);
    }
    for (const store of stores) await store.close();
    await location.dispose();
  });

  it('stores the position of a deleted conversation item for a day, without its content', async () => {
    const url = cluster.urlOf(await cluster.newDatabase());
    const store = await openPostgresStore({ url });
    await store.createConversation({ id: 'conv_1', owner: 'ada', createdAt: 1, metadata: {} }, [
      { id: 'secret-id', value: { text: 'canary' } },
    ]);
    await store.deleteConversationItem('ada', 'conv_1', 'secret-id');
    await store.deleteExpired(0);
    const client = new Client({ connectionString: url });
    await client.connect();
    const { rows } = await client.query<Record<string, unknown>>('SELECT * FROM conversation_gap');
    expect(rows.map((row) => Object.keys(row))).toEqual([['conversation_key', 'item_id', 'key', 'expires_at']]);
    expect(String(rows[0]?.['item_id'])).not.toContain('secret');
    expect(Number(rows[0]?.['expires_at']) - Date.now()).toBeGreaterThan(23 * 3_600_000);
    await client.query('UPDATE conversation_gap SET expires_at = 1');
    await store.deleteExpired(0);
    expect((await client.query('SELECT 1 FROM conversation_gap')).rows).toEqual([]);
    await client.end();
    await store.close();
  });

  it('deletes a conversation and its items at once, without a deadlock', async () => {
    const location = await cluster.newLocation();
    const stores = [await location.open(), await location.open()] as const;
    for (let round = 0; round < 20; round++) {
      const items = Array.from({ length: 10 }, (_, n) => ({ id: `i${n}`, value: {} }));
      await stores[0].createConversation({ id: 'conv_1', owner: 'ada', createdAt: 1, metadata: {} }, items);
      const deleted = await Promise.all([
        ...items.map(({ id }) => stores[0].deleteConversationItem('ada', 'conv_1', id)),
        stores[1].deleteConversation('ada', 'conv_1'),
      ]);
      expect(deleted.at(-1)).toBe(true);
    }
    for (const store of stores) await store.close();
    await location.dispose();
  });

  it('writes turns, jobs and items of one conversation at the same time without a deadlock', async () => {
    const database = await cluster.newDatabase();
    const stores = await Promise.all([0, 1].map(() => openPostgresStore({ url: cluster.urlOf(database) })));
    const conversation = { id: 'conv_1', owner: 'ada', createdAt: 1, metadata: {} };
    await stores[0]?.createConversation(conversation, []);
    const job = { request: {}, oneOf: 'conv_1' };
    await stores[0]?.putTurn(turnOf({ id: 'queued_0', status: 'queued' }), { job });
    for (let round = 0; round < 40; round++) {
      const [one, other] = round % 2 === 0 ? stores : stores.toReversed();
      const lease = await one?.claimJob('', longLease);
      if (lease === undefined) throw new Error('there is a job');
      const items = [{ id: `i${round}`, value: {} }];
      await Promise.all([
        one?.putTurn(turnOf({ id: lease.turnId }), { lease, conversation: { id: 'conv_1', items } }),
        other?.putTurn(turnOf({ id: `queued_${round + 1}`, status: 'queued' }), { job }),
        other?.putTurn(turnOf({ id: `t${round}` }), { conversation: { id: 'conv_1', items } }),
        one?.addConversationItems('ada', 'conv_1', [{ id: `j${round}`, value: {} }]),
        other?.deleteConversationItem('ada', 'conv_1', `j${round - 1}`),
        one?.deleteTurn('ada', `t${round - 1}`),
      ]);
    }
    for (const store of stores) await store.close(); // A connection reports its deadlocks at its end at the latest.
    const client = new Client({ connectionString: cluster.urlOf(database) });
    await client.connect();
    const { rows } = await client.query(
      'SELECT deadlocks::integer FROM pg_stat_database WHERE datname = current_database()',
    );
    await client.end();
    expect(rows).toEqual([{ deadlocks: 0 }]);
  }, 60_000);

  it('does not confuse items of a turn that is replaced during the lookup', async () => {
    const location = await cluster.newLocation();
    const store = await location.open();
    const itemOf = (id: string) => ({ id, side: 'output' as const, value: { id } });
    const turn = turnOf({ id: 'a', status: 'in_progress', items: [itemOf('i1')] });
    await store.putTurn(turn);
    const query = jest.spyOn(PostgresDatabase.prototype, 'query');
    query.mockImplementationOnce(async function (this: PostgresDatabase, ...args) {
      const rows = await this.query(...args);
      await store.putTurn({ ...turn, items: [itemOf('i0')] });
      return rows;
    });
    expect([...(await store.getItems('ada', ['i1']))]).toEqual([]);
    query.mockRestore();
    await store.close();
    await location.dispose();
  });

  it('does what the model does, whatever the order of commands and whichever of two replicas gets them', async () => {
    await expect(checkAgainstModel(() => cluster.newLocation(), { runs: 60, length: 50 })).resolves.toBeUndefined();
  }, 60_000);
});
