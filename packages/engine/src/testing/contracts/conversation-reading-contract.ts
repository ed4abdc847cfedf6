// Requirements for every Store when a complete conversation is read repeatedly. Part of the store contract.
import assert from 'node:assert/strict';
import type { ConversationItem } from '../../ports/conversation-store.js';
import type { Store } from '../../ports/store.js';
import { useStores, fixedClock, type StoreLocation } from '../store-location.js';

declare const describe: (name: string, body: () => void) => void;
declare const it: (name: string, body: () => Promise<void>, timeout?: number) => void;

const itemOf = (id: string, text = id): ConversationItem => ({ id, value: { id, text } });
const numbered = (count: number, from = 0): ConversationItem[] =>
  Array.from({ length: count }, (_, n) => itemOf(`i${from + n}`));
const conversation = { id: 'c1', owner: 'ada', createdAt: 1, metadata: {} };

/** All items, found page by page. */
async function listed(store: Store, owner = 'ada', id = 'c1'): Promise<readonly ConversationItem[] | undefined> {
  return (await store.listConversationItems(owner, id, { order: 'asc', limit: 100_000 }))?.entries;
}

export function describeConversationReadingContract(name: string, makeLocation: () => Promise<StoreLocation>): void {
  describe(`${name} reading a complete conversation`, () => {
    const stores = useStores(makeLocation);

    it("returns all items in order, and nothing for a missing or other owner's conversation", async () => {
      await stores.store.createConversation(conversation, numbered(1_200));
      assert.deepEqual(await stores.store.readConversation('ada', 'c1'), numbered(1_200));
      assert.equal(await stores.store.readConversation('ada', 'c2'), undefined);
      assert.equal(await stores.store.readConversation('bob', 'c1'), undefined);
      await stores.store.createConversation({ ...conversation, owner: 'bob' }, []);
      assert.deepEqual(await stores.store.readConversation('bob', 'c1'), []);
    });

    it('reads only what came since', async () => {
      await stores.store.createConversation(conversation, numbered(3));
      const before = await stores.store.readConversation('ada', 'c1');
      await stores.store.addConversationItems('ada', 'c1', numbered(2, 3));
      const after = await stores.store.readConversation('ada', 'c1');
      assert.deepEqual(after, numbered(5));
      for (const [index, item] of (before ?? []).entries()) assert.equal(after?.[index], item, 'the same object');
      assert.deepEqual(before, numbered(3), 'and earlier readers see no change');
    });

    it('returns what others added and deleted, in whichever process', async () => {
      const others = [stores.store, await stores.open(), await stores.open()];
      await stores.store.createConversation(conversation, numbered(4));
      let next = 4;
      for (let round = 0; round < 60; round += 1) {
        const [writing, reading] = [others[round % 3], others[(round * 7 + 1) % 3]];
        assert.ok(writing !== undefined && reading !== undefined);
        if (round % 4 === 3) await writing.deleteConversationItem('ada', 'c1', `i${(round * 5) % next}`);
        else await writing.addConversationItems('ada', 'c1', numbered(round % 3, (next += round % 3) - (round % 3)));
        assert.deepEqual(await reading.readConversation('ada', 'c1'), await listed(stores.store), `round ${round}`);
      }
    });

    it('returns a re-added item at its current position with its current content', async () => {
      const other = await stores.open();
      await stores.store.createConversation(conversation, numbered(3));
      await other.readConversation('ada', 'c1');
      await stores.store.deleteConversationItem('ada', 'c1', 'i2');
      await stores.store.addConversationItems('ada', 'c1', [itemOf('i2', 'other')]);
      assert.deepEqual(await other.readConversation('ada', 'c1'), [itemOf('i0'), itemOf('i1'), itemOf('i2', 'other')]);
    });

    it('distinguishes a conversation from an earlier one with its id', async () => {
      const other = await stores.open();
      for (const text of ['one', 'two', 'three']) {
        await stores.store.createConversation(conversation, [itemOf('i0', text)]);
        assert.deepEqual(await other.readConversation('ada', 'c1'), [itemOf('i0', text)]);
        await stores.store.deleteConversation('ada', 'c1');
        if (text === 'one') assert.equal(await other.readConversation('ada', 'c1'), undefined);
      }
    });

    it('rejects a conversation that is too long, whether or not its beginning is cached', async () => {
      const bounded = await stores.open(fixedClock, 20_000);
      await stores.store.createConversation(
        conversation,
        Array.from({ length: 4 }, (_, n) => itemOf(`i${n}`, 'x'.repeat(4_000))),
      );
      assert.equal((await bounded.readConversation('ada', 'c1'))?.length, 4);
      await stores.store.addConversationItems('ada', 'c1', [itemOf('i4', 'x'.repeat(4_000))]);
      for (const store of [bounded, await stores.open(fixedClock, 20_000)])
        await assert.rejects(store.readConversation('ada', 'c1'), { code: 'context-overflow' });
    });

    it('yields to the event loop while it reads a long conversation', async () => {
      await stores.store.createConversation(conversation, numbered(6_000));
      let turns = 0;
      let next = setImmediate(function others(): void {
        turns += 1;
        next = setImmediate(others);
      });
      const read = await stores.store.readConversation('ada', 'c1');
      clearImmediate(next);
      assert.equal(read?.length, 6_000);
      assert.ok(turns >= 5, `others had ${turns} turns`);
    });
  });
}
