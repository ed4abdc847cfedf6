// What every Store must do with the account of stored bytes. Part of the store contract.
import assert from 'node:assert/strict';
import { nothingStored, recordBytes, totalBytes } from '../../ports/storage-account.js';
import type { Store } from '../../ports/store.js';
import { putLongLog } from '../long-log.js';
import { useStores, type StoreLocation } from '../store-location.js';
import { turnOf } from '../turn-fixtures.js';
import { putFile } from './file-contract.js';
import { putLongConversation } from './long-conversation-contract.js';
import { fillOwner } from './owner-erasure-contract.js';

declare const describe: (name: string, body: () => void) => void;
declare const it: (name: string, body: () => Promise<void>, timeout?: number) => void;

const conversation = { id: 'conv_1', owner: 'ada', createdAt: 1, metadata: {} };
const text = (length: number) => ({ text: 'x'.repeat(length) });
const quotaError = { code: 'invalid-request', detail: 'storage_quota_exceeded', retryable: false };

async function usedBytes(store: Store, owner = 'ada'): Promise<number> {
  return totalBytes(await store.getStoredBytes(owner));
}

/** Asserts that the account agrees with the records. */
export async function assertAccountAgrees(store: Store, owner: string): Promise<void> {
  assert.deepEqual(await store.getStoredBytes(owner), await store.measureStoredBytes(owner));
}

