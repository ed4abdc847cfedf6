import { setTimeout as pause } from 'node:timers/promises';
import { EventLoopLag } from '#src/limits/event-loop-lag.js';

/** Blocks the event loop for the given time. */
const work = (ms: number): void => {
  for (const until = performance.now() + ms; performance.now() < until;);
};

/** A turn of the event loop in which it does not sleep. */
const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe('event-loop lag', () => {
  it('is as long as the event loop has been at work', async () => {
    await pause(5);
    const lag = new EventLoopLag();
    work(30);
    expect(lag.length).toBeGreaterThanOrEqual(29);
  });

  it('lasts across event loop turns without idle time, however often it is read', async () => {
    await pause(5);
    const lag = new EventLoopLag();
    for (let round = 0; round < 6; round += 1) {
      work(5);
      await turn();
      expect(lag.length).toBeGreaterThanOrEqual(5 * round);
    }
    expect(lag.length).toBeGreaterThanOrEqual(29);
  });

  it('ends when the event loop was idle', async () => {
    const lag = new EventLoopLag();
    work(50);
    expect(lag.length).toBeGreaterThanOrEqual(49);
    // Other programs may occupy the processor for longer than the pause.
    let shortest = Infinity;
    for (let attempt = 0; attempt < 20 && shortest >= 40; attempt += 1) {
      await pause(60);
      shortest = Math.min(shortest, lag.length);
    }
    expect(shortest).toBeLessThan(40);
  });

  it('counts work that was not observed, without assuming idle time', async () => {
    const lag = new EventLoopLag();
    await pause(20);
    work(30);
    expect(lag.length).toBeGreaterThanOrEqual(29);
  });
});
