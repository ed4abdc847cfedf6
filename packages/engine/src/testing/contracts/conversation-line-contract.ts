// What every Store must do with the lines of conversations. Part of the store contract.
import assert from 'node:assert/strict';
import type { LinePlace } from '../../ports/conversation-store.js';
import type { Store } from '../../ports/store.js';
import { longLease, noLease } from '../lease-times.js';
import { useStores, type StorePlace } from '../store-place.js';
import { turnOf } from '../turn-fixtures.js';

declare const describe: (name: string, body: () => void) => void;
declare const it: (name: string, body: () => Promise<void>, timeout?: number) => void;

export function describeConversationLineContract(name: string, makePlace: () => Promise<StorePlace>): void {
  describe(`${name} as a store of lines before conversations`, () => {
    const stores = useStores(makePlace);
    const create = async (id = 'conv_1', owner = 'ada'): Promise<void> => {
      await stores.store.createConversation({ id, owner, createdAt: 1, metadata: {} }, []);
    };
    const join = async (store: Store, leaseMs = longLease, id = 'conv_1'): Promise<LinePlace> => {
      const place = await store.joinLine('ada', id, leaseMs);
      assert.ok(place !== undefined);
      return place;
    };
    const put = (place: LinePlace, id: string): Promise<boolean> =>
      stores.store.putTurn(turnOf({ id }), {
        conversation: { id: place.conversationId, items: [{ id: `item_${id}`, value: {} }], place },
      });
    const itemIds = async (id = 'conv_1'): Promise<readonly string[]> =>
      Array.from(
        (await stores.store.listConversationItems('ada', id, { order: 'asc', limit: 100 }))?.entries ?? [],
        (item) => item.id,
      );

    it('lets in one at a time, in the order in which they came, whichever replica they came to', async () => {
      const other = await stores.open();
      await create();
      const places: LinePlace[] = [];
      for (let n = 0; n < 6; n++) places.push(await join(n % 2 === 0 ? stores.store : other));
      for (const [n, place] of places.entries()) {
        for (const [later, waiting] of places.slice(n + 1).entries())
          assert.equal(await (later % 2 === 0 ? stores.store : other).readPlace(waiting), 'waiting');
        assert.equal(await (n % 2 === 0 ? other : stores.store).readPlace(place), 'first');
        await (n % 2 === 0 ? other : stores.store).leaveLine(place);
        assert.equal(await stores.store.readPlace(place), 'lost');
      }
    });

    it('has exactly one first among many who come at once', async () => {
      const other = await stores.open();
      await create();
      const places = await Promise.all(
        Array.from({ length: 30 }, async (_, n) => {
          const place = await join(n % 2 === 0 ? stores.store : other);
          return { place, state: await (n % 2 === 0 ? stores.store : other).readPlace(place) };
        }),
      );
      assert.equal(places.filter(({ state }) => state === 'first').length, 1);
      assert.equal(new Set(places.map(({ place }) => place.number)).size, 30);
      const first = places.toSorted((a, b) => a.place.number - b.place.number)[0];
      assert.equal(first?.state, 'first', 'the lowest number is the first');
    });

    it('keeps the lines of conversations apart, and knows none of a conversation that is missing or foreign', async () => {
      await create();
      await create('conv_2');
      await create('conv_1', 'bob');
      await join(stores.store);
      assert.equal(await stores.store.readPlace(await join(stores.store, longLease, 'conv_2')), 'first');
      const foreign = await stores.store.joinLine('bob', 'conv_1', longLease);
      assert.ok(foreign !== undefined);
      assert.equal(await stores.store.readPlace(foreign), 'first', 'another owner has a line of their own');
      assert.equal(await stores.store.joinLine('ada', 'conv_9', longLease), undefined);
      assert.equal(await stores.store.joinLine('eve', 'conv_1', longLease), undefined);
    });

    it('waits for a place that is renewed, and no longer than it is held for one that is not', async () => {
      await create();
      const vanished = await join(stores.store, noLease);
      assert.equal(await stores.store.renewPlace(vanished, longLease), true, 'late, and nobody has noticed');
      const waiting = await join(stores.store);
      assert.equal(await stores.store.renewPlace(waiting, longLease), true);
      assert.equal(await stores.store.readPlace(waiting), 'waiting');
      assert.equal(await stores.store.renewPlace(vanished, noLease), true);
      assert.equal(await stores.store.readPlace(waiting), 'waiting', 'nobody has looked');
      assert.equal(await stores.store.renewPlace(waiting, longLease), true);
      assert.equal(await stores.store.readPlace(waiting), 'first');
      assert.equal(await stores.store.renewPlace(vanished, longLease), false);
      assert.equal(await stores.store.readPlace(vanished), 'lost');
    });

    it('does not wait at all for one that ran out before', async () => {
      await create();
      const vanished = await join(stores.store);
      assert.equal(await stores.store.readPlace(await join(stores.store)), 'waiting');
      await stores.store.renewPlace(vanished, noLease);
      const next = await join(stores.store);
      assert.equal(await stores.store.readPlace(vanished), 'lost');
      assert.equal(await stores.store.readPlace(next), 'waiting', 'the one that did not run out is before it still');
    });

    it('renews what its asker still holds before it removes anything, when somebody joins and when a place is renewed', async () => {
      const other = await stores.open();
      await create();
      const [first, second] = [await join(stores.store, noLease), await join(stores.store, longLease)];
      assert.equal(await stores.store.renewPlace(first, noLease), false, 'who joined did not say that it is held');
      assert.equal(await stores.store.renewPlace(second, noLease), true);
      const third = await stores.store.joinLine('ada', 'conv_1', longLease, [second.number]);
      assert.ok(third !== undefined);
      assert.equal(await stores.store.readPlace(third), 'waiting');
      assert.equal(await other.renewPlace(third, longLease), true);
      assert.equal(await other.readPlace(third), 'waiting', 'its lease runs again');
      assert.equal(await stores.store.renewPlace(second, noLease), true);
      assert.equal(await stores.store.renewPlace(third, longLease, [first.number, second.number, third.number]), true);
      assert.equal(await other.renewPlace(third, longLease), true);
      assert.deepEqual(
        [await other.readPlace(second), await other.readPlace(third)],
        ['first', 'waiting'],
        'its lease runs again',
      );
      assert.equal(await stores.store.readPlace(first), 'lost', 'what somebody removed meanwhile does not come back');
    });

    it('renews nothing in the lines of others, whatever its asker says', async () => {
      await create();
      await create('conv_2');
      const vanished = await join(stores.store, noLease);
      const elsewhere = await join(stores.store, longLease, 'conv_2');
      assert.equal(await stores.store.renewPlace(elsewhere, longLease, [vanished.number]), true);
      await stores.store.joinLine('ada', 'conv_2', longLease, [vanished.number]);
      const next = await join(stores.store);
      assert.equal(await stores.store.readPlace(next), 'first');
    });

    it("gives no number twice, so that who was gone by holds nobody else's place", async () => {
      await create();
      const vanished = await join(stores.store);
      await stores.store.leaveLine(vanished);
      const next = await join(stores.store);
      assert.ok(next.number > vanished.number);
      assert.equal(await stores.store.renewPlace(vanished, longLease), false);
      assert.equal(await stores.store.readPlace(next), 'first');
    });

    it('gives a place up with the write of its turn', async () => {
      await create();
      const first = await join(stores.store);
      const second = await join(stores.store);
      assert.equal(await put(first, 'a'), true);
      assert.equal(await stores.store.readPlace(second), 'first');
      assert.equal(await put(second, 'b'), true);
      assert.deepEqual(await itemIds(), ['item_a', 'item_b']);
    });

    it('refuses the write of a turn whose place is lost, as a whole', async () => {
      await create();
      const vanished = await join(stores.store, noLease);
      const next = await join(stores.store);
      await assert.rejects(put(vanished, 'late'), { name: 'EngineError', code: 'conflict' });
      assert.equal(await stores.store.getTurn('ada', 'late'), undefined);
      assert.deepEqual(await itemIds(), []);
      assert.equal(await put(next, 'next'), true);
      await assert.rejects(put(next, 'again'), { code: 'conflict' });
      assert.deepEqual(await itemIds(), ['item_next']);
    });

    it('goes with its conversation: who waits is lost, who runs is written and adds nothing', async () => {
      await create();
      const first = await join(stores.store);
      const second = await join(stores.store);
      await stores.store.deleteConversation('ada', 'conv_1');
      assert.equal(await stores.store.readPlace(second), 'lost');
      assert.equal(await stores.store.renewPlace(second, longLease), false);
      assert.equal(await put(first, 'a'), true);
      assert.deepEqual(await itemIds(), []);
    });

    it('wakes who watches when somebody leaves, writes or deletes, also from another replica', async () => {
      const other = await stores.open();
      await create();
      const news = { count: 0 };
      const wokenBy = async (act: () => Promise<unknown>): Promise<void> => {
        const before = news.count;
        await act();
        for (const end = performance.now() + 10_000; news.count === before && performance.now() < end;)
          await new Promise((resolve) => setTimeout(resolve, 10));
        assert.ok(news.count > before);
      };
      const unwatch = await stores.store.watchLine('ada', 'conv_1', () => void news.count++);
      await wokenBy(async () => other.leaveLine(await join(other)));
      await wokenBy(async () => put(await join(stores.store), 'a'));
      await wokenBy(() => other.deleteConversation('ada', 'conv_1'));
      unwatch();
      unwatch();
    });
  });
}
