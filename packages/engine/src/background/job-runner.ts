import { setTimeout as pause } from 'node:timers/promises';
import { DamagedContentError } from '../errors/damaged-content-error.js';
import type { Job, FairQueueKey, JobStore } from '../ports/job-store.js';
import type { Unwatch } from '../ports/turn-event-log.js';
import { JobRun } from './job-run.js';
import type { RunStore } from './run-store.js';
import type { JobSettings } from './job-settings.js';
import { LostAttempts } from './lost-attempts.js';

/** What a {@link JobRunner} works with. */
export interface JobRunnerOptions {
  readonly store: RunStore & Pick<JobStore, 'claimJob' | 'watchJobs'>;
  readonly settings: JobSettings;
  /** The queue whose jobs it takes. Default: the unnamed queue. */
  readonly queue?: string;
  /**
   * Does the work of a job and writes its end. When it returns without an end, the runner releases the job. When it
   * throws, the job stays until its lease expires, so that a job that always throws does not restart at once; but a
   * turn with damaged content ends as failed.
   */
  readonly execute: (run: JobRun) => Promise<void>;
  /** Called on every throw. `job` is missing when no job could be claimed. */
  readonly onFailure: (error: unknown, job: Job | undefined) => void;
}

/** Time that a stopped job has to end, in milliseconds. */
const stopGraceMs = 1_000;
/** Time that other replicas get to find released work, in milliseconds; some only poll. */
const pauseClaimsMs = 2_000;
/**
 * How often a runner continues at once after it released work, per own job that it has completed; otherwise one
 * fair-queue key without a model would delay all others.
 */
const maxReleasesPerOwnJob = 8;

/** Claims jobs of all replicas and works on a limited number at once, not counting those that wait for external work. */
export class JobRunner {
  readonly #options: JobRunnerOptions;
  readonly #running = new Map<JobRun, Promise<void>>();
  readonly #lost = new LostAttempts();
  /** Number of running jobs that wait for external work. */
  #waitingExternally = 0;
  /** Fair-queue key of the job claimed last. */
  #lastClaimed: FairQueueKey | undefined;
  #claiming: Promise<void> | undefined;
  #again = false;
  #stopping = false;
  /** How many more jobs this runner may release before it pauses claiming. */
  #releaseBudget = 0;
  #claimAgainTimer: NodeJS.Timeout | undefined;
  #poll: NodeJS.Timeout | undefined;
  #unwatch: Unwatch | undefined;

  constructor(options: JobRunnerOptions) {
    this.#options = options;
  }

  /** Jobs this process works on. */
  get running(): number {
    return this.#running.size;
  }

  async start(): Promise<void> {
    const { store, settings } = this.#options;
    this.#poll = setInterval(() => this.#claim(), settings.pollMs);
    this.#unwatch = await store.watchJobs(() => this.#claim());
    this.#claim();
  }

  /** Stops claiming; gives running jobs `graceMs` to finish, then releases them so that another replica continues. */
  async stop(graceMs: number): Promise<void> {
    this.#stopping = true;
    clearInterval(this.#poll);
    clearTimeout(this.#claimAgainTimer);
    this.#unwatch?.();
    await this.#claiming;
    if (this.#running.size === 0) return;
    for (const run of this.#running.keys()) run.prepareToStop();
    if (await this.#ended(graceMs)) return;
    for (const run of this.#running.keys()) run.stop('stopping');
    if (await this.#ended(stopGraceMs)) return;
    // Work that ignores the abort continues, but its lease is released.
    for (const run of this.#running.keys())
      await run.close(true).catch((error: unknown) => this.#options.onFailure(error, run.job));
  }

  /** Whether all jobs have ended within `ms`. */
  async #ended(ms: number): Promise<boolean> {
    const ended = new AbortController();
    void Promise.all(this.#running.values()).then(() => ended.abort());
    await pause(ms, undefined, { signal: ended.signal }).catch(() => undefined);
    return this.#running.size === 0;
  }

  #claim(): void {
    if (this.#claiming !== undefined) {
      this.#again = true;
      return;
    }
    this.#claiming = this.#claimAll().finally(() => {
      this.#claiming = undefined;
      if (this.#again) {
        this.#again = false;
        this.#claim();
      }
    });
  }

  async #claimAll(): Promise<void> {
    const { store, settings, queue = '', onFailure } = this.#options;
    try {
      while (
        !this.#stopping &&
        this.#claimAgainTimer === undefined &&
        this.#running.size - this.#waitingExternally < settings.concurrency
      ) {
        const claimedAt = performance.now();
        // After a clock jump the runner must not claim a job that it is already working on.
        const heldLeases = Array.from(this.#running.keys()).flatMap((run) => (run.holdsLease ? [run.job] : []));
        const job = await store.claimJob(queue, settings.leaseMs, this.#lastClaimed, heldLeases);
        if (job === undefined) return;
        // The claim was in flight when this runner was stopped.
        if (this.#stopping) return await store.releaseJob(job, true);
        this.#lastClaimed = { owner: job.owner, fairQueueKey: job.fairQueueKey };
        if (job.expired) {
          await store.failTurn(job);
          continue;
        }
        const run = new JobRun(
          job,
          store,
          settings,
          claimedAt,
          (wait) => this.#waitExternally(wait),
          this.#lost.before(job),
        );
        this.#running.set(run, this.#work(run));
      }
    } catch (error) {
      onFailure(error, undefined);
    }
  }

  /**
   * Does not count a run while it waits. When the run continues it counts again, even if others took its slot,
   * because what it waited for may be waiting for it by then. No more runs are excluded than may work, since each
   * costs heartbeats.
   */
  async #waitExternally<Result>(wait: () => Promise<Result>): Promise<Result> {
    if (this.#waitingExternally >= this.#options.settings.concurrency) return wait();
    this.#waitingExternally += 1;
    this.#claim();
    try {
      return await wait();
    } finally {
      this.#waitingExternally -= 1;
    }
  }

  async #onLeaseYielded(): Promise<void> {
    if (this.#releaseBudget > 0) {
      this.#releaseBudget -= 1;
      return;
    }
    this.#pauseClaims();
    // A claim in flight would find the job as soon as it is released.
    await this.#claiming;
  }

  #pauseClaims(): void {
    this.#claimAgainTimer ??= setTimeout(() => {
      this.#claimAgainTimer = undefined;
      this.#claim();
    }, pauseClaimsMs).unref();
  }

  async #work(run: JobRun): Promise<void> {
    const { execute, onFailure } = this.#options;
    let release = false;
    try {
      await run.open();
      await execute(run);
      release = true;
    } catch (error) {
      // Errors of a run that had to stop are noise.
      if (run.stopReason === 'stopping') release = true;
      else if (run.stopReason !== 'lost') {
        onFailure(error, run.job);
        if (error instanceof DamagedContentError)
          await run.fail().catch((failure: unknown) => onFailure(failure, run.job));
      }
    }
    if (run.leaseYielded) await this.#onLeaseYielded();
    else this.#releaseBudget = maxReleasesPerOwnJob;
    await run.close(release).catch((error: unknown) => onFailure(error, run.job));
    this.#lost.record(run);
    this.#running.delete(run);
    if (!this.#stopping) this.#claim();
  }
}
