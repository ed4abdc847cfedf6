import { setTimeout as pause } from 'node:timers/promises';
import { EventLoopLag } from '#src/limits/event-loop-lag.js';

/** Keeps the event loop at work. */
const work = (ms: number): void => {
  for (const until = performance.now() + ms; performance.now() < until;);
};

/** A turn of the event loop in which it does not sleep. */
const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe('a busy spell', () => {
  it('is as long as the event loop has been at work', async () => {
    await pause(5);
    const lag = new EventLoopLag();
    work(30);
    expect(lag.length).toBeGreaterThanOrEqual(29);
  });

  it('goes on over turns without a rest, however often somebody looks', async () => {
    await pause(5);
    const lag = new EventLoopLag();
    for (let round = 0; round < 6; round += 1) {
      work(5);
      await turn();
      expect(lag.length).toBeGreaterThanOrEqual(5 * round);
    }
    expect(lag.length).toBeGreaterThanOrEqual(29);
  });

  it('has ended when the event loop has had nothing to do', async () => {
    const lag = new EventLoopLag();
    work(50);
    expect(lag.length).toBeGreaterThanOrEqual(49);
    // Other programs may keep the processor for longer than the pause.
    let shortest = Infinity;
    for (let attempt = 0; attempt < 20 && shortest >= 40; attempt += 1) {
      await pause(60);
      shortest = Math.min(shortest, lag.length);
    }
    expect(shortest).toBeLessThan(40);
  });

  it('takes no rest for granted: work that nobody looked at counts, too', async () => {
    const lag = new EventLoopLag();
    await pause(20);
    work(30);
    expect(lag.length).toBeGreaterThanOrEqual(29);
  });
});
