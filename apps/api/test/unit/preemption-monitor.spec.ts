import { setTimeout as pause } from 'node:timers/promises';
import { PreemptionMonitor } from '#src/batches/preemption-monitor.js';

/** Checks as often as possible and stops when `othersWait` returns true. */
async function looking(othersWait: () => Promise<boolean>, until: () => boolean): Promise<boolean> {
  const others = new PreemptionMonitor(
    { hasFairerWaiters: othersWait, shutdownSignal: new AbortController().signal },
    1,
  );
  while (!until() && !others.isPreempted) await new Promise(setImmediate);
  others.stop();
  return others.isPreempted;
}

describe('Whether other owners wait for their share of the work', () => {
  it('is checked until one does', async () => {
    let asked = 0;
    expect(
      await looking(
        async () => (asked += 1) === 3,
        () => false,
      ),
    ).toBe(true);
    expect(asked).toBe(3);
  });

  it('defaults to no when the store does not respond', async () => {
    let asked = 0;
    expect(
      await looking(
        () => Promise.reject(new Error(`${(asked += 1)}`)),
        () => asked > 2,
      ),
    ).toBe(false);
    const askedBefore = asked;
    await pause(20);
    expect(asked).toBe(askedBefore);
  });

  it('is so for everybody once the process is about to end', () => {
    const leaving = new AbortController();
    const others = new PreemptionMonitor(
      { hasFairerWaiters: async () => false, shutdownSignal: leaving.signal },
      600_000,
    );
    expect(others.isPreempted).toBe(false);
    leaving.abort();
    expect([others.isPreempted, others.signal.aborted]).toEqual([true, true]);
    others.stop();
  });
});
