import { setTimeout as pause } from 'node:timers/promises';
import { KeyLease, type KeyLeaseOptions } from '#src/idempotency/key-lease.js';
import { eventually } from '../kit/eventually.js';

const attempt = { owner: 'ada', key: 'k', attempt: 1 };
/** Longer than any test. */
const long = 3_600_000;

/** A lease whose store answers with `renew`; `lost` and `asked` count. */
function leaseOf(
  renew: () => Promise<boolean>,
  times: Partial<KeyLeaseOptions['times']>,
  takenAt = performance.now(),
): { lease: KeyLease; asked: number; lost: number } {
  const counts = { asked: 0, lost: 0 };
  const store = { renewIdempotent: () => ((counts.asked += 1), renew()) };
  const lease = new KeyLease({
    store,
    times: { leaseMs: long, heartbeatMs: 1, ...times },
    attempt,
    takenAt,
    onLost: () => (counts.lost += 1),
  });
  return Object.assign(counts, { lease });
}

describe('The lease of an idempotency key', () => {
  it('is lost once when another has the key, and asks no more', async () => {
    const held = leaseOf(async () => held.asked < 3, {});
    await eventually(() => held.lost > 0);
    await pause(20);
    expect([held.asked, held.lost]).toEqual([3, 1]);
  });

  it('is lost when the store has not answered for as long as it holds, and not before', async () => {
    const refuse = (): Promise<boolean> => Promise.reject(new Error('No answer.'));
    const [short, lasting] = [leaseOf(refuse, { leaseMs: 20 }), leaseOf(refuse, {})];
    await eventually(() => short.lost > 0 && lasting.asked > 3);
    expect([short.lost, lasting.lost]).toEqual([1, 0]);
    lasting.lease.end();
  });

  it('counts from before the key was taken', async () => {
    const late = leaseOf(async () => true, { heartbeatMs: long }, performance.now() - long);
    await eventually(() => late.lost > 0);
    expect(late.asked).toBe(0);
  });

  it('holds on with each sign of life that is heard', async () => {
    const begun = performance.now() - long + 100;
    const held = leaseOf(async () => true, { heartbeatMs: 5 }, begun);
    await eventually(() => held.asked > 0);
    await pause(150);
    expect(held.lost).toBe(0);
    held.lease.end();
  });

  it('is not lost any more once it was given up, whatever is heard afterwards', async () => {
    const answer = Promise.withResolvers<boolean>();
    const held = leaseOf(() => answer.promise, { leaseMs: 50 });
    await eventually(() => held.asked > 0);
    held.lease.end();
    const { asked } = held;
    answer.resolve(false);
    await pause(80);
    expect([held.asked, held.lost]).toEqual([asked, 0]);
  });
});
