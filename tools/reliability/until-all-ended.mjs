import { setTimeout as pause } from 'node:timers/promises';
import { inParallel } from './in-parallel.mjs';

/**
 * Waits until all runs have ended, or `maxWaitMs` have passed.
 * @template Run, Result
 * @param {readonly Run[]} runs
 * @param {(run: Run) => Promise<Result | undefined>} read the result of a run; undefined while it goes on
 * @param {{ maxWaitMs: number, parallel?: number }} options
 * @returns {Promise<{ ended: Map<Run, Result>, seconds: number }>}
 */
export async function untilAllEnded(runs, read, { maxWaitMs, parallel = 16 }) {
  const startedAt = performance.now();
  const ended = new Map();
  while (ended.size < runs.length && performance.now() - startedAt < maxWaitMs) {
    await pause(250);
    await inParallel(
      runs.filter((run) => !ended.has(run)),
      parallel,
      async (run) => {
        const result = await read(run);
        if (result !== undefined) ended.set(run, result);
      },
    );
  }
  return { ended, seconds: (performance.now() - startedAt) / 1000 };
}
