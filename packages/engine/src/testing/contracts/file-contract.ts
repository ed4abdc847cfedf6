// What every Store must do with files. Part of the store contract.
import assert from 'node:assert/strict';
import { fileChunkBytes, type FileQuota, type FileRecord, type FileStore } from '../../ports/file-store.js';
import type { Store } from '../../ports/store.js';
import { useStores, type StoreLocation } from '../store-location.js';

declare const describe: (name: string, body: () => void) => void;
declare const it: (name: string, body: () => Promise<void>, timeout?: number) => void;

const wideQuota: FileQuota = { files: 1_000, bytes: 100_000_000 };

/** Uploads a file with these chunks. */
export async function putFile(
  store: FileStore,
  file: Partial<FileRecord>,
  ...chunks: readonly Uint8Array[]
): Promise<FileRecord> {
  const complete: FileRecord = {
    id: 'file_1',
    owner: 'ada',
    filename: 'a.bin',
    mediaType: 'application/octet-stream',
    purpose: 'user_data',
    createdAt: 5,
    ...file,
    size: chunks.reduce((sum, chunk) => sum + chunk.length, 0),
  };
  assert.equal(await store.createFile(complete, wideQuota), true);
  for (const [number, chunk] of chunks.entries())
    assert.equal(await store.appendFileChunk(complete.owner, complete.id, number, chunk, wideQuota), 'added');
  assert.equal(await store.finishFile(complete), true);
  return complete;
}

/** All chunks of a readable file. */
async function readChunks(store: Store, owner: string, id: string): Promise<readonly Buffer[]> {
  const chunks: Buffer[] = [];
  for (;;) {
    const chunk = await store.readFileChunk(owner, id, chunks.length);
    if (chunk === undefined) return chunks;
    chunks.push(Buffer.from(chunk));
  }
}

/** Bytes of every value, so that they are not mistaken for text. */
function bytesFrom(start: number, length = 600): Buffer {
  return Buffer.from(Array.from({ length }, (_, n) => (start + n) % 256));
}

