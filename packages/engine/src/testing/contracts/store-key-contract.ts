// Requirements for every Store with the operator's keys. The complete store contract runs with keys, too.
import assert from 'node:assert/strict';
import type { Clock } from '../../ports/clock.js';
import type { Store } from '../../ports/store.js';
import { noStoreKey, type StoreKey, type StoreKeyEntry } from '../../ports/store-key.js';
import { longLease } from '../lease-times.js';
import { turnOf } from '../turn-fixtures.js';
import { ingest, newVectorStoreFile, putVectorStore } from '../vector-store-fixtures.js';
import { putFile } from './file-contract.js';
import { startNew } from './idempotency-contract.js';

declare const describe: (name: string, body: () => void) => void;
declare const it: (name: string, body: () => Promise<void>, timeout?: number) => void;
declare const beforeEach: (body: () => Promise<void>) => void;
declare const afterEach: (body: () => Promise<void>) => void;

/** A persistent location that can be opened with any keys and read by an attacker who has the disk. */
export interface KeyedLocation {
  open(keys: readonly StoreKeyEntry[], clock?: Clock): Promise<Store>;
  /** Everything on the disk, one character per byte. */
  onDisk(): Promise<string>;
  /** Runs a statement without the store. Every store of the location must be closed before. */
  tamper(sql: string): Promise<void>;
  /** Damages the envelope of a turn's key in the same way. */
  damageKey(turnId: string): Promise<void>;
  dispose(): Promise<void>;
}

/** The store key before a rotation. */
export const oldKey: StoreKey = { id: '2026-10', secret: Buffer.alloc(32, 'old') };
/** The store key after it. */
export const newKey: StoreKey = { id: '2026-11', secret: Buffer.alloc(32, 'new') };
const otherKey: StoreKey = { id: oldKey.id, secret: Buffer.alloc(32, 'foreign') };

const marker = 'The quick brown fox jumps over the lazy dog.';
const request = { owner: 'ada', key: 'k', fingerprint: 'f', leaseMs: longLease, retentionMs: longLease };

/** Puts the marker wherever a client can put something. */
async function fill(store: Store): Promise<void> {
  const item = { id: 'i1', value: { marker } };
  await store.createConversation({ id: 'c1', owner: 'ada', createdAt: 1, metadata: { marker } }, [item]);
  const input = [{ role: 'user' as const, parts: [{ type: 'text' as const, text: marker }] }];
  await store.putTurn(
    turnOf({ id: 't1', input, payload: { marker }, items: [{ id: 'm1', side: 'input', value: { marker } }] }),
  );
  const running = turnOf({ id: 't2', status: 'in_progress', previousId: 't1', payload: { marker } });
  await store.putTurn(running, { events: [{ seq: 0, data: JSON.stringify(marker) }], job: { request: { marker } } });
  await store.finishIdempotent(await startNew(store, request), { status: 200, headers: {}, body: marker });
  await putFile(store, { filename: marker }, Buffer.from(marker), Buffer.from(`more: ${marker}`));
  await putVectorStore(store, 'vs_1', { name: marker, metadata: { marker } });
  const attached = newVectorStoreFile('file_2', { filename: marker, attributes: { marker } });
  await ingest(store, 'vs_1', attached, [{ text: marker, vector: Float32Array.of(1) }], { space });
}

const space = { model: marker, dimensions: 1 };

/**
 * Number of contents that `fill` leaves: two turns, a conversation, its item, a stored response, a file, a vector store
 * and its file.
 */
const contents = 8;

