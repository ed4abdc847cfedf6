import { setTimeout as pause } from 'node:timers/promises';

/**
 * Polls until the result is neither false nor undefined, and returns it.
 * @template T
 * @param {string} what text of the timeout error
 * @param {() => T | false | undefined | Promise<T | false | undefined>} ask
 * @param {{ timeoutMs?: number, everyMs?: number }} [limits]
 * @returns {Promise<T>}
 */
export async function waitUntil(what, ask, { timeoutMs = 30_000, everyMs = 25 } = {}) {
  const latest = performance.now() + timeoutMs;
  for (;;) {
    const result = await ask();
    if (result !== false && result !== undefined) return result;
    if (performance.now() > latest) throw new Error(`${what}: not within ${timeoutMs} ms`);
    await pause(everyMs);
  }
}
