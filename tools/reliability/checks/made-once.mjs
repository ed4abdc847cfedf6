// An object created by a request with an idempotency key exists once, even if the creating process crashes at any time.
import { setTimeout as pause } from 'node:timers/promises';
import { promptOf } from '../response-script.mjs';
import { scaled } from '../check.mjs';
import { none } from '../figure.mjs';
import { openCall, send } from '../http-call.mjs';
import { inParallel } from '../in-parallel.mjs';
import { getResponse } from '../responses-client.mjs';
import { keys, openWorld } from '../world.mjs';

/** Milliseconds over which the requests of a round are spread. */
const spread = 400;
/** Maximum wait for the responses before the process is killed, in milliseconds. */
const maxWaitMs = 10_000;
const boundary = 'a-boundary-of-the-check';

/**
 * @typedef {object} Order
 * @property {'turn' | 'response' | 'items' | 'file'} kind
 * @property {string} tag
 * @property {import('../http-call.mjs').Call} call the call without a URL
 * @property {string | undefined} conversation
 * @property {number} after milliseconds before the call
 */

/** @type {import('../check.mjs').Check} */
export const madeOnce = {
  name: 'made-once',
  goal: 'kill -9 thirty times while 40 requests with idempotency keys run: repeated, each has created one turn of its conversation, added its items once, uploaded one file; no delivered response is generated again or changes, and no second response is stored',
  stores: ['sqlite', 'postgres'],
  async run({ scale, store, random, progress }) {
    const rounds = scaled(30, scale, 2);
    const size = 40;
    const world = await openWorld({ store, settings: { background: { leaseSeconds: 2 } } });
    const key = keys.alice;
    const unanswered = [];
    const doubled = [];
    const mismatched = [];
    const madeAgain = [];
    const counts = { sent: 0, reported: 0, stored: 0, again: 0 };
    try {
      for (let round = 0; round < rounds; round += 1) {
        const victim = random.pick(world.services);
        const orders = await inParallel(Array.from({ length: size }).keys(), 8, (index) =>
          orderOf(`m${round}-${index}`, random.fork(`${round}-${index}`), { url: victim.url, key }),
        );
        const enough = countdown(1 + random.integer(size - 1));
        const firsts = Promise.all(
          orders.map(({ call, after }) =>
            pause(after)
              .then(() => hear({ ...call, url: victim.url }))
              .finally(enough.count),
          ),
        );
        await Promise.race([enough.over, pause(maxWaitMs)]);
        await pause(random.integer(10));
        await victim.kill();
        const heard = await firsts;
        await victim.start();
        await inParallel(orders.entries(), size, async ([index, order]) => {
          const { tag, call } = order;
          const { url } = random.pick(world.services);
          const first = heard[index];
          const again = await sendWithRetries({ ...call, url });
          if (again?.status !== 200) {
            unanswered.push(`${tag}: ${again?.status ?? 'no response'}`);
            return;
          }
          const isReplay = again.headers['idempotent-replayed'] === 'true';
          counts.sent += 1;
          if (first.complete && first.status === 200) {
            counts.reported += 1;
            if (first.text !== again.text) mismatched.push(tag);
            if (world.upstream.requestsOf(tag).length > 1) madeAgain.push(tag);
          } else if (isReplay) counts.stored += 1;
          else counts.again += 1;
          doubled.push(...(await leftovers(order, { url, key }, first.text, again.text)));
        });
        progress(
          `round ${round + 1} of ${rounds}: of ${counts.sent} requests ${counts.reported} completed before the kill, ${counts.stored} were stored and not sent, ${counts.again} ran again`,
        );
      }
      return {
        did: `${rounds} kills, ${counts.sent} keys: ${counts.reported} completed before the kill, ${counts.stored} stored and not sent by then, ${counts.again} ran again`,
        figures: [
          none('keys without a response', unanswered),
          none('created twice', doubled),
          none('delivered responses that changed', mismatched),
          none('delivered responses that the model generated again', madeAgain),
        ],
      };
    } finally {
      await world.dispose();
    }
  },
};

/**
 * @param {string} tag
 * @param {import('../seeded-random.mjs').SeededRandom} draw
 * @param {import('../responses-client.mjs').Target} target
 * @returns {Promise<Order>}
 */
async function orderOf(tag, draw, { url, key }) {
  const kind = draw.pick(/** @type {const} */ (['turn', 'turn', 'response', 'items', 'file']));
  const order = { kind, tag, after: draw.integer(spread) };
  const common = { key, headers: { 'idempotency-key': `key ${tag}` } };
  if (kind === 'file')
    return {
      ...order,
      conversation: undefined,
      call: {
        ...common,
        path: '/v1/files',
        method: 'POST',
        headers: { ...common.headers, 'content-type': `multipart/form-data; boundary=${boundary}` },
        content: formOf(tag),
      },
    };
  const conversation =
    kind === 'response' ? undefined : (await send({ url, key, path: '/v1/conversations', body: {} })).json().id;
  if (kind === 'items')
    return {
      ...order,
      conversation,
      call: {
        ...common,
        path: `/v1/conversations/${conversation}/items`,
        body: { items: [{ role: 'user', content: tag }] },
      },
    };
  const input = promptOf({ tag, words: 3, first: draw.integer(50) });
  const stream = kind === 'response' || draw.chance(0.5);
  return {
    ...order,
    conversation,
    call: {
      ...common,
      path: '/v1/responses',
      body: { model: 'scripted', input, stream, ...(conversation === undefined ? {} : { conversation }) },
    },
  };
}

function formOf(tag) {
  const part = (disposition, text) =>
    `--${boundary}\r\ncontent-disposition: form-data; ${disposition}\r\n\r\n${text}\r\n`;
  return Buffer.from(
    `${part('name="purpose"', 'user_data')}${part(`name="file"; filename="${tag}.txt"`, tag)}--${boundary}--\r\n`,
  );
}

/** @param {number} times */
function countdown(times) {
  let remaining = times;
  /** @type {() => void} */
  let end = () => undefined;
  const over = new Promise((resolve) => (end = () => resolve(undefined)));
  return { over, count: () => void ((remaining -= 1) === 0 && end()) };
}

/** The outcome of a response, complete or not. */
async function hear(call) {
  const chunks = [];
  const { status, complete } = await openCall(call, { onData: (chunk) => chunks.push(chunk) }).ended;
  return { status, complete, text: Buffer.concat(chunks).toString() };
}

/** What there is of a request beyond what it was to make. */
async function leftovers({ kind, tag, conversation }, { url, key }, first, again) {
  if (kind === 'file') {
    const files = (await send({ url, key, path: '/v1/files?limit=10000' }))
      .json()
      .data.filter(({ filename }) => filename === `${tag}.txt`);
    return files.length === 1 ? [] : [`${files.length} files of ${tag}`];
  }
  if (kind === 'response') {
    const [[id], [other]] = [first, again].map((text) => /resp_\w+/.exec(text) ?? ['resp_none']);
    const isStored = id !== 'resp_none' && id !== other && (await getResponse({ url, key }, id)).status === 200;
    return isStored ? [`${id} is stored in addition to ${other} of ${tag}`] : [];
  }
  const { data } = (await send({ url, key, path: `/v1/conversations/${conversation}/items?limit=100` })).json();
  const wanted = kind === 'turn' ? 2 : 1;
  return data.length === wanted ? [] : [`${data.length} items of ${tag}`];
}

/** Retries the same request as long as the service's response requests or implies it. */
async function sendWithRetries(call) {
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
