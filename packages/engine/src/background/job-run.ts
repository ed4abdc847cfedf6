import { setTimeout as pause } from 'node:timers/promises';
import { cancelled } from '../errors/cancelled.js';
import { EngineError, toEngineError } from '../errors/engine-error.js';
import type { Job } from '../ports/job-store.js';
import { isSameTurn } from '../ports/same-turn.js';
import type { Store, TurnAddition, TurnRecord } from '../ports/store.js';
import type { TurnEvent, Unwatch } from '../ports/turn-event-log.js';
import type { WaitOutside } from '../turn/conversation-locks/conversation-locks.js';
import { EventBatches } from './event-batches.js';
import type { JobSettings } from './job-settings.js';
import { readLastEvent, readTurnLog, visitTurnLog } from './read-turn-log.js';

/** What a run asks of the store. */
export type RunStore = Pick<
  Store,
  | 'extendLease'
  | 'othersWait'
  | 'releaseJob'
  | 'failTurn'
  | 'watchTurn'
  | 'readEvents'
  | 'appendEvents'
  | 'putTurn'
  | 'getTurn'
>;

/** `cancelled`: its owner does not want it any more. `lost`: it is another process's now, or it has ended. `stopping`: this process ends. */
export type StopReason = 'cancelled' | 'lost' | 'stopping';

/** Least time between two looks at the lease that news of the turn cause, in milliseconds: its own events are news, too. */
const leastLookMs = 150;
const retryMs = 250;

/**
 * The work of this process on one job, as long as it holds the lease. Gives the signs of life, hears when the work is not
 * wanted any more, and is the only way to write: so nothing is written under a lease that is lost.
 */
export class JobRun {
  readonly job: Job;
  /** Waits for somebody else's work. Meanwhile the runner takes another job. */
  readonly waitOutside: WaitOutside;
  /** What the store said when the attempt before, in this process, could not go on. */
  readonly earlierFailure: EngineError | undefined;
  readonly #store: RunStore;
  readonly #settings: JobSettings;
  readonly #abort = new AbortController();
  readonly #leaving = new AbortController();
  #stopReason: StopReason | undefined;
  #safeUntil: number;
  #ended = false;
  /** Its end is being written. The store gives up the lease with that, so one that is gone now does not mean that it was lost. */
  #ending = false;
  #yielded = false;
  #releasedToOthers = false;
  #suspended = false;
  #released = false;
  #logged = 0;
  #events: EventBatches | undefined;
  #unwatch: Unwatch | undefined;
  #heartbeat: NodeJS.Timeout | undefined;
  #look: NodeJS.Timeout | undefined;
  #lookedAt = -Infinity;
  /** A write that failed for good. */
  #writeFailure: EngineError | undefined;
  /** What the last sign of life met with, if it did not arrive. */
  #silence: EngineError | undefined;

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

  /** Aborts when the work has to end; `stopReason` says why. */
  get signal(): AbortSignal {
    return this.#abort.signal;
  }

  get stopReason(): StopReason | undefined {
    return this.#stopReason;
  }

  /** Aborts when the process is about to end: what was begun may come to its end, and nothing more is to be begun. */
  get leaving(): AbortSignal {
    return this.#leaving.signal;
  }

  /** Whether it still works under its lease, as far as it knows. */
  get holdsLease(): boolean {
    return !this.#ended && this.#stopReason !== 'lost';
  }

  /** Whether the work is given back because others wait, or because the process ended before it was begun. */
  get yielded(): boolean {
    return this.#yielded;
  }

  /** Whether it is given back for another replica, because this one cannot do it. */
  get releasedToOthers(): boolean {
    return this.#releasedToOthers;
  }

  /** What the store said, where that is why the work did not come to its end here. */
  get storeFailure(): EngineError | undefined {
    return this.#ended ? undefined : (this.#writeFailure ?? this.#silence);
  }

