import assert from 'node:assert/strict';
import type { Page } from '../../ports/page.js';
import type { StoredItem } from '../../ports/store.js';
import { useStores, type StoreLocation } from '../store-location.js';
import { turnOf } from '../turn-fixtures.js';
import { edgeCaseTexts } from './edge-case-texts.js';

declare const describe: (name: string, body: () => void) => void;
declare const it: (name: string, body: () => Promise<void>, timeout?: number) => void;

/** Turns that are too large for a single write step. */
export function describeLongTurnContract(name: string, makeLocation: () => Promise<StoreLocation>): void {
  describe(`${name} as a store of long turns`, () => {
    const stores = useStores(makeLocation);

    it('stores a turn of many items, and yields to the event loop during the write', async () => {
      const ids = Array.from({ length: 20_000 }, (_, n) => `item_${n}`);
      const text = 'what is said in so many items '.repeat(2);
      let written = false;
      const value = {
        get id() {
          written = true;
          return 'last';
        },
      };
      const turn = turnOf({
        id: 'resp_1',
        items: [
          ...ids.map((id) => ({ id, side: 'input', value: { id, text } }) as const),
          { id: 'last', side: 'input', value },
        ],
      });
      const writing = stores.store.putTurn(turn);
      assert.equal(written, false, 'all of it was written at once');
      assert.equal(await writing, true);
      assert.equal(
        JSON.stringify(await stores.store.getTurn('ada', 'resp_1')),
        JSON.stringify({ ...(await stores.store.getTurn('ada', 'resp_1')), ...turn }),
      );
      assert.deepEqual(
        await stores.store.getItems('ada', ['item_19999', 'last']),
        new Map([
          ['item_19999', { id: 'item_19999', text }],
          ['last', { id: 'last' }],
        ]),
      );
    });

    it('yields to the event loop while it reads a turn of many items, alone or in a chain, and parses only the item that is requested', async () => {
      const text = (n: number): string => `what is said in so many items, ${n} `.repeat(2);
      const items = Array.from(
        { length: 20_000 },
        (_, n) => ({ id: `item_${n}`, side: 'input', value: { id: `item_${n}`, text: text(n) } }) as const,
      );
      const input = items.map(({ value }) => ({ role: 'user', parts: [{ type: 'text', text: value.text }] }) as const);
      await stores.store.putTurn(turnOf({ id: 'resp_1', items, input }));
      const fresh = await stores.open();
      const reads: readonly (() => Promise<unknown>)[] = [
        () => fresh.getTurn('ada', 'resp_1'),
        () => fresh.getChain('ada', 'resp_1'),
      ];
      for (const read of reads) {
        let [turns, over] = [0, false];
        const others = (): void => {
          turns += 1;
          if (!over) setImmediate(others);
        };
        setImmediate(others);
        await read();
        over = true;
        assert.ok(turns > 1, `others had ${turns} turns`);
      }
      const parsed = await charactersParsed(() => fresh.getItems('ada', ['item_19999']));
      assert.ok(parsed < 1_000, `${parsed} characters were parsed`);
      assert.deepEqual((await fresh.getTurn('ada', 'resp_1'))?.items, items);
      assert.deepEqual((await fresh.getChain('ada', 'resp_1'))?.[0]?.input, input);
    });

    it('returns the input items of a turn page by page, whatever they and their ids contain', async () => {
      const ids = [
        ...edgeCaseTexts,
        ...edgeCaseTexts.map((text) => `=${text}`),
        '=0',
        '==1',
        'long '.repeat(40),
        `=${'long '.repeat(40)}`,
        '"side":"output"',
        '{"id":',
        '\\"',
      ];
      const items = ids.map(
        (id, n) =>
          ({
            id,
            side: n % 7 === 3 ? 'output' : 'input',
            value: { id, side: 'output', nested: [{ id, of: [id, n, null, true, 1.5e-7, {}, []] }] },
          }) as const,
      );
      await stores.store.putTurn(turnOf({ id: 'resp_1', items }));
      const inputs = items.filter(({ side }) => side === 'input');
      for (const order of ['asc', 'desc'] as const) {
        const inOrder = order === 'asc' ? inputs : inputs.toReversed();
        const all: unknown[] = [];
        for (let [after, hasMore]: [string | undefined, boolean] = [undefined, true]; hasMore;) {
          const page: Page<StoredItem> | undefined = await stores.store.listInputItems('ada', 'resp_1', {
            order,
            limit: 5,
            ...(after === undefined ? {} : { after }),
          });
          all.push(...(page?.entries ?? []));
          [after, hasMore] = [page?.entries.at(-1)?.id, page?.hasMore === true];
        }
        assert.equal(JSON.stringify(all), JSON.stringify(inOrder));
      }
      const distinct = new Map(items.map(({ id, value }) => [id, value]));
      for (const [id, value] of distinct)
        assert.deepEqual(await stores.store.getItems('ada', [id, 'nobody']), new Map([[id, value]]));
      assert.deepEqual(await stores.store.getItems('ada', ids), distinct);
      for (const after of ['nobody', items[3]?.id ?? ''])
        await assert.rejects(stores.store.listInputItems('ada', 'resp_1', { order: 'asc', limit: 5, after }), {
          code: 'invalid-request',
          param: 'after',
        });
      await stores.store.putTurn(turnOf({ id: 'resp_2', items: [] }));
      assert.deepEqual(await stores.store.listInputItems('ada', 'resp_2', { order: 'asc', limit: 5 }), {
        entries: [],
        hasMore: false,
      });
    });

    it('adds the many items of a turn to its conversation in their order, or none', async () => {
      await stores.store.createConversation({ id: 'conv_1', owner: 'ada', createdAt: 1, metadata: {} }, []);
      const items = Array.from({ length: 1_201 }, (_, n) => ({ id: `item_${n}`, value: { n } }));
      const ticket = { owner: 'ada', conversationId: 'conv_1', number: 1_000_000 };
      await assert.rejects(
        stores.store.putTurn(turnOf({ id: 'resp_1' }), { conversation: { id: 'conv_1', items, ticket: ticket } }),
        { code: 'conflict' },
      );
      assert.deepEqual(await stores.store.readConversation('ada', 'conv_1'), []);
      await stores.store.putTurn(turnOf({ id: 'resp_1' }), { conversation: { id: 'conv_1', items } });
      assert.deepEqual(
        (await stores.store.readConversation('ada', 'conv_1'))?.map(({ value }) => value['n']),
        items.map((_, n) => n),
      );
      assert.equal(
        await stores.store.addConversationItems(
          'ada',
          'conv_1',
          items.map(({ id, value }) => ({ id: `more_${id}`, value })),
        ),
        true,
      );
      assert.equal((await stores.store.readConversation('ada', 'conv_1'))?.length, 2 * items.length);
    });
  });
}

/** Number of JSON characters parsed during the work. */
async function charactersParsed(work: () => Promise<unknown>): Promise<number> {
  const { parse } = JSON;
  let characters = 0;
  JSON.parse = (text, reviver): unknown => {
    characters += text.length;
    return parse(text, reviver);
  };
  try {
    await work();
  } finally {
    JSON.parse = parse;
  }
  return characters;
}
