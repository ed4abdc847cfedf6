import type { ChainTurn } from '@org/engine/storage';
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

/**
 * Maximum number of cached characters of turns, including {@link sizeOfTurn}. A turn counts in every chain that
 * contains it, although the chains share it.
 */
const maxCharacters = 24 * 1024 * 1024;

/**
 * Overhead of a turn in addition to its characters: its memory in bytes, however short it is. Clients can create any
 * number of turns.
 */
export const sizeOfTurn = 1_024;

/**
 * LRU cache of chains. A chain never changes once all its turns have ended, except that it can lose a turn. An entry
 * is therefore valid as long as its owner has deleted nothing since it was read. The database counts deletions in the
 * transaction that deletes, and the caller has just read that count.
 */
export class ChainCache {
  readonly #entries = new Map<string, Entry>();
  #size = 0;

  constructor(private readonly maxSize = maxCharacters) {}

  /** The chain that ends with this turn, if it was cached at this count of deletions. */
  find(owner: string, id: string, deletions: number): ReadChain | undefined {
    const key = cacheKey(owner, id);
    const entry = this.#entries.get(key);
    if (entry === undefined) return undefined;
    this.#evict(key);
    if (entry.deletions !== deletions) return undefined;
    this.#add(key, entry);
    return entry;
  }

  /**
   * `deletions` is the owner's count in the snapshot from which the chain was read. With `previousId` the chain
   * continues a cached chain: that entry stays for clients that request another response to it, and the entry before
   * it is removed.
   */
  set(owner: string, id: string, deletions: number, { turns, size, bytes }: ReadChain, previousId?: string): void {
    if (sizeOf({ turns, size }) > this.maxSize) return;
    const key = cacheKey(owner, id);
    const before = previousId === undefined ? undefined : cacheKey(owner, previousId);
    this.#evict(key);
    this.#evict(this.#entries.get(before ?? '')?.before);
    this.#add(key, { turns, size, bytes, deletions, before });
    for (const oldest of this.#entries.keys()) {
      if (this.#size <= this.maxSize) return;
      this.#evict(oldest);
    }
  }

  #add(key: string, entry: Entry): void {
    this.#entries.set(key, entry);
    this.#size += sizeOf(entry);
  }

  #evict(key: string | undefined): void {
    const entry = key === undefined ? undefined : this.#entries.get(key);
    if (key === undefined || entry === undefined) return;
    this.#entries.delete(key);
    this.#size -= sizeOf(entry);
  }
}

function sizeOf({ turns, size }: Pick<ReadChain, 'turns' | 'size'>): number {
  return size + turns.length * sizeOfTurn;
}
