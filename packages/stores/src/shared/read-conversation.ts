import { type ConversationItem, YieldTimer } from '@org/engine/storage';
import type { ConversationCache, ReadConversation } from './conversation-cache.js';
import { requireReadable } from './require-readable.js';

/** An item as a query finds it; its content is decoded only when it is needed. */
export interface FoundItem {
  readonly key: number;
  /** How many bytes its content takes in the store. */
  readonly bytes: number;
  readonly decode: () => ConversationItem;
}

/** Items of a conversation in one snapshot. */
export interface FoundItems {
  /** As in `ReadConversation`. */
  readonly version: string;
  readonly items: readonly FoundItem[];
  readonly hasMore: boolean;
}

/** Limits of a page. A page always includes its first item, at any length. */
export interface PageBounds {
  readonly items: number;
  readonly bytes: number;
}

/** Reads the items after a key, oldest first. Returns undefined when the conversation does not exist. */
export type ReadItemsAfter = (key: number, bounds: PageBounds) => Promise<FoundItems | undefined>;

/** Size of one read: an in-process database blocks the event loop during it. */
const aPage: PageBounds = { items: 250, bytes: 512 * 1024 };

/**
 * Number of times that a conversation that loses items during the read is read again in pages; after that it is read
 * at once.
 */
const maxAttempts = 3;

/** What conversations are read with. */
export interface ConversationReader {
  readonly cache: ConversationCache;
  /** Maximum bytes of one conversation. */
  readonly maxBytes: number;
}

/** All items at one moment, oldest first; cached items are not read again. Throws `context-overflow`. */
export async function readConversation(
  { cache, maxBytes }: ConversationReader,
  owner: string,
  id: string,
  readAfter: ReadItemsAfter,
): Promise<readonly ConversationItem[] | undefined> {
  for (let attempt = 0; ; attempt += 1) {
    const known = attempt === 0 ? cache.find(owner, id) : undefined;
    const bounds = attempt < maxAttempts ? aPage : { items: 2 ** 31 - 1, bytes: maxBytes };
    const read = await readNewItems(known, maxBytes, (key) => readAfter(key, bounds));
    if (read === 'changed') continue;
    if (read === undefined) cache.evict(owner, id);
    else cache.set(owner, id, read);
    return read?.items;
  }
}

/** The cached items and those after them. `changed`: an item that was read no longer exists. */
async function readNewItems(
  known: ReadConversation | undefined,
  maxBytes: number,
  readAfter: (key: number) => Promise<FoundItems | undefined>,
): Promise<ReadConversation | 'changed' | undefined> {
  const items: ConversationItem[] = [];
  const yieldTimer = new YieldTimer();
  let version = known?.version;
  let { last, bytes } = known ?? { last: 0, bytes: 0 };
  for (;;) {
    const page = await readAfter(last);
    if (page === undefined) return undefined;
    if (version !== undefined && page.version !== version) return 'changed';
    version = page.version;
    for (const item of page.items) {
      last = item.key;
      bytes += item.bytes;
      requireReadable(bytes, maxBytes);
      items.push(item.decode());
      if (yieldTimer.due) await yieldTimer.yieldToEventLoop();
    }
    if (!page.hasMore)
      return {
        version,
        items: items.length === 0 ? (known?.items ?? []) : [...(known?.items ?? []), ...items],
        last,
        bytes,
      };
  }
}