/** Reads all that `fill` wrote. */
async function readAll(store: Store): Promise<void> {
  const chain = await store.getChain('ada', 't2');
  assert.deepEqual(
    chain?.map(({ id }) => id),
    ['t1', 't2'],
  );
  assert.deepEqual((await store.getTurn('ada', 't1'))?.payload, { marker });
  assert.deepEqual((await store.getItems('ada', ['m1', 'i1'])).get('m1'), { marker });
  assert.deepEqual((await store.readEvents('ada', 't2', -1, 10))?.events, [{ seq: 0, data: JSON.stringify(marker) }]);
  assert.deepEqual((await store.getConversation('ada', 'c1'))?.metadata, { marker });
  assert.deepEqual((await store.listConversationItems('ada', 'c1', { order: 'asc', limit: 10 }))?.entries, [
    { id: 'i1', value: { marker } },
  ]);
  assert.equal((await store.getFile('ada', 'file_1'))?.filename, marker);
  for (const [number, text] of [marker, `more: ${marker}`].entries())
    assert.equal(Buffer.from((await store.readFileChunk('ada', 'file_1', number)) ?? []).toString(), text);
  assert.equal((await store.getVectorStore('ada', 'vs_1'))?.name, marker);
  const search = { vectorStoreIds: ['vs_1'], limit: 5 };
  assert.equal((await store.searchByText('ada', 'FOX', search))?.[0]?.text, marker);
  const byVector = await store.searchByVector('ada', { space, vector: Float32Array.of(1) }, search);
  assert.deepEqual(byVector?.[0]?.attributes, { marker });
  const started = await store.startIdempotent(request);
  assert.equal(started.state === 'completed' && started.response.body, marker);
}

function countsOf(store: Store): Promise<readonly (readonly [string | undefined, number])[]> {
  return store.countByStoreKey().then((counts) => [...counts].toSorted());
}

const isDamaged = { name: 'EngineError', code: 'internal', message: 'Stored content is damaged.' };

