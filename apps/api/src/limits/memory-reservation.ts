import type { RequestMemory } from '../request-context/request-memory.js';
import type { MemoryRank, MemoryWaiter, TakeResult } from './memory-queue.js';

/** What reservations take memory from. */
export interface MemorySource {
  /** Takes `bytes` if they are free. `isLarge`: for a reservation that must leave the bytes that small ones need. */
  take(owner: string, bytes: number, isLarge: boolean, rank: MemoryRank): TakeResult;
  /** Takes `bytes` that already exist, beyond the budget if need be; negative: returns them. */
  count(owner: string, bytes: number): void;
  /** Waits until the bytes were taken. Throws `overloaded` after too long, and when `signal` aborts. */
  wait(waiter: MemoryWaiter, options: MemoryWaitOptions): () => void;
}

export interface MemoryWaitOptions {
  readonly isLarge: boolean;
  /** Bytes that the reservation returns when its wait begins. */
  readonly returnedBytes?: number;
  readonly onFailure: (error: unknown) => void;
  readonly signal?: AbortSignal | undefined;
}

/** Reservations up to this size are small: larger ones never delay them. */
export const maxSmallReservation = 1_048_576;

/** The memory reserved by one request, connection or job. */
export class MemoryReservation implements RequestMemory {
  readonly #source: MemorySource;
  readonly #owner: string;
  /** Ends the waits. */
  readonly #waits = new Set<() => void>();
  #bytes = 0;
  /** Bytes that are reserved for later calls of `add`. */
  #ahead = 0;

  constructor(source: MemorySource, owner: string) {
    this.#source = source;
    this.#owner = owner;
  }

  get bytes(): number {
    return this.#bytes;
  }

  /** {@link add} up to `bytes` in all. */
  grow(bytes: number, signal?: AbortSignal): Promise<void> | undefined {
    return this.add(bytes - this.#bytes, signal);
  }

  /**
   * Reserves `more` bytes before they are used. Returns undefined where they are free, otherwise waits. Rejects with
   * `overloaded`; the reservation is then unchanged.
   */
  add(more: number, signal?: AbortSignal): Promise<void> | undefined {
    if (more <= 0) return undefined;
    const ahead = Math.min(more, this.#ahead);
    this.#ahead -= ahead;
    if (more === ahead) return undefined;
    const waiting = this.#takeOrWait(more - ahead, this.#bytes > 0 ? 'running' : 'new', 0, signal);
    return waiting?.catch((error: unknown) => {
      // What was released meanwhile is not ahead any more.
      this.#ahead = Math.min(this.#ahead + ahead, this.#bytes);
      throw error;
    });
  }

  /**
   * {@link grow} for work whose input is in memory: where the bytes are not free, it returns all but `bytesInUse` and waits
   * before all new work of its owner.
   */
  expand(bytes: number, bytesInUse: number, signal?: AbortSignal): Promise<void> | undefined {
    const more = bytes - this.#bytes;
    if (more <= 0) return undefined;
    return this.#takeOrWait(more, 'received', Math.max(0, this.#bytes - bytesInUse), signal);
  }

  /** `returnable`: bytes that it returns for the time of a wait. */
  #takeOrWait(more: number, rank: MemoryRank, returnable: number, signal?: AbortSignal): Promise<void> | undefined {
    const totalBytes = this.#bytes + more;
    const isLarge = totalBytes > maxSmallReservation;
    if (this.#source.take(this.#owner, more, isLarge, rank) === 'taken') {
      this.#bytes += more;
      return undefined;
    }
    return this.#wait({ bytes: more + returnable, totalBytes, rank }, isLarge, returnable, signal);
  }

  #wait(
    { bytes, totalBytes, rank }: Pick<MemoryWaiter, 'bytes' | 'totalBytes' | 'rank'>,
    isLarge: boolean,
    returnedBytes: number,
    signal: AbortSignal | undefined,
  ): Promise<void> {
    return new Promise((resolve, reject) => {
      let isOver = false;
      let cancel = (): void => undefined;
      const end = (): void => {
        isOver = true;
        this.#waits.delete(cancel);
      };
      const grant = (): void => {
        end();
        this.#bytes += bytes;
        resolve();
      };
      const onFailure = (error: unknown): void => {
        end();
        reject(error);
      };
      this.#bytes -= returnedBytes;
      try {
        cancel = this.#source.wait(
          { owner: this.#owner, bytes, totalBytes, rank, grant },
          { isLarge, returnedBytes, onFailure, signal },
        );
      } catch (thrown) {
        this.#bytes += returnedBytes;
        throw thrown;
      }
      if (!isOver) this.#waits.add(cancel);
    });
  }

  /**
   * Reserves `bytes`, and `ahead` bytes for what `add` will reserve, if all of them are free now. Work that reserves in
   * several steps cannot then wait for memory that other such work holds.
   */
  tryReserve(bytes: number, ahead: number): boolean {
    const more = bytes + ahead;
    const isLarge = this.#bytes + more > maxSmallReservation;
    if (this.#source.take(this.#owner, more, isLarge, 'new') !== 'taken') return false;
    this.#bytes += more;
    this.#ahead += ahead;
    return true;
  }

  /** Counts memory that is in use already: it does not wait, and those that come later wait longer. */
  count(bytes: number): void {
    this.#source.count(this.#owner, bytes - this.#bytes);
    this.#bytes = bytes;
    this.#ahead = 0;
  }

  /** Returns all but `bytes`. */
  shrink(bytes: number): void {
    if (bytes < this.#bytes) this.count(bytes);
  }

  /** Returns everything, and ends all waits. */
  release(): void {
    for (const cancel of this.#waits) cancel();
    this.count(0);
  }
}
