// What tests of runners need again and again.
import type { JobRun, JobRunnerOptions } from '@org/engine';

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
