// What every Store must do with API keys. Part of the store contract.
import assert from 'node:assert/strict';
import { hash } from 'node:crypto';
import type { AuditEvent } from '../../ports/audit-log.js';
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
      await stores.store.revokeApiKey('key_2', 9);
      assert.deepEqual(await stores.store.findApiKeyIds(['key_2']), new Set());
    });

    it('retains a revoked key with its dates and no longer counts it, on every replica at once', async () => {
      const other = await stores.open();
      await stores.store.putApiKey(key);
      await stores.store.putApiKey({ ...key, id: 'key_2', hash: hashApiKey('second') });
      assert.equal(await other.revokeApiKey('key_1', 9), true);
      assert.deepEqual(await stores.store.findApiKey(key.hash), { ...key, revokedAt: 9 });
      assert.equal(await stores.store.revokeApiKey('key_1', 10), false);
      assert.equal(await stores.store.countApiKeys(), 1);
      assert.deepEqual(
        (await stores.store.listApiKeys({ revoked: true })).map(({ id, revokedAt }) => [id, revokedAt]),
        [
          ['key_1', 9],
          ['key_2', undefined],
        ],
      );
      assert.deepEqual(
        (await stores.store.listApiKeys()).map(({ id }) => id),
        ['key_2'],
      );
    });

    it('records the last use of a key, and neither an earlier one nor that of an unknown key', async () => {
      await stores.store.putApiKey(key);
      await stores.store.recordApiKeyUses([
        { id: 'key_1', at: 20 },
        { id: 'key_9', at: 30 },
      ]);
      await stores.store.recordApiKeyUses([{ id: 'key_1', at: 10 }]);
      await stores.store.recordApiKeyUses([]);
      await stores.store.putApiKey({ ...key, expiresAt: 50 });
      assert.deepEqual(await stores.store.findApiKey(key.hash), { ...key, expiresAt: 50, lastUsedAt: 20 });
      await stores.store.revokeApiKey('key_1', 40);
      assert.deepEqual(await stores.store.findApiKey(key.hash), {
        ...key,
        expiresAt: 50,
        lastUsedAt: 20,
        revokedAt: 40,
      });
    });

    it('stores an event with the change that it describes, and none without a change', async () => {
      const event = (id: string, kind: 'key_created' | 'key_revoked'): AuditEvent => ({
        id,
        kind,
        at: 8,
        count: 1,
        actor: 'command-line',
        keyId: 'key_1',
      });
      await stores.store.putApiKey(key, event('a', 'key_created'));
      await stores.store.revokeApiKey('key_1', 9, event('b', 'key_revoked'));
      await stores.store.revokeApiKey('key_1', 10, event('c', 'key_revoked'));
      assert.deepEqual(await stores.store.listAuditEvents({ since: 0, limit: 10 }), [
        event('a', 'key_created'),
        event('b', 'key_revoked'),
      ]);
    });
  });
}
