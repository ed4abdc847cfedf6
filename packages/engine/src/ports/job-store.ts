import type { JsonObject } from '../json/json-value.js';
import type { Unwatch } from './turn-event-log.js';

/**
 * The right to work on one job. A later attempt revokes the lease of an earlier one. All leases expire by the store's
 * own clock: callers pass a duration, since the clocks of two machines may differ by seconds.
 */
export interface Lease {
  readonly owner: string;
  readonly turnId: string;
  readonly attempt: number;
}

/** The jobs that a job competes with: owners compete first, then the fair-queue keys of each owner. */
export interface FairQueueKey {
  readonly owner: string;
  /** As in the {@link NewJob}. */
  readonly fairQueueKey: number;
}

/** Work for later. */
export interface NewJob {
  /** What to run. Opaque to the store. */
  readonly request: JsonObject;
  /** Queue whose workers run the job. Default: the unnamed queue. */
  readonly queue?: string;
  /**
   * Groups an owner's jobs, for example those for the same model: an integer, default 0. A claim scans every key that
   * has jobs, so callers should use at most about a thousand.
   */
  readonly fairQueueKey?: number;
  /** Of an owner's jobs with the same value, only one is claimed at a time, since the others could only wait for it. */
  readonly oneOf?: string;
}

/** Work that continues without a client: a turn that any free replica may run. */
export interface Job extends Lease, FairQueueKey {
  readonly queue: string;
  /** As it was in the {@link NewJob}. Missing when what is stored of it is damaged: all that can be done then is to end the turn. */
  readonly request: JsonObject | undefined;
  /** Unix milliseconds. */
  readonly createdAt: number;
  readonly cancelRequested: boolean;
  /**
   * The turn has expired and can no longer be read. The worker that claims the job ends it with `failTurn`, so that
   * no other job waits for it.
   */
  readonly expired: boolean;
}

/** Number of jobs by state. */
export interface JobCounts {
  /** Number of jobs without a holder. */
  readonly queued: number;
  /** Claimed, the lease runs. */
  readonly running: number;
  /** Claimed by a replica that stopped renewing its lease. */
  readonly expired: number;
}

/**
 * A job exists as long as its turn has not ended: `putTurn` creates it, and writing the terminal status removes it in
 * the same step. No turn can be orphaned, ended twice, or finished by two replicas.
 */
export interface JobStore {
  /**
   * Claims a job of the queue that is free or whose lease expired, and holds it for `leaseMs`. No owner can starve
   * the others. The next job is selected in three steps:
   *
   * 1. The owner with the fewest held jobs of the queue, over all replicas. Ties go to the name that follows the one
   *    in `after` in a circle of all names: a worker that passes the owner it served last serves all in turn.
   * 2. Of the owner's fair-queue keys, the one with the fewest held jobs. Ties go to any key but the one in `after`,
   *    then to the one with the oldest next job.
   * 3. Of the key's jobs, the oldest.
   *
   * An `attempt` above 1 means that an earlier worker crashed or released the job; the policy decides how to proceed. A
   * job under a store key that this replica lacks is never claimed here.
   *
   * `heldLeases`: leases that the caller still works under. An expired lease is, unless another worker took the job,
   * renewed for `leaseMs` instead: the store's clock may jump when a machine was suspended or its clock was set,
   * although no worker crashed.
   */
  claimJob(
    queue: string,
    leaseMs: number,
    after?: FairQueueKey,
    heldLeases?: readonly Lease[],
  ): Promise<Job | undefined>;
  /**
   * Renews the lease for `leaseMs` from now and reports whether to continue. `lost`: another attempt took over, or
   * the turn has ended.
   */
  extendLease(lease: Lease, leaseMs: number): Promise<'held' | 'cancel-requested' | 'lost'>;
  /**
   * Releases a job unfinished: the next claim gets it at once. `notStarted`: reverts the claim so that the attempt is
   * not counted; the caller must write nothing more under the lease, since the next one has the same number.
   */
  releaseJob(lease: Lease, notStarted?: boolean): Promise<void>;
  /**
   * Ends the turn of an unreadable job as `failed` without reading its contents, which stay unchanged. False when the
   * lease is lost.
   */
  failTurn(lease: Lease): Promise<boolean>;
  /**
   * Whether a job of the queue waits whose owner holds fewer jobs than this one, or whose fair-queue key of the same
   * owner has fewer held jobs: then a long job should be released for a while.
   */
  hasFairerWaiters(queue: string, fairQueueKey: FairQueueKey): Promise<boolean>;
  /**
   * Requests the holder of the job to stop; watchers of the turn are woken. `waiting`: the job has no holder, and the
   * next worker to claim it sees the request. Undefined when the turn has no job.
   */
  requestCancel(owner: string, turnId: string): Promise<'held' | 'waiting' | undefined>;
  countJobs(): Promise<JobCounts>;
  /** Calls `wake` after any replica creates or returns a job. May call without a reason. */
  watchJobs(wake: () => void): Promise<Unwatch>;
}
