import assert from 'node:assert/strict';
import type { Job, FairQueueKey, NewJob } from '../ports/job-store.js';
import type { Store } from '../ports/store.js';
import { longLease } from './lease-times.js';
import type { StoreFixture } from './store-location.js';
import { turnOf } from './turn-fixtures.js';

export interface JobFixture {
  /** Stores a waiting turn with its job. */
  enqueue(id: string, createdAt?: number, owner?: string, job?: Partial<NewJob>): Promise<boolean>;
  /** The next job; fails the test when there is none. */
  claim(store: Store, leaseMs?: number, queue?: string, after?: FairQueueKey): Promise<Job>;
}

/** How the tests of a `describe` make jobs and take them. */
export function useJobs(stores: StoreFixture): JobFixture {
  return {
    enqueue: (id, createdAt = 1, owner = 'ada', job = {}) =>
      stores.store.putTurn(turnOf({ id, owner, status: 'queued', createdAt }), {
        job: { request: { of: `${id}\u0000\ud800` }, ...job },
      }),
    async claim(store, leaseMs = longLease, queue = '', after) {
      const job = await store.claimJob(queue, leaseMs, after);
      assert.ok(job !== undefined);
      return job;
    },
  };
}
