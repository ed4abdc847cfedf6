// What every Store must do with idempotency keys. Part of the store contract.
import assert from 'node:assert/strict';
import type {
  CompletedAttempt,
  IdempotencyState,
  IdempotentAttempt,
  IdempotentRequest,
  StoredResponse,
} from '../../ports/idempotency-store.js';
import type { Store } from '../../ports/store.js';
import { longLease, noLease } from '../lease-times.js';
import { useStores, type StoreLocation } from '../store-location.js';
import { turnOf } from '../turn-fixtures.js';

declare const describe: (name: string, body: () => void) => void;
declare const it: (name: string, body: () => Promise<void>, timeout?: number) => void;

const request: IdempotentRequest = {
  owner: 'ada',
  key: 'key\u0000\ud800',
  fingerprint: 'f1',
  leaseMs: longLease,
  retentionMs: longLease,
};
const response: StoredResponse = {
  status: 200,
  headers: { 'content-type': 'text/event-stream' },
  body: 'data: {"a":"\\u0000"}\n\n\ud800 \u{1f600}',
};

/** Starts a request that does not run. */
export async function startNew(store: Store, asked: IdempotentRequest): Promise<IdempotentAttempt> {
  const started = await store.startIdempotent(asked);
  assert.ok(started.state === 'new');
  return { owner: asked.owner, key: asked.key, attempt: started.attempt };
}