  /** Begins to hold the lease. */
  async open(): Promise<void> {
    const { owner, turnId } = this.job;
    this.#heartbeat = setInterval(() => void this.#extend(), this.#settings.heartbeatMs);
    this.#unwatch = await this.#store.watchTurn(owner, turnId, () => this.#news());
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

  /** As `readLog`, for a log that is too large to be kept. False when the turn is missing. */
  async visitLog(visit: (event: TurnEvent) => void): Promise<boolean> {
    const { owner, turnId } = this.job;
    const next = await visitTurnLog(this.#store, owner, turnId, visit);
    if (next !== undefined) this.#goOnFrom(next);
    return next !== undefined;
  }

  /** The last event of a log that has at most `maxEvents`, whatever its size. */
  lastEvent(maxEvents: number): Promise<TurnEvent | undefined> {
    return readLastEvent(this.#store, this.job.owner, this.job.turnId, maxEvents);
  }

  /** How many events the log is known to have. Needs `readLog` or `visitLog` before. */
  get logged(): number {
    return this.#logged;
  }

  /** Takes the next events. Returns nothing when more may follow at once. Needs `readLog` or `visitLog` before. */
  push(events: readonly string[]): Promise<void> | undefined {
    return this.#log().push(events);
  }

  /** Writes the state that the turn has reached, not its end. False when the lease is lost. */
  async update(record: TurnRecord): Promise<boolean> {
    return await this.#persist(() => this.#store.putTurn(record, { lease: this.job }));
  }

  /** Writes the end of the turn with the last events, or nothing at all: false when the lease is lost. After a throw another end may be tried. */
  async end(record: TurnRecord, events: readonly string[], addition: TurnAddition = {}): Promise<boolean> {
    const last = await this.#log().takeLast(events);
    return await this.#end(record, { ...addition, events: last });
  }

  /** Writes the end of a turn whose log cannot be read, and leaves that as it is. False when the lease is lost. */
  endUnlogged(record: TurnRecord): Promise<boolean> {
    return this.#end(record, {});
  }

  /** Ends a turn that cannot be read, so that nobody tries again. */
  async fail(): Promise<void> {
    this.#ended = await this.#store.failTurn(this.job);
  }

  /** Whether the work is to be given back for a while, because an owner waits, or another lane of this one, that has less of it. */
  othersWait(): Promise<boolean> {
    return this.#store.othersWait(this.job.queue, this.job);
  }

  /** Lets time pass until the work can go on. Meanwhile the runner takes another job. Ends early when the work has to end. */
  async suspend(ms: number): Promise<void> {
    if (this.leaving.aborted) return this.stop('stopping');
    this.#suspended = true;
    await this.waitOutside(() => pause(ms, undefined, { signal: this.signal })).catch(() => undefined);
    this.#suspended = false;
  }

  /** The process is about to end: work may come to its end, a rest is over. */
  prepareToStop(): void {
    this.#leaving.abort();
    if (this.#suspended) this.stop('stopping');
  }

  /** The work is about to be given back because others wait: that says nothing against it, so the attempt is not counted. To be called last. */
  markYielded(): void {
    this.#yielded = true;
  }

  /** As `markYielded`, for work that only another replica can do: a runner that does no work of its own meanwhile looks for none for a moment, so that the others find it. */
  releaseToOthers(): void {
    this.#releasedToOthers = true;
    this.markYielded();
  }

  /** Writes what was pushed last, for who gives the work back. Nothing may be pushed afterwards. */
  async flush(): Promise<void> {
    const last = await this.#log().takeLast([]);
    if (last.length > 0) await this.#append(last);
  }

  /** Ends the work. The first reason counts. */
  stop(reason: StopReason): void {
    if (this.#stopReason !== undefined || this.#ended) return;
    this.#stopReason = reason;
    if (reason !== 'cancelled') this.#events?.stop();
    this.#abort.abort(cancelled());
  }

  /** Lets go. With `release` the next process need not wait for the lease to run out. */
  async close(release: boolean): Promise<void> {
    clearInterval(this.#heartbeat);
    clearTimeout(this.#look);
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
      // With the condition it may be a cancellation that speaks against it; without, only somebody else's right to end it does.
      if (!this.#ended && addition.unlessCancelled !== true) this.stop('lost');
      return this.#ended;
    } finally {
      this.#ending = false;
    }
  }

  /** The store knows the lease; a process that was held up need not ask it to know that it is too late. */
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
   * Writes, and tries again as long as the lease allows when the store is only busy. A try may have been carried out and its
   * acknowledgement lost: when the store then refuses the next one, `isStored` tells. Without it, twice is the same as once.
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

  #news(): void {
    if (this.#look !== undefined) return;
    this.#look = setTimeout(() => void this.#extend(), Math.max(0, this.#lookedAt + leastLookMs - performance.now()));
  }

  async #extend(): Promise<void> {
    clearTimeout(this.#look);
    this.#look = undefined;
    if (this.#ended || this.#stopReason === 'lost') return;
    const now = performance.now();
    this.#lookedAt = now;
    try {
      const right = await this.#store.extendLease(this.job, this.#settings.leaseMs);
      if (right === 'lost' && this.#ending) return;
      if (right !== 'lost') this.#silence = undefined;
      if (right === 'lost') this.stop('lost');
      else this.#safeUntil = now + this.#settings.leaseMs;
      if (right === 'cancel-requested') this.stop('cancelled');
    } catch (error) {
      this.#silence = toEngineError(error);
      // The store does not answer. The lease may still be held, but no longer than this.
      if (performance.now() >= this.#safeUntil) this.stop('lost');
    }
  }
}
