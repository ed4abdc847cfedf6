// How every Store chooses the worker of the next job. Part of the store contract.
import assert from 'node:assert/strict';
import type { FairQueueKey } from '../../ports/job-store.js';
import { useJobs } from '../job-fixtures.js';
import { longLease, noLease } from '../lease-times.js';
import { useStores, type StoreLocation } from '../store-location.js';
import { turnOf } from '../turn-fixtures.js';

declare const describe: (name: string, body: () => void) => void;
declare const it: (name: string, body: () => Promise<void>, timeout?: number) => void;

export function describeJobSharingContract(name: string, makeLocation: () => Promise<StoreLocation>): void {
  describe(`${name} as a store of jobs that owners share`, () => {
    const stores = useStores(makeLocation);
    const { enqueue, claim } = useJobs(stores);

    it("gives the next job to the owner with the fewest held jobs over all replicas, regardless of the number and age of others' jobs", async () => {
      const other = await stores.open();
      for (let n = 0; n < 6; n++) await enqueue(`ada_${n}`, n);
      await claim(stores.store);
      await claim(other);
      await enqueue('bob_0', 50, 'bob');
      await enqueue('bob_1', 40, 'bob');
      await enqueue('eve_0', 30, 'eve\u0000');
      const next: string[] = [];
      for (let n = 0; n < 6; n++) next.push((await claim(n % 2 === 0 ? stores.store : other)).turnId);
      assert.deepEqual(next, ['bob_1', 'eve_0', 'bob_0', 'ada_2', 'ada_3', 'ada_4']);
    });

    it('counts only held jobs: neither an expired lease nor a returned job', async () => {
      await enqueue('ada_0', 1);
      await enqueue('ada_1', 2);
      await enqueue('bob_0', 3, 'bob');
      await stores.store.releaseJob(await claim(stores.store));
      assert.equal((await claim(stores.store, noLease)).turnId, 'ada_0');
      assert.equal((await claim(stores.store)).turnId, 'ada_0');
      assert.equal((await claim(stores.store)).turnId, 'bob_0');
    });

    it('does not count an attempt that is returned as not started', async () => {
      await enqueue('resp_1');
      const first = await claim(stores.store);
      await stores.store.releaseJob(first, true);
      assert.equal(await stores.store.extendLease(first, longLease), 'lost');
      const again = await claim(stores.store);
      assert.equal(again.attempt, 1);
      await stores.store.releaseJob(again);
      const second = await claim(stores.store);
      assert.equal(second.attempt, 2);
      await stores.store.releaseJob(again, true);
      assert.equal(await stores.store.extendLease(second, longLease), 'held', 'an old attempt gives nothing back');
    });

    it('serves owners with equally many held jobs in turn when the caller passes the owner served last', async () => {
      for (const [k, owner] of ['ada', 'bob', 'eve'].entries())
        for (let n = 0; n < 2; n++) await enqueue(`${owner}_${n}`, 10 * k + n, owner);
      const claimedIds: string[] = [];
      for (let n = 0, last: FairQueueKey | undefined; n < 6; n++) {
        const job = await claim(stores.store, longLease, '', last);
        await stores.store.putTurn(turnOf({ id: job.turnId, owner: job.owner }));
        claimedIds.push(job.turnId);
        last = job;
      }
      assert.deepEqual(claimedIds, ['ada_0', 'bob_0', 'eve_0', 'ada_1', 'bob_1', 'eve_1']);
    });

    it("gives an owner the next job of the fair-queue key with the fewest held jobs over all replicas, regardless of the number and age of others' jobs", async () => {
      const other = await stores.open();
      for (let n = 0; n < 6; n++) await enqueue(`busy_${n}`, n, 'ada', { fairQueueKey: 7 });
      for (let n = 0; n < 3; n++) assert.equal((await claim(n % 2 === 0 ? stores.store : other)).fairQueueKey, 7);
      await enqueue('idle_0', 50, 'ada', { fairQueueKey: 9 });
      await enqueue('idle_1', 40, 'ada', { fairQueueKey: 9 });
      await enqueue('none_0', 45);
      const next: string[] = [];
      for (let n = 0; n < 6; n++) next.push((await claim(n % 2 === 0 ? stores.store : other)).turnId);
      assert.deepEqual(next, ['idle_1', 'none_0', 'idle_0', 'busy_3', 'busy_4', 'busy_5']);
    });

    it('gives the next job of equal fair-queue keys to any but the one served last, the oldest first', async () => {
      for (const [k, fairQueueKey] of [3, 1, 2].entries())
        for (let n = 0; n < 2; n++)
          await enqueue(`${fairQueueKey}_${n}`, 10 * k + n, 'ada', { fairQueueKey: fairQueueKey });
      const claimedIds: string[] = [];
      for (let n = 0, last: FairQueueKey | undefined; n < 6; n++) {
        const job = await claim(stores.store, longLease, '', last);
        await stores.store.putTurn(turnOf({ id: job.turnId }));
        claimedIds.push(job.turnId);
        last = job;
      }
      assert.deepEqual(claimedIds, ['3_0', '1_0', '3_1', '1_1', '2_0', '2_1']);
    });

    it('shares between owners first: many fair-queue keys get no more than one', async () => {
      for (let n = 0; n < 4; n++) await enqueue(`ada_${n}`, n, 'ada', { fairQueueKey: n });
      for (let n = 0; n < 2; n++) await enqueue(`bob_${n}`, 10 + n, 'bob', { fairQueueKey: 1 });
      const next: string[] = [];
      for (let n = 0; n < 6; n++) next.push((await claim(stores.store)).turnId);
      assert.deepEqual(next, ['ada_0', 'bob_0', 'ada_1', 'bob_1', 'ada_2', 'ada_3']);
    });

    it('separates queues and their held jobs', async () => {
      await enqueue('long_0', 1, 'ada', { queue: 'long' });
      await enqueue('long_1', 2, 'ada', { queue: 'long' });
      await enqueue('long_2', 3, 'bob', { queue: 'long' });
      await enqueue('short_0', 4);
      await enqueue('short_1', 5, 'bob');
      assert.deepEqual(await claim(stores.store, longLease, 'long').then(({ turnId, queue }) => [turnId, queue]), [
        'long_0',
        'long',
      ]);
      assert.equal((await claim(stores.store)).turnId, 'short_0');
      assert.equal((await claim(stores.store, longLease, 'long')).turnId, 'long_2');
      assert.equal((await claim(stores.store)).turnId, 'short_1');
      assert.equal(await stores.store.claimJob('', longLease), undefined);
      assert.equal((await claim(stores.store, longLease, 'long')).turnId, 'long_1');
      assert.equal(await stores.store.claimJob('none', longLease), undefined);
    });

    it("reports only to a worker's job that an owner with fewer held jobs waits", async () => {
      const other = await stores.open();
      for (let n = 0; n < 3; n++) await enqueue(`ada_${n}`, n, 'ada', { queue: 'long' });
      const first = await claim(stores.store, longLease, 'long');
      assert.equal(
        await other.hasFairerWaiters('long', { owner: 'ada', fairQueueKey: 0 }),
        false,
        'her own jobs are no others',
      );
      await enqueue('bob_0', 9, 'bob');
      assert.equal(await other.hasFairerWaiters('long', { owner: 'ada', fairQueueKey: 0 }), false, 'another queue');
      await enqueue('bob_1', 9, 'bob', { queue: 'long' });
      assert.equal(await other.hasFairerWaiters('long', { owner: 'ada', fairQueueKey: 0 }), true);
      assert.equal(
        await other.hasFairerWaiters('long', { owner: 'bob', fairQueueKey: 0 }),
        false,
        'he has nothing to give',
      );
      assert.equal((await claim(other, longLease, 'long')).turnId, 'bob_1');
      assert.equal(await other.hasFairerWaiters('long', { owner: 'bob', fairQueueKey: 0 }), false, 'she has as many');
      await claim(other, longLease, 'long');
      await enqueue('bob_2', 9, 'bob', { queue: 'long' });
      assert.equal(
        await other.hasFairerWaiters('long', { owner: 'ada', fairQueueKey: 0 }),
        true,
        'she has two, he has one',
      );
      await stores.store.releaseJob(first);
      assert.equal(await other.hasFairerWaiters('long', { owner: 'ada', fairQueueKey: 0 }), false);
    });

    it('reports that another fair-queue key of the same owner with fewer held jobs waits, and of other owners as before', async () => {
      for (let n = 0; n < 3; n++) await enqueue(`busy_${n}`, n, 'ada', { fairQueueKey: 7 });
      const first = await claim(stores.store);
      await claim(stores.store);
      assert.equal(await stores.store.hasFairerWaiters('', first), false, 'its own fair-queue key is no other');
      await enqueue('idle_0', 9, 'ada', { fairQueueKey: 9 });
      const other = await stores.open();
      assert.equal(await other.hasFairerWaiters('', first), true);
      assert.equal(
        await other.hasFairerWaiters('', { owner: 'ada', fairQueueKey: 9 }),
        false,
        'it has nothing to give',
      );
      assert.equal(
        await other.hasFairerWaiters('', { owner: 'bob', fairQueueKey: 7 }),
        false,
        'fair-queue keys of other owners are others',
      );
      const idle = await claim(other);
      await enqueue('idle_1', 9, 'ada', { fairQueueKey: 9 });
      assert.equal(await other.hasFairerWaiters('', idle), false, 'more are held of the one that waits');
      assert.equal(await other.hasFairerWaiters('', first), true);
      await claim(other);
      assert.equal(await other.hasFairerWaiters('', first), false, 'as many are held of both');
    });

    it("gives out one at a time of an owner's jobs with the same mark in order of arrival, also when clocks go back or differ between replicas", async () => {
      const other = await stores.open();
      await enqueue('ada_0', 2, 'ada', { oneOf: 'conv_1' });
      await enqueue('ada_1', 1, 'ada', { oneOf: 'conv_1' });
      await enqueue('ada_2', 3, 'ada', { oneOf: 'conv_2' });
      await enqueue('ada_3', 4);
      const first = await claim(stores.store);
      assert.equal(first.turnId, 'ada_0');
      assert.deepEqual([(await claim(other)).turnId, (await claim(stores.store)).turnId], ['ada_2', 'ada_3']);
      assert.equal(await other.claimJob('', longLease), undefined);
      await enqueue('bob_0', 5, 'bob', { oneOf: 'conv_1' });
      assert.equal((await claim(other)).turnId, 'bob_0', 'marks of others are others');
      await stores.store.extendLease(first, noLease);
      assert.equal((await claim(other)).turnId, 'ada_0', 'who vanished is followed by the next attempt');
      await stores.store.putTurn(turnOf({ id: 'ada_0' }));
      assert.equal((await claim(stores.store)).turnId, 'ada_1');
    });

    it('gives out the next job with a mark when the preceding one ends, however it ended, and none in parallel when one in the middle ends', async () => {
      for (let n = 0; n < 6; n++) await enqueue(`ada_${n}`, n, 'ada', { oneOf: 'conv_1', fairQueueKey: n % 2 });
      await stores.store.deleteTurn('ada', 'ada_0');
      assert.equal((await claim(stores.store)).turnId, 'ada_1');
      await stores.store.deleteTurn('ada', 'ada_3');
      assert.equal(await stores.store.claimJob('', longLease), undefined);
      await stores.store.deleteTurn('ada', 'ada_1');
      const second = await claim(stores.store);
      assert.equal(second.turnId, 'ada_2');
      assert.equal(await stores.store.claimJob('', longLease), undefined);
      await stores.store.failTurn(second);
      const fourth = await claim(stores.store);
      assert.equal(fourth.turnId, 'ada_4');
      await stores.store.releaseJob(fourth);
      assert.equal((await claim(stores.store)).turnId, 'ada_4');
      await stores.store.putTurn(turnOf({ id: 'ada_4' }));
      assert.equal((await claim(stores.store)).turnId, 'ada_5');
    });

    it('gives out all jobs with a mark while others are created and ended', async () => {
      const other = await stores.open();
      const given: string[] = [];
      const work = async (): Promise<void> => {
        while (given.length < 60) {
          const job = await other.claimJob('', longLease);
          if (job === undefined) continue;
          given.push(job.turnId);
          await other.putTurn(turnOf({ id: job.turnId, owner: job.owner }), { lease: job });
        }
      };
      const make = async (part: number): Promise<void> => {
        for (let n = 0; n < 20; n++) await enqueue(`part_${part}_${n}`, n, 'ada', { oneOf: 'conv_1' });
      };
      await Promise.all([work(), make(0), make(1), make(2)]);
      assert.equal(new Set(given).size, 60);
    });
  });
}
