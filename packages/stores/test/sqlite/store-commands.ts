import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import type { Store, TurnRecord } from '@org/engine';
import { assertAccountAgrees, longLease, noLease, type StoreLocation, turnOf } from '@org/engine/testing';
import { StoreModel } from './store-model.js';

/** Two stores on one location, as with two replicas. */
type Replicas = { stores: readonly [Store, Store] };
type Command = fc.AsyncCommand<StoreModel, Replicas, true>;

/** One command: runs on the model and on a store, and checks that both return the same. */
function command(name: string, replica: 0 | 1, step: (model: StoreModel, store: Store) => Promise<void>): Command {
  return {
    check: async () => true,
    run: (model, { stores }) => step(model, stores[replica]),
    toString: () => `${name} @${replica}`,
  };
}

const allOwners = ['ada', 'bob'] as const;
const allIds = ['a', 'b', 'c', 'd', 'e', 'f', '\u0000', '\ud800'] as const;
const owners = fc.constantFrom(...allOwners);
const ids = fc.constantFrom(...allIds);
const itemIds = fc.constantFrom('x', 'y', 'z\u0000', '\ud801');
const times = fc.integer({ min: 1, max: 5 });
const fairQueueKeys = fc.constantFrom(0, 1, 2);
const leases = fc.constantFrom(noLease, longLease);
const replicas = fc.constantFrom<0 | 1>(0, 1);

const items = fc.array(
  fc.record(
    {
      id: itemIds,
      side: fc.constantFrom<'input' | 'output'>('input', 'output'),
      value: fc.record({ n: fc.nat(), text: fc.string({ unit: 'binary' }) }, { noNullPrototype: true }),
    },
    { noNullPrototype: true },
  ),
  { maxLength: 4 },
);

/** Their ids are none of those in turns, so that a lookup by id means a turn's item. */
const conversationItems = fc.array(
  fc.constantFrom('i', 'j', 'k', 'l').map((id) => ({ id, value: { id } })),
  { maxLength: 3 },
);

const turns: fc.Arbitrary<TurnRecord> = fc
  .record({
    id: ids,
    owner: owners,
    status: fc.constantFrom<TurnRecord['status']>('queued', 'in_progress', 'in_progress', 'completed', 'failed'),
    previousId: fc.option(ids, { nil: undefined, freq: 2 }),
    expiresAt: fc.option(times, { nil: undefined }),
    items,
    payload: fc.dictionary(fc.string(), fc.string({ unit: 'binary' }), { maxKeys: 3, noNullPrototype: true }),
  })
  .map(({ previousId, expiresAt, ...fields }) =>
    turnOf({
      ...fields,
      ...(previousId === undefined ? {} : { previousId }),
      ...(expiresAt === undefined ? {} : { expiresAt }),
    }),
  );

/**
 * A turn that continues a later one would close a cycle, which the service cannot do: an id exists before it is
 * continued.
 */
function closesCircle(model: Readonly<StoreModel>, turn: TurnRecord): boolean {
  const seen = new Set([turn.id]);
  for (let at = turn.previousId; at !== undefined; at = model.getTurn(turn.owner, at)?.previousId) {
    if (seen.has(at)) return true;
    seen.add(at);
  }
  return false;
}

const additions = fc.record(
  {
    fairQueueKey: fc.option(fairQueueKeys, { nil: undefined, freq: 2 }),
    attempt: fc.option(fc.integer({ min: 1, max: 2 }), { nil: undefined, freq: 4 }),
    conversation: fc.constantFrom('p', 'q'),
    items: conversationItems,
  },
  { noNullPrototype: true },
);

