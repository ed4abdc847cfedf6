// What every Store must do with conversations. Part of the store contract.
import assert from 'node:assert/strict';
import type { ConversationItem, ConversationRecord } from '../../ports/conversation-store.js';
import type { PageRequest } from '../../ports/page.js';
import { useStores, type StoreLocation } from '../store-location.js';
import { turnOf } from '../turn-fixtures.js';

declare const describe: (name: string, body: () => void) => void;
declare const it: (name: string, body: () => Promise<void>, timeout?: number) => void;

const itemOf = (id: string, text = id): ConversationItem => ({ id, value: { type: 'message', id, text } });
const conversation: ConversationRecord = {
  id: 'conv_1',
  owner: 'ada',
  createdAt: 1_790_000_000_123,
  metadata: { topic: 'a\u0000\ud800' },
};

export function describeConversationContract(name: string, makeLocation: () => Promise<StoreLocation>): void {
  describe(`${name} as a store of conversations`, () => {
    const stores = useStores(makeLocation);
    const all: PageRequest = { order: 'asc', limit: 1_000 };
    const idsIn = async (page = all): Promise<readonly string[] | undefined> => {
      const found = await stores.store.listConversationItems('ada', 'conv_1', page);
      return found && Array.from(found.entries, ({ id }) => id);
    };

    it('gives back a conversation and its items exactly, in the order they came', async () => {
      const items = ['b', 'a\u0000', '\ud800', 'c'.repeat(5_000)].map((id) => itemOf(id));
      assert.equal(await stores.store.createConversation(conversation, items.slice(0, 2)), true);
      assert.equal(await stores.store.addConversationItems('ada', 'conv_1', items.slice(2)), true);
      assert.deepEqual(await stores.store.getConversation('ada', 'conv_1'), conversation);
      assert.deepEqual(await stores.store.listConversationItems('ada', 'conv_1', all), {
        entries: items,
        hasMore: false,
      });
      for (const { id, value } of items)
        assert.deepEqual(await stores.store.getConversationItem('ada', 'conv_1', id), value);
    });

    it('does not make a conversation twice', async () => {
      await stores.store.createConversation(conversation, [itemOf('a')]);
      assert.equal(await stores.store.createConversation({ ...conversation, metadata: {} }, [itemOf('b')]), false);
      assert.deepEqual(await stores.store.getConversation('ada', 'conv_1'), conversation);
      assert.deepEqual(await idsIn(), ['a']);
    });

    it('replaces all metadata at once', async () => {
      await stores.store.createConversation(conversation, []);
      assert.equal(await stores.store.setConversationMetadata('ada', 'conv_1', { other: '1' }), true);
      assert.deepEqual(await stores.store.getConversation('ada', 'conv_1'), {
        ...conversation,
        metadata: { other: '1' },
      });
      assert.equal(await stores.store.setConversationMetadata('ada', 'conv_2', {}), false);
    });

    it('adds no items when an id that must be new already exists', async () => {
      await stores.store.createConversation(conversation, [itemOf('a')]);
      const second = stores.store.addConversationItems('ada', 'conv_1', [itemOf('b'), itemOf('a', 'second')], {
        fresh: ['b', 'a'],
      });
      await assert.rejects(second, { code: 'conflict', param: 'items' });
      assert.deepEqual(await idsIn(), ['a']);
      assert.equal(
        await stores.store.addConversationItems('ada', 'conv_1', [itemOf('b'), itemOf('a')], { fresh: ['b'] }),
        true,
      );
      assert.deepEqual(await idsIn(), ['a', 'b']);
      assert.equal(await stores.store.addConversationItems('ada', 'conv_2', [itemOf('b')], { fresh: ['b'] }), false);
    });

    it('lets one of many concurrent writers add an item with a new id, across processes', async () => {
      await stores.store.createConversation(conversation, []);
      const other = await stores.open();
      const tries = Array.from({ length: 40 }, (_, n) =>
        (n % 2 === 0 ? stores.store : other).addConversationItems(
          'ada',
          'conv_1',
          [itemOf('a', `of ${n}`), itemOf(`only ${n}`)],
          { fresh: ['a', `only ${n}`] },
        ),
      );
      const ended = await Promise.allSettled(tries);
      assert.equal(ended.filter(({ status }) => status === 'fulfilled').length, 1);
      assert.deepEqual(
        ended.flatMap((one) => (one.status === 'rejected' && one.reason.code !== 'conflict' ? [one.reason] : [])),
        [],
      );
      assert.equal((await idsIn())?.length, 2, 'nothing of those that came too late');
    });

    it('lists items page by page in both orders despite concurrent additions and deletions', async () => {
      const ids = Array.from({ length: 25 }, (_, n) => `item_${n}`);
      await stores.store.createConversation(
        conversation,
        ids.map((id) => itemOf(id)),
      );
      for (const order of ['asc', 'desc'] as const) {
        const seen: string[] = [];
        for (let hasMore = true; hasMore;) {
          const page = await stores.store.listConversationItems('ada', 'conv_1', {
            order,
            limit: 4,
            ...(seen.length === 0 ? {} : { after: seen.at(-1) ?? '' }),
          });
          seen.push(...(page?.entries ?? []).map(({ id }) => id));
          hasMore = page?.hasMore ?? false;
        }
        assert.deepEqual(seen, order === 'asc' ? ids : ids.toReversed());
      }
      await stores.store.deleteConversationItem('ada', 'conv_1', 'item_3');
      await stores.store.addConversationItems('ada', 'conv_1', [itemOf('new')]);
      assert.deepEqual(await idsIn({ order: 'asc', limit: 2, after: 'item_2' }), ['item_4', 'item_5']);
      assert.deepEqual(await idsIn({ order: 'desc', limit: 2 }), ['new', 'item_24']);
      await assert.rejects(idsIn({ ...all, after: 'never' }), { code: 'invalid-request', param: 'after' });
    });

    it('continues a page after a deleted item from its former position until the conversation is deleted', async () => {
      const ids = Array.from({ length: 6 }, (_, n) => `item_${n}`);
      await stores.store.createConversation(
        conversation,
        ids.map((id) => itemOf(id)),
      );
      for (const id of ['item_2', 'item_4', 'item_5']) await stores.store.deleteConversationItem('ada', 'conv_1', id);
      assert.deepEqual(await idsIn({ ...all, after: 'item_2' }), ['item_3']);
      assert.deepEqual(await idsIn({ ...all, order: 'desc', after: 'item_2' }), ['item_1', 'item_0']);
      assert.deepEqual(await idsIn({ ...all, after: 'item_5' }), []);
      await stores.store.addConversationItems('ada', 'conv_1', [itemOf('new')]);
      for (const after of ['item_4', 'item_5'])
        assert.deepEqual(await idsIn({ ...all, after }), ['new'], 'new items follow all existing ones');
      assert.deepEqual(await idsIn({ ...all, order: 'desc', after: 'item_5' }), ['item_3', 'item_1', 'item_0']);

      await stores.store.addConversationItems('ada', 'conv_1', [itemOf('item_2')]);
      assert.deepEqual(
        await idsIn({ ...all, order: 'desc', after: 'item_2' }),
        ['new', 'item_3', 'item_1', 'item_0'],
        'one that is there again is where it is now',
      );
      assert.equal(await stores.store.deleteConversationItem('ada', 'conv_1', 'item_2'), true);
      assert.deepEqual(await idsIn({ ...all, order: 'desc', after: 'item_2' }), ['new', 'item_3', 'item_1', 'item_0']);

      assert.equal(await stores.store.getConversationItem('ada', 'conv_1', 'item_2'), undefined);
      assert.deepEqual(await stores.store.getItems('ada', ['item_2']), new Map());
      await stores.store.createConversation({ ...conversation, id: 'conv_2' }, [itemOf('a')]);
      await assert.rejects(stores.store.listConversationItems('ada', 'conv_2', { ...all, after: 'item_2' }), {
        code: 'invalid-request',
        param: 'after',
      });
      await stores.store.deleteConversation('ada', 'conv_1');
      await stores.store.createConversation(conversation, [itemOf('a')]);
      await assert.rejects(idsIn({ ...all, after: 'item_2' }), { code: 'invalid-request', param: 'after' });
    });

    it('goes through all items page by page while each page is deleted', async () => {
      const ids = Array.from({ length: 11 }, (_, n) => `item_${n}`);
      for (const order of ['asc', 'desc'] as const) {
        await stores.store.createConversation(
          conversation,
          ids.map((id) => itemOf(id)),
        );
        const seen: string[] = [];
        for (let hasMore = true; hasMore;) {
          const page = await stores.store.listConversationItems('ada', 'conv_1', {
            order,
            limit: 4,
            ...(seen.length === 0 ? {} : { after: seen.at(-1) ?? '' }),
          });
          seen.push(...(page?.entries ?? []).map(({ id }) => id));
          hasMore = page?.hasMore ?? false;
          await Promise.all(
            (page?.entries ?? []).map(({ id }) => stores.store.deleteConversationItem('ada', 'conv_1', id)),
          );
        }
        assert.deepEqual(seen, order === 'asc' ? ids : ids.toReversed());
        await stores.store.deleteConversation('ada', 'conv_1');
      }
    });

    it('leaves an item unchanged when its id is added again', async () => {
      await stores.store.createConversation(conversation, [itemOf('a', 'first')]);
      await stores.store.addConversationItems('ada', 'conv_1', [
        itemOf('a', 'second'),
        itemOf('b'),
        itemOf('b', 'twice'),
      ]);
      assert.deepEqual((await stores.store.listConversationItems('ada', 'conv_1', all))?.entries, [
        itemOf('a', 'first'),
        itemOf('b'),
      ]);
    });

    it('stores every item of concurrent additions', async () => {
      const other = await stores.open();
      await stores.store.createConversation(conversation, []);
      await Promise.all(
        Array.from({ length: 40 }, (_, n) =>
          (n % 2 === 0 ? stores.store : other).addConversationItems('ada', 'conv_1', [
            itemOf(`x${n}`),
            itemOf(`y${n}`),
          ]),
        ),
      );
      const ids = await idsIn();
      assert.equal(new Set(ids).size, 80);
      for (let n = 0; n < 40; n++)
        assert.equal(
          (ids ?? []).indexOf(`y${n}`),
          (ids ?? []).indexOf(`x${n}`) + 1,
          'items of one addition are consecutive',
        );
    });

    it('hides all data from another owner', async () => {
      await stores.store.createConversation(conversation, [itemOf('a')]);
      assert.equal(await stores.store.getConversation('bob', 'conv_1'), undefined);
      assert.equal(await stores.store.setConversationMetadata('bob', 'conv_1', {}), false);
      assert.equal(await stores.store.addConversationItems('bob', 'conv_1', [itemOf('b')]), false);
      assert.equal(await stores.store.getConversationItem('bob', 'conv_1', 'a'), undefined);
      assert.equal(await stores.store.deleteConversationItem('bob', 'conv_1', 'a'), false);
      assert.equal(await stores.store.listConversationItems('bob', 'conv_1', all), undefined);
      assert.equal(await stores.store.deleteConversation('bob', 'conv_1'), false);
      assert.deepEqual(await stores.store.getItems('bob', ['a']), new Map());
      assert.equal(
        await stores.store.createConversation({ ...conversation, owner: 'bob' }, []),
        true,
        'even the id is free for another owner',
      );
      assert.deepEqual(await idsIn(), ['a']);
    });

    it('deletes a conversation with its items, and a single item', async () => {
      await stores.store.createConversation(conversation, [itemOf('a'), itemOf('b')]);
      assert.equal(await stores.store.deleteConversationItem('ada', 'conv_1', 'a'), true);
      assert.equal(await stores.store.deleteConversationItem('ada', 'conv_1', 'a'), false);
      assert.deepEqual(await idsIn(), ['b']);
      assert.equal(await stores.store.deleteConversation('ada', 'conv_1'), true);
      assert.equal(await stores.store.deleteConversation('ada', 'conv_1'), false);
      assert.equal(await idsIn(), undefined);
      assert.deepEqual(await stores.store.getItems('ada', ['b']), new Map());
    });

    it('finds items of conversations by id, after those of turns', async () => {
      await stores.store.createConversation(conversation, [itemOf('a'), itemOf('b')]);
      await stores.store.createConversation({ ...conversation, id: 'conv_2' }, [itemOf('b', 'newer')]);
      await stores.store.putTurn(turnOf({ id: 'resp_1', items: [{ id: 'a', side: 'input', value: { of: 'turn' } }] }));
      assert.deepEqual(
        await stores.store.getItems('ada', ['a', 'b', 'c']),
        new Map<string, object>([
          ['a', { of: 'turn' }],
          ['b', itemOf('b', 'newer').value],
        ]),
      );
    });

    it('adds the items of a turn in the same step as the turn', async () => {
      await stores.store.createConversation(conversation, [itemOf('a')]);
      const addition = { conversation: { id: 'conv_1', items: [itemOf('b'), itemOf('c')] } };
      assert.equal(await stores.store.putTurn(turnOf({ id: 'resp_1' }), addition), true);
      assert.equal(
        await stores.store.putTurn(turnOf({ id: 'resp_1' }), { conversation: { id: 'conv_1', items: [itemOf('d')] } }),
        false,
      );
      assert.deepEqual(await idsIn(), ['a', 'b', 'c']);
      await stores.store.deleteConversation('ada', 'conv_1');
      assert.equal(await stores.store.putTurn(turnOf({ id: 'resp_2' }), addition), true);
      assert.equal(await idsIn(), undefined);
    });
  });
}
