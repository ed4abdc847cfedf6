// Replicas with different clocks: leases run by the clock of their shared database.
import type { Store } from '@org/engine';
import type { LockTicket } from '@org/engine/storage';
import { longLease, type StoreLocation, turnOf } from '@org/engine/testing';
import { postgresOfRun } from '#src/testing/postgres-of-run.js';

const leaseMs = 60_000;
const request = { owner: 'ada', key: 'k', fingerprint: 'f', leaseMs, retentionMs: longLease };
const { now } = Date;

const cluster = postgresOfRun();
let location: StoreLocation;
let right: Store;
let wrong: Store;

beforeEach(async () => {
  location = await cluster.newLocation();
  right = await location.open({ now });
  wrong = await location.open({ now: () => Date.now() });
});
afterEach(async () => {
  await Promise.all([right.close(), wrong.close()]);
  await location.dispose();
});

describe.each([
  ['ahead', 600_000],
  ['behind', -600_000],
])('A replica with a clock ten minutes %s', (_, skewMs) => {
  /** Runs at the right replica. */
  const there = <Result>(act: (store: Store) => Promise<Result>): Promise<Result> => act(right);
  /** Runs an action with the skewed clock: every read of the time returns another one. */
  const here = async <Result>(act: (store: Store) => Promise<Result>): Promise<Result> => {
    const clock = jest.spyOn(Date, 'now').mockImplementation(() => now() + skewMs);
    return act(wrong).finally(() => clock.mockRestore());
  };
  const orders = [
    ['takes nothing of others', there, here],
    ['loses nothing to others', here, there],
  ] as const;

  it.each(orders)('%s: jobs', async (_name, first, second) => {
    await right.putTurn(turnOf({ id: 'a', status: 'queued' }), { job: { request: {} } });
    const job = await first((store) => store.claimJob('', leaseMs));
    expect(await second((store) => store.claimJob('', leaseMs))).toBeUndefined();
    expect(await first((store) => store.extendLease(job ?? { owner: '', turnId: '', attempt: 0 }, leaseMs))).toBe(
      'held',
    );
    expect(await second((store) => store.claimJob('', leaseMs))).toBeUndefined();
    expect(await second((store) => store.countJobs())).toEqual({ queued: 0, running: 1, expired: 0 });
  });

  it.each(orders)('%s: tickets in the queue of a conversation', async (_name, first, second) => {
    await right.createConversation({ id: 'conv_1', owner: 'ada', createdAt: 1, metadata: {} }, []);
    const join = async (store: Store): Promise<LockTicket> => {
      const taken = await store.enqueueTicket('ada', 'conv_1', leaseMs);
      if (taken === undefined) throw new Error('there is a conversation');
      return taken;
    };
    const before = await first(join);
    const after = await second(join);
    expect(await second((store) => store.renewTicket(after, leaseMs))).toBe(true);
    expect([await right.readTicket(before), await right.readTicket(after)]).toEqual(['first', 'waiting']);
  });

  it.each(orders)('%s: idempotency keys', async (_name, first, second) => {
    const started = await first((store) => store.startIdempotent(request));
    expect(started.state).toBe('new');
    expect(await second((store) => store.startIdempotent(request))).toEqual({ state: 'running' });
    const attempt = { owner: 'ada', key: 'k', attempt: started.state === 'new' ? started.attempt : 0 };
    expect(await first((store) => store.renewIdempotent(attempt, leaseMs))).toBe(true);
    expect(await second((store) => store.startIdempotent(request))).toEqual({ state: 'running' });
  });
});
