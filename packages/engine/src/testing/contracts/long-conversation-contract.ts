// What every Store must do when a conversation with many items is deleted. Part of the store contract.
import assert from 'node:assert/strict';
import { setImmediate as nextTick } from 'node:timers/promises';
import type { ConversationItem } from '../../ports/conversation-store.js';
import type { Store } from '../../ports/store.js';
import { longLease } from '../lease-times.js';
import { useStores, type StoreLocation } from '../store-location.js';

declare const describe: (name: string, body: () => void) => void;
declare const it: (name: string, body: () => Promise<void>, timeout?: number) => void;

/** More than is deleted at once. */
const itemCount = 3_500;
const conversation = { id: 'c1', owner: 'ada', createdAt: 1, metadata: { of: 'ada' } };

/** Makes a conversation of so many items. */
export async function putLongConversation(store: Store, items = itemCount, text = ''): Promise<void> {
  await store.createConversation(conversation, []);
  for (let next = 0; next < items; next += 500) {
    const some = Array.from({ length: Math.min(500, items - next) }, (_, n): ConversationItem => ({
      id: `i${next + n}`,
      value: { id: `i${next + n}`, text },
    }));
    await store.addConversationItems('ada', 'c1', some);
  }
}

/** What readers find of it and of its last item. */
async function found(store: Store): Promise<readonly boolean[]> {
  const last = `i${itemCount - 1}`;
  return [
    (await store.getConversation('ada', 'c1')) !== undefined,
    (await store.listConversationItems('ada', 'c1', { order: 'desc', limit: 1 })) !== undefined,
    (await store.getConversationItem('ada', 'c1', last)) !== undefined,
    (await store.getItems('ada', [last])).size > 0,
  ];
}

const all = [true, true, true, true];
const none = [false, false, false, false];

export function describeLongConversationContract(name: string, makeLocation: () => Promise<StoreLocation>): void {
  describe(`${name} as it deletes a long conversation`, () => {
    const stores = useStores(makeLocation);

    it('shows readers no partial conversation, neither during the deletion nor afterwards', async () => {
      const other = await stores.open();
      await putLongConversation(stores.store);
      assert.deepEqual(await found(other), all);
      const state = { ended: false };
      const deleting = stores.store.deleteConversation('ada', 'c1').finally(() => (state.ended = true));
      let deleted = false;
      for (; !state.ended; await nextTick()) {
        const page = await other.listConversationItems('ada', 'c1', { order: 'asc', limit: itemCount + 1 });
        const last = await other.getItems('ada', [`i${itemCount - 1}`]);
        assert.ok(
          page === undefined || page.entries.length === 0 || (page.entries.length === itemCount && !deleted),
          `${page?.entries.length} items`,
        );
        deleted ||= page === undefined;
        if (deleted) assert.equal((await other.getItems('ada', [`i${itemCount - 1}`])).size, 0);
        else assert.ok(last.size <= 1);
      }
      assert.equal(await deleting, true);
      assert.deepEqual(await found(other), none);
      assert.equal(await other.deleteConversation('ada', 'c1'), false);
    });

    it('frees its id at once for a conversation with items of its own', async () => {
      await putLongConversation(stores.store);
      const deleting = stores.store.deleteConversation('ada', 'c1');
      while ((await stores.store.getConversation('ada', 'c1')) !== undefined) await nextTick();
      assert.equal(await stores.store.createConversation(conversation, [{ id: 'i0', value: { text: 'new' } }]), true);
      assert.equal(await deleting, true);
      assert.deepEqual((await stores.store.listConversationItems('ada', 'c1', { order: 'asc', limit: 9 }))?.entries, [
        { id: 'i0', value: { text: 'new' } },
      ]);
      assert.deepEqual(await stores.store.getItems('ada', ['i0', 'i1']), new Map([['i0', { text: 'new' }]]));
    });

    it('deletes its queue, and does not affect an item with the same id in another conversation', async () => {
      await stores.store.createConversation({ ...conversation, id: 'c0' }, [{ id: 'i1', value: { text: 'other' } }]);
      await putLongConversation(stores.store);
      const ticket = await stores.store.enqueueTicket('ada', 'c1', longLease);
      assert.ok(ticket !== undefined);
      assert.equal(await stores.store.deleteConversation('ada', 'c1'), true);
      assert.equal(await stores.store.readTicket(ticket), 'lost');
      assert.equal(await stores.store.renewTicket(ticket, longLease), false);
      assert.deepEqual(await stores.store.getItems('ada', ['i1']), new Map([['i1', { text: 'other' }]]));
    });

    it('shows nothing of it after an interrupted deletion', async () => {
      await putLongConversation(stores.store, 3 * itemCount);
      const deleting = stores.store.deleteConversation('ada', 'c1').catch(() => undefined);
      while ((await stores.store.getConversation('ada', 'c1')) !== undefined) await nextTick();
      await stores.store.close();
      await deleting;
      const again = await stores.open();
      assert.deepEqual(await found(again), none);
      assert.equal(await again.deleteExpired(5), 0);
      assert.deepEqual(await found(again), none);
    });
  });
}
