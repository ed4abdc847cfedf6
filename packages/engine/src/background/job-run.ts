import { setTimeout as pause } from 'node:timers/promises';
import { cancelled } from '../errors/cancelled.js';
import { EngineError, toEngineError } from '../errors/engine-error.js';
import type { Job } from '../ports/job-store.js';
import { isSameTurn } from '../ports/is-same-turn.js';
import type { TurnAddition, TurnRecord } from '../ports/store.js';
import type { TurnEvent, Unwatch } from '../ports/turn-event-log.js';
import type { WaitOutside } from '../turn/conversation-locks/conversation-locks.js';
import { EventBatches } from './event-batches.js';
import type { JobSettings } from './job-settings.js';
import { readLastEvent, readTurnLog, visitTurnLog } from './read-turn-log.js';
import type { RunStore } from './run-store.js';

/**
 * `cancelled`: the owner cancelled the job. `lost`: another process holds the job, or it has ended. `stopping`: this
 * process shuts down.
 */
export type StopReason = 'cancelled' | 'lost' | 'stopping';

/**
 * Minimum time between two lease checks triggered by turn notifications, in milliseconds; the run's own events
 * trigger notifications too.
 */
const minReadIntervalMs = 150;
const retryMs = 250;

/**
 * The work of this process on one job while it holds the lease. It sends the heartbeats, learns when the work is
 * cancelled, and is the only way to write, so nothing is written under a lost lease.
 */
export class JobRun {
  readonly job: Job;
  /** Waits for external work. During the wait, the runner claims another job. */
  readonly waitOutside: WaitOutside;
  /** The store error that ended the previous attempt in this process. */
  readonly earlierFailure: EngineError | undefined;
  readonly #store: RunStore;
  readonly #settings: JobSettings;
  readonly #abort = new AbortController();
  readonly #shutdownSignal = new AbortController();
  #stopReason: StopReason | undefined;
  #safeUntil: number;
  #ended = false;
  /**
   * The final record is being written. The store releases the lease with that write, so a missing lease now does not
   * mean that it was lost.
   */
  #ending = false;
  #yielded = false;
  #leaseYielded = false;
  #suspended = false;
  #released = false;
  #logged = 0;
  #events: EventBatches | undefined;
  #unwatch: Unwatch | undefined;
  #heartbeat: NodeJS.Timeout | undefined;
  #readTimer: NodeJS.Timeout | undefined;
  #lastReadAt = -Infinity;
  /** A write error that is final. */
  #writeFailure: EngineError | undefined;
  /** The error of the last heartbeat, if it failed. */
  #heartbeatFailure: EngineError | undefined;

  /** `claimedAt` is the `performance.now()` before the claim. */
  constructor(
    job: Job,
    store: RunStore,
    settings: JobSettings,
    claimedAt: number,
    waitOutside: WaitOutside = (wait) => wait(),
    earlierFailure?: EngineError,
  ) {
    this.job = job;
    this.earlierFailure = earlierFailure;
    this.waitOutside = waitOutside;
    this.#store = store;
    this.#settings = settings;
    this.#safeUntil = claimedAt + settings.leaseMs;
  }

  /** Aborts when the work must end; `stopReason` holds the reason. */
  get signal(): AbortSignal {
    return this.#abort.signal;
  }

  get stopReason(): StopReason | undefined {
    return this.#stopReason;
  }

  /** Aborts when the process is about to shut down: started work may finish, and no new work may start. */
  get shutdownSignal(): AbortSignal {
    return this.#shutdownSignal.signal;
  }

  /** Whether the run still holds its lease, as far as it knows. */
  get holdsLease(): boolean {
    return !this.#ended && this.#stopReason !== 'lost';
  }

  /** Whether the job is released because others wait, or because the process shut down before the work started. */
  get yielded(): boolean {
    return this.#yielded;
  }

  /** Whether the job is released for another replica because this one cannot run it. */
  get leaseYielded(): boolean {
    return this.#leaseYielded;
  }

  /** The store error, if that is why the work did not finish here. */
  get storeFailure(): EngineError | undefined {
    return this.#ended ? undefined : (this.#writeFailure ?? this.#heartbeatFailure);
  }

  /** Starts to hold the lease. */
  async open(): Promise<void> {
    const { owner, turnId } = this.job;
    this.#heartbeat = setInterval(() => void this.#extend(), this.#settings.heartbeatMs);
    this.#unwatch = await this.#store.watchTurn(owner, turnId, () => this.#scheduleRead());
    // The owner may have changed their mind between the claim and the watch.
    void this.#extend();
  }

