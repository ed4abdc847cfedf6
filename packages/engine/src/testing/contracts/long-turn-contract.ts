import assert from 'node:assert/strict';
import { useStores, type StorePlace } from '../store-place.js';
import { turnOf } from '../turn-fixtures.js';

declare const describe: (name: string, body: () => void) => void;
declare const it: (name: string, body: () => Promise<void>, timeout?: number) => void;

/** Turns of more than is written in one go. */
export function describeLongTurnContract(name: string, makePlace: () => Promise<StorePlace>): void {
  describe(`${name} as a store of long turns`, () => {
    const stores = useStores(makePlace);

    it('keeps a turn of many items, and lets others have their turn while it is written', async () => {
      const ids = Array.from({ length: 20_000 }, (_, n) => `item_${n}`);
      const said = 'what is said in so many items '.repeat(2);
      let written = false;
      const value = {
        get id() {
          written = true;
          return 'last';
        },
      };
      const turn = turnOf({ id: 'resp_1', items: [...ids.map((id) => ({ id, side: 'input', value: { id, said } } as const)), { id: 'last', side: 'input', value }] });
      const writing = stores.store.putTurn(turn);
      assert.equal(written, false, 'all of it was written at once');
      assert.equal(await writing, true);
      assert.equal(JSON.stringify(await stores.store.getTurn('ada', 'resp_1')), JSON.stringify({ ...(await stores.store.getTurn('ada', 'resp_1')), ...turn }));
      assert.deepEqual(await stores.store.getItems('ada', ['item_19999', 'last']), new Map([['item_19999', { id: 'item_19999', said }], ['last', { id: 'last' }]]));
    });

    it('adds the many items of a turn to its conversation in their order, or none', async () => {
      await stores.store.createConversation({ id: 'conv_1', owner: 'ada', createdAt: 1, metadata: {} }, []);
      const items = Array.from({ length: 1_201 }, (_, n) => ({ id: `item_${n}`, value: { n } }));
      const place = { owner: 'ada', conversationId: 'conv_1', number: 1_000_000 };
      await assert.rejects(stores.store.putTurn(turnOf({ id: 'resp_1' }), { conversation: { id: 'conv_1', items, place } }), { code: 'conflict' });
      assert.deepEqual(await stores.store.readConversation('ada', 'conv_1'), []);
      await stores.store.putTurn(turnOf({ id: 'resp_1' }), { conversation: { id: 'conv_1', items } });
      assert.deepEqual((await stores.store.readConversation('ada', 'conv_1'))?.map(({ value }) => value['n']), items.map((_, n) => n));
      assert.equal(await stores.store.addConversationItems('ada', 'conv_1', items.map(({ id, value }) => ({ id: `more_${id}`, value }))), true);
      assert.equal((await stores.store.readConversation('ada', 'conv_1'))?.length, 2 * items.length);
    });
  });
}
