// What every Store must do with idempotency keys. Part of the store contract.
import assert from 'node:assert/strict';
import type { IdempotencyState, IdempotentRequest, StoredAnswer } from '../ports/idempotency-store.js';
import { useStores, type StorePlace } from './store-place.js';

declare const describe: (name: string, body: () => void) => void;
declare const it: (name: string, body: () => Promise<void>, timeout?: number) => void;

const request: IdempotentRequest = { owner: 'ada', key: 'key\u0000\ud800', fingerprint: 'f1', now: 100, runningUntil: 200, expiresAt: 1_000 };
const answer: StoredAnswer = { status: 200, headers: { 'content-type': 'text/event-stream' }, body: 'data: {"a":"\\u0000"}\n\n\ud800 \u{1f600}' };

export function describeIdempotencyContract(name: string, makePlace: () => Promise<StorePlace>): void {
  describe(`${name} as a store of idempotency keys`, () => {
    const stores = useStores(makePlace);
    // A copy, because what comes from another thread has other prototypes under a test runner.
    const begin = async (asked: IdempotentRequest): Promise<IdempotencyState> => ({ ...(await stores.store.beginIdempotent(asked)) });

    it('lets exactly one of many callers run the request', async () => {
      const other = await stores.open();
      const states = await Promise.all(Array.from({ length: 20 }, (_, n) => (n % 2 === 0 ? stores.store : other).beginIdempotent(request)));
      assert.equal(states.filter(({ state }) => state === 'new').length, 1);
      assert.equal(states.filter(({ state }) => state === 'running').length, 19);
    });

    it('gives the answer to every later caller, to the byte', async () => {
      assert.deepEqual(await begin(request), { state: 'new', attempt: 1 });
      assert.equal(await stores.store.finishIdempotent({ ...request, attempt: 1 }, answer), true);
      assert.deepEqual(await begin({ ...request, now: 999 }), { state: 'answered', answer });
    });

    it('sees that the key stands for another request, finished or not', async () => {
      await stores.store.beginIdempotent(request);
      assert.deepEqual(await begin({ ...request, fingerprint: 'f2' }), { state: 'mismatch' });
      await stores.store.finishIdempotent({ ...request, attempt: 1 }, answer);
      assert.deepEqual(await begin({ ...request, fingerprint: 'f2' }), { state: 'mismatch' });
    });

    it('keeps the keys of owners apart', async () => {
      await stores.store.beginIdempotent(request);
      assert.deepEqual(await begin({ ...request, owner: 'bob', fingerprint: 'f2' }), { state: 'new', attempt: 1 });
      assert.equal(await stores.store.finishIdempotent({ ...request, owner: 'eve', attempt: 1 }, answer), false);
    });

    it('lets another caller run it when the first one vanished, and then refuses the first one', async () => {
      await stores.store.beginIdempotent(request);
      assert.deepEqual(await begin({ ...request, now: 199 }), { state: 'running' });
      assert.deepEqual(await begin({ ...request, now: 200, runningUntil: 300 }), { state: 'new', attempt: 2 });
      assert.equal(await stores.store.finishIdempotent({ ...request, attempt: 1 }, answer), false);
      assert.equal(await stores.store.finishIdempotent({ ...request, attempt: 2 }, answer), true);
      assert.equal(await stores.store.finishIdempotent({ ...request, attempt: 2 }, { ...answer, body: 'other' }), false);
      assert.deepEqual(await begin({ ...request, now: 500 }), { state: 'answered', answer });
    });

    it('lets nobody else run it as long as the first one shows that it lives', async () => {
      const attempt = { owner: request.owner, key: request.key, attempt: 1 };
      await stores.store.beginIdempotent(request);
      assert.equal(await stores.store.renewIdempotent(attempt, 300), true);
      assert.deepEqual(await begin({ ...request, now: 299 }), { state: 'running' });
      assert.deepEqual(await begin({ ...request, now: 300, runningUntil: 400 }), { state: 'new', attempt: 2 });
      assert.equal(await stores.store.renewIdempotent(attempt, 900), false, 'another attempt took over');
      assert.deepEqual(await begin({ ...request, now: 399 }), { state: 'running' });
      assert.equal(await stores.store.renewIdempotent({ ...attempt, attempt: 2 }, 500), true);
      assert.equal(await stores.store.renewIdempotent({ ...attempt, owner: 'bob', attempt: 2 }, 500), false);
      await stores.store.finishIdempotent({ ...attempt, attempt: 2 }, answer);
      assert.equal(await stores.store.renewIdempotent({ ...attempt, attempt: 2 }, 900), false, 'it has ended');
    });

    it('gives a run that many wait for to exactly one of them when its process vanished', async () => {
      const other = await stores.open();
      await stores.store.beginIdempotent(request);
      const states = await Promise.all(Array.from({ length: 20 }, (_, n) => (n % 2 === 0 ? stores.store : other).beginIdempotent({ ...request, now: 200, runningUntil: 300 })));
      assert.deepEqual(states.filter(({ state }) => state === 'new').map((state) => ({ ...state })), [{ state: 'new', attempt: 2 }]);
    });

    it('forgets a run that was abandoned, and no other', async () => {
      await stores.store.beginIdempotent(request);
      await stores.store.abandonIdempotent({ ...request, attempt: 1 });
      assert.equal((await stores.store.beginIdempotent(request)).state, 'new');
      await stores.store.finishIdempotent({ ...request, attempt: 1 }, answer);
      await stores.store.abandonIdempotent({ ...request, attempt: 1 });
      assert.equal((await stores.store.beginIdempotent(request)).state, 'answered');
    });

    it('starts anew when the key expired, swept or not', async () => {
      await stores.store.beginIdempotent(request);
      await stores.store.finishIdempotent({ ...request, attempt: 1 }, answer);
      assert.deepEqual(await begin({ ...request, fingerprint: 'f2', now: 1_000, expiresAt: 2_000 }), { state: 'new', attempt: 2 });
      assert.equal(await stores.store.deleteExpired(2_000), 0, 'keys are not counted');
      assert.deepEqual(await begin({ ...request, now: 1_500 }), { state: 'new', attempt: 1 });
    });
  });
}
