import { setTimeout as pause } from 'node:timers/promises';
import { DamagedContentError } from '../errors/damaged-content-error.js';
import type { Job, FairQueueKey, JobStore } from '../ports/job-store.js';
import type { Unwatch } from '../ports/turn-event-log.js';
import { JobRun, type RunStore } from './job-run.js';
import type { JobSettings } from './job-settings.js';
import { LostAttempts } from './lost-attempts.js';

/** What a {@link JobRunner} works with. */
export interface JobRunnerOptions {
  readonly store: RunStore & Pick<JobStore, 'claimJob' | 'watchJobs'>;
  readonly settings: JobSettings;
  /** Whose jobs it takes. Default: the queue without a name. */
  readonly queue?: string;
  /**
   * Does the work of a job and writes its end. When it returns without an end, the job is given back. When it throws, the
   * job is left until its lease runs out, so that a job which always throws is not begun again at once; but a turn whose content
   * is damaged ends as failed.
   */
  readonly perform: (run: JobRun) => Promise<void>;
  /** Told of every throw. `job` is missing when no job could be claimed. */
  readonly onFailure: (error: unknown, job: Job | undefined) => void;
}

/** Time that a stopped job gets to let go, in milliseconds. */
const stopGraceMs = 1_000;
/** Time that other replicas get to find work which was left to them, in milliseconds: some look only every so often. */
const pauseClaimsMs = 2_000;
/** How often a runner goes on at once after it left work to others, for each of its own that it has done: else one lane without a model would keep all others waiting. */
const maxReleasesPerOwnJob = 8;

/** Claims jobs of all replicas and works on a bounded number at once, not counting those that wait for somebody else's work. */
export class JobRunner {
  readonly #options: JobRunnerOptions;
  readonly #running = new Map<JobRun, Promise<void>>();
  readonly #lost = new LostAttempts();
  /** How many of them wait for somebody else's work. */
  #waitingOutside = 0;
  /** Whose job was claimed last. */
  #lastClaimed: FairQueueKey | undefined;
  #claiming: Promise<void> | undefined;
  #again = false;
  #stopping = false;
  /** How much work may be left to others before this runner looks away. */
  #releaseBudget = 0;
  #lookAgainTimer: NodeJS.Timeout | undefined;
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

  /** Claims no more; gives running jobs `graceMs` to end by themselves, and then back, so that another replica goes on. */
  async stop(graceMs: number): Promise<void> {
    this.#stopping = true;
    clearInterval(this.#poll);
    clearTimeout(this.#lookAgainTimer);
    this.#unwatch?.();
    await this.#claiming;
    if (this.#running.size === 0) return;
    for (const run of this.#running.keys()) run.prepareToStop();
    if (await this.#ended(graceMs)) return;
    for (const run of this.#running.keys()) run.stop('stopping');
    if (await this.#ended(stopGraceMs)) return;
    // Work that takes no notice is left alone; its lease is not.
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
        this.#lookAgainTimer === undefined &&
        this.#running.size - this.#waitingOutside < settings.concurrency
      ) {
        const claimedAt = performance.now();
        // A clock that jumped makes nobody here vanish: what is worked on is not begun once more beside itself.
        const heldLeases = Array.from(this.#running.keys()).flatMap((run) => (run.holdsLease ? [run.job] : []));
        const job = await store.claimJob(queue, settings.leaseMs, this.#lastClaimed, heldLeases);
        if (job === undefined) return;
        // It was on its way when this runner was told to stop.
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
          (wait) => this.#waitOutside(wait),
          this.#lost.before(job),
        );
        this.#running.set(run, this.#work(run));
      }
    } catch (error) {
      onFailure(error, undefined);
    }
  }

  /**
   * Counts a run out for as long as it waits. When it goes on it counts again, also when others took its place: what it waited for
   * may be waiting for it by then. No more are counted out than may work, since each of them costs signs of life.
   */
  async #waitOutside<Result>(wait: () => Promise<Result>): Promise<Result> {
    if (this.#waitingOutside >= this.#options.settings.concurrency) return wait();
    this.#waitingOutside += 1;
    this.#claim();
    try {
      return await wait();
    } finally {
      this.#waitingOutside -= 1;
    }
  }

  async #onReleasedToOthers(): Promise<void> {
    if (this.#releaseBudget > 0) {
      this.#releaseBudget -= 1;
      return;
    }
    this.#pauseClaims();
    // A claim that is on its way would find the work as soon as it is given back.
    await this.#claiming;
  }

  #pauseClaims(): void {
    this.#lookAgainTimer ??= setTimeout(() => {
      this.#lookAgainTimer = undefined;
      this.#claim();
    }, pauseClaimsMs).unref();
  }

  async #work(run: JobRun): Promise<void> {
    const { perform, onFailure } = this.#options;
    let release = false;
    try {
      await run.open();
      await perform(run);
      release = true;
    } catch (error) {
      // What a run says that had to stop is noise.
      if (run.stopReason === 'stopping') release = true;
      else if (run.stopReason !== 'lost') {
        onFailure(error, run.job);
        if (error instanceof DamagedContentError)
          await run.fail().catch((failure: unknown) => onFailure(failure, run.job));
      }
    }
    if (run.releasedToOthers) await this.#onReleasedToOthers();
    else this.#releaseBudget = maxReleasesPerOwnJob;
    await run.close(release).catch((error: unknown) => onFailure(error, run.job));
    this.#lost.record(run);
    this.#running.delete(run);
    if (!this.#stopping) this.#claim();
  }
}
