// What every store of containers must do. Part of the store contract.
import assert from 'node:assert/strict';
import { containerExpiry, type ContainerRecord, type ContainersAndFiles } from '../../ports/container-store.js';
import { recordBytes, totalBytes } from '../../ports/storage-account.js';
import { useStores, type StoreLocation } from '../store-location.js';
import { putFile } from './file-contract.js';

declare const describe: (name: string, body: () => void) => void;
declare const it: (name: string, body: () => Promise<void>, timeout?: number) => void;

const quota = { containers: 3 };

/** A container for tests. */
export function containerOf(container: Partial<ContainerRecord> = {}): ContainerRecord {
  return {
    ...{ id: 'cntr_1', owner: 'ada', name: 'auto', createdAt: 5, lastActiveAt: 60_005, idleMinutes: 20, files: [] },
    ...container,
  };
}

const file = { path: 'a/\u{1f600}.csv', bytes: 3, createdAt: 7, source: 'assistant', isOwned: true } as const;

/** `stores`: on one location, as two replicas. They are those of the running test. */
export function describeContainerContract(
  name: string,
  stores: { readonly store: ContainersAndFiles; open(): Promise<ContainersAndFiles> },
): void {
  describe(`${name} as a store of containers`, () => {
    it('gives back a container exactly, also to another replica', async () => {
      const [{ store }, other] = [stores, await stores.open()];
      const record = containerOf({
        ...{ name: 'a\u0000\ud800"', memoryMiB: 512, sessionId: 's1' },
        files: [{ ...file, fileId: 'cfile_1' }],
      });
      assert.equal(await store.createContainer(record, quota), true);
      for (const each of [store, other])
        assert.deepEqual(await each.getContainer('ada', 'cntr_1'), { record, version: 0 });
      assert.equal(containerExpiry(record), 60_005 + 1_200_000);
    });

    it('hides a container from other owners', async () => {
      const { store } = stores;
      await store.createContainer(containerOf(), quota);
      assert.equal(await store.getContainer('bob', 'cntr_1'), undefined);
      assert.equal(await store.updateContainer(containerOf({ owner: 'bob' }), 0), false);
      assert.equal(await store.deleteContainer('bob', 'cntr_1'), false);
      assert.deepEqual((await store.listContainers('bob', { order: 'asc', limit: 9 })).entries, []);
      assert.equal((await store.getContainer('ada', 'cntr_1'))?.version, 0);
    });

    it('replaces a container unless another replica has changed it', async () => {
      const [{ store }, other] = [stores, await stores.open()];
      await store.createContainer(containerOf(), quota);
      const changed = containerOf({ lastActiveAt: 99, name: 'b' });
      assert.equal(await store.updateContainer(changed, 0), true);
      assert.equal(await other.updateContainer(containerOf({ name: 'c' }), 0), false);
      assert.deepEqual(await other.getContainer('ada', 'cntr_1'), { record: changed, version: 1 });
      assert.equal(await store.updateContainer(containerOf({ id: 'cntr_2' }), 0), false);
    });

    it('limits the containers of an owner', async () => {
      const { store } = stores;
      const create = (id: string, owner = 'ada') => store.createContainer(containerOf({ id, owner }), quota);
      assert.deepEqual(
        [await create('c1'), await create('c2'), await create('c3'), await create('c4'), await create('c4', 'bob')],
        [true, true, true, false, true],
      );
      assert.equal(await store.deleteContainer('ada', 'c2'), true);
      assert.equal(await create('c4'), true);
      const later = { ...containerOf({ id: 'c5' }), createdAt: containerExpiry(containerOf({})) };
      assert.equal(await store.createContainer(later, quota), true, 'expired containers do not count');
    });

    it('lists containers page by page in both orders', async () => {
      const { store } = stores;
      for (const id of ['c2', 'c1', 'c3']) await store.createContainer(containerOf({ id }), quota);
      const list = async (order: 'asc' | 'desc', after?: string) => {
        const page = await store.listContainers('ada', { order, limit: 2, ...(after === undefined ? {} : { after }) });
        return [page.entries.map(({ id }) => id), page.hasMore];
      };
      assert.deepEqual(await list('asc'), [['c1', 'c2'], true]);
      assert.deepEqual(await list('asc', 'c2'), [['c3'], false]);
      assert.deepEqual(await list('desc', 'c3'), [['c2', 'c1'], false]);
    });

    it('deletes a container with the files that it owns, and no other files', async () => {
      const { store } = stores;
      for (const id of ['cfile_1', 'file_2', 'cfile_3']) await putFile(store, { id }, Buffer.from('abc'));
      const files = [
        { ...file, fileId: 'cfile_1' },
        { ...file, fileId: 'file_2', path: 'b', isOwned: false },
      ];
      const earlierFiles = [{ ...file, fileId: 'cfile_3' }];
      await store.createContainer(containerOf({ files, earlierFiles }), quota);
      assert.equal(await store.deleteContainer('ada', 'cntr_1'), true);
      assert.equal(await store.getContainer('ada', 'cntr_1'), undefined);
      for (const id of ['cfile_1', 'cfile_3']) assert.equal(await store.getFile('ada', id), undefined);
      assert.notEqual(await store.getFile('ada', 'file_2'), undefined);
      assert.equal(await store.deleteContainer('ada', 'cntr_1'), false);
    });

    it('lists what has expired, by the last use', async () => {
      const { store } = stores;
      await store.createContainer(containerOf(), quota);
      await store.createContainer(containerOf({ id: 'cntr_2', owner: 'bob', lastActiveAt: 1 }), quota);
      const now = containerExpiry(containerOf({ lastActiveAt: 1 }));
      assert.deepEqual(await store.listExpiredContainers(now - 1, 9), []);
      assert.deepEqual(await store.listExpiredContainers(now, 9), [{ owner: 'bob', id: 'cntr_2' }]);
      await store.updateContainer(containerOf({ id: 'cntr_2', owner: 'bob', lastActiveAt: 9_000_000 }), 0);
      assert.deepEqual(await store.listExpiredContainers(now + 60_004, 1), [{ owner: 'ada', id: 'cntr_1' }]);
    });
  });
}

