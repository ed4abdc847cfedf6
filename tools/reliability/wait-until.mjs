import { setTimeout as pause } from 'node:timers/promises';

/**
 * Asks again until the answer is neither false nor undefined, and gives it.
 * @template T
 * @param {string} what said when it takes too long
 * @param {() => T | false | undefined | Promise<T | false | undefined>} ask
 * @param {{ timeoutMs?: number, everyMs?: number }} [limits]
 * @returns {Promise<T>}
 */
export async function waitUntil(what, ask, { timeoutMs = 30_000, everyMs = 25 } = {}) {
  const latest = performance.now() + timeoutMs;
  for (;;) {
    const answer = await ask();
    if (answer !== false && answer !== undefined) return answer;
    if (performance.now() > latest) throw new Error(`${what}: not within ${timeoutMs} ms`);
    await pause(everyMs);
  }
}
