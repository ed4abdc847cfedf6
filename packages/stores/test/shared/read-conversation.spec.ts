import type { ConversationItem } from '@org/engine';
import { unlimitedMemory } from '@org/engine/storage';
import { bytesOfEntry, ConversationCache } from '#src/shared/conversation-cache.js';
import { defaultMaxBytesRead } from '#src/shared/require-readable.js';
import {
  readConversation,
  type ConversationReader,
  type FoundItems,
  type ReadItemsAfter,
} from '#src/shared/read-conversation.js';

const itemOf = (key: number): ConversationItem => ({ id: `i${key}`, value: { key } });
const keysOf = (items: readonly ConversationItem[] | undefined): readonly unknown[] | undefined =>
  items?.map(({ value }) => value['key']);

/** A conversation of items of 10 bytes, two to a page. */
class Items {
  version = 0;
  keys: number[];
  /** The positions that each read requested. */
  readonly asked: number[] = [];
  /** Called after each read. */
  meanwhile: () => void = () => undefined;

  constructor(count: number) {
    this.keys = Array.from({ length: count }, (_, index) => index + 1);
  }

  delete(key: number): void {
    this.keys = this.keys.filter((one) => one !== key);
    this.version += 1;
  }

  readonly readAfter: ReadItemsAfter = async (after, bounds): Promise<FoundItems> => {
    this.asked.push(after);
    const page = this.keys.filter((key) => key > after).slice(0, Math.min(2, bounds.items));
    const isOnePage = bounds.items > 1_000;
    const shown = isOnePage ? this.keys.filter((key) => key > after) : page;
    const found = {
      version: `v${this.version}`,
      items: shown.map((key) => ({ key, bytes: 10, decode: () => itemOf(key) })),
      hasMore: !isOnePage && this.keys.some((key) => key > (page.at(-1) ?? after)),
    };
    this.meanwhile();
    return found;
  };
}

describe('Reading a conversation', () => {
  const reader = (maxBytes = 1_000, stored?: number): ConversationReader => ({
    cache: new ConversationCache(stored),
    maxBytes,
    memory: unlimitedMemory,
  });

  it('continues after the end of the previous read', async () => {
    const [items, with_] = [new Items(3), reader()];
    expect(keysOf(await readConversation(with_, 'ada', 'c', items.readAfter))).toEqual([1, 2, 3]);
    items.keys.push(4);
    expect(keysOf(await readConversation(with_, 'ada', 'c', items.readAfter))).toEqual([1, 2, 3, 4]);
    expect(items.asked).toEqual([0, 2, 3]);
  });

  it('reads a conversation of 24 MB once, and then only new items', async () => {
    const megabytes: ReadItemsAfter = async (after) => ({
      version: 'v1',
      items: after < 96 ? [{ key: after + 1, bytes: 250_000, decode: () => itemOf(after + 1) }] : [],
      hasMore: after < 95,
    });
    const [with_, asked] = [reader(defaultMaxBytesRead), [] as number[]];
    for (let turn = 0; turn < 2; turn += 1) {
      const items = await readConversation(
        with_,
        'ada',
        'c',
        (after, bounds) => (asked.push(after), megabytes(after, bounds)),
      );
      expect(items).toHaveLength(96);
    }
    expect(asked).toHaveLength(97);
  });

  it('restarts when an item is deleted between two reads, and so shows one snapshot', async () => {
    const items = new Items(6);
    items.meanwhile = () => {
      if (items.asked.length === 2) items.delete(1);
      if (items.asked.length === 2) items.delete(6);
    };
    expect(keysOf(await readConversation(reader(), 'ada', 'c', items.readAfter))).toEqual([2, 3, 4, 5]);
  });

  it('finally reads a conversation that constantly loses items in one read', async () => {
    const items = new Items(40);
    items.meanwhile = () => items.delete(items.keys[0] ?? 0);
    const before = items.keys;
    const shown = keysOf(await readConversation(reader(), 'ada', 'c', items.readAfter));
    expect(shown).toEqual(before.filter((key) => key > items.asked.length - 1));
    expect(items.asked.length).toBeLessThan(10);
  });

  it('evicts the least recently read conversations', async () => {
    const with_ = reader(1_000, bytesOfEntry + 50);
    const [first, second] = [new Items(3), new Items(3)];
    await readConversation(with_, 'ada', 'c', first.readAfter);
    await readConversation(with_, 'ada', 'd', second.readAfter);
    expect([with_.cache.find('ada', 'c'), with_.cache.find('ada', 'd')?.bytes]).toEqual([undefined, 30]);
    await readConversation(with_, 'ada', 'e', new Items(6).readAfter);
    expect([with_.cache.find('ada', 'd')?.bytes, with_.cache.find('ada', 'e')]).toEqual([30, undefined]);
    with_.cache.evict('ada', 'd');
    await readConversation(with_, 'ada', 'f', new Items(5).readAfter);
    expect(with_.cache.find('ada', 'f')?.bytes).toBe(50);
  });

  it('never returns the cached conversation of another owner', async () => {
    const with_ = reader();
    await readConversation(with_, 'ad', 'ac', new Items(2).readAfter);
    expect(with_.cache.find('ada', 'c')).toBeUndefined();
  });
});
