import type { ChainTurn } from '../ports/store.js';

/** A chain that was read, oldest first, and how many characters it was made of. */
export interface ReadChain {
  readonly turns: readonly ChainTurn[];
  readonly size: number;
}

interface Entry extends ReadChain {
  readonly deletions: number;
}

/** Most characters of turns that are kept, each counted in every chain that it is part of. */
const mostCharacters = 64 * 1024 * 1024;

/**
 * Chains that were read before, the least recently used one forgotten first. A chain never changes once all its turns have
 * ended, it can only lose one: so an entry counts as long as its owner has deleted nothing since it was read. The database
 * counts those deletions, in the transaction that deletes, and whoever looks here has just read that count.
 */
export class ChainCache {
  readonly #entries = new Map<string, Entry>();
  #size = 0;

  constructor(private readonly mostSize = mostCharacters) {}

  /** The chain that ends with this turn, if it was kept at this count of deletions. */
  find(owner: string, id: string, deletions: number): ReadChain | undefined {
    const key = keyOf(owner, id);
    const entry = this.#entries.get(key);
    if (entry === undefined) return undefined;
    this.#forget(key, entry);
    if (entry.deletions !== deletions) return undefined;
    this.#add(key, entry);
    return entry;
  }

  /** `deletions` is the owner's count in the snapshot from which the chain was read. */
  keep(owner: string, id: string, deletions: number, { turns, size }: ReadChain): void {
    if (size > this.mostSize) return;
    const key = keyOf(owner, id);
    const standing = this.#entries.get(key);
    if (standing !== undefined) this.#forget(key, standing);
    this.#add(key, { turns, size, deletions });
    for (const [oldest, entry] of this.#entries) {
      if (this.#size <= this.mostSize) return;
      this.#forget(oldest, entry);
    }
  }

  #add(key: string, entry: Entry): void {
    this.#entries.set(key, entry);
    this.#size += entry.size;
  }

  #forget(key: string, entry: Entry): void {
    this.#entries.delete(key);
    this.#size -= entry.size;
  }
}

function keyOf(owner: string, id: string): string {
  return `${owner.length} ${owner}${id}`;
}