export function describeFileContract(name: string, makeLocation: () => Promise<StoreLocation>): void {
  describe(`${name} as a store of files`, () => {
    const stores = useStores(makeLocation);

    it('gives back a file and its bytes exactly, also to another replica', async () => {
      const other = await stores.open();
      const chunks = [Buffer.alloc(fileChunkBytes, bytesFrom(3)), bytesFrom(7)];
      const file = await putFile(
        stores.store,
        {
          filename: 'a\u0000\ud800 "\u{1f600}".txt',
          mediaType: 'text/plain; charset=latin1',
          expiresAt: 1_800_000_000_123,
        },
        ...chunks,
      );
      for (const store of [stores.store, other]) {
        assert.deepEqual(await store.getFile('ada', 'file_1'), file);
        assert.deepEqual(await readChunks(store, 'ada', 'file_1'), chunks);
      }
    });

    it('stores an empty file', async () => {
      const file = await putFile(stores.store, {});
      assert.deepEqual(await stores.store.getFile('ada', 'file_1'), file);
      assert.deepEqual(await readChunks(stores.store, 'ada', 'file_1'), []);
    });

    it('takes a part of a buffer for what it is', async () => {
      const complete = bytesFrom(0, 5_000);
      await putFile(stores.store, {}, complete.subarray(100, 200));
      assert.deepEqual(await readChunks(stores.store, 'ada', 'file_1'), [complete.subarray(100, 200)]);
    });

    it('hides a file that is being uploaded, and adds nothing to a complete file', async () => {
      const file = { id: 'file_1', owner: 'ada', createdAt: 5 };
      await stores.store.createFile(file, wideQuota);
      await stores.store.appendFileChunk('ada', 'file_1', 0, bytesFrom(1), wideQuota);
      assert.equal(await stores.store.getFile('ada', 'file_1'), undefined);
      assert.equal(await stores.store.readFileChunk('ada', 'file_1', 0), undefined);
      assert.deepEqual(await stores.store.listFiles('ada', { order: 'asc', limit: 10 }), {
        entries: [],
        hasMore: false,
      });
      const finished = { ...file, filename: 'a', mediaType: 'b/c', purpose: 'user_data' };
      assert.equal(await stores.store.finishFile(finished), true);
      assert.equal(await stores.store.finishFile(finished), false);
      assert.equal(await stores.store.appendFileChunk('ada', 'file_1', 1, bytesFrom(1), wideQuota), 'missing');
      assert.equal(await stores.store.appendFileChunk('ada', 'file_2', 0, bytesFrom(1), wideQuota), 'missing');
    });

    it('hides files from another owner in every method, and lets both use one id', async () => {
      await putFile(stores.store, {}, bytesFrom(1));
      const { store } = stores;
      assert.equal(await store.getFile('bob', 'file_1'), undefined);
      assert.equal(await store.readFileChunk('bob', 'file_1', 0), undefined);
      assert.equal(await store.deleteFile('bob', 'file_1'), false);
      assert.deepEqual((await store.listFiles('bob', { order: 'asc', limit: 10 })).entries, []);
      await putFile(store, { owner: 'bob', filename: 'of bob' }, bytesFrom(9));
      assert.equal(await store.deleteFile('bob', 'file_1'), true);
      assert.deepEqual(await readChunks(store, 'ada', 'file_1'), [bytesFrom(1)]);
    });

    it('lists by id in both orders, page by page, also after a file that was deleted in between', async () => {
      for (const id of ['file_b', 'file_a', 'file_d', 'file_c'])
        await putFile(stores.store, { id, purpose: id === 'file_b' ? 'batch' : 'vision' }, bytesFrom(1));
      const idsIn = async (page: Parameters<Store['listFiles']>[1]): Promise<unknown> => {
        const { entries, hasMore } = await stores.store.listFiles('ada', page);
        return [entries.map(({ id }) => id), hasMore];
      };
      assert.deepEqual(await idsIn({ order: 'asc', limit: 4 }), [['file_a', 'file_b', 'file_c', 'file_d'], false]);
      assert.deepEqual(await idsIn({ order: 'desc', limit: 2 }), [['file_d', 'file_c'], true]);
      await stores.store.deleteFile('ada', 'file_c');
      assert.deepEqual(await idsIn({ order: 'desc', limit: 2, after: 'file_c' }), [['file_b', 'file_a'], false]);
      assert.deepEqual(await idsIn({ order: 'asc', limit: 1, after: 'file_b' }), [['file_d'], false]);
      assert.deepEqual(await idsIn({ order: 'desc', limit: 4, purpose: 'vision' }), [['file_d', 'file_a'], false]);
    });

    it('deletes a file of many chunks on every replica, also during its upload', async () => {
      const other = await stores.open();
      await putFile(stores.store, {}, ...Array.from({ length: 11 }, (_, n) => bytesFrom(n)));
      await stores.store.createFile({ id: 'file_2', owner: 'ada', createdAt: 5 }, wideQuota);
      await stores.store.appendFileChunk('ada', 'file_2', 0, bytesFrom(1), wideQuota);
      for (const id of ['file_1', 'file_2']) {
        assert.deepEqual([await other.deleteFile('ada', id), await stores.store.deleteFile('ada', id)], [true, false]);
        assert.equal(await stores.store.getFile('ada', id), undefined);
        assert.equal(await stores.store.readFileChunk('ada', id, 0), undefined);
      }
      assert.equal(await stores.store.appendFileChunk('ada', 'file_2', 1, bytesFrom(1), wideQuota), 'missing');
      await putFile(stores.store, { id: 'file_1' }, bytesFrom(200));
      assert.deepEqual(await readChunks(stores.store, 'ada', 'file_1'), [bytesFrom(200)]);
    });

    it('hides what has expired by its clock, and sweeps that and what was never finished', async () => {
      let now = 100;
      const store = await stores.open({ now: () => now });
      await putFile(store, { id: 'file_1', expiresAt: 200 }, bytesFrom(1));
      await putFile(store, { id: 'file_2', expiresAt: 300 }, bytesFrom(2));
      await putFile(store, { id: 'file_3' }, bytesFrom(3));
      await store.createFile({ id: 'file_4', owner: 'ada', createdAt: 150 }, wideQuota);
      await store.createFile({ id: 'file_5', owner: 'ada', createdAt: 250 }, wideQuota);
      now = 200;
      assert.equal(await store.getFile('ada', 'file_1'), undefined);
      assert.equal(await store.readFileChunk('ada', 'file_1', 0), undefined);
      assert.deepEqual(
        (await store.listFiles('ada', { order: 'asc', limit: 9 })).entries.map(({ id }) => id),
        ['file_2', 'file_3'],
      );
      assert.equal(await store.deleteExpired(200), 0, 'files are not counted');
      assert.deepEqual(
        [
          await store.deleteFile('ada', 'file_1'),
          await store.deleteFile('ada', 'file_4'),
          await store.deleteFile('ada', 'file_5'),
        ],
        [false, false, true],
      );
      assert.deepEqual(await readChunks(store, 'ada', 'file_2'), [bytesFrom(2)]);
    });

    it('limits the number and bytes of stored files per owner', async () => {
      const { store } = stores;
      const quota = { files: 2, bytes: 1_000 };
      await putFile(store, { id: 'file_1' }, bytesFrom(1));
      assert.equal(await store.createFile({ id: 'file_2', owner: 'ada', createdAt: 5 }, quota), true);
      assert.equal(await store.createFile({ id: 'file_3', owner: 'ada', createdAt: 5 }, quota), false);
      assert.equal(await store.appendFileChunk('ada', 'file_2', 0, bytesFrom(1, 401), quota), 'full');
      assert.equal(await store.appendFileChunk('ada', 'file_2', 0, bytesFrom(1, 400), quota), 'added');
      assert.equal(await store.createFile({ id: 'file_3', owner: 'bob', createdAt: 5 }, quota), true);
      await store.deleteFile('ada', 'file_1');
      assert.equal(await store.appendFileChunk('ada', 'file_2', 1, bytesFrom(1), quota), 'added');
      assert.equal(
        await store.createFile({ id: 'file_3', owner: 'ada', createdAt: 5 }, quota),
        false,
        'the quota has no byte left',
      );
    });
  });
}
