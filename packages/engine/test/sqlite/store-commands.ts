import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import type { Store, TurnRecord } from '#src/ports/store.js';
import type { StorePlace } from '#src/testing/store-place.js';
import { turnOf } from '#src/testing/turn-fixtures.js';
import { StoreModel } from './store-model.js';

/** Two stores on one place, as two replicas have them. */
type Replicas = { stores: readonly [Store, Store] };
type Command = fc.AsyncCommand<StoreModel, Replicas, true>;

/** One step: what it does to the model and to a store, and that both say the same. */
function command(name: string, replica: 0 | 1, step: (model: StoreModel, store: Store) => Promise<void>): Command {
  return { check: async () => true, run: (model, { stores }) => step(model, stores[replica]), toString: () => `${name} @${replica}` };
}

const allOwners = ['ada', 'bob'] as const;
const allIds = ['a', 'b', 'c', 'd', 'e', 'f', '\u0000', '\ud800'] as const;
const owners = fc.constantFrom(...allOwners);
const ids = fc.constantFrom(...allIds);
const itemIds = fc.constantFrom('x', 'y', 'z\u0000', '\ud801');
const times = fc.integer({ min: 1, max: 5 });
const replicas = fc.constantFrom<0 | 1>(0, 1);

const items = fc.array(fc.record({ id: itemIds, side: fc.constantFrom<'input' | 'output'>('input', 'output'), value: fc.record({ n: fc.nat(), text: fc.string({ unit: 'binary' }) }, { noNullPrototype: true }) }, { noNullPrototype: true }), { maxLength: 4 });

const turns: fc.Arbitrary<TurnRecord> = fc
  .record({
    id: ids,
    owner: owners,
    status: fc.constantFrom<TurnRecord['status']>('queued', 'in_progress', 'in_progress', 'completed', 'failed'),
    previousId: fc.option(ids, { nil: undefined, freq: 2 }),
    expiresAt: fc.option(times, { nil: undefined }),
    items,
    wire: fc.dictionary(fc.string(), fc.string({ unit: 'binary' }), { maxKeys: 3, noNullPrototype: true }),
  })
  .map(({ previousId, expiresAt, ...fields }) => turnOf({ ...fields, ...(previousId === undefined ? {} : { previousId }), ...(expiresAt === undefined ? {} : { expiresAt }) }));

/** A turn that continues a later one would close a circle, which the service cannot do: an id exists before it is continued. */
function closesCircle(model: Readonly<StoreModel>, turn: TurnRecord): boolean {
  const seen = new Set([turn.id]);
  for (let at = turn.previousId; at !== undefined; at = model.getTurn(turn.owner, at)?.previousId) {
    if (seen.has(at)) return true;
    seen.add(at);
  }
  return false;
}

const commands: readonly fc.Arbitrary<Command>[] = [
  fc.tuple(replicas, turns).map(([replica, turn]): Command => ({
    ...command(`putTurn ${JSON.stringify(turn)}`, replica, async (model, store) => assert.equal(await store.putTurn(turn), model.putTurn(turn))),
    check: async (model) => !closesCircle(model, turn),
  })),
  fc.tuple(replicas, owners, ids).map(([replica, owner, id]) =>
    command(`getTurn ${owner} ${id}`, replica, async (model, store) => assert.deepEqual(await store.getTurn(owner, id), model.getTurn(owner, id))),
  ),
  fc.tuple(replicas, owners, ids).map(([replica, owner, id]) =>
    command(`getChain ${owner} ${id}`, replica, async (model, store) => {
      const chain = await store.getChain(owner, id);
      assert.deepEqual(chain && Array.from(chain, (turn) => turn.id), model.chainIds(owner, id));
    }),
  ),
  fc.tuple(replicas, owners, ids).map(([replica, owner, id]) =>
    command(`deleteTurn ${owner} ${id}`, replica, async (model, store) => assert.equal(await store.deleteTurn(owner, id), model.deleteTurn(owner, id))),
  ),
  fc.tuple(replicas, owners, itemIds).map(([replica, owner, id]) =>
    command(`getItems ${owner} ${id}`, replica, async (model, store) => assert.deepEqual((await store.getItems(owner, [id])).get(id), model.getItem(owner, id))),
  ),
  fc.tuple(replicas, times).map(([replica, now]) =>
    command(`deleteExpired ${now}`, replica, async (model, store) => assert.equal(await sweep(store, now), model.deleteExpired(now))),
  ),
];

/** One sweep may leave a beginning that expires later than its end for the next one. */
async function sweep(store: Store, now: number): Promise<number> {
  let total = 0;
  for (let count = -1; count !== 0; total += count) count = await store.deleteExpired(now);
  return total;
}

/** Random commands, alternating between two stores on one place, against the model. */
export async function checkAgainstModel(makePlace: () => Promise<StorePlace>, { runs, length }: { runs: number; length: number }): Promise<void> {
  const place = await makePlace();
  const stores = [await place.open(), await place.open()] as const;
  try {
    await fc.assert(
      fc.asyncProperty(fc.commands([...commands], { maxCommands: length, size: 'max' }), async (steps) => {
        await empty(stores[0]);
        await fc.asyncModelRun(() => ({ model: new StoreModel(), real: { stores } }), steps);
      }),
      { numRuns: runs },
    );
  } finally {
    await Promise.all(stores.map((store) => store.close()));
    await place.dispose();
  }
}

async function empty(store: Store): Promise<void> {
  await Promise.all(allOwners.flatMap((owner) => allIds.map((id) => store.deleteTurn(owner, id))));
}
