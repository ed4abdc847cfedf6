import { getEventListeners } from 'node:events';
import { pause } from '#src/concurrency/pause.js';

/** Longer than any test. */
const long = 2 ** 30;
const timers = (): number => process.getActiveResourcesInfo().filter((kind) => kind === 'Timeout').length;

describe('A pause', () => {
  it('ends after its time and leaves no listener on the signal', async () => {
    const { signal } = new AbortController();
    await pause(1, signal);
    expect(getEventListeners(signal, 'abort')).toEqual([]);
  });

  it('ends with the signal, not before, and leaves no timer', async () => {
    const leaving = new AbortController();
    const before = timers();
    let over = false;
    const paused = pause(long, leaving.signal).then(() => (over = true));
    await new Promise(setImmediate);
    expect([over, timers()]).toEqual([false, before + 1]);
    leaving.abort();
    await paused;
    expect(timers()).toBe(before);
  });

  it('does not start once the signal has aborted', async () => {
    await expect(pause(long, AbortSignal.abort())).resolves.toBeUndefined();
  });
});
