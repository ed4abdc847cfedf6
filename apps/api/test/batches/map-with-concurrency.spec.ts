import { setImmediate as othersTurn, setTimeout as pause } from 'node:timers/promises';
import { mapWithConcurrency } from '#src/batches/map-with-concurrency.js';

describe('a long list', () => {
  it('runs a few at a time and returns results in order', async () => {
    let running = 0;
    let max = 0;
    const results = await mapWithConcurrency(
      Array.from({ length: 50 }, (_, n) => n),
      async (n) => {
        running += 1;
        max = Math.max(max, running);
        await pause(n % 3);
        running -= 1;
        return n * 2;
      },
    );
    expect(results).toEqual(Array.from({ length: 50 }, (_, n) => n * 2));
    expect(max).toBeLessThanOrEqual(4);
    expect(await mapWithConcurrency([], () => Promise.reject(new Error('asked')))).toEqual([]);
  });

  it('yields to the event loop, also where each result is available at once', async () => {
    let turns = 0;
    const over = new AbortController();
    const others = (async () => {
      for (; !over.signal.aborted; await othersTurn()) turns += 1;
    })();
    await mapWithConcurrency(
      Array.from({ length: 60 }, (_, n) => n),
      async () => {
        for (const until = performance.now() + 1; performance.now() < until;);
      },
    );
    over.abort();
    await others;
    expect(turns).toBeGreaterThan(3);
  });

  it('fails with the first that fails', async () => {
    await expect(
      mapWithConcurrency([1, 2, 3], (n) => (n === 2 ? Promise.reject(new Error('no 2')) : Promise.resolve(n))),
    ).rejects.toThrow('no 2');
  });
});
