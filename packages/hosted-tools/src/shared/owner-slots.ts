import { cancelled } from '@org/engine';

interface Waiter {
  readonly owner: string;
  readonly grant: () => void;
}

/**
 * Slots that owners share fairly: the owners that wait take turns, and while there is more than one slot, none has all
 * of them. So an owner whose work lasts long delays its own work alone.
 */
export class OwnerSlots {
  #free: number;
  readonly #maxOfOwner: number;
  readonly #held = new Map<string, number>();
  /** In the order in which they are served. */
  readonly #waiting = new Map<string, Set<Waiter>>();

  constructor(size: number) {
    this.#free = size;
    this.#maxOfOwner = Math.max(1, size - 1);
  }

  /** Takes a slot. Throws `cancelled` after an abort. The caller returns the slot with {@link release}. */
  async acquire(owner: string, signal: AbortSignal): Promise<void> {
    if (signal.aborted) throw cancelled();
    if (this.#isFreeFor(owner)) return this.#take(owner);
    await new Promise<void>((resolve, reject) => {
      const leave = (): void => {
        signal.removeEventListener('abort', onAbort);
        const waiters = this.#waiting.get(owner);
        waiters?.delete(waiter);
        if (waiters?.size === 0) this.#waiting.delete(owner);
      };
      const waiter: Waiter = {
        owner,
        grant: () => {
          leave();
          this.#take(owner);
          resolve();
        },
      };
      const onAbort = (): void => {
        leave();
        reject(cancelled());
      };
      signal.addEventListener('abort', onAbort);
      const waiters = this.#waiting.get(owner) ?? new Set();
      this.#waiting.set(owner, waiters.add(waiter));
    });
  }

  /** Returns a slot of this owner; it goes to the next owner that waits. */
  release(owner: string): void {
    const held = (this.#held.get(owner) ?? 1) - 1;
    if (held === 0) this.#held.delete(owner);
    else this.#held.set(owner, held);
    this.#free += 1;
    for (const [next, waiters] of this.#waiting) {
      const [waiter] = waiters;
      if (waiter === undefined || !this.#isFreeFor(next)) continue;
      // It is the last of the owners from now on.
      this.#waiting.delete(next);
      this.#waiting.set(next, waiters);
      return waiter.grant();
    }
  }

  #isFreeFor(owner: string): boolean {
    return this.#free > 0 && (this.#held.get(owner) ?? 0) < this.#maxOfOwner;
  }

  #take(owner: string): void {
    this.#free -= 1;
    this.#held.set(owner, (this.#held.get(owner) ?? 0) + 1);
  }
}
