// Requirements for every Store when the history exceeds what it reads for one request. Part of the store contract.
import assert from 'node:assert/strict';
import type { ConversationItem } from '../../ports/conversation-store.js';
import type { PageRequest } from '../../ports/page.js';
import type { TurnRecord } from '../../ports/store.js';
import { fixedClock, useStores, type StoreLocation } from '../store-location.js';
import { turnOf } from '../turn-fixtures.js';

declare const describe: (name: string, body: () => void) => void;
declare const it: (name: string, body: () => Promise<void>, timeout?: number) => void;

const maxBytes = 20_000;
const tooMuch = { name: 'EngineError', code: 'context-overflow' };

/** A turn of a chain t0, t1, t2 ... whose content slightly exceeds this many bytes. */
function longTurn(n: number, length = 4_000): TurnRecord {
  const input = [{ role: 'user' as const, parts: [{ type: 'text' as const, text: `${n}`.padEnd(length, '.') }] }];
  return turnOf({ id: `t${n}`, input, ...(n === 0 ? {} : { previousId: `t${n - 1}` }) });
}

const longItem = (n: number, length = 4_000): ConversationItem => ({
  id: `item_${n}`,
  value: { text: `${n}`.padEnd(length, '.') },
});
const idsOf = (count: number): readonly string[] => Array.from({ length: count }, (_, n) => `item_${n}`);

export function describeReadBoundContract(name: string, makeLocation: () => Promise<StoreLocation>): void {
  describe(`${name} that is asked for more than it reads for one request`, () => {
    const stores = useStores(makeLocation);

    it('rejects a chain that is too long, loses nothing of it, and returns its early turns', async () => {
      for (let n = 0; n < 10; n++) await stores.store.putTurn(longTurn(n));
      const bounded = await stores.open(fixedClock, maxBytes);
      for (let round = 0; round < 2; round++) {
        await assert.rejects(bounded.getChain('ada', 't9'), tooMuch);
        assert.equal((await bounded.getChain('ada', 't3'))?.length, 4);
      }
      assert.notEqual(await bounded.getTurn('ada', 't9'), undefined);
      assert.equal((await stores.store.getChain('ada', 't9'))?.length, 10);
    });

    it('rejects one turn that is too long by itself', async () => {
      await stores.store.putTurn(longTurn(0, maxBytes));
      await assert.rejects((await stores.open(fixedClock, maxBytes)).getChain('ada', 't0'), tooMuch);
    });

    it('rejects a chain that is one byte too long, and returns one within the limit', async () => {
      await stores.store.putTurn(longTurn(0, 100));
      let [tooLittle, enough] = [100, 2_000];
      while (enough - tooLittle > 1) {
        const bound = Math.floor((tooLittle + enough) / 2);
        const read = (await stores.open(fixedClock, bound)).getChain('ada', 't0');
        const isGiven = await read.then(
          (chain) => chain?.length === 1,
          (thrown: unknown) => (assert.equal(Reflect.get(Object(thrown), 'code'), tooMuch.code), false),
        );
        if (isGiven) enough = bound;
        else tooLittle = bound;
      }
      assert.ok(tooLittle > 100 && enough < 2_000);
    });

    it('rejects the same chains whether or not their beginning is cached', async () => {
      const reading = await stores.open(fixedClock, maxBytes);
      const refused: boolean[] = [];
      for (let n = 0; n < 8; n++) {
        await stores.store.putTurn(longTurn(n));
        const isRefused = (store: typeof reading): Promise<boolean> =>
          store.getChain('ada', `t${n}`).then(
            () => false,
            () => true,
          );
        refused.push(await isRefused(reading));
        assert.equal(await isRefused(await stores.open(fixedClock, maxBytes)), refused.at(-1), `t${n}`);
      }
      assert.deepEqual(refused, refused.toSorted());
      assert.equal(new Set(refused).size, 2);
    });

    it('counts a repeated text once per occurrence', async () => {
      const text = 'The same again. '.repeat(50);
      await stores.store.putTurn(
        turnOf({
          id: 't0',
          input: [{ role: 'user', parts: Array.from({ length: 100 }, () => ({ type: 'text', text })) }],
        }),
      );
      await assert.rejects((await stores.open(fixedClock, maxBytes)).getChain('ada', 't0'), tooMuch);
    });

    it('ends a page of a conversation early, but not before its first item', async () => {
      await stores.store.createConversation({ id: 'conv_1', owner: 'ada', createdAt: 1, metadata: {} }, [
        ...Array.from({ length: 9 }, (_, n) => longItem(n)),
        longItem(9, 2 * maxBytes),
      ]);
      const bounded = await stores.open(fixedClock, maxBytes);
      for (const order of ['asc', 'desc'] as const) {
        const pages: number[] = [];
        const seen: string[] = [];
        for (let hasMore = true; hasMore;) {
          const request: PageRequest = {
            order,
            limit: 1_000,
            ...(seen.length === 0 ? {} : { after: seen.at(-1) ?? '' }),
          };
          const page = await bounded.listConversationItems('ada', 'conv_1', request);
          pages.push(page?.entries.length ?? 0);
          seen.push(...(page?.entries ?? []).map(({ id }) => id));
          hasMore = page?.hasMore ?? false;
        }
        assert.deepEqual(pages, order === 'asc' ? [4, 4, 1, 1] : [1, 4, 4, 1]);
        assert.deepEqual(seen, order === 'asc' ? idsOf(10) : idsOf(10).toReversed());
      }
      assert.equal(
        (await stores.store.listConversationItems('ada', 'conv_1', { order: 'asc', limit: 1_000 }))?.hasMore,
        false,
      );
    });

    it('rejects items of too many turns and conversations, and counts a turn once', async () => {
      const valueOf = (n: number) => ({ text: `${n}`.padEnd(4_000, '.') });
      for (let n = 0; n < 5; n++) {
        await stores.store.putTurn(
          turnOf({
            id: `t${n}`,
            items: [
              { id: `a${n}`, side: 'input', value: valueOf(n) },
              { id: `b${n}`, side: 'output', value: {} },
            ],
          }),
        );
      }
      await stores.store.createConversation(
        { id: 'conv_1', owner: 'ada', createdAt: 1, metadata: {} },
        Array.from({ length: 5 }, (_, n) => longItem(n)),
      );
      const bounded = await stores.open(fixedClock, maxBytes);
      const found = async (ids: readonly string[]): Promise<number> => (await bounded.getItems('ada', ids)).size;
      assert.equal(await found(['a0', 'b0', 'a1', 'b1', 'a2', 'b2', 'a3', 'b3']), 8);
      assert.equal(await found(idsOf(4)), 4);
      assert.equal(await found(['a0', 'a1', 'item_0', 'item_1']), 4);
      await assert.rejects(found(['a0', 'a1', 'a2', 'a3', 'a4']), tooMuch);
      await assert.rejects(found(idsOf(5)), tooMuch);
      await assert.rejects(found(['a0', 'a1', 'a2', 'item_0', 'item_1']), tooMuch);
      // A reference counts as often as a request has it.
      assert.equal(await found(Array.from({ length: 4 }, () => 'item_0')), 1);
      await assert.rejects(found(Array.from({ length: 5 }, () => 'item_0')), tooMuch);
    });
  });
}
