import { dirname } from 'node:path';
import { EngineError, type Store, type StoredBytes, totalBytes } from '@org/engine';
import type { Logger } from 'pino';
import type { ServiceConfig } from '../config/service-config.js';
import { freeDiskBytes } from './free-disk.js';
import { reportFullStore } from './report-full-store.js';

/** How long a measurement is valid, in milliseconds. All requests together measure once in that time. */
const validMs = 1_000;
/** The same where the disk could become full in a second. */
const validMsNearFull = 20;
/** Free space from which a second of writes is no danger, as a multiple of the minimum. */
const ampleSpace = 4;

/** How long the store counts as full after it failed to write for lack of space, in milliseconds. The next write tries again. */
const afterFailureMs = 5_000;

/** Why the store accepts nothing new. */
export type FullReason = 'disk' | 'quota' | 'failure';

/** What was measured last. */
export interface Capacity {
  /** Undefined for PostgreSQL, whose disk this process cannot see, or where the system does not tell. */
  readonly freeDiskBytes: number | undefined;
  readonly storedBytes: StoredBytes | undefined;
  readonly full: FullReason | undefined;
}

export interface StoreCapacityOptions {
  readonly config: Pick<ServiceConfig, 'store' | 'limits'>;
  readonly store: Store;
  readonly log: Logger;
}

/**
 * Whether the store has space for new records: for those of all owners together, and on its disk. Reads, deletions and
 * the ends of running responses do not ask. It measures while requests ask, so it recovers by itself.
 */
export class StoreCapacity {
  readonly #options: StoreCapacityOptions;
  #measured: Promise<Capacity> | undefined;
  #measuredAt = -Infinity;
  #validMs = validMs;
  #failedAt = -Infinity;
  #reason: FullReason | undefined;

  constructor(options: StoreCapacityOptions) {
    this.#options = options;
    reportFullStore(options.store, () => this.recordFailure());
  }

  /** Resolves when the store has space. Throws `overloaded` with the detail `storage_full` otherwise. */
  async require(): Promise<void> {
    if ((await this.measure()).full !== undefined) throw storeFull();
  }

  /** At most a second old. Never rejects. */
  measure(): Promise<Capacity> {
    const now = performance.now();
    if (this.#measured === undefined || now - this.#measuredAt >= this.#validMs) {
      this.#measuredAt = now;
      this.#measured = this.#measure();
    }
    return this.#measured;
  }

  /** The store could not write for lack of space. */
  recordFailure(): void {
    this.#failedAt = performance.now();
    this.#measured = undefined;
  }

  async #measure(): Promise<Capacity> {
    const { config, store } = this.#options;
    const { maxStoredBytes = Infinity, minFreeDiskBytes } = config.limits;
    const [free, stored] = await Promise.all([
      config.store.kind === 'sqlite' ? freeDiskBytes(dirname(config.store.path)) : undefined,
      maxStoredBytes === Infinity ? undefined : store.sumStoredBytes().catch(() => undefined),
    ]);
    this.#validMs = free !== undefined && free < minFreeDiskBytes * ampleSpace ? validMsNearFull : validMs;
    let full: FullReason | undefined;
    if (performance.now() - this.#failedAt < afterFailureMs) full = 'failure';
    else if (free !== undefined && free < minFreeDiskBytes) full = 'disk';
    else if (stored !== undefined && totalBytes(stored) >= maxStoredBytes) full = 'quota';
    this.#logChange(full, free, stored);
    return { freeDiskBytes: free, storedBytes: stored, full };
  }

  #logChange(full: FullReason | undefined, free: number | undefined, stored: StoredBytes | undefined): void {
    if (full === this.#reason) return;
    this.#reason = full;
    const facts = { reason: full, freeDiskBytes: free, ...(stored && { storedBytes: totalBytes(stored) }) };
    if (full === undefined) this.#options.log.info(facts, 'the store has space again');
    else this.#options.log.error(facts, 'the store is full: it accepts nothing new until there is space');
  }
}

function storeFull(): EngineError {
  return new EngineError(
    'overloaded',
    'The store of the service is full, so it accepts nothing new until its operator frees space. Requests with "store": false still work.',
    { detail: 'storage_full', retryable: false },
  );
}
