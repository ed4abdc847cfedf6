import type { JsonObject } from '../json/json-value.js';
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

/** Whom a job competes with: first the owners with each other, then each owner's lanes. */
export interface FairQueueKey {
  readonly owner: string;
  /** As in the {@link NewJob}. */
  readonly fairQueueKey: number;
}

/** Work that is to be done later. */
export interface NewJob {
  /** What to run. Opaque to the store. */
  readonly request: JsonObject;
  /** Whose runners take it. Default: the queue without a name. */
  readonly queue?: string;
  /**
   * Which of its owner's jobs it stands in line with, say those for the same model: a whole number, 0 by default. A claim looks at every
   * lane that has jobs, so whoever makes them keeps to a thousand or so.
   */
  readonly fairQueueKey?: number;
  /** Of an owner's jobs with the same mark one is given out at a time, since the others could only wait for it. */
  readonly oneOf?: string;
}

/** Work that goes on without a client: a turn that is to be run by whichever replica is free. */
export interface Job extends Lease, FairQueueKey {
  readonly queue: string;
  /** As it was in the {@link NewJob}. Missing when what is stored of it is damaged: all that can be done then is to end the turn. */
  readonly request: JsonObject | undefined;
  /** Unix milliseconds. */
  readonly createdAt: number;
  readonly cancelRequested: boolean;
  /** Its turn is over: nobody can read it any more. It is given out so that whoever has it ends it with `failTurn`, and nothing waits behind it. */
  readonly expired: boolean;
}

/** Number of jobs by state. */
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
   * Takes a job of the queue that nobody holds, or whose lease ran out, and holds it for `leaseMs`. No owner can crowd out the
   * others. The next job is found in three steps:
   *
   * 1. The owner who holds the fewest jobs of the queue, over all replicas. Among equals it is the one whose name follows that in `after`
   *    in a circle of all names: whoever says whom it served last serves all in turns.
   * 2. Of the owner's lanes, the one of which the fewest jobs are held. Among equals any but the one in `after`, and then the one whose next
   *    job is the oldest.
   * 3. Of the lane's jobs, the oldest.
   *
   * An `attempt` above 1 says that somebody began it before, and vanished or gave it back: what then is the policy's choice.
   * One under a store key that is not here is given to nobody here.
   *
   * `heldLeases`: leases under which whoever asks still works. One that ran out while nobody else took the job is renewed for `leaseMs`
   * instead: the store's clock may jump, when a machine was suspended or its clock was set, and nobody has vanished then.
   */
  claimJob(
    queue: string,
    leaseMs: number,
    after?: FairQueueKey,
    heldLeases?: readonly Lease[],
  ): Promise<Job | undefined>;
  /** Keeps the right for `leaseMs` from now on, and tells whether to go on. `lost`: another attempt took over, or the turn has ended. */
  extendLease(lease: Lease, leaseMs: number): Promise<'held' | 'cancel-requested' | 'lost'>;
  /**
   * Gives a job back unfinished: the next claim gets it at once. `unbegun`: as if it had not been claimed, so that the attempt is not
   * counted; for who writes nothing more under the lease, since the next one has the same number.
   */
  releaseJob(lease: Lease, unbegun?: boolean): Promise<void>;
  /**
   * Ends the turn of a job as `failed` without a look at its contents, for one that cannot be read: they stay as they are. False when
   * the lease is lost.
   */
  failTurn(lease: Lease): Promise<boolean>;
  /**
   * Whether an owner waits for a job of the queue who holds fewer of them than this one, or another lane of this one, of which fewer are
   * held than of this lane: then long work is better given back for a while.
   */
  othersWait(queue: string, fairQueueKey: FairQueueKey): Promise<boolean>;
  /**
   * Asks whoever holds the job to stop; watchers of the turn are woken. `waiting`: nobody holds it, and whoever claims it from now on is told.
   * Undefined when the turn has no job.
   */
  requestCancel(owner: string, turnId: string): Promise<'held' | 'waiting' | undefined>;
  countJobs(): Promise<JobCounts>;
  /** Calls `wake` after a job was made or given back, by whichever replica. May call without a reason. */
  watchJobs(wake: () => void): Promise<Unwatch>;
}
