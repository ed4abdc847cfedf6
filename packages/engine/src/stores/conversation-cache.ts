import type { ConversationItem } from '../ports/conversation-store.js';
import { cacheKey } from './cache-key.js';

/** A conversation as it was read. */
export interface ReadConversation {
  /** Another one for each conversation that ever had this id, and after every item that it has lost. */
  readonly version: string;
  /** Oldest first. */
  readonly items: readonly ConversationItem[];
  /** The key of the last item. */
  readonly last: number;
  /** How many bytes its items take in the store. */
  readonly bytes: number;
}

/** Most bytes of items that are kept, as they stand in the store. In memory they take some three times as much, with what is made of them. */
const maxCachedBytes = 32 * 1024 * 1024;

/** What an entry counts beside its items. One without items takes room, too, and there may be as many of these as clients begin conversations. */
export const bytesOfEntry = 512;

/**
 * Conversations that were read before, the least recently used one forgotten first. An item never changes, and a new one stands behind
 * all others: so what was read counts as long as the conversation has lost no item since. Its version in the database tells that, in
 * whichever process the item was deleted, and whoever looks here reads the version together with the items that came since.
 */
export class ConversationCache {
  readonly #entries = new Map<string, ReadConversation>();
  #bytes = 0;

  constructor(private readonly maxBytes = maxCachedBytes) {}

  find(owner: string, id: string): ReadConversation | undefined {
    return this.#entries.get(cacheKey(owner, id));
  }

  set(owner: string, id: string, conversation: ReadConversation): void {
    this.forget(owner, id);
    if (sizeOf(conversation) > this.maxBytes) return;
    this.#entries.set(cacheKey(owner, id), conversation);
    this.#bytes += sizeOf(conversation);
    for (const oldest of this.#entries.keys()) {
      if (this.#bytes <= this.maxBytes) return;
      this.#forget(oldest);
    }
  }

  forget(owner: string, id: string): void {
    this.#forget(cacheKey(owner, id));
  }

  #forget(key: string): void {
    const entry = this.#entries.get(key);
    if (entry === undefined) return;
    this.#entries.delete(key);
    this.#bytes -= sizeOf(entry);
  }
}

function sizeOf({ bytes }: ReadConversation): number {
  return bytesOfEntry + bytes;
}
