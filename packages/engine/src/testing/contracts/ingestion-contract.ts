// What every Store must do with the ingestion of files into vector stores. Part of the store contract.
import assert from 'node:assert/strict';
import type { Ingestion } from '../../ports/vector-store.js';
import { longLease, noLease } from '../lease-times.js';
import { useStores, type StoreLocation } from '../store-location.js';
import {
  chunks,
  claimIngestion as claim,
  ingest,
  newVectorStoreFile,
  noFiles,
  putVectorStore,
} from '../vector-store-fixtures.js';
import { assertAccountAgrees } from './storage-account-contract.js';

declare const describe: (name: string, body: () => void) => void;
declare const it: (name: string, body: () => Promise<void>, timeout?: number) => void;

/** Tests of the files that workers make searchable, for every store. */
export function describeIngestionContract(name: string, makeLocation: () => Promise<StoreLocation>): void {
  describe(`${name} that ingests files into vector stores`, () => {
    const stores = useStores(makeLocation);

    it('publishes the chunks of a file, and gives them back in order', async () => {
      const { store } = stores;
      await putVectorStore(store, 'vs_1', { embedding: { model: 'embed', dimensions: 2 } });
      const file = newVectorStoreFile('file_1', {
        filename: 'ä\ud800.txt',
        attributes: { n: 1, s: '1', b: true },
        keyName: 'laptop',
      });
      assert.equal(await store.attachFiles('ada', 'vs_1', [file]), 'attached');
      const waiting = { ...file, vectorStoreId: 'vs_1', status: 'in_progress', chunks: 0, usageBytes: 0 };
      assert.deepEqual(await store.getVectorStoreFile('ada', 'vs_1', 'file_1'), waiting);
      const lease = await claim(store);
      assert.deepEqual(lease, {
        owner: 'ada',
        vectorStoreId: 'vs_1',
        fileId: 'file_1',
        attempt: 1,
        failures: 1,
        file: waiting,
        embedding: { model: 'embed', dimensions: 2 },
      });
      const many = Array.from({ length: 1_100 }, (_, n) => ({ text: `chunk ${n}`, page: n }));
      assert.equal(await store.publishFile(lease, many), true);
      const published = await store.getVectorStoreFile('ada', 'vs_1', 'file_1');
      assert.deepEqual([published?.status, published?.chunks], ['completed', 1_100]);
      assert.ok((published?.usageBytes ?? 0) > 10_000);
      assert.equal((await store.getVectorStore('ada', 'vs_1'))?.usageBytes, published?.usageBytes);
      assert.deepEqual(await store.readChunks('ada', 'vs_1', 'file_1', 30, 5), many.slice(30, 35));
      assert.deepEqual(await store.readChunks('ada', 'vs_1', 'file_1', 1_090, 50), many.slice(1_090));
      assert.deepEqual(await store.readChunks('ada', 'vs_1', 'file_1', 1_100, 5), []);
      assert.equal(await store.readChunks('ada', 'vs_1', 'file_2', 0, 5), undefined);
    });

    it('replaces the chunks of a file that is ingested again, and finds none of them until then', async () => {
      const { store } = stores;
      await putVectorStore(store, 'vs_1');
      await ingest(store, 'vs_1', newVectorStoreFile('file_1'), chunks);
      await store.attachFiles('ada', 'vs_1', [newVectorStoreFile('file_1', { attributes: { v: 2 } })]);
      assert.equal(await store.readChunks('ada', 'vs_1', 'file_1', 0, 5), undefined);
      assert.deepEqual(await store.searchByText('ada', 'Heat', { vectorStoreIds: ['vs_1'], limit: 5 }), []);
      assert.equal(await store.publishFile(await claim(store), [{ text: 'Wind' }]), true);
      assert.deepEqual(await store.readChunks('ada', 'vs_1', 'file_1', 0, 5), [{ text: 'Wind' }]);
      assert.deepEqual((await store.getVectorStoreFile('ada', 'vs_1', 'file_1'))?.attributes, { v: 2 });
      await assertAccountAgrees(store, 'ada');
    });

    it('publishes a file once, whichever of two workers it was', async () => {
      const { store } = stores;
      const other = await stores.open();
      await putVectorStore(store, 'vs_1');
      await store.attachFiles('ada', 'vs_1', [newVectorStoreFile('file_1')]);
      const first = await claim(store, noLease);
      const second = await claim(other);
      assert.deepEqual([first.attempt, second.attempt], [1, 2]);
      assert.equal(await store.extendIngestion(first, longLease), false);
      assert.equal(await store.publishFile(first, [{ text: 'of the first' }]), false);
      assert.equal(await store.claimIngestion(longLease), undefined);
      assert.equal(await other.extendIngestion(second, longLease), true);
      assert.equal(await other.publishFile(second, chunks), true);
      assert.equal(await other.publishFile(second, chunks), false);
      assert.equal(await store.failIngestion(second, { code: 'server_error', message: '' }), false);
      assert.deepEqual(await store.readChunks('ada', 'vs_1', 'file_1', 0, 9), chunks);
    });

    it('gives each file to one worker, and owners take turns', async () => {
      const { store } = stores;
      const other = await stores.open();
      await putVectorStore(store, 'vs_1');
      assert.deepEqual(await store.countIngestions(), { queued: 0, running: 0 });
      await putVectorStore(store, 'vs_1', { owner: 'bob' });
      const files = ['file_1', 'file_2', 'file_3'].map((id) => newVectorStoreFile(id));
      await store.attachFiles('ada', 'vs_1', files);
      await store.attachFiles('bob', 'vs_1', [newVectorStoreFile('file_9', { createdAt: 99 })]);
      const leases: Ingestion[] = [];
      for (const replica of [store, other, store, other]) leases.push(await claim(replica));
      assert.deepEqual(
        leases.map(({ owner, fileId }) => `${owner} ${fileId}`),
        ['ada file_1', 'bob file_9', 'ada file_2', 'ada file_3'],
      );
      assert.equal(await store.claimIngestion(longLease), undefined);
      assert.deepEqual(await other.countIngestions(), { queued: 0, running: 4, oldestAt: 6 });
      const { promise: woken, resolve } = Promise.withResolvers<void>();
      const unwatch = await store.watchIngestions(resolve);
      const [, , third] = leases;
      assert.ok(third !== undefined);
      await store.releaseIngestion(third);
      assert.deepEqual(await other.countIngestions(), { queued: 1, running: 3, oldestAt: 6 });
      assert.equal((await claim(other)).fileId, 'file_2');
      await store.attachFiles('ada', 'vs_1', [newVectorStoreFile('file_4')]);
      await woken;
      unwatch();
    });

    it('counts lost and failed claims as failures of a file, and no claim that a stopping process returns', async () => {
      const { store } = stores;
      await putVectorStore(store, 'vs_1');
      await store.attachFiles('ada', 'vs_1', [newVectorStoreFile('file_1')]);
      assert.equal((await claim(store, noLease)).failures, 1);
      const returned = await claim(store);
      assert.equal(returned.failures, 2);
      await store.releaseIngestion(returned);
      const failed = await claim(store);
      assert.deepEqual([failed.attempt, failed.failures], [3, 2]);
      await store.releaseIngestion(failed, { failed: true });
      await store.releaseIngestion(failed);
      const last = await claim(store);
      assert.deepEqual([last.attempt, last.failures], [4, 3]);
    });

    it('counts no failure of an earlier attach, however that one ended, and fences its leases', async () => {
      const { store } = stores;
      await putVectorStore(store, 'vs_1');
      const file = newVectorStoreFile('file_1');
      await store.attachFiles('ada', 'vs_1', [file]);
      await store.releaseIngestion(await claim(store), { failed: true });
      const interrupted = await claim(store);
      await store.attachFiles('ada', 'vs_1', [file]);
      const second = await claim(store);
      assert.deepEqual([second.attempt, second.failures], [3, 1]);
      assert.equal(await store.publishFile(interrupted, chunks), false);
      assert.equal(await store.publishFile(second, chunks), true);
      await store.attachFiles('ada', 'vs_1', [file]);
      const third = await claim(store);
      assert.deepEqual([third.attempt, third.failures], [4, 1]);
    });

    it('stores why an ingestion failed, and ingests the file again', async () => {
      const { store } = stores;
      await putVectorStore(store, 'vs_1');
      await store.attachFiles('ada', 'vs_1', [newVectorStoreFile('file_1')]);
      const lastError = { code: 'unsupported_file', message: 'The PDF is a scan: ä.' } as const;
      assert.equal(await store.failIngestion(await claim(store), lastError), true);
      const failed = await store.getVectorStoreFile('ada', 'vs_1', 'file_1');
      assert.deepEqual([failed?.status, failed?.lastError], ['failed', lastError]);
      assert.deepEqual((await store.getVectorStore('ada', 'vs_1'))?.fileCounts, { ...noFiles, failed: 1 });
      await ingest(store, 'vs_1', newVectorStoreFile('file_1'), chunks);
      assert.equal((await store.getVectorStoreFile('ada', 'vs_1', 'file_1'))?.lastError, undefined);
    });
  });
}
