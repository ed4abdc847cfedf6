// Copies of one request with one idempotency key are one request: one generation, one stored response, one reply.
import { setTimeout as pause } from 'node:timers/promises';
import { promptOf } from '../response-script.mjs';
import { scaled } from '../check.mjs';
import { none } from '../figure.mjs';
import { send } from '../http-call.mjs';
import { inParallel } from '../in-parallel.mjs';
import { getResponse } from '../responses-client.mjs';
import { keys, openWorld } from '../world.mjs';

const width = 24;
/** Lease duration without a heartbeat, in seconds: after a kill the copies have to wait for it. */
const leaseSeconds = 2;

/** @type {import('../check.mjs').Check} */
export const idempotency = {
  name: 'idempotency',
  goal: '1,000 idempotency keys with 2 to 5 copies at once over three replicas and kills: each key has one generation, one stored response and one HTTP response; another body or owner gets none of it',
  stores: ['postgres', 'sqlite'],
  async run({ scale, store, random, progress }) {
    const total = scaled(1_000, scale, 40);
    const world = await openWorld({ store, settings: { background: { leaseSeconds } } });
    try {
      const different = [];
      const unanswered = [];
      const unstored = [];
      const taken = [];
      const killedAt = [];
      const work = { over: false, done: 0 };
      const killing = (async () => {
        const draw = random.fork('kills');
        while (!work.over) {
          await pause(1_000 + draw.integer(3_000));
          if (work.over) break;
          const victim = draw.pick(world.services);
          killedAt.push(performance.now());
          await victim.kill();
          await victim.start();
        }
      })();
      await inParallel(Array.from({ length: total }).keys(), width, async (number) => {
        const draw = random.fork(`key-${number}`);
        const tag = `i${number}`;
        const stream = draw.chance(0.5);
        const body = {
          model: 'scripted',
          input: promptOf({ tag, words: 3, first: draw.integer(100), gap: 10 }),
          stream,
        };
        const call = { path: '/v1/responses', key: keys.alice, headers: { 'idempotency-key': `key ${number}` } };
        const copies = Array.from({ length: 2 + draw.integer(4) }, () => ({
          url: draw.pick(world.services).url,
          after: draw.integer(150),
        }));
        const responses = await Promise.all(
          copies.map(({ url, after }) => sendWithRetries({ ...call, url, body }, after)),
        );
        for (const response of responses)
          if (response?.status !== 200) unanswered.push(`${tag}: ${response?.status ?? 'no response'}`);
        const texts = new Set(responses.map((response) => response?.text));
        if (texts.size > 1)
          different.push(`${tag} has ${texts.size} different responses to ${responses.length} copies`);
        const [id] = /resp_\w+/.exec(responses[0]?.text ?? '') ?? ['resp_none'];
        const url = draw.pick(world.services).url;
        const read = await sendWithRetries({ url, key: keys.alice, path: `/v1/responses/${id}` }, 0);
        if (read?.status !== 200) unstored.push(`${id} of ${tag} is ${read?.status}`);
        if (number % 20 === 0) {
          const changed = await sendWithRetries({ ...call, url, body: { ...body, input: 'Something else.' } }, 0);
          if (changed?.status !== 400) taken.push(`${tag} with another body is ${changed?.status}`);
          const other = await sendWithRetries({ ...call, url, key: keys.bob, body: { ...body, input: 'Mine.' } }, 0);
          if (other?.status !== 200 || other.text.includes(id))
            taken.push(`${tag} of another owner is ${other?.status}`);
          if ((await getResponse({ url, key: keys.bob }, id).catch(() => undefined))?.status === 200)
            taken.push(`${id} can be read by another owner`);
        }
        work.done += 1;
        if (work.done % 200 === 0) progress(`${work.done} of ${total} keys, ${killedAt.length} kills`);
      });
      work.over = true;
      await killing;
      // A second generation is valid only when the process of the first one was killed.
      const twice = [];
      let again = 0;
      for (let number = 0; number < total; number += 1) {
        const requests = world.upstream.requestsOf(`i${number}`);
        for (const [index, { openedAt }] of requests.entries()) {
          const before = requests[index - 1];
          if (before === undefined) continue;
          again += 1;
          if (!killedAt.some((at) => at >= before.openedAt - 50 && at <= openedAt)) twice.push(`i${number}`);
        }
      }
      return {
        did: `${total} keys, ${killedAt.length} kills, ${again} generations restarted after a kill`,
        figures: [
          none('keys generated twice without a kill', twice),
          none('keys with different responses', different),
          none('copies without a response', unanswered),
          none('responses that are not stored', unstored),
          none('keys that returned something to another body or owner', taken),
        ],
      };
    } finally {
      await world.dispose();
    }
  },
};

/** Retries the same request as long as the service's response requests or implies it. */
async function sendWithRetries(call, after) {
  await pause(after);
  const latest = performance.now() + 30_000;
  for (;;) {
    const response = await send(call).catch(() => undefined);
    const final =
      response !== undefined &&
      response.status !== 409 &&
      response.status < 500 &&
      !response.text.includes('"type":"error"');
    if (final || performance.now() > latest) return response;
    await pause(200);
  }
}
