// What every Store must do when a turn with a long log is deleted. Part of the store contract.
import assert from 'node:assert/strict';
import { setImmediate as nextTick } from 'node:timers/promises';
import type { Store } from '../../ports/store.js';
import { longLease } from '../lease-times.js';
import { putLongLog } from '../long-log.js';
import { useStores, type StoreLocation } from '../store-location.js';
import { turnOf } from '../turn-fixtures.js';

declare const describe: (name: string, body: () => void) => void;
declare const it: (name: string, body: () => Promise<void>, timeout?: number) => void;

/** More than is deleted at once. */
const eventCount = 3_500;

/** What readers find of a turn and its item `out_<id>`. */
async function found(store: Store, id: string): Promise<readonly boolean[]> {
  return [
    (await store.getTurn('ada', id)) !== undefined,
    (await store.getChain('ada', id)) !== undefined,
    (await store.listInputItems('ada', id, { order: 'asc', limit: 1 })) !== undefined,
    (await store.getItems('ada', [`out_${id}`])).size > 0,
    (await store.readEvents('ada', id, -1, 1)) !== undefined,
  ];
}

const all = [true, true, true, true, true];
const none = [false, false, false, false, false];

export function describeLongLogContract(name: string, makeLocation: () => Promise<StoreLocation>): void {
  describe(`${name} as it deletes a long log`, () => {
    const stores = useStores(makeLocation);

    it('shows readers no partial turn or chain, neither during the deletion nor afterwards', async () => {
      const other = await stores.open();
      await putLongLog(stores.store, turnOf({ id: 't1' }), eventCount);
      await stores.store.putTurn(turnOf({ id: 't2', previousId: 't1' }));
      assert.deepEqual(await found(other, 't1'), all);
      assert.equal((await other.getChain('ada', 't2'))?.length, 2);
      const state = { ended: false };
      const deleting = stores.store.deleteTurn('ada', 't1').finally(() => (state.ended = true));
      let deleted = false;
      for (; !state.ended; await nextTick()) {
        const page = await other.readEvents('ada', 't1', -1, eventCount);
        assert.ok(
          page === undefined || (page.events.length === eventCount && !deleted),
          `${page?.events.length} events`,
        );
        deleted = page === undefined;
      }
      assert.equal(await deleting, true);
      assert.deepEqual(await found(other, 't1'), none);
      assert.equal(await other.getChain('ada', 't2'), undefined);
      assert.equal(await other.deleteTurn('ada', 't1'), false);
    });

    it('frees its id at once for a turn with a log of its own', async () => {
      await putLongLog(stores.store, turnOf({ id: 't1' }), eventCount);
      const deleting = stores.store.deleteTurn('ada', 't1');
      while ((await stores.store.getTurn('ada', 't1')) !== undefined) await nextTick();
      assert.equal(
        await stores.store.putTurn(turnOf({ id: 't1', status: 'in_progress' }), {
          events: [{ seq: 0, data: '"new"' }],
        }),
        true,
      );
      assert.equal(await deleting, true);
      assert.deepEqual((await stores.store.readEvents('ada', 't1', -1, 9))?.events, [{ seq: 0, data: '"new"' }]);
      assert.equal((await stores.store.getItems('ada', ['out_t1'])).size, 1);
    });

    it('deletes the job, whose worker loses it', async () => {
      await stores.store.putTurn(turnOf({ id: 't1', status: 'queued' }), { job: { request: {} } });
      for (let next = 0; next < eventCount; next += 500)
        await stores.store.appendEvents(
          'ada',
          't1',
          Array.from({ length: 500 }, (_, n) => ({ seq: next + n, data: '1' })),
        );
      const job = await stores.store.claimJob('', longLease);
      assert.ok(job !== undefined);
      assert.equal(await stores.store.deleteTurn('ada', 't1'), true);
      assert.equal(await stores.store.extendLease(job, longLease), 'lost');
      assert.equal(await stores.store.appendEvents('ada', 't1', [{ seq: eventCount, data: '1' }], job), false);
      assert.equal(await stores.store.putTurn(turnOf({ id: 't1' }), { lease: job }), false);
      assert.deepEqual(await stores.store.countJobs(), { queued: 0, running: 0, expired: 0 });
    });

    it('retains the beginning of a chain that a retained turn continues, and deleted turns retain nothing', async () => {
      await stores.store.putTurn(turnOf({ id: 't1', expiresAt: 5 }));
      await putLongLog(stores.store, turnOf({ id: 't2', previousId: 't1', expiresAt: 6 }), eventCount);
      await stores.store.putTurn(turnOf({ id: 't3', previousId: 't2', expiresAt: 7 }));
      assert.equal(await stores.store.deleteExpired(6), 0);
      assert.deepEqual(await found(stores.store, 't2'), all);
      assert.equal(await stores.store.deleteExpired(7), 3);
      for (const id of ['t1', 't2', 't3']) assert.deepEqual(await found(stores.store, id), none);
      assert.equal(await stores.store.deleteExpired(7), 0);
    });

    it('shows nothing of the turn after an interrupted deletion, and does not count it twice', async () => {
      await putLongLog(stores.store, turnOf({ id: 't1' }), 4 * eventCount);
      const deleting = stores.store.deleteTurn('ada', 't1').catch(() => undefined);
      while ((await stores.store.getTurn('ada', 't1')) !== undefined) await nextTick();
      await stores.store.close();
      await deleting;
      const again = await stores.open();
      assert.deepEqual(await found(again, 't1'), none);
      assert.equal(await again.deleteExpired(5), 0);
      assert.deepEqual(await found(again, 't1'), none);
    });
  });
}
