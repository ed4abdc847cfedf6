// What every Store must do with events for an auditor. Part of the store contract.
import assert from 'node:assert/strict';
import type { AuditEvent } from '../../ports/audit-log.js';
import { useStores, type StoreLocation } from '../store-location.js';

declare const describe: (name: string, body: () => void) => void;
declare const it: (name: string, body: () => Promise<void>, timeout?: number) => void;

const created: AuditEvent = {
  id: 'created',
  kind: 'key_created',
  at: 5,
  count: 1,
  actor: 'command-line',
  keyId: 'key_1',
};
const complete: AuditEvent = {
  id: 'complete',
  kind: 'key_refused',
  at: 7,
  lastAt: 9,
  count: 3,
  actor: 'cl\u0000ient',
  keyId: 'key_\ud800',
  replacementId: 'key_1',
  owner: 'a\\da',
  address: '::1',
  reason: 'revoked',
};

export function describeAuditLogContract(name: string, makeLocation: () => Promise<StoreLocation>): void {
  describe(`${name} as an audit log`, () => {
    const stores = useStores(makeLocation);
    const ids = async (query: { since?: number; keyId?: string; limit?: number }): Promise<readonly string[]> =>
      (await stores.store.listAuditEvents({ since: 0, limit: 100, ...query })).map(({ id }) => id);

    it('returns events as they were stored, oldest first, on every replica', async () => {
      assert.deepEqual(await stores.store.putAuditEvents([complete, created]), new Set(['complete', 'created']));
      assert.deepEqual(await (await stores.open()).listAuditEvents({ since: 0, limit: 10 }), [created, complete]);
    });

    it('replaces count and time of an event that is stored again, and reports only new ones', async () => {
      await stores.store.putAuditEvents([complete]);
      const again = { ...complete, count: 9, lastAt: 12 };
      assert.deepEqual(await stores.store.putAuditEvents([again, created]), new Set(['created']));
      assert.deepEqual(await stores.store.listAuditEvents({ since: 0, limit: 10 }), [created, again]);
      assert.deepEqual(await stores.store.putAuditEvents([]), new Set());
    });

    it('selects by the last time, by key and by number: the newest', async () => {
      await stores.store.putAuditEvents([
        complete,
        created,
        ...[20, 30].map((at): AuditEvent => ({ ...created, id: `at_${at}`, at, keyId: 'key_2' })),
      ]);
      assert.deepEqual(await ids({ since: 9 }), ['complete', 'at_20', 'at_30']);
      assert.deepEqual(await ids({ keyId: 'key_1' }), ['created', 'complete']);
      assert.deepEqual(await ids({ keyId: 'key_\ud800' }), ['complete']);
      assert.deepEqual(await ids({ limit: 2 }), ['at_20', 'at_30']);
    });

    it('deletes events by their last time, more than one batch of them', async () => {
      const many = Array.from({ length: 1_001 }, (_, n): AuditEvent => ({ ...created, id: `e${n}`, at: 1 }));
      await stores.store.putAuditEvents([...many, complete]);
      assert.equal(await stores.store.deleteAuditEvents(9), 1_001);
      assert.deepEqual(await ids({}), ['complete']);
    });
  });
}
