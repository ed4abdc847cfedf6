import type { JsonObject } from '../model/json.js';
import type { Unwatch } from './turn-event-log.js';

/**
 * The right to work on one job. A later attempt ends the right of an earlier one. It runs out by the store's own clock, and so
 * do all leases: callers say for how long, since the clocks of two machines may be seconds apart.
 */
export interface Lease {
  readonly owner: string;
  readonly turnId: string;
  readonly attempt: number;
}

/** Work that goes on without a client: a turn that is to be run by whichever replica is free. */
export interface Job extends Lease {
  /** What to run. Opaque to the store. */
  readonly request: JsonObject;
  /** Unix milliseconds. */
  readonly createdAt: number;
  readonly cancelRequested: boolean;
}

export interface JobCounts {
  /** Held by nobody. */
  readonly queued: number;
  /** Claimed, the lease runs. */
  readonly running: number;
  /** Claimed by a replica that stopped renewing its lease. */
  readonly expired: number;
}

/**
 * Jobs live as long as their turn has not ended: `putTurn` makes one, and writing the terminal status removes it in the
 * same step. So no turn can be left behind, ended twice, or run by two replicas that both may finish it.
 */
export interface JobStore {
  /**
   * Takes the oldest job that nobody holds, or whose lease ran out, and holds it for `leaseMs`. An `attempt` above 1 says that
   * somebody began it before, and vanished or gave it back: what then is the policy's choice. The job of a turn that has
   * expired is given to nobody.
   */
  claimJob(leaseMs: number): Promise<Job | undefined>;
  /** Keeps the right for `leaseMs` from now on, and tells whether to go on. `lost`: another attempt took over, or the turn has ended. */
  extendLease(lease: Lease, leaseMs: number): Promise<'held' | 'cancel-requested' | 'lost'>;
  /** Gives a job back unfinished: the next claim gets it at once. */
  releaseJob(lease: Lease): Promise<void>;
  /** Asks whoever holds the job to stop; watchers of the turn are woken. False when the turn has no job. */
  requestCancel(owner: string, turnId: string): Promise<boolean>;
  countJobs(): Promise<JobCounts>;
  /** Calls `wake` after a job was made or given back, by whichever replica. May call without a reason. */
  watchJobs(wake: () => void): Promise<Unwatch>;
}
