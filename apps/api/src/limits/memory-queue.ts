/**
 * Which of the reservations of an owner come first: those of work that runs, then those of work whose input is in memory,
 * then those of new work. Otherwise work would wait for new work, which waits for the memory that it holds.
 */
export type MemoryRank = 'running' | 'received' | 'new';

const ranks: readonly MemoryRank[] = ['running', 'received', 'new'];

/** A reservation that waits for memory. */
export interface MemoryWaiter {
  readonly owner: string;
  readonly rank: MemoryRank;
  readonly bytes: number;
  /** What its reservation would have in all. */
  readonly totalBytes: number;
  /** Is called once its bytes were taken. */
  readonly grant: () => void;
}

/** `owner-full`: others may still get memory. `full`: nobody may. */
export type TakeResult = 'taken' | 'owner-full' | 'full';

/** The waiters of each owner by rank and in order of arrival. The owners take turns, so that many waiters of one delay no other. */
export class MemoryQueue {
  /** The first owner is the next one. */
  readonly #waiters = new Map<string, MemoryWaiter[]>();
  #size = 0;
  #isBlocked = false;

  get size(): number {
    return this.#size;
  }

  /** Whether the next waiter found too little memory, so that no newcomer may take it. */
  get isBlocked(): boolean {
    return this.#isBlocked;
  }

  /** Whether a reservation of the owner waits that comes before a new one of `rank`. */
  has(owner: string, rank: MemoryRank): boolean {
    const first = this.#waiters.get(owner)?.[0];
    return first !== undefined && ranks.indexOf(first.rank) <= ranks.indexOf(rank);
  }

  /** Adds a waiter. The returned function removes it. */
  add(waiter: MemoryWaiter): () => void {
    const waiting = this.#waiters.get(waiter.owner) ?? [];
    const index = waiting.findIndex(({ rank }) => ranks.indexOf(rank) > ranks.indexOf(waiter.rank));
    waiting.splice(index < 0 ? waiting.length : index, 0, waiter);
    this.#waiters.set(waiter.owner, waiting);
    this.#size += 1;
    return () => this.#remove(waiter);
  }

  /** Grants memory as long as `take` finds it. The first waiter blocks all others, unless only its owner has too much. */
  grant(take: (waiter: MemoryWaiter) => TakeResult): void {
    this.#isBlocked = false;
    // An owner that is set again comes last, and once more in this loop.
    for (const [owner, waiting] of this.#waiters) {
      const [first] = waiting;
      const result = first === undefined ? 'owner-full' : take(first);
      if (result === 'full') {
        this.#isBlocked = true;
        return;
      }
      if (result === 'owner-full' || first === undefined) continue;
      waiting.shift();
      this.#size -= 1;
      this.#waiters.delete(owner);
      if (waiting.length > 0) this.#waiters.set(owner, waiting);
      first.grant();
    }
  }

  #remove(waiter: MemoryWaiter): void {
    const waiting = this.#waiters.get(waiter.owner);
    const index = waiting?.indexOf(waiter) ?? -1;
    if (waiting === undefined || index < 0) return;
    waiting.splice(index, 1);
    this.#size -= 1;
    if (waiting.length === 0) this.#waiters.delete(waiter.owner);
  }
}
