import type { ConversationItem } from '@org/engine/storage';
import { cacheKey } from './cache-key.js';

/** A conversation as it was read. */
export interface ReadConversation {
  /** Changes for each new conversation with this id and after every deleted item. */
  readonly version: string;
  /** Oldest first. */
  readonly items: readonly ConversationItem[];
  /** The key of the last item. */
  readonly last: number;
  /** How many bytes its items take in the store. */
  readonly bytes: number;
}

/**
 * Maximum size of cached items, in bytes as stored. In memory they take about three times as much, including derived
 * values.
 */
const maxCachedBytes = 24 * 1024 * 1024;

/**
 * Overhead of an entry in addition to its items, in bytes. An entry without items uses memory, too, and clients can
 * create any number of conversations.
 */
export const bytesOfEntry = 512;

/**
 * LRU cache of conversations. An item never changes, and a new item follows all others, so an entry is valid as long
 * as the conversation has lost no item. The version in the database shows that, regardless of which process deleted
 * the item; callers read the version together with the new items.
 */
export class ConversationCache {
  readonly #entries = new Map<string, ReadConversation>();
  #bytes = 0;

  constructor(private readonly maxBytes = maxCachedBytes) {}

  find(owner: string, id: string): ReadConversation | undefined {
    return this.#entries.get(cacheKey(owner, id));
  }

  set(owner: string, id: string, conversation: ReadConversation): void {
    this.evict(owner, id);
    if (sizeOf(conversation) > this.maxBytes) return;
    this.#entries.set(cacheKey(owner, id), conversation);
    this.#bytes += sizeOf(conversation);
    for (const oldest of this.#entries.keys()) {
      if (this.#bytes <= this.maxBytes) return;
      this.#evict(oldest);
    }
  }

  evict(owner: string, id: string): void {
    this.#evict(cacheKey(owner, id));
  }

  #evict(key: string): void {
    const entry = this.#entries.get(key);
    if (entry === undefined) return;
    this.#entries.delete(key);
    this.#bytes -= sizeOf(entry);
  }
}

function sizeOf({ bytes }: ReadConversation): number {
  return bytesOfEntry + bytes;
}