const commands: readonly fc.Arbitrary<Command>[] = [
  fc.tuple(replicas, turns, additions).map(([replica, turn, addition]): Command => ({
    ...command(`putTurn ${JSON.stringify(turn)} ${JSON.stringify(addition)}`, replica, async (model, store) => {
      const written = await store.putTurn(turn, {
        ...(addition.fairQueueKey === undefined ? {} : { job: { request: {}, fairQueueKey: addition.fairQueueKey } }),
        ...(addition.attempt === undefined
          ? {}
          : { lease: { owner: turn.owner, turnId: turn.id, attempt: addition.attempt } }),
        conversation: { id: addition.conversation, items: addition.items },
      });
      assert.equal(written, model.putTurn(turn, addition));
    }),
    check: async (model) => !closesCircle(model, turn),
  })),
  // Jobs waiting under several fair-queue keys at once; few random turns have a job.
  fc
    .tuple(replicas, owners, fairQueueKeys, fc.shuffledSubarray([...allIds], { minLength: 3, maxLength: 6 }))
    .map(([replica, owner, fairQueueKey, queued]) =>
      command(`queue ${owner} ${fairQueueKey} ${JSON.stringify(queued)}`, replica, async (model, store) => {
        for (const [n, id] of queued.entries()) {
          const [turn, job] = [
            turnOf({ id, owner, status: 'queued' }),
            { request: {}, fairQueueKey: (fairQueueKey + n) % 3 },
          ];
          assert.equal(
            await store.putTurn(turn, { job }),
            model.putTurn(turn, { fairQueueKey: job.fairQueueKey, attempt: undefined, conversation: 'p', items: [] }),
          );
        }
      }),
    ),
  onTurn('getTurn', async (model, store, owner, id) =>
    assert.deepEqual(await store.getTurn(owner, id), model.getTurn(owner, id)),
  ),
  onTurn('getChain', async (model, store, owner, id) => {
    const chain = await store.getChain(owner, id);
    assert.deepEqual(chain && Array.from(chain, (turn) => turn.id), model.chainIds(owner, id));
  }),
  onTurn('deleteTurn', async (model, store, owner, id) =>
    assert.equal(await store.deleteTurn(owner, id), model.deleteTurn(owner, id)),
  ),
  onTurn('append next', async (model, store, owner, id) =>
    append(model, store, owner, id, model.events(owner, id)?.length ?? 0),
  ),
  onTurn('append wrong', async (model, store, owner, id) =>
    append(model, store, owner, id, 1 + (model.events(owner, id)?.length ?? 0)),
  ),
  onTurn('readEvents', async (model, store, owner, id) => {
    const page = await store.readEvents(owner, id, -1, 100);
    assert.deepEqual(page?.events, model.events(owner, id));
    assert.equal(page?.status, model.getTurn(owner, id)?.status);
  }),
  fc
    .tuple(replicas, owners, ids, leases)
    .map(([replica, owner, id, leaseMs]) =>
      command(`extendLease ${owner} ${JSON.stringify(id)} ${leaseMs}`, replica, async (model, store) =>
        assert.equal(
          await store.extendLease({ owner, turnId: id, attempt: 1 }, leaseMs),
          model.extend(owner, id, 1, leaseMs),
        ),
      ),
    ),
  fc
    .tuple(
      replicas,
      leases,
      fc.record({ owner: fc.constantFrom('', ...allOwners), fairQueueKey: fairQueueKeys }, { noNullPrototype: true }),
    )
    .map(([replica, leaseMs, after]) =>
      command(`claimJob ${leaseMs} ${JSON.stringify(after)}`, replica, async (model, store) => {
        const job = await store.claimJob('', leaseMs, after);
        assert.deepEqual(
          job && { owner: job.owner, fairQueueKey: job.fairQueueKey, id: job.turnId, attempt: job.attempt },
          model.claim(leaseMs, after),
        );
      }),
    ),
  fc
    .tuple(replicas, owners, itemIds)
    .map(([replica, owner, id]) =>
      command(`getItems ${owner} ${id}`, replica, async (model, store) =>
        assert.deepEqual((await store.getItems(owner, [id])).get(id), model.getItem(owner, id)),
      ),
    ),
  fc
    .tuple(replicas, times)
    .map(([replica, now]) =>
      command(`deleteExpired ${now}`, replica, async (model, store) =>
        assert.equal(await sweep(store, now), model.deleteExpired(now)),
      ),
    ),
  fc.tuple(replicas, owners, fc.constantFrom('p', 'q'), conversationItems).map(([replica, owner, id, added]) =>
    command(`conversation ${owner} ${id}`, replica, async (model, store) => {
      assert.equal(
        await store.createConversation({ owner, id, createdAt: 1, metadata: {} }, []),
        model.createConversation(owner, id),
      );
      assert.equal(await store.addConversationItems(owner, id, added), model.addItems(owner, id, added));
      assert.deepEqual(
        (await store.listConversationItems(owner, id, { order: 'asc', limit: 100 }))?.entries,
        model.items(owner, id),
      );
    }),
  ),
  fc
    .tuple(replicas, owners, fc.constantFrom('p', 'q'))
    .map(([replica, owner, id]) =>
      command(`deleteConversation ${owner} ${id}`, replica, async (model, store) =>
        assert.equal(await store.deleteConversation(owner, id), model.deleteConversation(owner, id)),
      ),
    ),
];

function onTurn(
  name: string,
  step: (model: StoreModel, store: Store, owner: string, id: string) => Promise<void>,
): fc.Arbitrary<Command> {
  return fc
    .tuple(replicas, owners, ids)
    .map(([replica, owner, id]) =>
      command(`${name} ${owner} ${JSON.stringify(id)}`, replica, (model, store) => step(model, store, owner, id)),
    );
}

async function append(model: StoreModel, store: Store, owner: string, id: string, seq: number): Promise<void> {
  const expected = model.append(owner, id, seq);
  const appending = store.appendEvents(owner, id, [{ seq, data: String(seq) }]);
  if (expected === undefined) await assert.rejects(appending, { code: 'conflict' });
  else assert.equal(await appending, expected);
}

/** A single sweep may leave a root that expires later than its leaf for the next sweep. */
async function sweep(store: Store, now: number): Promise<number> {
  let total = 0;
  for (let count = -1; count !== 0; total += count) count = await store.deleteExpired(now);
  return total;
}

/** Runs random commands, alternating between two stores on one location, and compares them with the model. */
export async function checkAgainstModel(
  makeLocation: () => Promise<StoreLocation>,
  { runs, length }: { runs: number; length: number },
): Promise<void> {
  const location = await makeLocation();
  const stores = [await location.open(), await location.open()] as const;
  try {
    await fc.assert(
      fc.asyncProperty(fc.commands([...commands], { maxCommands: length, size: 'max' }), async (steps) => {
        await empty(stores[0]);
        await fc.asyncModelRun(() => ({ model: new StoreModel(), real: { stores } }), steps);
        for (const owner of allOwners) await assertAccountAgrees(stores[1], owner);
      }),
      { numRuns: runs },
    );
  } finally {
    await Promise.all(stores.map((store) => store.close()));
    await location.dispose();
  }
}

async function empty(store: Store): Promise<void> {
  await Promise.all(
    allOwners.flatMap((owner) => [
      ...allIds.map((id) => store.deleteTurn(owner, id)),
      ...['p', 'q'].map((id) => store.deleteConversation(owner, id)),
    ]),
  );
}