/** The same for a store, with its sweep. */
export function describeContainersOfStore(name: string, makeLocation: () => Promise<StoreLocation>): void {
  describe(name, () => {
    const stores = useStores(makeLocation);
    describeContainerContract('it', {
      get store() {
        return stores.store;
      },
      open: () => stores.open(),
    });

    it('deletes containers that have expired, with the files that they own', async () => {
      const { store } = stores;
      await putFile(store, { id: 'cfile_1' }, Buffer.from('abc'));
      await store.createContainer(containerOf({ files: [{ ...file, fileId: 'cfile_1' }] }), quota);
      await store.deleteExpiredContainers(containerExpiry(containerOf()) - 1);
      assert.notEqual(await store.getContainer('ada', 'cntr_1'), undefined);
      await store.deleteExpiredContainers(containerExpiry(containerOf()));
      assert.equal(await store.getContainer('ada', 'cntr_1'), undefined);
      assert.equal(await store.getFile('ada', 'cfile_1'), undefined);
    });

    it('accounts for a container until it is deleted, and refuses one beyond the quota of its owner', async () => {
      const { store } = stores;
      await store.createContainer(containerOf(), quota);
      const before = totalBytes(await store.getStoredBytes('ada'));
      assert.ok(before > recordBytes);
      await store.updateContainer(containerOf({ name: 'x'.repeat(5_000) }), 0);
      assert.ok(totalBytes(await store.getStoredBytes('ada')) >= before + 4_990);
      assert.deepEqual(await store.getStoredBytes('ada'), await store.measureStoredBytes('ada'));
      await assert.rejects(store.createContainer(containerOf({ id: 'c2' }), { ...quota, maxStoredBytes: 6_000 }), {
        detail: 'storage_quota_exceeded',
      });
      await store.deleteContainer('ada', 'cntr_1');
      assert.equal(totalBytes(await store.getStoredBytes('ada')), 0);
    });
  });
}
