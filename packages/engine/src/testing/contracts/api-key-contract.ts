// What every Store must do with API keys. Part of the store contract.
import assert from 'node:assert/strict';
import { hash } from 'node:crypto';
import type { ApiKeyRecord } from '../../ports/store.js';
import { useStores, type StoreLocation } from '../store-location.js';

declare const describe: (name: string, body: () => void) => void;
declare const it: (name: string, body: () => Promise<void>, timeout?: number) => void;

const hashApiKey = (text: string): string => hash('sha256', text);

const key: ApiKeyRecord = { id: 'key_1', owner: 'ada', name: 'l\u0000ptop', hash: hashApiKey('secret'), createdAt: 7 };

export function describeApiKeyContract(name: string, makeLocation: () => Promise<StoreLocation>): void {
  describe(`${name} as a store of API keys`, () => {
    const stores = useStores(makeLocation);

    it('finds keys by hash only', async () => {
      assert.equal(await stores.store.countApiKeys(), 0);
      await stores.store.putApiKey(key);
      assert.deepEqual(await stores.store.findApiKey(key.hash), key);
      assert.equal(await stores.store.findApiKey(hashApiKey('other')), undefined);
      assert.equal(await stores.store.findApiKey('\u0000'), undefined);
      assert.equal(await stores.store.countApiKeys(), 1);
    });

    it('replaces everything but the hash of a key that is put again', async () => {
      await stores.store.putApiKey(key);
      const changed: ApiKeyRecord = {
        id: 'key_9',
        owner: 'bob',
        name: 'renamed',
        hash: key.hash,
        createdAt: 8,
        expiresAt: 9,
      };
      await stores.store.putApiKey(changed);
      assert.deepEqual(await stores.store.findApiKey(key.hash), changed);
      await stores.store.putApiKey(key);
      assert.deepEqual(await stores.store.findApiKey(key.hash), key, 'without a time at which it expires, too');
      assert.equal(await stores.store.countApiKeys(), 1);
    });

    it('lists all keys, oldest first', async () => {
      const keys = [5, 3, 4].map((createdAt): ApiKeyRecord => ({
        ...key,
        id: `key_${createdAt}`,
        hash: hashApiKey(String(createdAt)),
        createdAt,
        ...(createdAt === 4 ? { expiresAt: 1 } : {}),
      }));
      for (const each of keys) await stores.store.putApiKey(each);
      assert.deepEqual(
        await stores.store.listApiKeys(),
        keys.toSorted((a, b) => a.createdAt - b.createdAt),
      );
    });

    it('reports which ids have a key, including expired keys', async () => {
      await stores.store.putApiKey({ ...key, id: 'key_\u0000', expiresAt: 1 });
      await stores.store.putApiKey({ ...key, id: 'key_2', hash: hashApiKey('second') });
      assert.deepEqual(
        await stores.store.findApiKeyIds(['key_\u0000', 'key_3', 'key_2', 'key_2', '']),
        new Set(['key_\u0000', 'key_2']),
      );
      assert.deepEqual(await stores.store.findApiKeyIds([]), new Set());
      await stores.store.deleteApiKey('key_2');
      assert.deepEqual(await stores.store.findApiKeyIds(['key_2']), new Set());
    });

    it('forgets a key that was revoked, on every replica at once', async () => {
      const other = await stores.open();
      await stores.store.putApiKey(key);
      await stores.store.putApiKey({ ...key, id: 'key_2', hash: hashApiKey('second') });
      assert.equal(await other.deleteApiKey('key_1'), true);
      assert.equal(await stores.store.findApiKey(key.hash), undefined);
      assert.equal(await stores.store.deleteApiKey('key_1'), false);
      assert.deepEqual(
        (await stores.store.listApiKeys()).map(({ id }) => id),
        ['key_2'],
      );
    });
  });
}
