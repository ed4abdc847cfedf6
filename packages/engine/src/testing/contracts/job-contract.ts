// What every Store must do with jobs and the leases on them. Part of the store contract.
import assert from 'node:assert/strict';
import type { TurnEvent } from '../../ports/turn-event-log.js';
import { useJobs } from '../job-fixtures.js';
import { longLease, noLease } from '../lease-times.js';
import { useStores, type StoreLocation } from '../store-location.js';
import { turnOf } from '../turn-fixtures.js';

declare const describe: (name: string, body: () => void) => void;
declare const it: (name: string, body: () => Promise<void>, timeout?: number) => void;

export function describeJobContract(name: string, makeLocation: () => Promise<StoreLocation>): void {
  describe(`${name} as a store of jobs`, () => {
    const stores = useStores(makeLocation);
    const { enqueue, claim } = useJobs(stores);

    it('gives each job to one replica, the oldest first', async () => {
      const other = await stores.open();
      const ids = Array.from({ length: 30 }, (_, n) => `resp_${n}`);
      await Promise.all(ids.map((id, n) => enqueue(id, 100 - n)));
      const first = await claim(other);
      assert.deepEqual(first, {
        owner: 'ada',
        turnId: 'resp_29',
        attempt: 1,
        createdAt: 71,
        cancelRequested: false,
        expired: false,
        queue: '',
        fairQueueKey: 0,
        request: { of: 'resp_29\u0000\ud800' },
      });
      const rest = await Promise.all(
        Array.from({ length: 40 }, (_, n) => (n % 2 === 0 ? stores.store : other).claimJob('', longLease)),
      );
      const claimed = rest.flatMap((job) => (job === undefined ? [] : [job.turnId]));
      assert.deepEqual([...claimed, first.turnId].toSorted(), ids.toSorted());
    });

    it('reports that the turn of a job has expired, and gives out the next job once that turn has ended', async () => {
      await stores.store.putTurn(turnOf({ id: 'resp_1', status: 'queued', createdAt: 1, expiresAt: 10 }), {
        job: { request: {}, oneOf: 'conv_1' },
      });
      await enqueue('resp_2', 2, 'ada', { oneOf: 'conv_1' });
      let now = 9;
      const store = await stores.open({ now: () => now });
      const first = await claim(store, noLease);
      assert.deepEqual([first.turnId, first.expired], ['resp_1', false]);
      now = 10;
      const again = await claim(store);
      assert.deepEqual([again.turnId, again.expired], ['resp_1', true]);
      assert.equal(await store.failTurn(again), true);
      const next = await claim(store);
      assert.deepEqual([next.turnId, next.expired], ['resp_2', false]);
      assert.equal(await store.claimJob('', longLease), undefined);
    });

    it('gives a job to the next worker when its lease expires, and not before', async () => {
      await enqueue('resp_1');
      const first = await claim(stores.store);
      assert.equal(await stores.store.claimJob('', longLease), undefined);
      assert.equal(await stores.store.extendLease(first, longLease), 'held');
      assert.equal(await stores.store.claimJob('', longLease), undefined);
      assert.equal(await stores.store.extendLease(first, noLease), 'held');
      const second = await claim(stores.store);
      assert.equal(second.attempt, 2);
      assert.equal(await stores.store.extendLease(first, longLease), 'lost');
      assert.equal(await stores.store.extendLease(second, longLease), 'held');
    });

    it('renews jobs that their worker still runs, and gives one out only when another worker had it since', async () => {
      const other = await stores.open();
      await enqueue('resp_1');
      await enqueue('resp_2', 2);
      const [first, second] = [await claim(stores.store), await claim(stores.store)];
      assert.equal(await stores.store.extendLease(first, noLease), 'held');
      assert.equal(await stores.store.claimJob('', longLease, undefined, [first, second]), undefined);
      assert.equal(await other.claimJob('', longLease), undefined, 'its lease runs again');
      assert.equal(await stores.store.extendLease(second, noLease), 'held');
      assert.equal((await other.claimJob('', noLease, undefined, [first]))?.attempt, 2);
      const third = await stores.store.claimJob('', longLease, undefined, [first, second]);
      assert.ok(third?.attempt === 3, 'an old attempt renews nothing');
      await stores.store.releaseJob(third);
      assert.equal(
        (await stores.store.claimJob('', longLease, undefined, [first, third]))?.attempt,
        4,
        'no runner works on a returned job',
      );
      assert.equal(
        await stores.store.claimJob('', longLease, undefined, [{ owner: 'ada', turnId: 'resp_9', attempt: 1 }]),
        undefined,
      );
    });

    it('lets only the holder of the lease write the turn', async () => {
      await enqueue('resp_1');
      const first = await claim(stores.store, noLease);
      const second = await claim(stores.store);
      const ended = turnOf({ id: 'resp_1', payload: { by: 'second' } });
      assert.equal(
        await stores.store.putTurn(turnOf({ id: 'resp_1', payload: { by: 'first' } }), { lease: first }),
        false,
      );
      assert.equal(
        await stores.store.putTurn(turnOf({ id: 'resp_1', status: 'in_progress' }), { lease: second }),
        true,
      );
      assert.equal(await stores.store.putTurn(ended, { lease: second }), true);
      assert.equal(
        await stores.store.putTurn(turnOf({ id: 'resp_9' }), { lease: { ...second, turnId: 'resp_9' } }),
        false,
        'no turn, no lease',
      );
      assert.deepEqual(await stores.store.getTurn('ada', 'resp_1'), ended);
    });

    it('lets only the holder of the lease add to the log of the turn', async () => {
      await enqueue('resp_1');
      const event = (seq: number): TurnEvent => ({ seq, data: `"${seq}"` });
      const first = await claim(stores.store, noLease);
      assert.equal(
        await stores.store.appendEvents('ada', 'resp_1', [event(0)], first),
        true,
        'late, but no other process has claimed it',
      );
      const second = await claim(await stores.open());
      assert.equal(
        await stores.store.appendEvents('ada', 'resp_1', [event(1)], first),
        false,
        'the first attempt came back too late',
      );
      assert.equal(await stores.store.appendEvents('ada', 'resp_1', [event(1)], second), true);
      await stores.store.releaseJob(second);
      assert.equal(
        await stores.store.appendEvents('ada', 'resp_1', [event(2)], second),
        false,
        'it gave the work back',
      );
      assert.deepEqual((await stores.store.readEvents('ada', 'resp_1', -1, 10))?.events, [event(0), event(1)]);
    });

    it('ends the job with the turn, whichever caller ended it', async () => {
      await enqueue('resp_1');
      const job = await claim(stores.store);
      await stores.store.putTurn(turnOf({ id: 'resp_1', status: 'cancelled' }));
      assert.equal(await stores.store.extendLease(job, longLease), 'lost');
      assert.equal(await stores.store.putTurn(turnOf({ id: 'resp_1' }), { lease: job }), false);
      assert.equal(await stores.store.claimJob('', longLease), undefined);
      assert.deepEqual(await stores.store.countJobs(), { queued: 0, running: 0, expired: 0 });
    });

    it("ends a turn in place as failed for the job's holder, and wakes its watchers", async () => {
      const events = [{ seq: 0, data: '"0"' }];
      const turn = turnOf({ id: 'resp_1', status: 'in_progress' });
      await stores.store.putTurn(turn, { job: { request: {} }, events });
      const [first, second] = [await claim(stores.store, noLease), await claim(stores.store)];
      const other = await stores.open();
      assert.equal(await other.failTurn(first), false, 'another attempt has it');
      const woken = new Promise<void>(
        (resolve) => void stores.store.watchTurn('ada', 'resp_1', resolve).then(() => other.failTurn(second)),
      );
      await woken;
      assert.deepEqual(await stores.store.getTurn('ada', 'resp_1'), { ...turn, status: 'failed' });
      assert.deepEqual(await stores.store.readEvents('ada', 'resp_1', -1, 10), { status: 'failed', events });
      assert.deepEqual(await stores.store.countJobs(), { queued: 0, running: 0, expired: 0 });
      assert.equal(await stores.store.putTurn(turnOf({ id: 'resp_1' })), false, 'it has ended');
      assert.equal(await stores.store.failTurn(second), false);
    });

    it('deletes the job with the turn', async () => {
      await enqueue('resp_1');
      const job = await claim(stores.store);
      await stores.store.deleteTurn('ada', 'resp_1');
      assert.equal(await stores.store.extendLease(job, longLease), 'lost');
      assert.equal(await stores.store.claimJob('', longLease), undefined);
    });

    it('reports to the holder that its job was cancelled', async () => {
      await enqueue('resp_1');
      const job = await claim(stores.store);
      const other = await stores.open();
      const woken = new Promise<void>(
        (resolve) =>
          void stores.store.watchTurn('ada', 'resp_1', resolve).then(() => other.requestCancel('ada', 'resp_1')),
      );
      await woken;
      assert.equal(await stores.store.extendLease(job, longLease), 'cancel-requested');
      assert.equal(await stores.store.requestCancel('ada', 'resp_1'), 'held', 'twice is the same');
      assert.equal(await stores.store.requestCancel('bob', 'resp_1'), undefined);
      assert.equal(await stores.store.requestCancel('ada', 'resp_2'), undefined);
      await stores.store.releaseJob(job);
      assert.equal(await stores.store.requestCancel('ada', 'resp_1'), 'waiting');
      assert.equal((await claim(stores.store)).cancelRequested, true);
    });

    it('does not overwrite a cancellation that the holder reports as not received', async () => {
      await enqueue('resp_1');
      const lease = await claim(stores.store);
      const write = (unlessCancelled: boolean, status: 'in_progress' | 'completed'): Promise<boolean> =>
        stores.store.putTurn(turnOf({ id: 'resp_1', status }), {
          lease,
          unlessCancelled,
          events: [{ seq: status === 'completed' ? 1 : 0, data: status }],
        });
      assert.equal(await write(true, 'in_progress'), true);
      await stores.store.requestCancel('ada', 'resp_1');
      assert.equal(await write(true, 'completed'), false);
      assert.deepEqual(
        (await stores.store.readEvents('ada', 'resp_1', -1, 9))?.events.map(({ data }) => data),
        ['in_progress'],
      );
      assert.equal(await write(false, 'completed'), true);
      assert.equal((await stores.store.getTurn('ada', 'resp_1'))?.status, 'completed');
    });

    it('takes a job back and gives it to the next worker at once', async () => {
      await enqueue('resp_1');
      const job = await claim(stores.store);
      const other = await stores.open();
      const woken = new Promise<void>(
        (resolve) => void other.watchJobs(resolve).then(() => stores.store.releaseJob(job)),
      );
      await woken;
      assert.equal(await stores.store.extendLease(job, longLease), 'lost');
      const next = await claim(other);
      await stores.store.releaseJob(job);
      assert.equal(await other.extendLease(next, longLease), 'held', 'an old holder takes nothing back');
    });

    it('wakes a waiting replica when there is work', async () => {
      const other = await stores.open();
      const woken = new Promise<void>((resolve) => void other.watchJobs(resolve).then(() => enqueue('resp_1')));
      await woken;
      assert.equal((await claim(other)).turnId, 'resp_1');
    });

    it('counts waiting, running and abandoned jobs', async () => {
      await Promise.all(['a', 'b', 'c', 'd'].map((id, n) => enqueue(id, n)));
      const first = await claim(stores.store);
      await claim(stores.store);
      assert.deepEqual(await stores.store.countJobs(), { queued: 2, running: 2, expired: 0 });
      await stores.store.extendLease(first, noLease);
      assert.deepEqual(await stores.store.countJobs(), { queued: 2, running: 1, expired: 1 });
    });

    it('makes no job of a turn that ended', async () => {
      await stores.store.putTurn(turnOf({ id: 'resp_1' }), { job: { request: {} } });
      assert.equal(await stores.store.claimJob('', longLease), undefined);
    });
  });
}
