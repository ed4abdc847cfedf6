import type { ChainTurn } from '../ports/store.js';
import { cacheKey } from './cache-key.js';

/** A chain that was read, oldest first. */
export interface ReadChain {
  readonly turns: readonly ChainTurn[];
  /** How many characters it was made from. */
  readonly size: number;
  /** How many bytes it takes in the store. */
  readonly bytes: number;
}

interface Entry extends ReadChain {
  readonly deletions: number;
  /** The entry that this one continues. */
  readonly before: string | undefined;
}

/** Most characters of turns that are kept, with {@link sizeOfTurn}. A turn counts in every chain that it is part of, though they share it. */
const maxCharacters = 64 * 1024 * 1024;

/** What a turn counts beside its characters: so many bytes it takes in memory, however little it says. There may be as many as clients like. */
export const sizeOfTurn = 1_024;

/**
 * Chains that were read before, the least recently used one forgotten first. A chain never changes once all its turns have
 * ended, it can only lose one: so an entry counts as long as its owner has deleted nothing since it was read. The database
 * counts those deletions, in the transaction that deletes, and whoever looks here has just read that count.
 */
export class ChainCache {
  readonly #entries = new Map<string, Entry>();
  #size = 0;

  constructor(private readonly maxSize = maxCharacters) {}

  /** The chain that ends with this turn, if it was kept at this count of deletions. */
  find(owner: string, id: string, deletions: number): ReadChain | undefined {
    const key = cacheKey(owner, id);
    const entry = this.#entries.get(key);
    if (entry === undefined) return undefined;
    this.#forget(key);
    if (entry.deletions !== deletions) return undefined;
    this.#add(key, entry);
    return entry;
  }

  /**
   * `deletions` is the owner's count in the snapshot from which the chain was read. With `previousId` the chain is one that
   * is kept and continued: that one stays, for who wants another answer to the same, and the one before it goes.
   */
  set(owner: string, id: string, deletions: number, { turns, size, bytes }: ReadChain, previousId?: string): void {
    if (sizeOf({ turns, size }) > this.maxSize) return;
    const key = cacheKey(owner, id);
    const before = previousId === undefined ? undefined : cacheKey(owner, previousId);
    this.#forget(key);
    this.#forget(this.#entries.get(before ?? '')?.before);
    this.#add(key, { turns, size, bytes, deletions, before });
    for (const oldest of this.#entries.keys()) {
      if (this.#size <= this.maxSize) return;
      this.#forget(oldest);
    }
  }

  #add(key: string, entry: Entry): void {
    this.#entries.set(key, entry);
    this.#size += sizeOf(entry);
  }

  #forget(key: string | undefined): void {
    const entry = key === undefined ? undefined : this.#entries.get(key);
    if (key === undefined || entry === undefined) return;
    this.#entries.delete(key);
    this.#size -= sizeOf(entry);
  }
}

function sizeOf({ turns, size }: Pick<ReadChain, 'turns' | 'size'>): number {
  return size + turns.length * sizeOfTurn;
}
