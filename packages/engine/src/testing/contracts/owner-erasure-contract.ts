// What every Store must do to erase an owner. Part of the store contract.
import assert from 'node:assert/strict';
import type { AuditEvent } from '../../ports/audit-log.js';
import type { Store } from '../../ports/store.js';
import { useStores, type StoreLocation } from '../store-location.js';
import { turnOf } from '../turn-fixtures.js';
import { ingest, newVectorStoreFile, putVectorStore } from '../vector-store-fixtures.js';
import { containerOf } from './container-contract.js';
import { putFile } from './file-contract.js';
import { startNew } from './idempotency-contract.js';

declare const describe: (name: string, body: () => void) => void;
declare const it: (name: string, body: () => Promise<void>, timeout?: number) => void;

const erased: AuditEvent = {
  id: 'erased',
  kind: 'owner_erased',
  at: 50,
  count: 1,
  actor: 'command-line',
  owner: 'ada',
};

/** Stores records of every kind, with `content` in each content, and 61 responses. */
export async function fillOwner(store: Store, owner: string, content: string): Promise<void> {
  for (const n of [1, 2])
    await store.putApiKey(
      { id: `key_${owner}${n}`, owner, name: content, hash: `${owner}${n}`, createdAt: n },
      {
        id: `made_${owner}${n}`,
        kind: 'key_created',
        at: n,
        count: 1,
        actor: 'command-line',
        keyId: `key_${owner}${n}`,
      },
    );
  await store.revokeApiKey(`key_${owner}2`, 9);
  for (let n = 0; n < 60; n++)
    await store.putTurn(
      turnOf({
        id: `resp_${n}`,
        owner,
        ...(n > 0 && n < 5 ? { previousId: `resp_${n - 1}` } : {}),
        input: [{ role: 'user', parts: [{ type: 'text', text: content }] }],
        output: [{ role: 'assistant', parts: [{ type: 'text', text: content }] }],
        items: [{ id: `item_${n}`, side: 'output', value: { content } }],
        payload: { content },
      }),
      { existing: false },
    );
  await store.putTurn(turnOf({ id: 'resp_queued', owner, status: 'queued', payload: { content } }), {
    events: Array.from({ length: 3 }, (_, seq) => ({ seq, data: JSON.stringify(content) })),
    job: { request: { content } },
  });
  await store.createConversation(
    { id: 'conv_1', owner, createdAt: 1, metadata: { content } },
    Array.from({ length: 300 }, (_, n) => ({ id: `conversation_item_${n}`, value: { content } })),
  );
  await putFile(store, { id: 'file_1', owner, filename: content }, Buffer.from(content.repeat(1_000)));
  await putVectorStore(store, 'vs_1', { owner, name: content, metadata: { content } });
  const attached = newVectorStoreFile('file_2', { filename: content, attributes: { content } });
  await ingest(store, 'vs_1', attached, [{ text: content }], { owner });
  await store.createContainer(containerOf({ owner, name: content }), { containers: 9 });
  await store.finishIdempotent(
    await startNew(store, { owner, key: 'k', fingerprint: 'f', leaseMs: 1_000, retentionMs: 60_000 }),
    { status: 200, headers: {}, body: content },
  );
}

/** Everything that the interface of a store returns of an owner. */
export async function readOwner(store: Store, owner: string): Promise<object> {
  const page = { order: 'asc', limit: 500 } as const;
  const turns = [...Array.from({ length: 60 }, (_, n) => `resp_${n}`), 'resp_queued'];
  return {
    counts: await store.countOwned(owner),
    keys: (await store.listApiKeys({ revoked: true })).filter((key) => key.owner === owner),
    turns: await Promise.all(turns.map((id) => store.getTurn(owner, id))),
    chain: await store.getChain(owner, 'resp_4'),
    items: await store.getItems(
      owner,
      turns.map((_, n) => `item_${n}`),
    ),
    conversation: await store.getConversation(owner, 'conv_1'),
    conversationItems: await store.listConversationItems(owner, 'conv_1', page),
    containers: await store.listContainers(owner, page),
    files: await store.listFiles(owner, page),
    chunk: await store.readFileChunk(owner, 'file_1', 0),
    vectorStores: await store.listVectorStores(owner, page),
    hits: await store.searchByText(owner, 'text', { vectorStoreIds: ['vs_1'], limit: 5 }),
  };
}

const nothing = {
  apiKeys: 0,
  turns: 0,
  jobs: 0,
  conversations: 0,
  conversationItems: 0,
  containers: 0,
  files: 0,
  vectorStores: 0,
  idempotentResponses: 0,
};

export function describeOwnerErasureContract(name: string, makeLocation: () => Promise<StoreLocation>): void {
  describe(`${name} that erases an owner`, () => {
    const stores = useStores(makeLocation);

    it('counts everything of the owner and nothing of another', async () => {
      assert.deepEqual(await stores.store.countOwned('ada'), nothing);
      await fillOwner(stores.store, 'ada', 'text');
      await fillOwner(stores.store, 'bob', 'text');
      assert.deepEqual(await stores.store.countOwned('ada'), {
        apiKeys: 2,
        turns: 61,
        jobs: 1,
        conversations: 1,
        conversationItems: 300,
        containers: 1,
        files: 1,
        vectorStores: 1,
        idempotentResponses: 1,
      });
      assert.deepEqual(await stores.store.countOwned('ad'), nothing);
    });

    it('leaves one event of the owner, and every record of another owner as it was', async () => {
      await fillOwner(stores.store, 'ada', 'text');
      await fillOwner(stores.store, 'bob', 'text');
      const [other, before] = [await stores.open(), await readOwner(stores.store, 'bob')];
      assert.equal(await other.eraseOwned('ada'), 66);
      await other.eraseOwnerKeys('ada', erased);
      assert.deepEqual(await stores.store.countOwned('ada'), nothing);
      assert.deepEqual(await readOwner(stores.store, 'bob'), before);
      assert.deepEqual(
        (await stores.store.listAuditEvents({ since: 0, limit: 10 })).map(({ id }) => id),
        ['made_bob1', 'made_bob2', 'erased'],
      );
      assert.equal(await stores.store.getTurn('ada', 'resp_1'), undefined);
      assert.equal(await stores.store.getChain('ada', 'resp_4'), undefined);
      assert.equal(await stores.store.getConversation('ada', 'conv_1'), undefined);
      assert.equal(await stores.store.getContainer('ada', 'cntr_1'), undefined);
      assert.equal(await stores.store.findApiKey('ada1'), undefined);
      assert.equal(await stores.store.eraseOwned('ada'), 0);
    });
  });
}