  /** What earlier attempts and the creation of the job have logged. Missing when the turn is. */
  async readLog(): Promise<readonly TurnEvent[] | undefined> {
    const { owner, turnId } = this.job;
    const events = await readTurnLog(this.#store, owner, turnId);
    if (events !== undefined) this.#goOnFrom(events.length);
    return events;
  }

  /** Like `readLog`, for a log that is too large to hold in memory. Returns false when the turn is missing. */
  async visitLog(visit: (event: TurnEvent) => void): Promise<boolean> {
    const { owner, turnId } = this.job;
    const next = await visitTurnLog(this.#store, owner, turnId, visit);
    if (next !== undefined) this.#goOnFrom(next);
    return next !== undefined;
  }

  /** The last event of a log with at most `maxEvents` events, of any size. */
  lastEvent(maxEvents: number): Promise<TurnEvent | undefined> {
    return readLastEvent(this.#store, this.job.owner, this.job.turnId, maxEvents);
  }

  /** How many events the log is known to have. Needs `readLog` or `visitLog` before. */
  get logged(): number {
    return this.#logged;
  }

  /** Takes the next events. Returns nothing when more may follow at once. Requires an earlier `readLog` or `visitLog`. */
  push(events: readonly string[]): Promise<void> | undefined {
    return this.#log().push(events);
  }

  /** Resolves once all pushed events are durable. Rejects when they cannot be, or when the work must end. */
  async written(): Promise<void> {
    await this.#log().written();
    if (this.signal.aborted) throw cancelled();
  }

  /** Writes the state that the turn has reached, not its end. False when the lease is lost. */
  async update(record: TurnRecord): Promise<boolean> {
    return await this.#persist(() => this.#store.putTurn(record, { lease: this.job }));
  }

  /**
   * Writes the end of the turn together with the last events, or nothing; returns false when the lease is lost. After
   * a throw the caller may try another end.
   */
  async end(record: TurnRecord, events: readonly string[], addition: TurnAddition = {}): Promise<boolean> {
    const last = await this.#log().drainUnwritten(events);
    return await this.#end(record, { ...addition, events: last });
  }

  /**
   * Writes the end of a turn whose log is unreadable, and leaves the log unchanged. Returns false when the lease is
   * lost.
   */
  endWithoutEvents(record: TurnRecord): Promise<boolean> {
    return this.#end(record, {});
  }

  /** Ends an unreadable turn so that no runner retries it. */
  async fail(): Promise<void> {
    this.#ended = await this.#store.failTurn(this.job);
  }

  /**
   * Whether to release the job for a while, because an owner waits, or another fair-queue key of this owner that has
   * received less work.
   */
  hasFairerWaiters(): Promise<boolean> {
    return this.#store.hasFairerWaiters(this.job.queue, this.job);
  }

  /** Pauses until the work can continue. During the pause, the runner claims another job. Returns early when the work must end. */
  async suspend(ms: number): Promise<void> {
    if (this.shutdownSignal.aborted) return this.stop('stopping');
    this.#suspended = true;
    await this.waitOutside(() => pause(ms, undefined, { signal: this.signal })).catch(() => undefined);
    this.#suspended = false;
  }

  /** Prepares for shutdown: running work may finish, and a pause ends. */
  prepareToStop(): void {
    this.#shutdownSignal.abort();
    if (this.#suspended) this.stop('stopping');
  }

  /**
   * Marks the job as about to be released because others wait; the attempt is not counted, since the job itself is
   * not at fault. Must be the last call.
   */
  markYielded(): void {
    this.#yielded = true;
  }

  /**
   * Like `markYielded`, for work that only another replica can do: a runner without work of its own briefly stops
   * claiming, so that the other replicas find the job.
   */
  yieldLease(): void {
    this.#leaseYielded = true;
    this.markYielded();
  }

  /** Writes the last pushed events before the caller releases the job. Nothing may be pushed afterwards. */
  async flush(): Promise<void> {
    const last = await this.#log().drainUnwritten([]);
    if (last.length > 0) await this.#append(last);
  }

  /** Ends the work. The first reason counts. */
  stop(reason: StopReason): void {
    if (this.#stopReason !== undefined || this.#ended) return;
    this.#stopReason = reason;
    if (reason !== 'cancelled') this.#events?.stop();
    this.#abort.abort(cancelled());
  }

  /** Ends the claim. With `release` the next process need not wait until the lease expires. */
  async close(release: boolean): Promise<void> {
    clearInterval(this.#heartbeat);
    clearTimeout(this.#readTimer);
    this.#events?.stop();
    this.#unwatch?.();
    // Once: by then another process may work under the same number.
    if (!release || this.#released || this.#ended || this.#stopReason === 'lost') return;
    this.#released = true;
    await this.#store.releaseJob(this.job, this.#yielded);
  }

  /** Numbers have no gaps: that of the next event is how many there are. */
  #goOnFrom(next: number): void {
    this.#logged = next;
    this.#events = new EventBatches({
      next,
      batchMs: this.#settings.batchMs,
      write: (batch) => this.#append(batch),
      onFailure: () => this.stop('lost'),
    });
  }

  #log(): EventBatches {
    if (this.#events === undefined) throw new TypeError('The job has not read its event log.');
    return this.#events;
  }

  async #end(record: TurnRecord, addition: TurnAddition): Promise<boolean> {
    this.#ending = true;
    try {
      const write = (): Promise<boolean> => this.#store.putTurn(record, { ...addition, lease: this.job });
      this.#ended = await this.#persist(write, async () =>
        isSameTurn(await this.#store.getTurn(record.owner, record.id), record),
      );
      // With the condition, a cancellation may prevent the write; without it, only another holder of the lease can.
      if (!this.#ended && addition.unlessCancelled !== true) this.stop('lost');
      return this.#ended;
    } finally {
      this.#ending = false;
    }
  }

  /** The store checks the lease, so a process that was delayed need not query it first to learn that it is too late. */
  async #append(events: readonly TurnEvent[]): Promise<void> {
    if (performance.now() >= this.#safeUntil) throw new EngineError('conflict', 'The lease of the job expired.');
    const { owner, turnId } = this.job;
    const write = (): Promise<boolean> => this.#store.appendEvents(owner, turnId, events, this.job);
    if (!(await this.#persist(write, () => this.#areStored(events))))
      throw new EngineError('conflict', 'The turn has ended, or the job has lost its lease.');
    this.#logged += events.length;
  }

  async #areStored(events: readonly TurnEvent[]): Promise<boolean> {
    const { owner, turnId } = this.job;
    const stored: TurnEvent[] = [];
    await visitTurnLog(this.#store, owner, turnId, (event) => void stored.push(event), { first: events[0]?.seq ?? 0 });
    return events.every(({ seq, data }, index) => stored[index]?.seq === seq && stored[index].data === data);
  }

  /**
   * Writes, and retries while the lease allows it when the store is only busy. An attempt may succeed and lose its
   * acknowledgement: when the store then rejects the next one, `isStored` decides. Without it, writing twice has the
   * same effect as once.
   */
  async #persist(write: () => Promise<boolean>, isStored = async () => false): Promise<boolean> {
    for (let again = false; ; again = true) {
      try {
        return (await write()) || (again && (await isStored()));
      } catch (error) {
        const failure = toEngineError(error);
        const { code } = failure;
        if (again && code === 'conflict' && (await isStored())) return true;
        if (code !== 'overloaded' || performance.now() + retryMs >= this.#safeUntil) {
          if (code !== 'conflict') this.#writeFailure = failure;
          throw error;
        }
        await pause(retryMs);
      }
    }
  }

  #scheduleRead(): void {
    if (this.#readTimer !== undefined) return;
    this.#readTimer = setTimeout(
      () => void this.#extend(),
      Math.max(0, this.#lastReadAt + minReadIntervalMs - performance.now()),
    );
  }

  async #extend(): Promise<void> {
    clearTimeout(this.#readTimer);
    this.#readTimer = undefined;
    if (this.#ended || this.#stopReason === 'lost') return;
    const now = performance.now();
    this.#lastReadAt = now;
    try {
      const right = await this.#store.extendLease(this.job, this.#settings.leaseMs);
      if (right === 'lost' && this.#ending) return;
      if (right !== 'lost') this.#heartbeatFailure = undefined;
      if (right === 'lost') this.stop('lost');
      else this.#safeUntil = now + this.#settings.leaseMs;
      if (right === 'cancel-requested') this.stop('cancelled');
    } catch (error) {
      this.#heartbeatFailure = toEngineError(error);
      // The store does not respond. The lease may still be held, but no longer than this.
      if (performance.now() >= this.#safeUntil) this.stop('lost');
    }
  }
}