export function describeIdempotencyContract(name: string, makeLocation: () => Promise<StoreLocation>): void {
  describe(`${name} as a store of idempotency keys`, () => {
    const stores = useStores(makeLocation);
    // Copies the state, because an object from another thread has other prototypes under a test runner.
    const start = async (asked: IdempotentRequest): Promise<IdempotencyState> => ({
      ...(await stores.store.startIdempotent(asked)),
    });

    it('lets exactly one of many callers run the request', async () => {
      const other = await stores.open();
      const states = await Promise.all(
        Array.from({ length: 20 }, (_, n) => (n % 2 === 0 ? stores.store : other).startIdempotent(request)),
      );
      assert.equal(states.filter(({ state }) => state === 'new').length, 1);
      assert.equal(states.filter(({ state }) => state === 'running').length, 19);
    });

    it('returns the unchanged response to every later caller', async () => {
      assert.equal(await stores.store.finishIdempotent(await startNew(stores.store, request), response), true);
      assert.deepEqual(await start({ ...request, leaseMs: noLease }), { state: 'completed', response });
      assert.deepEqual(await start(request), { state: 'completed', response });
    });

    it('detects a key that belongs to another request, finished or not', async () => {
      const attempt = await startNew(stores.store, request);
      assert.deepEqual(await start({ ...request, fingerprint: 'f2' }), { state: 'mismatch' });
      await stores.store.finishIdempotent(attempt, response);
      assert.deepEqual(await start({ ...request, fingerprint: 'f2' }), { state: 'mismatch' });
    });

    it('separates the keys of different owners', async () => {
      const attempt = await startNew(stores.store, request);
      await startNew(stores.store, { ...request, owner: 'bob', fingerprint: 'f2' });
      assert.equal(await stores.store.finishIdempotent({ ...attempt, owner: 'eve' }, response), false);
    });

    it('separates the keys of one owner, whatever their state', async () => {
      const [other, third] = [
        { ...request, key: 'other', fingerprint: 'f2' },
        { ...request, key: 'third', fingerprint: 'f3' },
      ];
      await stores.store.finishIdempotent(await startNew(stores.store, request), response);
      const running = await startNew(stores.store, other);
      const assertUnchanged = async (): Promise<void> =>
        assert.deepEqual(
          [await start(request), await start(other)],
          [{ state: 'completed', response }, { state: 'running' }],
        );
      await assertUnchanged();
      await startNew(stores.store, { ...third, leaseMs: noLease });
      const again = await startNew(stores.store, third);
      await assertUnchanged();
      assert.equal(await stores.store.renewIdempotent(again, noLease), true);
      await assertUnchanged();
      await stores.store.abandonIdempotent(again);
      await assertUnchanged();
      assert.equal(await stores.store.finishIdempotent(running, { ...response, body: 'other' }), true);
      assert.deepEqual(
        [await start(request), await start(other)],
        [
          { state: 'completed', response },
          { state: 'completed', response: { ...response, body: 'other' } },
        ],
      );
    });

    it('lets another caller take over an abandoned run, and then rejects the first caller', async () => {
      const first = await startNew(stores.store, { ...request, leaseMs: noLease });
      const second = await startNew(stores.store, request);
      assert.deepEqual(await start(request), { state: 'running' });
      assert.equal(await stores.store.finishIdempotent(first, response), false);
      assert.equal(await stores.store.finishIdempotent(second, response), true);
      assert.equal(await stores.store.finishIdempotent(second, { ...response, body: 'other' }), false);
      assert.deepEqual(await start(request), { state: 'completed', response });
    });

    it('lets no other caller run the request while the first one renews its lease', async () => {
      const first = await startNew(stores.store, { ...request, leaseMs: noLease });
      assert.equal(await stores.store.renewIdempotent(first, longLease), true);
      assert.deepEqual(await start(request), { state: 'running' });
      assert.equal(await stores.store.renewIdempotent(first, noLease), true);
      const second = await startNew(stores.store, { ...request, leaseMs: noLease });
      assert.equal(await stores.store.renewIdempotent(first, longLease), false, 'another attempt took over');
      assert.equal(await stores.store.renewIdempotent({ ...second, owner: 'bob' }, longLease), false);
      assert.equal(await stores.store.renewIdempotent(second, longLease), true);
      assert.deepEqual(await start(request), { state: 'running' });
      await stores.store.finishIdempotent(second, response);
      assert.equal(await stores.store.renewIdempotent(second, longLease), false, 'it has ended');
    });

    it('renews a run that its caller still works on, unless another caller has started one', async () => {
      const other = await stores.open();
      const first = await startNew(stores.store, { ...request, leaseMs: noLease });
      assert.deepEqual(await start({ ...request, heldAttempts: [first.attempt] }), { state: 'running' });
      assert.equal((await other.startIdempotent(request)).state, 'running', 'its lease runs again');
      assert.equal(await stores.store.renewIdempotent(first, noLease), true);
      assert.deepEqual(await start({ ...request, fingerprint: 'f2', heldAttempts: [first.attempt] }), {
        state: 'mismatch',
      });
      const second = await startNew(other, { ...request, leaseMs: noLease });
      const third = await startNew(stores.store, { ...request, heldAttempts: [first.attempt] });
      assert.equal(await stores.store.finishIdempotent(second, response), false);
      assert.equal(await stores.store.finishIdempotent(third, response), true);
      assert.deepEqual(await start({ ...request, heldAttempts: [third.attempt] }), { state: 'completed', response });
    });

    it('runs no request twice concurrently, however far the clock jumps during the run', async () => {
      for (const [key, leaseMs] of [
        ['k1', longLease],
        ['k2', noLease],
      ] as const) {
        const first = await startNew(stores.store, { ...request, key, leaseMs, retentionMs: 0 });
        await stores.store.deleteExpired(Date.now());
        if (leaseMs === noLease)
          assert.deepEqual(
            await start({ ...request, key }).then(({ state }) => state),
            'new',
            'no caller works on it any more',
          );
        else assert.deepEqual(await start({ ...request, key }), { state: 'running' });
        assert.equal(await stores.store.finishIdempotent(first, response), leaseMs === longLease);
      }
      const expired = await startNew(stores.store, { ...request, key: 'k3', leaseMs: noLease, retentionMs: 0 });
      assert.deepEqual(await start({ ...request, key: 'k3', heldAttempts: [expired.attempt] }), { state: 'running' });
      assert.equal(await stores.store.finishIdempotent(expired, response), true);
      assert.deepEqual(
        await start({ ...request, key: 'k3' }),
        { state: 'completed', response },
        'it is stored as long as others from then on',
      );
    });

    it('gives a run with many waiting callers to exactly one of them when its process crashes', async () => {
      const other = await stores.open();
      await startNew(stores.store, { ...request, leaseMs: noLease });
      const states = await Promise.all(
        Array.from({ length: 20 }, (_, n) => (n % 2 === 0 ? stores.store : other).startIdempotent(request)),
      );
      assert.equal(states.filter(({ state }) => state === 'new').length, 1);
      assert.equal(states.filter(({ state }) => state === 'running').length, 19);
    });

    it('forgets an abandoned run, and no other', async () => {
      await stores.store.abandonIdempotent(await startNew(stores.store, request));
      const again = await startNew(stores.store, request);
      await stores.store.finishIdempotent(again, response);
      await stores.store.abandonIdempotent(again);
      assert.equal((await stores.store.startIdempotent(request)).state, 'completed');
    });

    it('prevents a delayed run from ending a later one, even after its row was deleted', async () => {
      const late = await startNew(stores.store, { ...request, leaseMs: noLease });
      await stores.store.abandonIdempotent(await startNew(stores.store, request));
      const later = await startNew(stores.store, request);
      assert.equal(await stores.store.renewIdempotent(late, noLease), false);
      await stores.store.abandonIdempotent(late);
      assert.deepEqual(await start(request), { state: 'running' });
      assert.equal(await stores.store.finishIdempotent(late, { ...response, body: 'late' }), false);
      assert.equal(await stores.store.finishIdempotent(later, response), true);
      assert.deepEqual(await start(request), { state: 'completed', response });
    });

    it('stores a response atomically with its turn', async () => {
      const [late, later] = [
        await startNew(stores.store, { ...request, leaseMs: noLease }),
        await startNew(stores.store, request),
      ];
      const queued = turnOf({ id: 'resp_1', status: 'queued' });
      const put = (attempt: IdempotentAttempt, body: string): Promise<boolean> =>
        stores.store.putTurn(
          { ...queued, owner: 'ada' },
          {
            events: [{ seq: 0, data: '{}' }],
            job: { request: {} },
            completedAttempt: { attempt, response: { ...response, body } },
          },
        );
      await assert.rejects(put(late, 'late'), { code: 'conflict' });
      assert.equal(await stores.store.getTurn('ada', 'resp_1'), undefined);
      assert.equal(await stores.store.claimJob('', longLease), undefined);
      assert.deepEqual(await start(request), { state: 'running' });
      assert.equal(await put(later, response.body), true);
      assert.deepEqual(await start(request), { state: 'completed', response });
      assert.equal((await stores.store.claimJob('', longLease))?.turnId, 'resp_1');
      await assert.rejects(put({ ...later, owner: 'bob' }, 'foreign'), { code: 'conflict' });
    });

    it("stores a response atomically with its turn's additions to a conversation", async () => {
      await stores.store.createConversation({ id: 'conv_1', owner: 'ada', createdAt: 1, metadata: {} }, []);
      const [late, later] = [
        await startNew(stores.store, { ...request, leaseMs: noLease }),
        await startNew(stores.store, request),
      ];
      const put = async (id: string, attempt: IdempotentAttempt): Promise<boolean> => {
        const ticket = await stores.store.enqueueTicket('ada', 'conv_1', noLease);
        assert.ok(ticket !== undefined);
        const conversation = { id: 'conv_1', items: [{ id: `item_of_${id}`, value: { id } }], ticket };
        return await stores.store.putTurn(turnOf({ id, owner: 'ada' }), {
          conversation,
          completedAttempt: { attempt, response },
        });
      };
      const itemIds = async (): Promise<readonly string[] | undefined> =>
        (await stores.store.readConversation('ada', 'conv_1'))?.map(({ id }) => id);
      await assert.rejects(put('resp_1', late), { code: 'conflict' });
      assert.deepEqual([await stores.store.getTurn('ada', 'resp_1'), await itemIds()], [undefined, []]);
      assert.equal(await put('resp_2', later), true);
      assert.deepEqual([await itemIds(), await start(request)], [['item_of_resp_2'], { state: 'completed', response }]);
    });

    it('stores a response atomically with a created or changed conversation, and with a file', async () => {
      const { store } = stores;
      const record = { id: 'conv_1', owner: 'ada', createdAt: 1, metadata: {} };
      const file = { id: 'file_1', owner: 'ada', createdAt: 5, filename: 'a', mediaType: 'b/c', purpose: 'user_data' };
      const quota = { files: 9, bytes: 9 };
      await store.createFile(file, quota);
      const isThere = async (): Promise<unknown> => [
        await store.getConversation('ada', 'conv_1'),
        (await store.readConversation('ada', 'conv_1'))?.length,
        (await store.getFile('ada', 'file_1'))?.id,
      ];
      const steps: readonly (readonly [
        step: string,
        write: (completedAttempt: CompletedAttempt) => Promise<boolean>,
        left: unknown,
      ])[] = [
        [
          'made',
          (completedAttempt) => store.createConversation(record, [{ id: 'a', value: {} }], completedAttempt),
          [record, 1, undefined],
        ],
        [
          'added',
          (completedAttempt) =>
            store.addConversationItems('ada', 'conv_1', [{ id: 'b', value: {} }], { completedAttempt }),
          [record, 2, undefined],
        ],
        [
          'added as fresh',
          (completedAttempt) =>
            store.addConversationItems('ada', 'conv_1', [{ id: 'c', value: {} }], { fresh: ['c'], completedAttempt }),
          [record, 3, undefined],
        ],
        [
          'changed',
          (completedAttempt) => store.setConversationMetadata('ada', 'conv_1', { a: 'b' }, completedAttempt),
          [{ ...record, metadata: { a: 'b' } }, 3, undefined],
        ],
        [
          'uploaded',
          (completedAttempt) => store.finishFile(file, completedAttempt),
          [{ ...record, metadata: { a: 'b' } }, 3, 'file_1'],
        ],
      ];
      for (const [step, write, remaining] of steps) {
        const asked = { ...request, key: step };
        const [late, later] = [await startNew(store, { ...asked, leaseMs: noLease }), await startNew(store, asked)];
        const before = await isThere();
        await assert.rejects(write({ attempt: late, response }), { code: 'conflict', param: undefined }, step);
        assert.deepEqual([await isThere(), await start(asked)], [before, { state: 'running' }], step);
        assert.equal(await write({ attempt: later, response }), true, step);
        assert.deepEqual([await isThere(), await start(asked)], [remaining, { state: 'completed', response }], step);
      }
    });

    it('stores no response for an object that could not be created', async () => {
      const { store } = stores;
      const completedAttempt = { attempt: await startNew(store, request), response };
      await store.createConversation({ id: 'conv_1', owner: 'ada', createdAt: 1, metadata: {} }, [
        { id: 'a', value: {} },
      ]);
      assert.equal(
        await store.createConversation(
          { id: 'conv_1', owner: 'ada', createdAt: 2, metadata: {} },
          [],
          completedAttempt,
        ),
        false,
      );
      assert.equal(await store.addConversationItems('ada', 'conv_2', [], { completedAttempt }), false);
      await assert.rejects(
        store.addConversationItems('ada', 'conv_1', [{ id: 'a', value: {} }], { fresh: ['a'], completedAttempt }),
        { code: 'conflict', param: 'items' },
      );
      assert.equal(await store.setConversationMetadata('ada', 'conv_2', {}, completedAttempt), false);
      assert.equal(
        await store.finishFile(
          { id: 'file_1', owner: 'ada', filename: 'a', mediaType: 'b/c', purpose: 'user_data' },
          completedAttempt,
        ),
        false,
      );
      assert.deepEqual(await start(request), { state: 'running' });
    });

    it('starts a new run when the key expired, swept or not', async () => {
      await stores.store.finishIdempotent(await startNew(stores.store, { ...request, retentionMs: noLease }), response);
      await stores.store.finishIdempotent(
        await startNew(stores.store, { ...request, fingerprint: 'f2', retentionMs: noLease }),
        response,
      );
      assert.equal(await stores.store.deleteExpired(0), 0, 'keys are not counted');
      await startNew(stores.store, request);
      assert.equal(await stores.store.deleteExpired(0), 0);
      assert.deepEqual(await start(request), { state: 'running' }, 'it has not expired');
    });
  });
}
