import { YieldTimer } from '../concurrency/yield-timer.js';
import type { ConversationItem } from '../ports/conversation-store.js';
import type { ConversationCache, ReadConversation } from './conversation-cache.js';
import { requireReadable } from './read-bound.js';

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

/** What a page holds at most. The first item of one is there, however long it is. */
export interface PageBounds {
  readonly items: number;
  readonly bytes: number;
}

/** Reads the items behind a key, oldest first. Nothing when there is no such conversation. */
export type ReadItemsAfter = (key: number, bounds: PageBounds) => Promise<FoundItems | undefined>;

/** So much is read at once: the event loop stands still meanwhile, where the database is in this process. */
const aPage: PageBounds = { items: 250, bytes: 512 * 1024 };

/** So often a conversation that lost items while it was read is read anew in pages; from then on at once. */
const maxAttempts = 3;

/** What conversations are read with. */
export interface ConversationReader {
  readonly cache: ConversationCache;
  /** Most bytes of one conversation. */
  readonly maxBytes: number;
}

/** All items as they stood at one moment, oldest first; what the cache knows is not read again. Throws `context-overflow`. */
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
    if (read === undefined) cache.forget(owner, id);
    else cache.set(owner, id, read);
    return read?.items;
  }
}

/** What is known and what stands behind it. `changed`: an item that was read is not there any more. */
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
