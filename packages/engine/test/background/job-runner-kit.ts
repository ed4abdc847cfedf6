// What tests of runners need again and again.
import type { JobRun } from '#src/background/job-run.js';
import type { JobRunnerOptions } from '#src/background/job-runner.js';
import type { JobSettings } from '#src/background/job-settings.js';

/** A lease that a busy machine does not lose by itself; tests of what happens then take a short one. */
export const short: Partial<JobSettings> = { leaseMs: 300 };
export const settings: JobSettings = { concurrency: 4, leaseMs: 5_000, heartbeatMs: 60, pollMs: 30, batchMs: 5, mostAttempts: 5 };
export const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

export async function eventually(condition: () => boolean | Promise<boolean>, withinMs = 3_000): Promise<void> {
  const end = performance.now() + withinMs;
  while (!(await condition())) {
    if (performance.now() > end) throw new Error(`it did not come true within ${withinMs} ms: ${String(condition)}`);
    await pause(5);
  }
}

export const untilAborted = ({ signal }: JobRun): Promise<void> =>
  new Promise((resolve) => (signal.aborted ? resolve() : signal.addEventListener('abort', () => resolve(), { once: true })));

/** The store's methods as own members, to replace some. */
export function bound(store: JobRunnerOptions['store']): JobRunnerOptions['store'] {
  return {
    claimJob: (...args) => store.claimJob(...args),
    watchJobs: (...args) => store.watchJobs(...args),
    extendLease: (...args) => store.extendLease(...args),
    othersWait: (...args) => store.othersWait(...args),
    releaseJob: (...args) => store.releaseJob(...args),
    failTurn: (...args) => store.failTurn(...args),
    watchTurn: (...args) => store.watchTurn(...args),
    readEvents: (...args) => store.readEvents(...args),
    appendEvents: (...args) => store.appendEvents(...args),
    putTurn: (...args) => store.putTurn(...args),
    getTurn: (...args) => store.getTurn(...args),
  };
}

/** A store that never tells of news: only the signs of life remain. */
export function unwatched(store: JobRunnerOptions['store']): JobRunnerOptions['store'] {
  return { ...bound(store), watchTurn: async () => () => undefined };
}
