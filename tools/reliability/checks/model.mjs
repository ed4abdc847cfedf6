// Concurrent random operations of several owners over all replicas match a small reference model.
import { scaled } from '../check.mjs';
import * as conversations from '../conversation-operations.mjs';
import { none } from '../figure.mjs';
import { inParallel } from '../in-parallel.mjs';
import * as responses from '../model-operations.mjs';
import { StateModel } from '../state-model.mjs';
import { openWorld } from '../world.mjs';

/** Each acts only on its own objects, so that the model knows the expected state. */
const actors = 12;

/** How often each operation is drawn. @type {[number, import('../model-operations.mjs').Operation][]} */
const operations = [
  [22, responses.create],
  [14, responses.read],
  [8, responses.listInput],
  [6, responses.remove],
  [6, responses.background],
  [4, responses.cancelEnded],
  [8, responses.resumeEnded],
  [4, responses.refer],
  [3, conversations.createConversation],
  [3, conversations.readConversation],
  [2, conversations.updateConversation],
  [5, conversations.addItems],
  [6, conversations.listConversation],
  [3, conversations.deleteItem],
  [1, conversations.deleteConversation],
  [8, conversations.talk],
];

/** @type {import('../check.mjs').Check} */
export const model = {
  name: 'model',
  goal: '20,000 random operations over three replicas (create, chain, get, list, cancel, delete, resume, conversations) agree with a reference model',
  stores: ['postgres', 'sqlite'],
  async run({ scale, store, random, progress }) {
    const wanted = scaled(20_000, scale, 200);
    const owners = Object.fromEntries(
      Array.from({ length: actors }, (_, index) => [
        `owner-${index}`,
        `key-of-owner-${index}-0123456789abcdef0123456789`,
      ]),
    );
    const world = await openWorld({ store, owners });
    try {
      const differences = [];
      const kinds = {};
      const models = Object.keys(owners).map(() => new StateModel());
      const passthroughFields = operations.flatMap(([weight, operation]) =>
        Array.from({ length: weight }, () => operation),
      );
      let count = 0;
      const act = async (key, who) => {
        const draw = random.fork(`actor-${who}`);
        let tags = 0;
        const actor = {
          key,
          draw,
          model: models[who],
          url: () => draw.pick(world.services).url,
          otherId: () => [...models[(who + 1) % actors].responses.keys()].at(-1),
          nextTag: () => `m${who}-${(tags += 1)}`,
          expect(what, seen, expected) {
            if (JSON.stringify(seen) !== JSON.stringify(expected))
              differences.push(`${what}: ${JSON.stringify(seen)} and not ${JSON.stringify(expected)}`.slice(0, 600));
          },
        };
        while (count < wanted && differences.length < 50) {
          count += 1;
          const operation = draw.pick(passthroughFields);
          kinds[operation.name] = (kinds[operation.name] ?? 0) + 1;
          const number = count;
          await operation(actor);
          if (number % 2_000 === 0) progress(`${number} of ${wanted} operations, ${differences.length} differences`);
        }
      };
      await inParallel(Object.values(owners), actors, act);
      return {
        did: `${count} operations (${Object.entries(kinds)
          .map(([name, times]) => `${name} ${times}`)
          .join(', ')}) of ${actors} owners over ${world.services.length} replicas`,
        figures: [
          none('differences from the model', differences),
          { name: 'operations', value: count, atLeast: wanted },
        ],
      };
    } finally {
      await world.dispose();
    }
  },
};
