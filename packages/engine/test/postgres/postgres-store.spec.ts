import { Client } from 'pg';
import { PostgresDatabase } from '#src/stores/postgres/postgres-database.js';
import { describeStoreContract } from '#src/testing/store-contract.js';
import { longLease, noLease } from '#src/testing/lease-times.js';
import { turnOf } from '#src/testing/turn-fixtures.js';
import { checkAgainstModel } from '../sqlite/store-commands.js';
import { PostgresCluster } from '#src/testing/postgres-cluster.js';

let cluster: PostgresCluster;

beforeAll(async () => {
  cluster = await PostgresCluster.start({ fsync: false });
}, 30_000);

afterAll(() => cluster.dispose());

describeStoreContract('PostgreSQL', () => cluster.newPlace());

describe('PostgreSQL', () => {
  it('keeps a turn that has ended with one statement, when nothing is written beside it', async () => {
    const place = await cluster.newPlace();
    const store = await place.open();
    const query = import.meta.jest.spyOn(Client.prototype, 'query');
    expect(await store.putTurn(turnOf({ id: 'a' }), {})).toBe(true);
    expect(await store.putTurn(turnOf({ id: 'b' }), { events: [] })).toBe(true);
    expect(query).toHaveBeenCalledTimes(2);
    query.mockRestore();
    expect(await store.putTurn(turnOf({ id: 'a' }), {})).toBe(false);
    await store.close();
    await place.dispose();
  });

  it('lets replicas claim at the same time when the leases of all have run out', async () => {
    const place = await cluster.newPlace();
    const stores = [await place.open(), await place.open(), await place.open()];
    for (let round = 0; round < 30; round++) {
      const ids = Array.from({ length: 12 }, (_, n) => `resp_${round}_${n}`);
      for (const [n, id] of ids.entries()) await stores[0]?.putTurn(turnOf({ id, owner: 'ada', status: 'queued', createdAt: n }), { job: { request: {} } });
      const held = await Promise.all(stores.map(async (store) => {
        const jobs = [await store.claimJob('', longLease), await store.claimJob('', longLease), await store.claimJob('', longLease), await store.claimJob('', longLease)];
        return jobs.filter((job) => job !== undefined);
      }));
      for (const job of held.flat()) await stores[0]?.extendLease(job, noLease);
      const taken = await Promise.all(stores.map((store, k) => store.claimJob('', longLease, '', held[k])));
      expect(taken.filter((job) => job !== undefined && held.flat().some(({ turnId, attempt }) => turnId === job.turnId && attempt === job.attempt))).toEqual([]);
      for (const id of ids) await stores[0]?.deleteTurn('ada', id);
    }
    for (const store of stores) await store.close();
    await place.dispose();
  });

  it('takes no other item of a turn for the one it looks for, when the turn is replaced meanwhile', async () => {
    const place = await cluster.newPlace();
    const store = await place.open();
    const itemOf = (id: string) => ({ id, side: 'output' as const, value: { id } });
    const turn = turnOf({ id: 'a', status: 'in_progress', items: [itemOf('i1')] });
    await store.putTurn(turn);
    const query = import.meta.jest.spyOn(PostgresDatabase.prototype, 'query');
    query.mockImplementationOnce(async function (this: PostgresDatabase, ...args) {
      const rows = await this.query(...args);
      await store.putTurn({ ...turn, items: [itemOf('i0')] });
      return rows;
    });
    expect([...(await store.getItems('ada', ['i1']))]).toEqual([]);
    query.mockRestore();
    await store.close();
    await place.dispose();
  });

  it('does what the model does, whatever the order of commands and whichever of two replicas gets them', async () => {
    await expect(checkAgainstModel(() => cluster.newPlace(), { runs: 60, length: 50 })).resolves.toBeUndefined();
  }, 60_000);
});
