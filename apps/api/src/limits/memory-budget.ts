import { cancelled, EngineError } from '@org/engine';
import type { ServiceConfig } from '../config/service-config.js';
import { bytesToParse, maxBytesPerOwner, reservedForSmall } from '../config/settings/memory-shares.js';
import type { RequestContext } from '../request-context/request-context.js';
import type { Outcomes } from '../request-context/outcomes.js';
import type { MemoryHolder } from './memory-holder.js';
import { MemoryQueue, type MemoryRank, type MemoryWaiter, type TakeResult } from './memory-queue.js';
import { MemoryReservation, type MemorySource, type MemoryWaitOptions } from './memory-reservation.js';

export interface MemoryBudgetOptions {
  readonly config: { readonly limits: Pick<ServiceConfig['limits'], 'maxMemoryBytes' | 'maxQueueSeconds'> };
  /** Reports a request when it has ended. */
  readonly outcomes: Pick<Outcomes, 'listen'>;
}

/** Requests of fewer bytes are not counted, because their connection needs more. */
const minCountedBytes = 16_384;
/** Reservations that wait at most; each holds a connection. */
const maxWaiting = 1_000;

/**
 * One account of the memory that requests make the process use: what they send, what is decoded and parsed of it, and
 * the files that they name. A request reserves memory before it uses it and returns it at
 * its end. Without free memory it waits in a fair queue. One owner gets at most {@link maxBytesPerOwner}, and large
 * requests leave some memory to small ones.
 */
export class MemoryBudget implements MemorySource {
  readonly #maxBytes: number;
  readonly #maxBytesOfLarge: number;
  /** Maximum number of bytes that one owner reserves. */
  readonly maxBytesPerOwner: number;
  readonly #maxWaitMs: number;
  readonly #small = new MemoryQueue();
  readonly #large = new MemoryQueue();
  readonly #usedBytesByOwner = new Map<string, number>();
  #usedBytes = 0;
  #isGranting = false;

  constructor({ config: { limits }, outcomes }: MemoryBudgetOptions) {
    this.#maxBytes = limits.maxMemoryBytes;
    this.#maxBytesOfLarge = limits.maxMemoryBytes - reservedForSmall(limits.maxMemoryBytes);
    this.maxBytesPerOwner = maxBytesPerOwner(limits.maxMemoryBytes);
    this.#maxWaitMs = limits.maxQueueSeconds * 1000;
    outcomes.listen(({ memory }) => memory?.release());
  }

  /** Bytes that are reserved now. */
  get usedBytes(): number {
    return this.#usedBytes;
  }

  /** Number of reservations that wait. */
  get waiting(): number {
    return this.#small.size + this.#large.size;
  }

  /**
   * Reserves `bytes` in all for a request, until it is reported. Returns undefined where they are free, otherwise waits.
   * Throws `overloaded`, and for an ended request, which may have been reported already.
   */
  reserve(requestContext: RequestContext, bytes: number): Promise<void> | undefined {
    const { principal, signal } = requestContext;
    signal.throwIfAborted();
    if (principal === undefined) return undefined;
    if (requestContext.memory === undefined && bytes < minCountedBytes) return undefined;
    requestContext.memory ??= this.reservation(principal.owner);
    return requestContext.memory.grow(bytes, signal);
  }

  /**
   * Reserves `bytes` in all for a request whose body is in memory, and has more values than its length shows. During a wait
   * the request returns all but `bytesInUse`, so that bodies never wait for each other.
   */
  expand(requestContext: RequestContext, bytes: number, bytesInUse: number): Promise<void> | undefined {
    const { memory, signal } = requestContext;
    return memory === undefined
      ? this.reserve(requestContext, bytes)
      : memory.expand(this.#expandable(bytes, bytesInUse), bytesInUse, signal);
  }

  /** Reserves additional bytes for a request or job. Waits and throws like `reserve`. `signal`: ends the wait of a job. */
  reserveMore(holder: MemoryHolder, bytes: number, signal?: AbortSignal): Promise<void> | undefined {
    return holder instanceof MemoryReservation
      ? holder.add(bytes, signal)
      : this.reserve(holder, (holder.memory?.bytes ?? 0) + bytes);
  }

  /** An empty reservation for work of `owner`. */
  reservation(owner: string): MemoryReservation {
    return new MemoryReservation(this, owner);
  }

  take(owner: string, bytes: number, isLarge: boolean, rank: MemoryRank): TakeResult {
    const ownerBytes = (this.#usedBytesByOwner.get(owner) ?? 0) + bytes;
    if (ownerBytes > this.maxBytesPerOwner) return 'owner-full';
    if (this.#usedBytes + bytes > (isLarge ? this.#maxBytesOfLarge : this.#maxBytes)) return 'full';
    // Small reservations of new work, too: those whose input is in memory would hold ever more of it while they wait.
    if (rank === 'new' && (this.#small.has(owner, 'received') || this.#large.has(owner, 'received')))
      return 'owner-full';
    const queue = isLarge ? this.#large : this.#small;
    if (!this.#isGranting && (queue.isBlocked || queue.has(owner, rank))) return 'full';
    this.count(owner, bytes);
    return 'taken';
  }

  count(owner: string, bytes: number): void {
    const ownerBytes = (this.#usedBytesByOwner.get(owner) ?? 0) + bytes;
    this.#usedBytes += bytes;
    if (ownerBytes === 0) this.#usedBytesByOwner.delete(owner);
    else this.#usedBytesByOwner.set(owner, ownerBytes);
    if (bytes < 0 && this.waiting > 0) this.#grant();
  }

  wait(waiter: MemoryWaiter, { isLarge, returnedBytes = 0, onFailure, signal }: MemoryWaitOptions): () => void {
    const queue = isLarge ? this.#large : this.#small;
    if (this.#maxWaitMs === 0 || queue.size >= maxWaiting || waiter.totalBytes > this.maxBytesPerOwner)
      throw overloaded();
    const end = (): void => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', abort);
    };
    const grant = (): void => {
      end();
      waiter.grant();
    };
    const remove = queue.add({ ...waiter, grant });
    const cancel = (error: unknown): void => {
      end();
      remove();
      onFailure(error);
      // It may have been the first one, and too large for what is free.
      this.#grant();
    };
    const timer = setTimeout(() => cancel(overloaded()), this.#maxWaitMs);
    const abort = (): void => cancel(signal?.reason);
    signal?.addEventListener('abort', abort);
    // Only now, so that no new work takes them first.
    if (returnedBytes > 0) this.count(waiter.owner, -returnedBytes);
    this.#grant(); // Notes whether it blocks others.
    return () => cancel(cancelled());
  }

  /** What other bodies of the owner hold while they wait is no more than the rest. */
  #expandable(bytes: number, bytesInUse: number): number {
    return Math.min(bytes, Math.floor(this.maxBytesPerOwner * (1 - 1 / bytesToParse)) + bytesInUse);
  }

  #grant(): void {
    if (this.#isGranting) return;
    this.#isGranting = true;
    this.#small.grant(({ owner, bytes, rank }) => this.take(owner, bytes, false, rank));
    this.#large.grant(({ owner, bytes, rank }) => this.take(owner, bytes, true, rank));
    this.#isGranting = false;
  }
}

function overloaded(): EngineError {
  return new EngineError('overloaded', 'Too many large requests are in progress.', { retryAfter: 1 });
}
