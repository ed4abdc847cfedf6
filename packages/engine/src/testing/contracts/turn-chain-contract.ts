import assert from 'node:assert/strict';
import { useStores, type StoreLocation } from '../store-location.js';
import { turnOf } from '../turn-fixtures.js';

declare const describe: (name: string, body: () => void) => void;
declare const it: (name: string, body: () => Promise<void>, timeout?: number) => void;

/** How a store reads and forgets chains of turns. `makeLocation` gives an empty store. */
export function describeTurnChainContract(name: string, makeLocation: () => Promise<StoreLocation>): void {
  describe(`${name} as a store of turn chains`, () => {
    const stores = useStores(makeLocation);

    it('gives a chain of 1,000 turns, oldest first', async () => {
      const ids = Array.from({ length: 1_000 }, (_, n) => `resp_${n}`);
      await Promise.all(
        ids.map((id, n) => stores.store.putTurn(turnOf({ id, ...(n === 0 ? {} : { previousId: `resp_${n - 1}` }) }))),
      );
      const chain = await stores.store.getChain('ada', 'resp_999');
      assert.deepEqual(
        chain?.map(({ id }) => id),
        ids,
      );
      const {
        owner: _owner,
        createdAt: _createdAt,
        items: _items,
        payload: _payload,
        ...links
      } = turnOf({ id: 'resp_500', previousId: 'resp_499' });
      assert.deepEqual(chain[500], links);
    });

    it('knows no chain with a missing turn in it', async () => {
      await stores.store.putTurn(turnOf({ id: 'resp_1' }));
      await stores.store.putTurn(turnOf({ id: 'resp_2', previousId: 'resp_1' }));
      await stores.store.putTurn(turnOf({ id: 'resp_3', previousId: 'resp_2' }));
      await stores.store.deleteTurn('ada', 'resp_1');
      assert.equal(await stores.store.getChain('ada', 'resp_3'), undefined);
      assert.equal(await stores.store.getChain('ada', 'nobody'), undefined);
    });

    it('reports which turn a chain lacks, and reveals nothing to other owners', async () => {
      for (let n = 0; n < 8; n += 1)
        await stores.store.putTurn(turnOf({ id: `resp_${n}`, ...(n === 0 ? {} : { previousId: `resp_${n - 1}` }) }));
      const missing = (owner: string, id: string): Promise<string | undefined> =>
        stores.store.findMissingLink(owner, id);
      assert.equal(await missing('ada', 'resp_7'), undefined);
      assert.equal(await missing('ada', 'nobody'), 'nobody');
      await stores.store.deleteTurn('ada', 'resp_1');
      assert.equal(await missing('ada', 'resp_7'), 'resp_1');
      assert.equal(await missing('ada', 'resp_2'), 'resp_1');
      assert.equal(await missing('ada', 'resp_1'), 'resp_1');
      assert.equal(await missing('ada', 'resp_0'), undefined);
      assert.equal(await missing('bob', 'resp_7'), 'resp_7');
    });

    it('counts what continues a turn directly, of its owner', async () => {
      for (const [id, previousId] of [['a'], ['b', 'a'], ['c', 'a'], ['d', 'c']] as const)
        await stores.store.putTurn(turnOf({ id, ...(previousId === undefined ? {} : { previousId }) }));
      await stores.store.putTurn(turnOf({ id: 'e', owner: 'bob', previousId: 'a' }));
      const counts = async (): Promise<readonly number[]> =>
        Promise.all(['a', 'c', 'd', 'nobody'].map((id) => stores.store.countContinuing('ada', id)));
      assert.deepEqual(await counts(), [2, 1, 0, 0]);
      await stores.store.deleteTurn('ada', 'b');
      assert.deepEqual(await counts(), [1, 1, 0, 0]);
    });

    it('does not return a cached chain once another store deletes a turn of it', async () => {
      const other = await stores.open();
      const ids = Array.from({ length: 12 }, (_, n) => `resp_${n}`);
      for (const victim of ['resp_0', 'resp_5', 'resp_11']) {
        for (const [n, id] of ids.entries())
          await stores.store.putTurn(turnOf({ id, ...(n === 0 ? {} : { previousId: `resp_${n - 1}` }) }));
        for (const id of [...ids, 'resp_11']) assert.equal((await stores.store.getChain('ada', id))?.at(-1)?.id, id);
        assert.equal(await other.deleteTurn('ada', victim), true);
        for (const [n, id] of ids.entries()) {
          const complete = n < ids.indexOf(victim);
          assert.equal(
            (await stores.store.getChain('ada', id))?.length,
            complete ? n + 1 : undefined,
            `${id} without ${victim}`,
          );
        }
      }
    });

    it('does not return a cached chain once it expires, also when another store sweeps it', async () => {
      const other = await stores.open();
      await stores.store.putTurn(turnOf({ id: 'a', expiresAt: 5 }));
      await stores.store.putTurn(turnOf({ id: 'b', previousId: 'a', expiresAt: 5 }));
      assert.equal((await stores.store.getChain('ada', 'b'))?.length, 2);
      assert.equal(await other.deleteExpired(5), 2);
      assert.equal(await stores.store.getChain('ada', 'b'), undefined);
    });

    it('returns the current chain when a deleted turn is written again', async () => {
      const other = await stores.open();
      await stores.store.putTurn(turnOf({ id: 'a', model: 'old' }));
      await stores.store.putTurn(turnOf({ id: 'b', previousId: 'a' }));
      assert.deepEqual(
        (await stores.store.getChain('ada', 'b'))?.map(({ model }) => model),
        ['old', 'demo'],
      );
      await other.deleteTurn('ada', 'a');
      await other.putTurn(turnOf({ id: 'a', model: 'new' }));
      assert.deepEqual(
        (await stores.store.getChain('ada', 'b'))?.map(({ model }) => model),
        ['new', 'demo'],
      );
    });

    it('returns the current chain while one of its turns has not ended', async () => {
      await stores.store.putTurn(turnOf({ id: 'a' }));
      await stores.store.putTurn(turnOf({ id: 'b', previousId: 'a', status: 'in_progress' }));
      const statuses = async () => (await stores.store.getChain('ada', 'b'))?.map(({ status }) => status);
      assert.deepEqual(await statuses(), ['completed', 'in_progress']);
      await stores.store.putTurn(turnOf({ id: 'b', previousId: 'a' }));
      assert.deepEqual(await statuses(), ['completed', 'completed']);
    });

    it('does not return a chain cached for one owner to another', async () => {
      await stores.store.putTurn(turnOf({ id: 'a' }));
      await stores.store.putTurn(turnOf({ id: 'b', previousId: 'a' }));
      await stores.store.putTurn(turnOf({ id: 'c', previousId: 'b', owner: 'bob' }));
      assert.equal((await stores.store.getChain('ada', 'b'))?.length, 2);
      assert.equal(await stores.store.getChain('bob', 'b'), undefined);
      assert.equal(await stores.store.getChain('bob', 'c'), undefined);
    });

    it('lets a chain branch', async () => {
      await stores.store.putTurn(turnOf({ id: 'root' }));
      await Promise.all(['left', 'right'].map((id) => stores.store.putTurn(turnOf({ id, previousId: 'root' }))));
      assert.deepEqual(
        (await stores.store.getChain('ada', 'left'))?.map(({ id }) => id),
        ['root', 'left'],
      );
      assert.deepEqual(
        (await stores.store.getChain('ada', 'right'))?.map(({ id }) => id),
        ['root', 'right'],
      );
    });
  });
}
