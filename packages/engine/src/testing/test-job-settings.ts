import type { JobSettings } from '../background/job-settings.js';
import { longLease } from './lease-times.js';

/** Settings with leases longer than any test, even on a busy machine; tests of an expiry end one themselves. */
export const testJobSettings: JobSettings = {
  concurrency: 4,
  leaseMs: longLease,
  heartbeatMs: 60,
  pollMs: 30,
  batchMs: 5,
  maxAttempts: 5,
};
