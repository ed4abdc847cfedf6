import { EngineError } from '@org/engine/storage';

/** An operation that waits for a connection. */
interface Waiter {
  readonly grant: () => void;
  readonly timer: NodeJS.Timeout;
}

/**
 * Shares the connections of a pool among owners. One owner gets at most half of them, and all owners together leave one
 * to the service itself. Operations that wait are granted in order of arrival within an owner, and owners take turns:
 * an owner whose operations wait for each other's locks delays no other owner.
 */
export class ConnectionQueue {
  readonly #maxUsed: number;
  readonly #maxOwned: number;
  readonly #maxPerOwner: number;
  /** The first owner is the next one. `undefined`: the service itself. */
  readonly #waiters = new Map<string | undefined, Waiter[]>();
  readonly #usedBy = new Map<string | undefined, number>();
  #used = 0;

  constructor(
    connections: number,
    /** Maximum wait for a connection, in milliseconds. */
    private readonly maxWaitMs: number,
  ) {
    this.#maxUsed = connections;
    this.#maxOwned = Math.max(1, connections - 1);
    this.#maxPerOwner = Math.max(1, Math.floor(connections / 2));
  }

  /**
   * Takes a connection for `owner`. Returns undefined where one is free, otherwise waits. Rejects with `overloaded`
   * after too long.
   */
  acquire(owner: string | undefined): Promise<void> | undefined {
    if (!this.#waiters.has(owner) && this.#take(owner)) return undefined;
    return new Promise((resolve, reject) => {
      const waiting = this.#waiters.get(owner) ?? [];
      const timer = setTimeout(() => {
        this.#remove(owner, waiter);
        reject(new EngineError('overloaded', 'Too many requests wait for the database.', { retryAfter: 1 }));
      }, this.maxWaitMs).unref();
      const waiter: Waiter = { grant: resolve, timer };
      waiting.push(waiter);
      this.#waiters.set(owner, waiting);
    });
  }

  /** Returns a connection of `owner`. */
  release(owner: string | undefined): void {
    const used = (this.#usedBy.get(owner) ?? 0) - 1;
    if (used > 0) this.#usedBy.set(owner, used);
    else this.#usedBy.delete(owner);
    this.#used -= 1;
    this.#grant();
  }

  #take(owner: string | undefined): boolean {
    const used = this.#usedBy.get(owner) ?? 0;
    if (this.#used >= this.#maxUsed) return false;
    if (owner !== undefined) {
      const owned = this.#used - (this.#usedBy.get(undefined) ?? 0);
      if (used >= this.#maxPerOwner || owned >= this.#maxOwned) return false;
    }
    this.#usedBy.set(owner, used + 1);
    this.#used += 1;
    return true;
  }

  #grant(): void {
    // An owner that is set again comes last, and once more in this loop.
    for (const [owner, waiting] of this.#waiters) {
      if (this.#used >= this.#maxUsed) return;
      const [first] = waiting;
      if (first === undefined || !this.#take(owner)) continue;
      waiting.shift();
      this.#waiters.delete(owner);
      if (waiting.length > 0) this.#waiters.set(owner, waiting);
      clearTimeout(first.timer);
      first.grant();
    }
  }

  #remove(owner: string | undefined, waiter: Waiter): void {
    const waiting = this.#waiters.get(owner);
    const index = waiting?.indexOf(waiter) ?? -1;
    if (waiting === undefined || index < 0) return;
    waiting.splice(index, 1);
    if (waiting.length === 0) this.#waiters.delete(owner);
  }
}
