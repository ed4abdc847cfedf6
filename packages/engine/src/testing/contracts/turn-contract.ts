import assert from 'node:assert/strict';
import type { PageRequest } from '../../ports/page.js';
import type { TurnRecord } from '../../ports/store.js';
import type { TurnStatus } from '../../ports/turn-status.js';
import { useStores, type StoreLocation } from '../store-location.js';
import { turnOf } from '../turn-fixtures.js';
import { edgeCaseTexts } from './edge-case-texts.js';

declare const describe: (name: string, body: () => void) => void;
declare const it: (name: string, body: () => Promise<void>, timeout?: number) => void;

/** Turns: stored unchanged, replaced, chained, deleted and expired, each for its owner alone. */
export function describeTurnContract(name: string, makeLocation: () => Promise<StoreLocation>): void {
  describe(`${name} as a store of turns`, () => {
    const stores = useStores(makeLocation);

    it('gives back a turn exactly as it was put', async () => {
      const turn = turnOf({
        id: 'resp_1',
        previousId: 'resp_0',
        expiresAt: 1_800_000_000_123,
        dialect: 'messages',
        status: 'incomplete',
      });
      assert.equal(await stores.store.putTurn(turn), true);
      assert.deepEqual(await stores.store.getTurn('ada', 'resp_1'), turn);
    });

    it('stores every string unchanged, whatever it contains', async () => {
      const edgeCaseMembers = Object.fromEntries(
        edgeCaseTexts.map((text) => [`key ${text}`, [text, { [`${text}`]: text }]]),
      );
      const turn = turnOf({
        id: 'resp_1',
        model: 'm\u0000\ud800\\',
        input: [{ role: 'user', parts: edgeCaseTexts.map((text) => ({ type: 'text', text })) }],
        payload: {
          awkward: edgeCaseMembers,
          numbers: [0, -1, 1.5, 1e308, 5e-324, Number.MAX_SAFE_INTEGER],
          deep: nested(120),
        },
      });
      await stores.store.putTurn(turn);
      const found = await stores.store.getTurn('ada', 'resp_1');
      assert.deepEqual(found, turn);
      assert.equal(JSON.stringify(found?.payload), JSON.stringify(turn.payload), 'the same order of keys');
    });

    it('distinguishes similar ids', async () => {
      const ids = edgeCaseTexts.map((text) => `id${text}`);
      for (const id of ids)
        await stores.store.putTurn(turnOf({ id, payload: { id }, items: [{ id, side: 'output', value: { id } }] }));
      for (const id of ids) assert.deepEqual((await stores.store.getTurn('ada', id))?.payload, { id });
      assert.deepEqual(await stores.store.getItems('ada', ids), new Map(ids.map((id) => [id, { id }])));
    });

    it('stores a large turn completely', async () => {
      const text = 'l\u00e4rge '.repeat(1_000_000);
      const turn = turnOf({ id: 'resp_1', input: [{ role: 'user', parts: [{ type: 'text', text }] }] });
      await stores.store.putTurn(turn);
      assert.equal(
        JSON.stringify(await stores.store.getTurn('ada', 'resp_1')),
        JSON.stringify({ ...(await stores.store.getTurn('ada', 'resp_1')), ...turn }),
      );
    });

    it('hides turns from another owner in every method', async () => {
      await stores.store.putTurn(turnOf({ id: 'resp_1', expiresAt: 5 }));
      await stores.store.putTurn(turnOf({ id: 'resp_2', owner: 'bob', previousId: 'resp_1' }));
      assert.equal(await stores.store.getTurn('bob', 'resp_1'), undefined);
      assert.equal(await stores.store.getChain('bob', 'resp_1'), undefined);
      assert.equal(await stores.store.getChain('bob', 'resp_2'), undefined, 'a chain never crosses owners');
      assert.equal(await stores.store.deleteTurn('bob', 'resp_1'), false);
      assert.deepEqual(await stores.store.getItems('bob', ['in_resp_1', 'out_resp_1']), new Map());
      assert.notEqual(await stores.store.getTurn('ada', 'resp_1'), undefined);
    });

    it('lets two owners use one id independently', async () => {
      await stores.store.putTurn(turnOf({ id: 'resp_1', payload: { of: 'ada' } }));
      assert.equal(await stores.store.putTurn(turnOf({ id: 'resp_1', owner: 'bob', payload: { of: 'bob' } })), true);
      await stores.store.deleteTurn('bob', 'resp_1');
      assert.deepEqual((await stores.store.getTurn('ada', 'resp_1'))?.payload, { of: 'ada' });
    });

    it('replaces a turn that is not ended, with its items', async () => {
      await stores.store.putTurn(turnOf({ id: 'resp_1', status: 'queued' }));
      assert.equal(await stores.store.putTurn(turnOf({ id: 'resp_1', status: 'in_progress' })), true);
      const ended = turnOf({ id: 'resp_1', items: [{ id: 'other', side: 'output', value: { n: 1 } }] });
      assert.equal(await stores.store.putTurn(ended), true);
      assert.deepEqual(await stores.store.getTurn('ada', 'resp_1'), ended);
      assert.deepEqual(await stores.store.getItems('ada', ['in_resp_1', 'other']), new Map([['other', { n: 1 }]]));
    });

    it('replaces a turn that has to be there, and makes none where there is none', async () => {
      const canceling = turnOf({ id: 'resp_1', status: 'queued', payload: { canceling: true } });
      assert.equal(await stores.store.putTurn(canceling, { existing: true }), false);
      assert.equal(await stores.store.getTurn('ada', 'resp_1'), undefined);
      await stores.store.putTurn(turnOf({ id: 'resp_1', status: 'queued' }));
      assert.equal(await stores.store.putTurn(canceling, { existing: true }), true);
      assert.deepEqual(await stores.store.getTurn('ada', 'resp_1'), canceling);
    });

    const terminal: readonly TurnStatus[] = ['completed', 'incomplete', 'failed', 'cancelled'];
    for (const status of terminal) {
      it(`never changes a turn that is ${status}`, async () => {
        const ended = turnOf({ id: 'resp_1', status });
        await stores.store.putTurn(ended);
        for (const later of ['queued', 'in_progress', ...terminal] as const) {
          assert.equal(await stores.store.putTurn(turnOf({ id: 'resp_1', status: later, payload: { later } })), false);
        }
        assert.deepEqual(await stores.store.getTurn('ada', 'resp_1'), ended);
      });
    }

    it('lets exactly one of many racing writers write the final state', async () => {
      const other = await stores.open();
      await stores.store.putTurn(turnOf({ id: 'resp_1', status: 'in_progress' }));
      const won = await Promise.all(
        Array.from({ length: 40 }, (_, n) =>
          (n % 2 === 0 ? stores.store : other).putTurn(
            turnOf({ id: 'resp_1', status: terminal[n % 4] ?? 'failed', payload: { n } }),
          ),
        ),
      );
      assert.equal(won.filter(Boolean).length, 1);
      assert.deepEqual((await stores.store.getTurn('ada', 'resp_1'))?.payload, { n: won.indexOf(true) });
    });

    it('deletes a turn once, with its items', async () => {
      await stores.store.putTurn(turnOf({ id: 'resp_1' }));
      assert.equal(await stores.store.deleteTurn('ada', 'resp_1'), true);
      assert.equal(await stores.store.deleteTurn('ada', 'resp_1'), false);
      assert.equal(await stores.store.getTurn('ada', 'resp_1'), undefined);
      assert.deepEqual(await stores.store.getItems('ada', ['in_resp_1']), new Map());
    });

    it('prefers an output item, then the newest turn, among items of one id', async () => {
      const put = (id: string, side: 'input' | 'output') =>
        stores.store.putTurn(turnOf({ id, items: [{ id: 'x', side, value: { of: id } }] }));
      await put('a', 'input');
      await put('b', 'input');
      assert.deepEqual((await stores.store.getItems('ada', ['x'])).get('x'), { of: 'b' });
      await put('c', 'output');
      await put('d', 'input');
      assert.deepEqual(await stores.store.getItems('ada', ['x', 'x', 'missing']), new Map([['x', { of: 'c' }]]));
    });

    it('lists the input items of a turn in either order, page by page', async () => {
      const items = ['a', 'b', 'c', 'd', 'e'].map((id) => ({ id, side: 'input' as const, value: { id } }));
      await stores.store.putTurn(turnOf({ id: 'resp_1', items: [...items, { id: 'out', side: 'output', value: {} }] }));
      const list = (page: PageRequest) => stores.store.listInputItems('ada', 'resp_1', page);
      assert.deepEqual(await list({ order: 'asc', limit: 9 }), { entries: items, hasMore: false });
      assert.deepEqual(await list({ order: 'asc', limit: 2 }), { entries: items.slice(0, 2), hasMore: true });
      assert.deepEqual(await list({ order: 'asc', limit: 3, after: 'b' }), { entries: items.slice(2), hasMore: false });
      assert.deepEqual(await list({ order: 'desc', limit: 2, after: 'd' }), {
        entries: [items[2], items[1]],
        hasMore: true,
      });
      assert.deepEqual(await list({ order: 'desc', limit: 2, after: 'a' }), { entries: [], hasMore: false });
      await assert.rejects(list({ order: 'asc', limit: 2, after: 'out' }), { code: 'invalid-request', param: 'after' });
      assert.equal(await stores.store.listInputItems('bob', 'resp_1', { order: 'asc', limit: 1 }), undefined);
    });

    it('deletes expired turns and retains the rest', async () => {
      const turns: readonly TurnRecord[] = [
        turnOf({ id: 'gone', expiresAt: 99 }),
        turnOf({ id: 'due', expiresAt: 100 }),
        turnOf({ id: 'later', expiresAt: 101 }),
        turnOf({ id: 'for-ever' }),
      ];
      for (const turn of turns) await stores.store.putTurn(turn);
      assert.equal(await stores.store.deleteExpired(100), 2);
      assert.equal(await stores.store.deleteExpired(100), 0);
      const remaining = await Promise.all(turns.map(({ id }) => stores.store.getTurn('ada', id)));
      assert.deepEqual(
        remaining.map((turn) => turn?.id),
        [undefined, undefined, 'later', 'for-ever'],
      );
    });

    it('does not find a turn once it has expired, swept or not, unless a retained one continues it', async () => {
      let now = 99;
      const store = await stores.open({ now: () => now });
      await store.putTurn(turnOf({ id: 'a', expiresAt: 100 }));
      await store.putTurn(turnOf({ id: 'b', previousId: 'a', expiresAt: 99 }));
      await store.putTurn(turnOf({ id: 'c', previousId: 'b', expiresAt: 200 }));
      await store.putTurn(turnOf({ id: 'c', owner: 'bob', previousId: 'a' }));
      const read = async (): Promise<readonly boolean[]> => [
        (await store.getTurn('ada', 'a')) !== undefined,
        (await store.getChain('ada', 'a')) !== undefined,
        (await store.listInputItems('ada', 'a', { order: 'asc', limit: 1 })) !== undefined,
        (await store.getItems('ada', ['in_a'])).has('in_a'),
        (await store.getItems('ada', ['out_a'])).has('out_a'),
        (await store.readEvents('ada', 'a', -1, 1)) !== undefined,
      ];
      for (now of [99, 100, 199]) assert.deepEqual(await read(), [true, true, true, true, true, true]);
      now = 200;
      assert.deepEqual(await read(), [false, false, false, false, false, false]);
      now = 100;
      await store.deleteTurn('ada', 'c');
      assert.deepEqual(await read(), [false, false, false, false, false, false]);
    });

    it('retains an expired turn as long as a retained one continues it', async () => {
      for (let n = 0; n < 450; n++)
        await stores.store.putTurn(
          turnOf({ id: `t${n}`, expiresAt: 10, ...(n === 0 ? {} : { previousId: `t${n - 1}` }) }),
        );
      await stores.store.putTurn(turnOf({ id: 'kept', expiresAt: 20, previousId: 't3' }));
      assert.equal(
        await stores.store.deleteExpired(10, AbortSignal.abort()),
        0,
        'who stops does not wait for the sweep',
      );
      assert.equal(await stores.store.deleteExpired(10), 446);
      assert.equal((await stores.store.getChain('ada', 'kept'))?.length, 5);
      assert.equal(await stores.store.deleteExpired(20), 5);
    });

    it('accepts concurrent writes, and reads its own', async () => {
      await Promise.all(
        Array.from({ length: 300 }, async (_, n) => {
          await stores.store.putTurn(turnOf({ id: `resp_${n}`, payload: { n } }));
          assert.deepEqual((await stores.store.getTurn('ada', `resp_${n}`))?.payload, { n });
        }),
      );
    });

    it('reads at once what another store on the same location wrote', async () => {
      const other = await stores.open();
      await stores.store.putTurn(turnOf({ id: 'resp_1' }));
      assert.notEqual(await other.getTurn('ada', 'resp_1'), undefined);
      await other.deleteTurn('ada', 'resp_1');
      assert.equal(await stores.store.getTurn('ada', 'resp_1'), undefined);
    });

    it('remembers after closing, and writes everything before it closes', async () => {
      const written = Array.from({ length: 50 }, (_, n) => stores.store.putTurn(turnOf({ id: `resp_${n}` })));
      await stores.store.close();
      assert.deepEqual(new Set(await Promise.all(written)), new Set([true]));
      const again = await stores.open();
      assert.notEqual(await again.getTurn('ada', 'resp_49'), undefined);
    });

    it('writes a long turn that it encodes while it closes', async () => {
      const written = stores.store.putTurn(turnOf({ id: 'resp_1', payload: { text: 'x'.repeat(20_000_000) } }));
      await stores.store.close();
      assert.equal(await written, true);
    });

    it('rejects operations after closing, and can be closed twice', async () => {
      await stores.store.ping();
      await stores.store.close();
      await stores.store.close();
      await assert.rejects(stores.store.ping(), { name: 'EngineError', code: 'internal' });
      await assert.rejects(stores.store.getTurn('ada', 'resp_1'), { name: 'EngineError', code: 'internal' });
      await assert.rejects(stores.store.putTurn(turnOf({ id: 'resp_1' })), { name: 'EngineError', code: 'internal' });
    });

    it('does nothing after it was abandoned, and reports that no operations were pending', async () => {
      await stores.store.putTurn(turnOf({ id: 'resp_1' }));
      assert.equal(stores.store.abandon(), 0);
      await assert.rejects(stores.store.putTurn(turnOf({ id: 'resp_2' })), { name: 'EngineError', code: 'internal' });
      await stores.store.close();
      const again = await stores.open();
      assert.notEqual(await again.getTurn('ada', 'resp_1'), undefined);
      assert.equal(await again.getTurn('ada', 'resp_2'), undefined);
    });
  });
}

function nested(depth: number): Record<string, never> | { readonly in: ReturnType<typeof nested> } {
  return depth === 0 ? {} : { in: nested(depth - 1) };
}
