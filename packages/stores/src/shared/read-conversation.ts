import { type ConversationItem, YieldTimer } from '@org/engine/storage';
import type { ConversationCache, ReadConversation } from './conversation-cache.js';
import type { DecodeItem } from './decode-item.js';
import { bytesForHistory, maxBytesUnreserved, ReadReservation } from './read-reserved.js';
import { requireReadable } from './require-readable.js';
import type { StoreReading } from './store-reading.js';

/** An item as a query finds it; its content is decoded only when it is needed. */
export interface FoundItem {
  readonly key: number;
  /** How many bytes its content takes in the store. */
  readonly bytes: number;
  readonly decode: DecodeItem;
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
  /** The first items have contents, as long as these take at most so many bytes. */
  readonly contentBytes: number;
}

/** Reads the items after a key, oldest first. Returns undefined when the conversation does not exist. */
export type ReadItemsAfter = (key: number, bounds: PageBounds) => Promise<FoundItems | undefined>;

/** Size of one read: an in-process database blocks the event loop during it. */
const aPage = { items: 250, bytes: maxBytesUnreserved };

/**
 * Number of times that a conversation that loses items during the read is read again in pages; after that it is read
 * at once.
 */
const maxAttempts = 3;

/** What conversations are read with. */
export interface ConversationReader extends StoreReading {
  readonly cache: ConversationCache;
}

/**
 * All items at one moment, oldest first; cached items are not read again. Reserves memory for those, too, because the
 * caller may need them for longer than the cache. Throws `context-overflow`.
 */
export async function readConversation(
  reader: ConversationReader,
  owner: string,
  id: string,
  readAfter: ReadItemsAfter,
): Promise<readonly ConversationItem[] | undefined> {
  const { cache, maxBytes } = reader;
  const reservation = new ReadReservation(reader.memory, owner);
  for (let attempt = 0; ; attempt += 1) {
    const known = attempt === 0 ? cache.find(owner, id) : undefined;
    const bounds = attempt < maxAttempts ? aPage : { items: 2 ** 31 - 1, bytes: maxBytes };
    const read = await readNewItems(known, reader, reservation, (key, contentBytes) =>
      readAfter(key, { ...bounds, contentBytes }),
    );
    if (read === 'changed') continue;
    if (read === undefined) cache.evict(owner, id);
    else cache.set(owner, id, read);
    return read?.items;
  }
}

type ReadPage = (key: number, contentBytes: number) => Promise<FoundItems | undefined>;

/** The cached items and those after them. `changed`: an item that was read no longer exists. */
async function readNewItems(
  known: ReadConversation | undefined,
  { maxBytes }: ConversationReader,
  reservation: ReadReservation,
  readAfter: ReadPage,
): Promise<ReadConversation | 'changed' | undefined> {
  const items: ConversationItem[] = [];
  const yieldTimer = new YieldTimer();
  let version = known?.version;
  let { last, bytes } = known ?? { last: 0, bytes: 0 };
  for (let contentBytes = aPage.bytes; ;) {
    const page = await readAfter(last, contentBytes);
    if (page === undefined) return undefined;
    if (version !== undefined && page.version !== version) return 'changed';
    version = page.version;
    const pageBytes = page.items.reduce((sum, item) => sum + item.bytes, 0);
    requireReadable(bytes + pageBytes, maxBytes);
    await reservation.growTo(bytesForHistory(bytes + pageBytes));
    if (pageBytes > contentBytes) {
      contentBytes = pageBytes;
      continue;
    }
    contentBytes = aPage.bytes;
    bytes += pageBytes;
    for (const item of page.items) {
      last = item.key;
      const decoded = item.decode();
      items.push(decoded instanceof Promise ? await decoded : decoded);
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
