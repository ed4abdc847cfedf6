import { setTimeout as pause } from 'node:timers/promises';
import { KeyLease, type KeyLeaseOptions } from '#src/idempotency/key-lease.js';
import { eventually } from '../kit/eventually.js';

const attempt = { owner: 'ada', key: 'k', attempt: 1 };
/** Longer than any test. */
const long = 3_600_000;

/** Creates a lease whose store calls `renew`; `lost` and `asked` count. */
function leaseOf(
  renew: () => Promise<boolean>,
  times: Partial<KeyLeaseOptions['times']>,
  acquiredAt = performance.now(),
): { lease: KeyLease; asked: number; lost: number } {
  const counts = { asked: 0, lost: 0 };
  const store = { renewIdempotent: () => ((counts.asked += 1), renew()) };
  const lease = new KeyLease({
    store,
    times: { leaseMs: long, heartbeatMs: 1, ...times },
    attempt,
    acquiredAt,
    onLost: () => (counts.lost += 1),
  });
  return Object.assign(counts, { lease });
}

describe('The lease of an idempotency key', () => {
  it('is lost once when another process has the key, and renews no more', async () => {
    const lease = leaseOf(async () => lease.asked < 3, {});
    await eventually(() => lease.lost > 0);
    await pause(20);
    expect([lease.asked, lease.lost]).toEqual([3, 1]);
  });

  it('is lost when the store has not responded for its full duration, and not before', async () => {
    const refuse = (): Promise<boolean> => Promise.reject(new Error('No response.'));
    const [short, lasting] = [leaseOf(refuse, { leaseMs: 20 }), leaseOf(refuse, {})];
    await eventually(() => short.lost > 0 && lasting.asked > 3);
    expect([short.lost, lasting.lost]).toEqual([1, 0]);
    lasting.lease.end();
  });

  it('starts before the key is acquired', async () => {
    const late = leaseOf(async () => true, { heartbeatMs: long }, performance.now() - long);
    await eventually(() => late.lost > 0);
    expect(late.asked).toBe(0);
  });

  it('is extended by each successful heartbeat', async () => {
    const startedAt = performance.now() - long + 100;
    const lease = leaseOf(async () => true, { heartbeatMs: 5 }, startedAt);
    await eventually(() => lease.asked > 0);
    await pause(150);
    expect(lease.lost).toBe(0);
    lease.lease.end();
  });

  it('is not lost after its release, whatever the store responds later', async () => {
    const renewal = Promise.withResolvers<boolean>();
    const lease = leaseOf(() => renewal.promise, { leaseMs: 50 });
    await eventually(() => lease.asked > 0);
    lease.lease.end();
    const { asked } = lease;
    renewal.resolve(false);
    await pause(80);
    expect([lease.asked, lease.lost]).toEqual([asked, 0]);
  });
});