/** Defines the tests of a store that encrypts its content under store keys. `makeLocation` returns a new, empty location. */
export function describeStoreKeyContract(name: string, makeLocation: () => Promise<KeyedLocation>): void {
  describe(`${name} under keys of the operator`, () => {
    let location: KeyedLocation;

    /** Opens the location for the duration of the callback. */
    async function using<Result>(
      keys: readonly StoreKeyEntry[],
      work: (store: Store) => Promise<Result>,
    ): Promise<Result> {
      const store = await location.open(keys);
      try {
        return await work(store);
      } finally {
        await store.close();
      }
    }

    beforeEach(async () => {
      location = await makeLocation();
    });
    afterEach(() => location.dispose());

    it('has no data on the disk that is readable without the keys', async () => {
      await using([oldKey], async (store) => {
        await fill(store);
        await readAll(store);
        assert.deepEqual(await countsOf(store), [[oldKey.id, contents]]);
      });
      const disk = await location.onDisk();
      for (const secret of [
        marker,
        'quick',
        Buffer.from(oldKey.secret).toString('latin1'),
        JSON.stringify(marker).slice(1, 20),
      ])
        assert.equal(disk.includes(secret), false);
    });

    it('rejects opening without a key that contents are under, and names the key', async () => {
      await using([oldKey], fill);
      const missing = {
        code: 'internal',
        message: 'STORE_KEYS does not contain the store key "2026-10", which encrypts stored content.',
      };
      await assert.rejects(location.open([]), missing);
      await assert.rejects(location.open([newKey]), missing);
      await assert.rejects(location.open([otherKey]), {
        code: 'internal',
        message: 'STORE_KEYS has another key as "2026-10" than the one that encrypts stored content.',
      });
      await using([oldKey], readAll);
    });

    it('writes with the first key and reads with every key', async () => {
      await using([oldKey], fill);
      await using([newKey, oldKey], async (store) => {
        await readAll(store);
        await store.putTurn(turnOf({ id: 't3' }));
        assert.deepEqual(await countsOf(store), [
          [oldKey.id, contents],
          [newKey.id, 1],
        ]);
      });
    });

    it('moves all contents to the first key, so that the old one can be removed and the new one is required', async () => {
      await using([oldKey], fill);
      await using([newKey, oldKey], async (store) => {
        assert.equal(await store.renewStoreKeys(), contents);
        assert.deepEqual(await countsOf(store), [[newKey.id, contents]]);
        assert.equal(await store.renewStoreKeys(), 0);
      });
      await assert.rejects(location.open([oldKey]), {
        message: 'STORE_KEYS does not contain the store key "2026-11", which encrypts stored content.',
      });
      await using([newKey], readAll);
      await using([newKey], async (store) =>
        assert.equal((await store.claimJob('', longLease))?.request?.['marker'], marker),
      );
    });

    it('takes contents under its key that lay open before', async () => {
      await using([], fill);
      await using([oldKey], async (store) => {
        await readAll(store);
        assert.deepEqual(await countsOf(store), [[undefined, contents]]);
        assert.equal(await store.renewStoreKeys(), contents);
        assert.deepEqual(await countsOf(store), [[oldKey.id, contents]]);
        await readAll(store);
        assert.equal((await store.claimJob('', longLease))?.request?.['marker'], marker);
      });
    });

    it('moves all contents that it can, reports the rest at the end, and retries it', async () => {
      await using([oldKey], fill);
      await location.damageKey('t1');
      await using([newKey, oldKey], async (store) => {
        for (const moved of [contents - 1, 0]) {
          await assert.rejects(store.renewStoreKeys(), {
            code: 'internal',
            message: `1 stored content could not be moved to the first store key; ${moved} were.`,
          });
        }
        assert.deepEqual(await countsOf(store), [
          [oldKey.id, 1],
          [newKey.id, contents - 1],
        ]);
        assert.equal((await store.getTurn('ada', 't2'))?.id, 't2');
      });
    });

    it('continues a turn stored in plaintext', async () => {
      await using([], fill);
      await using([oldKey], async (store) => {
        const job = await store.claimJob('', longLease);
        assert.equal(job?.request?.['marker'], marker);
        assert.equal(await store.appendEvents('ada', 't2', [{ seq: 1, data: '"more"' }]), true);
        assert.deepEqual(
          (await store.readEvents('ada', 't2', -1, 10))?.events.map(({ data }) => data),
          [JSON.stringify(marker), '"more"'],
        );
        assert.equal(await store.putTurn(turnOf({ id: 't2', previousId: 't1', payload: { marker } })), true);
        assert.deepEqual((await store.getTurn('ada', 't2'))?.payload, { marker });
        assert.equal((await store.readEvents('ada', 't2', 0, 10))?.events[0]?.data, '"more"');
      });
    });

    it('gives a job only to workers with its key, and blocks no other job for it', async () => {
      const job = { job: { request: { marker } } };
      const late = await location.open([]); // A replica that does not yet know that a key exists.
      await using([oldKey], async (store) => {
        await store.putTurn(turnOf({ id: 'locked', status: 'queued', createdAt: 1 }), job);
        await late.putTurn(turnOf({ id: 'open', status: 'queued', createdAt: 2 }), job);
        const claimed = await late.claimJob('', longLease);
        assert.deepEqual([claimed?.turnId, claimed?.request], ['open', { marker }]);
        assert.equal(await late.claimJob('', longLease), undefined);
        assert.equal(await late.hasFairerWaiters('', { owner: 'nobody', fairQueueKey: 0 }), false);
        const own = await store.claimJob('', longLease);
        assert.deepEqual([own?.turnId, own?.attempt, own?.request], ['locked', 1, { marker }]);
      });
      await late.close();
    });

    it('gives out a job with a damaged request without the request, so that it can be ended, and then the others', async () => {
      await using([oldKey], async (store) => {
        await fill(store);
        await store.putTurn(turnOf({ id: 't3', status: 'queued', createdAt: 1_800_000_000_000 }), {
          job: { request: { marker } },
        });
      });
      await location.tamper("UPDATE turn SET owner = 'eve' WHERE id = 't2'");
      await using([oldKey], async (store) => {
        const claimed = [await store.claimJob('', longLease), await store.claimJob('', longLease)];
        const byTurn = new Map(claimed.map((job) => [job?.turnId, job]));
        assert.deepEqual(byTurn.get('t3')?.request, { marker });
        const damaged = byTurn.get('t2');
        assert.ok(damaged !== undefined && damaged.request === undefined);
        assert.equal(await store.failTurn(damaged), true);
        assert.deepEqual(await store.countJobs(), { queued: 0, running: 1, expired: 0 });
      });
    });

    it('loses no read and no write while everything is moved to another key', async () => {
      const ids = Array.from({ length: 120 }, (_, n) => `m${n}`);
      await using([oldKey], (store) =>
        Promise.all(ids.map((id) => store.putTurn(turnOf({ id, payload: { id } })))).then(() => undefined),
      );
      const late = await location.open([oldKey, newKey]); // A replica that does not yet know which key is the first.
      await using([newKey, oldKey], async (store) => {
        const moving = store.renewStoreKeys();
        for (const [n, id] of ids.entries()) {
          const reader = n % 2 === 0 ? store : late;
          assert.deepEqual((await reader.getTurn('ada', id))?.payload, { id });
          await reader.putTurn(turnOf({ id: `during-${n}`, payload: { n } }));
        }
        await moving;
        await store.renewStoreKeys();
        for (const [n, id] of ids.entries()) {
          assert.deepEqual((await late.getTurn('ada', id))?.payload, { id });
          assert.deepEqual((await store.getTurn('ada', `during-${n}`))?.payload, { n });
        }
        assert.deepEqual(await countsOf(store), [[newKey.id, 2 * ids.length]]);
      });
      await late.close();
    });

    it('stores plaintext when none is the first key, and reads and continues what others have encrypted with the following keys', async () => {
      const early = await location.open([noStoreKey, newKey]);
      const late = await location.open([newKey]);
      try {
        await early.putTurn(turnOf({ id: 'open', payload: { marker } }));
        await late.putTurn(turnOf({ id: 'locked', status: 'queued', payload: { marker } }), {
          events: [{ seq: 0, data: '"said"' }],
          job: { request: { marker } },
        });
        await early.ping();
        assert.deepEqual((await late.getTurn('ada', 'open'))?.payload, { marker });
        assert.deepEqual((await early.getTurn('ada', 'locked'))?.payload, { marker });
        assert.equal((await early.claimJob('', longLease))?.request?.['marker'], marker);
        assert.equal(await early.appendEvents('ada', 'locked', [{ seq: 1, data: '"more"' }]), true);
        assert.equal(await early.putTurn(turnOf({ id: 'locked', payload: { marker: 2 } })), true);
        assert.deepEqual((await late.getTurn('ada', 'locked'))?.payload, { marker: 2 });
        assert.deepEqual(
          (await late.readEvents('ada', 'locked', -1, 10))?.events.map(({ data }) => data),
          ['"said"', '"more"'],
        );
        assert.equal(await early.renewStoreKeys(), 0);
        assert.deepEqual(
          await countsOf(early),
          [
            [newKey.id, 1],
            [undefined, 1],
          ].toSorted(),
        );
      } finally {
        await early.close();
        await late.close();
      }
    });

    it('opens no row that was given to another owner or another id', async () => {
      await using([oldKey], fill);
      for (const table of ['turn', 'conversation', 'conversation_item', 'idempotency_key', 'file'])
        await location.tamper(`UPDATE ${table} SET owner = 'eve'`);
      await using([oldKey], async (store) => {
        await assert.rejects(store.getTurn('eve', 't1'), isDamaged);
        await assert.rejects(store.getChain('eve', 't2'), isDamaged);
        await assert.rejects(store.readEvents('eve', 't2', -1, 10), isDamaged);
        await assert.rejects(store.getConversation('eve', 'c1'), isDamaged);
        await assert.rejects(store.getConversationItem('eve', 'c1', 'i1'), isDamaged);
        await assert.rejects(store.startIdempotent({ ...request, owner: 'eve' }), isDamaged);
        await assert.rejects(store.getFile('eve', 'file_1'), isDamaged);
        await assert.rejects(store.readFileChunk('eve', 'file_1', 0), isDamaged);
        assert.equal((await store.claimJob('', longLease))?.request, undefined);
      });
      await location.tamper("UPDATE turn SET owner = 'ada', id = 't9' WHERE id = 't1'");
      await using([oldKey], (store) => assert.rejects(store.getTurn('ada', 't9'), isDamaged));
    });
  });
}
