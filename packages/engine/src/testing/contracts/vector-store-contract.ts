// What every Store must do with vector stores and the files in them. Part of the store contract.
import assert from 'node:assert/strict';
import type { Store } from '../../ports/store.js';
import { longLease } from '../lease-times.js';
import { useStores, type StoreLocation } from '../store-location.js';
import {
  chunks,
  claimIngestion as claim,
  ingest,
  newVectorStoreFile,
  noFiles,
  putVectorStore,
} from '../vector-store-fixtures.js';
import { putFile } from './file-contract.js';
import { assertAccountAgrees } from './storage-account-contract.js';

declare const describe: (name: string, body: () => void) => void;
declare const it: (name: string, body: () => Promise<void>, timeout?: number) => void;

const all = { order: 'asc', limit: 100 } as const;

/** Tests of vector stores and their files, for every store. */
export function describeVectorStoreContract(name: string, makeLocation: () => Promise<StoreLocation>): void {
  describe(`${name} as a store of vector stores`, () => {
    const stores = useStores(makeLocation);

    it('gives back every setting of a vector store exactly, also to another replica', async () => {
      const settings = {
        name: 'a\u0000\ud800 "\u{1f600}"',
        description: 'Umlaute: äöü',
        metadata: { ['__proto__']: 'x', key: '\u0000' },
        embedding: { model: 'embed', dimensions: 768 },
        expiresAfterMs: 86_400_000,
      };
      await putVectorStore(stores.store, 'vs_1', settings);
      const other = await stores.open();
      assert.deepEqual(await other.getVectorStore('ada', 'vs_1'), {
        id: 'vs_1',
        owner: 'ada',
        createdAt: 5,
        lastActiveAt: 5,
        expiresAt: 86_400_005,
        ...settings,
        fileCounts: noFiles,
        usageBytes: 0,
      });
      assert.equal(await other.updateVectorStore('ada', 'vs_1', { name: 'new', metadata: {} }), true);
      assert.deepEqual(await stores.store.getVectorStore('ada', 'vs_1'), {
        id: 'vs_1',
        owner: 'ada',
        createdAt: 5,
        lastActiveAt: 5,
        name: 'new',
        metadata: {},
        fileCounts: noFiles,
        usageBytes: 0,
      });
    });

    it('lists by id in both orders, after and before a cursor', async () => {
      for (const id of ['vs_b', 'vs_a', 'vs_d', 'vs_c']) await putVectorStore(stores.store, id);
      await putVectorStore(stores.store, 'vs_b', { owner: 'bob' });
      const idsIn = async (page: Parameters<Store['listVectorStores']>[1]): Promise<unknown> => {
        const { entries, hasMore } = await stores.store.listVectorStores('ada', page);
        return [entries.map(({ id }) => id), hasMore];
      };
      assert.deepEqual(await idsIn({ order: 'asc', limit: 4 }), [['vs_a', 'vs_b', 'vs_c', 'vs_d'], false]);
      assert.deepEqual(await idsIn({ order: 'desc', limit: 3 }), [['vs_d', 'vs_c', 'vs_b'], true]);
      assert.deepEqual(await idsIn({ order: 'asc', limit: 2, after: 'vs_b' }), [['vs_c', 'vs_d'], false]);
      assert.deepEqual(await idsIn({ order: 'asc', limit: 2, before: 'vs_d' }), [['vs_b', 'vs_c'], true]);
      assert.deepEqual(await idsIn({ order: 'desc', limit: 2, before: 'vs_b' }), [['vs_d', 'vs_c'], false]);
    });

    it('hides a vector store from another owner in every method', async () => {
      const { store } = stores;
      await putVectorStore(store, 'vs_1');
      await ingest(store, 'vs_1', newVectorStoreFile('file_1'), chunks);
      await store.attachFiles('ada', 'vs_1', [newVectorStoreFile('file_2')], { batch: { id: 'b_1', createdAt: 7 } });
      const lease = { ...(await claim(store)), owner: 'bob' };
      const settings = { name: 'of bob', metadata: {} };
      const search = { vectorStoreIds: ['vs_1'], limit: 10 };
      const space = { model: 'm', dimensions: 1 };
      assert.equal(await store.getVectorStore('bob', 'vs_1'), undefined);
      assert.deepEqual((await store.listVectorStores('bob', all)).entries, []);
      assert.equal(await store.updateVectorStore('bob', 'vs_1', settings), false);
      await store.touchVectorStores('bob', ['vs_1'], 900);
      assert.equal(await store.deleteVectorStore('bob', 'vs_1'), false);
      assert.equal(await store.attachFiles('bob', 'vs_1', [newVectorStoreFile('file_1')]), 'missing');
      assert.equal(await store.getVectorStoreFile('bob', 'vs_1', 'file_1'), undefined);
      assert.equal(await store.listVectorStoreFiles('bob', 'vs_1', all), undefined);
      assert.equal(await store.setFileAttributes('bob', 'vs_1', 'file_1', {}), false);
      assert.equal(await store.detachFile('bob', 'vs_1', 'file_1'), false);
      assert.equal(await store.getFileBatch('bob', 'vs_1', 'b_1'), undefined);
      assert.equal(await store.cancelFileBatch('bob', 'vs_1', 'b_1'), false);
      assert.equal(await store.extendIngestion(lease, longLease), false);
      assert.equal(await store.publishFile(lease, chunks), false);
      assert.equal(await store.failIngestion(lease, { code: 'server_error', message: '' }), false);
      assert.equal(await store.readChunks('bob', 'vs_1', 'file_1', 0, 10), undefined);
      assert.equal(await store.searchByText('bob', 'Heat', search), undefined);
      assert.equal(await store.searchByVector('bob', { space, vector: new Float32Array(1) }, search), undefined);
      const found = await store.getVectorStore('ada', 'vs_1');
      assert.deepEqual([found?.name, found?.lastActiveAt], ['', 5]);
      assert.deepEqual(found?.fileCounts, { ...noFiles, completed: 1, inProgress: 1 });
    });

    it('counts and cancels the files of a batch, and no worker can publish them then', async () => {
      const { store } = stores;
      await putVectorStore(store, 'vs_1');
      const batch = { id: 'b_1', createdAt: 7 };
      const files = ['file_1', 'file_2', 'file_3'].map((id) => newVectorStoreFile(id));
      await store.attachFiles('ada', 'vs_1', [newVectorStoreFile('file_0', { createdAt: 1 })]);
      await store.attachFiles('ada', 'vs_1', files, { batch });
      await store.publishFile(await claim(store), chunks);
      await store.publishFile(await claim(store), chunks);
      const lease = await claim(store);
      const found = { id: 'b_1', vectorStoreId: 'vs_1', createdAt: 7 };
      const counts = { ...noFiles, completed: 1, inProgress: 2 };
      assert.deepEqual(await store.getFileBatch('ada', 'vs_1', 'b_1'), {
        ...found,
        cancelled: false,
        fileCounts: counts,
      });
      assert.equal(await store.cancelFileBatch('ada', 'vs_1', 'b_2'), false);
      assert.equal(await store.cancelFileBatch('ada', 'vs_1', 'b_1'), true);
      assert.equal(await store.publishFile(lease, chunks), false);
      assert.equal(await store.claimIngestion(longLease), undefined);
      assert.deepEqual(await store.getFileBatch('ada', 'vs_1', 'b_1'), {
        ...found,
        cancelled: true,
        fileCounts: { ...noFiles, completed: 1, cancelled: 2 },
      });
      const idsIn = async (filter: Parameters<Store['listVectorStoreFiles']>[3]): Promise<unknown> =>
        (await store.listVectorStoreFiles('ada', 'vs_1', all, filter))?.entries.map(({ fileId }) => fileId);
      assert.deepEqual(await idsIn({ batchId: 'b_1' }), ['file_1', 'file_2', 'file_3']);
      assert.deepEqual(await idsIn({ status: 'completed' }), ['file_0', 'file_1']);
      assert.deepEqual(await idsIn({ batchId: 'b_1', status: 'cancelled' }), ['file_2', 'file_3']);
    });

    it('limits the vector stores of an owner, the files of each and all bytes', async () => {
      const { store } = stores;
      const bytes = { code: 'invalid-request', detail: 'storage_quota_exceeded' };
      const record = { owner: 'ada', createdAt: 5, name: '', metadata: {} };
      assert.equal(await store.createVectorStore({ ...record, id: 'vs_1' }, { vectorStores: 1 }), true);
      assert.equal(await store.createVectorStore({ ...record, id: 'vs_2' }, { vectorStores: 1 }), false);
      await assert.rejects(store.createVectorStore({ ...record, id: 'vs_2' }, { maxStoredBytes: 900 }), bytes);
      const [first, second] = [newVectorStoreFile('file_1'), newVectorStoreFile('file_2')];
      assert.equal(await store.attachFiles('ada', 'vs_1', [first, second], { quota: { files: 1 } }), 'full');
      assert.equal(await store.attachFiles('ada', 'vs_1', [first, first], { quota: { files: 1 } }), 'attached');
      assert.equal(await store.attachFiles('ada', 'vs_1', [first], { quota: { files: 1 } }), 'attached');
      await assert.rejects(store.attachFiles('ada', 'vs_1', [second], { quota: { maxStoredBytes: 1_000 } }), bytes);
      const lease = await claim(store);
      await assert.rejects(store.publishFile(lease, [{ text: 'x'.repeat(5_000) }], { maxStoredBytes: 5_000 }), bytes);
      assert.equal((await store.getVectorStoreFile('ada', 'vs_1', 'file_1'))?.status, 'in_progress');
      assert.equal(await store.publishFile(lease, [{ text: 'x'.repeat(5_000) }], { maxStoredBytes: 50_000 }), true);
      await assertAccountAgrees(store, 'ada');
    });

    it('deletes files and vector stores with their chunks, on every replica, and counts their bytes until then', async () => {
      const { store } = stores;
      const other = await stores.open();
      for (const id of ['vs_1', 'vs_2']) {
        await putVectorStore(store, id);
        for (const fileId of ['file_1', 'file_2']) await ingest(store, id, newVectorStoreFile(fileId), chunks);
      }
      await putFile(store, { id: 'file_1' }, Buffer.from('x'));
      const search = { vectorStoreIds: ['vs_1', 'vs_2'], limit: 9 };
      const filesIn = async (replica: Store): Promise<unknown> =>
        (await replica.searchByText('ada', 'heat', search))?.map((hit) => `${hit.vectorStoreId} ${hit.fileId}`);
      assert.deepEqual(await filesIn(other), ['vs_1 file_1', 'vs_1 file_2', 'vs_2 file_1', 'vs_2 file_2']);
      assert.equal(await store.detachFile('ada', 'vs_1', 'file_2'), true);
      assert.equal(await store.detachFile('ada', 'vs_1', 'file_2'), false);
      assert.deepEqual(await filesIn(other), ['vs_1 file_1', 'vs_2 file_1', 'vs_2 file_2']);
      assert.equal(await store.deleteFile('ada', 'file_1'), true);
      assert.deepEqual(await filesIn(other), ['vs_2 file_2']);
      assert.deepEqual((await other.getVectorStore('ada', 'vs_1'))?.fileCounts, noFiles);
      await assertAccountAgrees(store, 'ada');
      assert.equal(await other.deleteVectorStore('ada', 'vs_2'), true);
      assert.equal(await store.deleteVectorStore('ada', 'vs_2'), false);
      assert.equal(await filesIn(store), undefined);
      assert.equal(await store.deleteVectorStore('ada', 'vs_1'), true);
      assert.equal((await store.getStoredBytes('ada')).files, 0);
    });

    it('takes an expired vector store and an expired file for missing, and sweeps both', async () => {
      let now = 100;
      const store = await stores.open({ now: () => now });
      for (const id of ['vs_1', 'vs_2', 'vs_3'])
        await putVectorStore(store, id, { createdAt: 100, expiresAfterMs: 50 });
      await putVectorStore(store, 'vs_4');
      await putFile(store, { id: 'file_1', expiresAt: 200 }, Buffer.from('x'));
      for (const id of ['vs_1', 'vs_4']) await ingest(store, id, newVectorStoreFile('file_1'), chunks);
      await store.attachFiles('ada', 'vs_1', [newVectorStoreFile('file_2')]);
      await store.touchVectorStores('ada', ['vs_2', 'vs_9'], 120);
      await store.touchVectorStores('ada', ['vs_2'], 110);
      now = 150;
      await store.touchVectorStores('ada', ['vs_1'], 150);
      const search = { vectorStoreIds: ['vs_4', 'vs_1'], limit: 9 };
      assert.equal(await store.getVectorStore('ada', 'vs_1'), undefined);
      assert.equal(await store.searchByText('ada', 'heat', search), undefined);
      assert.equal(await store.attachFiles('ada', 'vs_1', [newVectorStoreFile('file_3')]), 'missing');
      assert.equal(await store.claimIngestion(longLease), undefined);
      assert.deepEqual(
        (await store.listVectorStores('ada', all)).entries.map(({ id, expiresAt }) => [id, expiresAt]),
        [
          ['vs_2', 170],
          ['vs_4', undefined],
        ],
      );
      await store.deleteExpired(200);
      assert.equal(await store.deleteVectorStore('ada', 'vs_1'), false);
      assert.deepEqual((await store.getVectorStore('ada', 'vs_4'))?.fileCounts, noFiles);
      assert.deepEqual(await store.searchByText('ada', 'heat', { vectorStoreIds: ['vs_4'], limit: 9 }), []);
      await assertAccountAgrees(store, 'ada');
    });
  });
}
