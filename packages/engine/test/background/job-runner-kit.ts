// What tests of runners need again and again.
import type { JobRun } from '#src/background/job-run.js';
import type { JobRunnerOptions } from '#src/background/job-runner.js';
import type { JobSettings } from '#src/background/job-settings.js';
import { longLease } from '#src/testing/lease-times.js';

/** Settings with leases longer than any test, even on a busy machine; tests of an expiry end one themselves. */
export const settings: JobSettings = {
  concurrency: 4,
  leaseMs: longLease,
  heartbeatMs: 60,
  pollMs: 30,
  batchMs: 5,
  maxAttempts: 5,
};
export const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** The limit is for a program that hangs, not for a slow one. */
export async function eventually(condition: () => boolean | Promise<boolean>, withinMs = 15_000): Promise<void> {
  const end = performance.now() + withinMs;
  while (!(await condition())) {
    if (performance.now() > end)
      throw new Error(`the condition did not hold within ${withinMs} ms: ${String(condition)}`);
    await pause(5);
  }
}

export const untilAborted = ({ signal }: JobRun): Promise<void> =>
  new Promise((resolve) =>
    signal.aborted ? resolve() : signal.addEventListener('abort', () => resolve(), { once: true }),
  );

/** The methods of the store as own members, so that tests can replace some. */
export function bound(store: JobRunnerOptions['store']): JobRunnerOptions['store'] {
  return {
    claimJob: (...args) => store.claimJob(...args),
    watchJobs: (...args) => store.watchJobs(...args),
    extendLease: (...args) => store.extendLease(...args),
    hasFairerWaiters: (...args) => store.hasFairerWaiters(...args),
    releaseJob: (...args) => store.releaseJob(...args),
    failTurn: (...args) => store.failTurn(...args),
    watchTurn: (...args) => store.watchTurn(...args),
    readEvents: (...args) => store.readEvents(...args),
    appendEvents: (...args) => store.appendEvents(...args),
    putTurn: (...args) => store.putTurn(...args),
    getTurn: (...args) => store.getTurn(...args),
  };
}

/** A store without notifications: only heartbeats remain. */
export function unwatched(store: JobRunnerOptions['store']): JobRunnerOptions['store'] {
  return { ...bound(store), watchTurn: async () => () => undefined };
}

/** The store of a process that sends no heartbeat and receives nothing while it considers itself alive. */
export function mute(store: JobRunnerOptions['store']): JobRunnerOptions['store'] {
  return { ...unwatched(store), extendLease: async () => 'held' };
}
