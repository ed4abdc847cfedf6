// A response whose end was delivered is on disk: clients can read and continue it after any crash.
import { setTimeout as pause } from 'node:timers/promises';
import { replyChunks, promptOf } from '../response-script.mjs';
import { scaled } from '../check.mjs';
import { none } from '../figure.mjs';
import { inParallel } from '../in-parallel.mjs';
import { createResponse, getResponse, textOf } from '../responses-client.mjs';
import { keys, openWorld } from '../world.mjs';

const width = 24;
/** Maximum number of acknowledged responses between two kills. */
const maxBetweenKills = 800;

/** @type {import('../check.mjs').Check} */
export const durable = {
  name: 'durable',
  goal: 'Acknowledged responses are durable: 10,000 stored responses under kill -9 of the service and immediate stops of PostgreSQL can all be read and continued',
  stores: ['sqlite', 'postgres'],
  async run({ scale, store, random, progress }) {
    const wanted = scaled(10_000, scale);
    const world = await openWorld({ store });
    try {
      const kills = { service: 0, postgres: 0 };
      const acknowledged = [];
      const started = performance.now();
      let lost = 0;
      const producing = { over: false };

      const produce = async (stream) => {
        const draw = random.fork(`lane-${stream}`);
        /** @type {{ id: string, key: string, messages: any[] } | undefined} */
        let last;
        for (let turn = 0; acknowledged.length < wanted; turn += 1) {
          const prompt = promptOf({ tag: `d${stream}-${turn}`, words: 1 + draw.integer(8) });
          // Short chains, occasionally a new one: every link must survive.
          const previous = last !== undefined && last.messages.length < 8 && draw.chance(0.6) ? last : undefined;
          const key = previous?.key ?? draw.pick(Object.values(keys));
          const messages = [...(previous?.messages ?? []), { role: 'user', text: prompt }];
          const body = {
            input: prompt,
            store: true,
            stream: draw.chance(0.5),
            ...(previous === undefined ? {} : { previous_response_id: previous.id }),
          };
          try {
            const { status, response } = await createResponse({ url: draw.pick(world.services).url, key }, body);
            if (status !== 200 || response.status !== 'completed') throw new Error(`status ${status}`);
            last = {
              id: response.id,
              key,
              messages: [...messages, { role: 'assistant', text: replyChunks(messages).join('') }],
            };
            acknowledged.push({ ...last, payload: response });
          } catch {
            // Nothing was acknowledged. The service may be down, so the retry waits.
            lost += 1;
            await pause(50);
          }
        }
      };
      const kill = async () => {
        const draw = random.fork('kills');
        const between = scaled(maxBetweenKills, Math.min(1, wanted / 5_000), 100);
        for (let next = draw.integer(between); !producing.over;) {
          await pause(20);
          if (acknowledged.length < next) continue;
          next = acknowledged.length + 1 + draw.integer(between);
          if (world.postgres !== undefined && draw.chance(0.4)) {
            await world.postgres.stop('immediate');
            kills.postgres += 1;
            await world.postgres.start();
          } else {
            const service = draw.pick(world.services);
            await service.kill();
            kills.service += 1;
            await service.start();
          }
          progress(
            `${acknowledged.length} of ${wanted} acknowledged, ${kills.service} kills of the service, ${kills.postgres} of PostgreSQL`,
          );
        }
      };
      const killing = kill();
      await inParallel(Array.from({ length: width }).keys(), width, produce);
      producing.over = true;
      await killing;
      // The final step is a cold start of everything.
      await Promise.all(world.services.map((service) => service.kill()));
      if (world.postgres !== undefined) {
        await world.postgres.stop('immediate');
        await world.postgres.start();
      }
      await Promise.all(world.services.map((service) => service.start()));
      progress(`reading and continuing ${acknowledged.length}`);

      const missing = [];
      const different = [];
      const broken = [];
      await inParallel(acknowledged, width, async ({ id, key, messages, payload }, index) => {
        const { url } = world.services[index % world.services.length];
        const read = await getResponse({ url, key }, id);
        if (read.status !== 200) missing.push(`${id} is ${read.status}`);
        else if (JSON.stringify(read.json()) !== JSON.stringify(payload)) different.push(id);
        const prompt = promptOf({ tag: `c${index}`, words: 1 });
        const { status, response } = await createResponse(
          { url, key },
          { input: prompt, store: false, previous_response_id: id },
        );
        const expected = replyChunks([...messages, { role: 'user', text: prompt }]).join('');
        if (status !== 200 || textOf(response) !== expected) broken.push(`${id} continues as ${status}`);
      });
      return {
        did: `${acknowledged.length} acknowledged in ${Math.round((performance.now() - started) / 1000)} s, ${kills.service} kills of the service, ${kills.postgres} of PostgreSQL, ${lost} requests without a response`,
        figures: [
          none('acknowledged but missing', missing),
          none('read differently than delivered', different),
          none('continued without their complete context', broken),
        ],
      };
    } finally {
      await world.dispose();
    }
  },
};