export function describeStorageAccountContract(name: string, makeLocation: () => Promise<StoreLocation>): void {
  describe(`${name} that accounts for stored bytes`, () => {
    const stores = useStores(makeLocation);

    it('counts every kind of record for its owner, and nothing once it is deleted', async () => {
      const { store } = stores;
      assert.deepEqual(await store.getStoredBytes('ada'), nothingStored);
      await fillOwner(store, 'ada', 'text');
      await fillOwner(store, 'bob', 'longer text');
      const [ada, bob] = [await store.getStoredBytes('ada'), await store.getStoredBytes('bob')];
      assert.ok(Object.values(ada).every((bytes) => bytes > recordBytes));
      assert.ok(bob.files - ada.files > 7_000, 'the file of bob is longer');
      for (const owner of ['ada', 'bob']) await assertAccountAgrees(store, owner);
      assert.equal(totalBytes(await store.sumStoredBytes()), totalBytes(ada) + totalBytes(bob));
      await store.eraseOwned('ada');
      assert.deepEqual(await store.getStoredBytes('ada'), nothingStored);
      assert.deepEqual(await store.sumStoredBytes(), bob);
    });

    it('counts what is deleted in batches until it is gone', async () => {
      const { store } = stores;
      await putLongLog(store, turnOf({ id: 't1' }), 2_500);
      await putLongConversation(store, 600);
      await assertAccountAgrees(store, 'ada');
      assert.ok((await usedBytes(store)) > 600 * recordBytes);
      await store.deleteTurn('ada', 't1');
      await store.deleteConversation('ada', 'c1');
      assert.deepEqual(await store.getStoredBytes('ada'), nothingStored);
    });

    it('counts a job until it ends, and what a sweep deletes no more', async () => {
      const { store } = stores;
      const queued = turnOf({ id: 't1', status: 'queued', expiresAt: 5 });
      await store.putTurn(queued, { job: { request: text(50_000) } });
      assert.ok((await usedBytes(store)) > 50_000);
      await store.putTurn({ ...queued, status: 'completed' });
      assert.ok((await usedBytes(store)) < 10_000);
      await assertAccountAgrees(store, 'ada');
      await putFile(store, { id: 'file_1', expiresAt: 5 }, Buffer.alloc(1_000));
      await store.deleteExpired(10);
      assert.deepEqual(await store.getStoredBytes('ada'), nothingStored);
    });

    it('refuses what would exceed the quota of its owner, and writes nothing of it', async () => {
      const { store } = stores;
      const maxStoredBytes = 100_000;
      const items = [{ id: 'i1', value: text(60_000) }];
      assert.equal(await store.createConversation(conversation, items, undefined, maxStoredBytes), true);
      const before = await store.getStoredBytes('ada');
      const more = [
        { id: 'i2', value: text(10) },
        { id: 'i3', value: text(60_000) },
      ];
      const quota = { files: 9, bytes: 1_000_000, maxStoredBytes };
      assert.equal(await store.createFile({ id: 'file_1', owner: 'ada', createdAt: 1 }, quota), true);
      const refused = [
        () => store.createConversation({ ...conversation, id: 'conv_2' }, more, undefined, maxStoredBytes),
        () => store.addConversationItems('ada', 'conv_1', more, { maxStoredBytes }),
        () => store.addConversationItems('ada', 'conv_1', more, { maxStoredBytes, fresh: ['i2', 'i3'] }),
        () => store.setConversationMetadata('ada', 'conv_1', text(60_000), undefined, maxStoredBytes),
        () => store.appendFileChunk('ada', 'file_1', 0, Buffer.alloc(60_000), quota),
        () => store.putTurn(turnOf({ id: 't1', status: 'queued' }), { job: { request: text(60_000) }, maxStoredBytes }),
      ];
      for (const write of refused) await assert.rejects(write, quotaError);
      await store.deleteFile('ada', 'file_1');
      assert.deepEqual(await store.getStoredBytes('ada'), before);
      assert.equal(await store.getConversation('ada', 'conv_2'), undefined);
      assert.equal(await store.getTurn('ada', 't1'), undefined);
      assert.equal((await store.readConversation('ada', 'conv_1'))?.length, 1);
      await store.createConversation({ ...conversation, owner: 'bob' }, more, undefined, maxStoredBytes);
      await store.deleteConversationItem('ada', 'conv_1', 'i1');
      assert.equal(await store.addConversationItems('ada', 'conv_1', more, { maxStoredBytes }), true);
      await assertAccountAgrees(store, 'ada');
    });

    it('refuses empty records beyond the quota', async () => {
      const { store } = stores;
      const create = (id: string) => store.createConversation({ ...conversation, id }, [], undefined, 2_000);
      assert.deepEqual([await create('conv_1'), await create('conv_2')], [true, true]);
      await assert.rejects(create('conv_3'), quotaError);
      const quota = { files: 9, bytes: 1_000, maxStoredBytes: 2_000 };
      await assert.rejects(store.createFile({ id: 'file_1', owner: 'ada', createdAt: 1 }, quota), quotaError);
    });

    it('stores a generated turn beyond the quota', async () => {
      const { store } = stores;
      await store.createConversation(conversation, [], undefined, 2_000);
      const items = [{ id: 'i1', value: text(60_000) }];
      assert.equal(await store.putTurn(turnOf({ id: 't1' }), { conversation: { id: 'conv_1', items } }), true);
      await assert.rejects(
        store.addConversationItems('ada', 'conv_1', [{ id: 'i2', value: {} }], { maxStoredBytes: 2_000 }),
        quotaError,
      );
      await assertAccountAgrees(store, 'ada');
    });

    it('never exceeds the quota by concurrent writes of two replicas', async () => {
      const replicas = [stores.store, await stores.open()];
      await stores.store.createConversation(conversation, []);
      const maxStoredBytes = 100_000;
      const written = await Promise.allSettled(
        Array.from({ length: 40 }, (_, n) => {
          const items = [{ id: `i${n}`, value: text(9_000) }];
          return n % 4 < 2
            ? replicas[n % 2]?.addConversationItems('ada', 'conv_1', items, { maxStoredBytes })
            : replicas[n % 2]?.createConversation({ ...conversation, id: `c${n}` }, items, undefined, maxStoredBytes);
        }),
      );
      const done = written.filter(({ status }) => status === 'fulfilled').length;
      assert.ok(done >= 8 && done <= 10, `${done} were written`);
      for (const result of written)
        if (result.status === 'rejected') assert.equal(result.reason.detail, 'storage_quota_exceeded');
      assert.ok((await usedBytes(stores.store)) <= maxStoredBytes);
    });

    it('accounts for turns and additions to one conversation that end at the same time', async () => {
      const replicas = [stores.store, await stores.open()];
      await stores.store.createConversation(conversation, []);
      const writes = Array.from({ length: 60 }, (_, n) => {
        const items = [{ id: `i${n}`, value: { n } }];
        const store = replicas[n % 2];
        return n % 3 === 0
          ? store?.putTurn(turnOf({ id: `t${n}` }), { conversation: { id: 'conv_1', items } })
          : store?.addConversationItems('ada', 'conv_1', items, n % 3 === 1 ? {} : { fresh: [`i${n}`] });
      });
      assert.deepEqual(new Set(await Promise.all(writes)), new Set([true]));
      await assertAccountAgrees(stores.store, 'ada');
    });

    it('deletes conversations that are idle, and those of that prefix only', async () => {
      const { store } = stores;
      const now = Date.now();
      for (const owner of ['ada', 'bob'])
        for (const id of ['conv_1', 'conv_2', 'list'])
          await store.createConversation({ ...conversation, owner, id, createdAt: now - 10_000_000 }, []);
      await store.createConversation({ ...conversation, id: 'conv_3', createdAt: now }, []);
      await store.addConversationItems('ada', 'conv_2', [{ id: 'i1', value: {} }]);
      assert.equal(await store.deleteIdleConversations(now - 5_000_000, 'conv_', AbortSignal.abort()), 0);
      assert.equal(await store.deleteIdleConversations(now - 5_000_000, 'conv_'), 3);
      const left = await Promise.all(
        ['conv_1', 'conv_2', 'conv_3', 'list'].map((id) => store.getConversation('ada', id)),
      );
      assert.deepEqual(
        left.map((each) => each?.id),
        [undefined, 'conv_2', 'conv_3', 'list'],
      );
      await assertAccountAgrees(store, 'bob');
    });
  });
}
