// A model of this machine gets its slots, its queue and its memory back, however many clients vanish.
import { readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { busyness } from '../busyness.mjs';
import { scaled } from '../check.mjs';
import { none, quantile } from '../figure.mjs';
import { openCall, send } from '../http-call.mjs';
import { endsOfAbandoned } from '../log-of-clients.mjs';
import { freePort } from '../../free-port.mjs';
import { residentMb } from '../service-process.mjs';
import { waitUntil } from '../wait-until.mjs';
import { keys, openWorld } from '../world.mjs';

const slots = 4;
/** One round before the measurement, because the first requests fill caches. */
const rounds = 4;
/** An unbounded list occupies a slot until the context is full. */
const endless = {
  type: 'object',
  properties: { list: { type: 'array', items: { type: 'string', minLength: 3, maxLength: 3 }, minItems: 400 } },
  required: ['list'],
  additionalProperties: false,
};

/** @type {import('../check.mjs').Check} */
export const localDisconnects = {
  name: 'local-disconnects',
  goal: 'A local model, three rounds of 200 requests at once, 30% of the clients disconnect: no slot is lost, the queue drains, the memory of the service and of the model stays flat',
  stores: ['sqlite'],
  async run({ scale, store, random, progress }) {
    const total = scaled(200, scale, 24);
    const port = await freePort();
    const world = await openWorld({
      store,
      models: { 'local-*': { kind: 'llama', model: 'demo', slots, queueLimit: total, threads: 1 } },
      settings: { metrics: { port } },
    });
    try {
      const [service] = world.services;
      const figure = async (name) => {
        const { text } = await send({ url: `http://127.0.0.1:${port}`, path: '/metrics' });
        return Number(new RegExp(`^${name}(?:\\{[^}]*\\})? (\\S+)$`, 'm').exec(text)?.[1]);
      };
      /** @type {Map<string, number>} */
      const disconnectTime = new Map();
      const soonMs = 250 * busyness();
      const damaged = [];
      const stuck = [];
      const lost = [];
      const memory = { service: [], model: [] };

      const ask = async (round, index) => {
        const model = `local-${round}-${index}`;
        const stream = random.chance(0.5);
        const prompt = `Count from 1 to ${5 + (index % 9)}`;
        const call = random.chance(0.5)
          ? { path: '/v1/responses', body: { model, input: prompt, stream, store: false } }
          : {
              path: '/v1/messages',
              body: { model, max_tokens: 200, messages: [{ role: 'user', content: prompt }], stream },
              headers: { 'anthropic-version': '2023-06-01' },
            };
        const disconnects = random.chance(0.3);
        const after = random.integer(6_000 * scale + 500);
        // Opening all connections in one tick would only measure the accept queue.
        await pause((index / total) * 300);
        let text = '';
        const open = openCall(
          { url: service.url, key: keys.alice, timeoutMs: 60_000 * busyness(), ...call },
          { onData: (chunk) => (text += chunk) },
        );
        if (disconnects && (await Promise.race([open.ended, pause(after)])) === undefined) {
          disconnectTime.set(model, Date.now());
          open.disconnect();
          return;
        }
        const { status, complete } = await open.ended;
        const isFull = stream
          ? /event: (?:message_stop|response\.completed)/.test(text)
          : /"(?:stop_reason|status)":"(?:end_turn|max_tokens|completed)"/.test(text);
        if (status !== 200 || !complete || !isFull)
          damaged.push(`${model} ${call.path}: status ${status}, ${text.slice(-100)}`);
      };

      for (let round = 0; round < rounds; round += 1) {
        progress(
          round === 0
            ? `${total} requests that are not counted`
            : `round ${round} of ${rounds - 1}: ${total} requests at once`,
        );
        await Promise.all(Array.from({ length: total }, (_, index) => ask(round, index)));
        await waitUntil(
          'the end of all work',
          async () =>
            (await figure('local_model_requests_running')) === 0 && (await figure('http_server_active_requests')) === 0,
          { timeoutMs: 5_000 * busyness() },
        ).catch(() => stuck.push(`after round ${round}: ${service.url}`));
        const free = await freeSlots(service.url, round, () => figure('local_model_requests_running'));
        if (free < slots) lost.push(`after round ${round}: ${free} of ${slots}`);
        memory.service.push(service.residentMb());
        memory.model.push(residentMb(childOf(service.pid)));
      }
      const ended = endsOfAbandoned(service.logFile);
      const ends = [...disconnectTime].flatMap(([model, at]) => (ended.has(model) ? [ended.get(model) - at] : []));
      const growth = ([, first, ...later]) => Math.max(...later) - first;
      const shown = (values) => values.map((value) => Math.round(value)).join(', ');
      return {
        did: `${rounds} rounds of ${total} requests, ${disconnectTime.size} disconnected; MB of the service ${shown(memory.service)}, of the model ${shown(memory.model)}`,
        figures: [
          none('rounds after which a slot was lost', lost),
          none('rounds after which something still ran or waited', stuck),
          none('damaged responses of other clients', damaged),
          {
            name: 'end of the work after its client disconnected p99',
            value: quantile(ends, 0.99),
            atMost: soonMs,
            unit: 'ms',
          },
          { name: 'growth of the service over three rounds', value: growth(memory.service), atMost: 40, unit: 'MB' },
          {
            name: 'growth of the model process over three rounds',
            value: growth(memory.model),
            atMost: 20,
            unit: 'MB',
          },
        ],
      };
    } finally {
      await world.dispose();
    }
  },
};

/** The number of long responses that run concurrently; their clients disconnect then. */
async function freeSlots(url, round, running) {
  const calls = Array.from({ length: slots }, (_, index) =>
    openCall({
      url,
      key: keys.alice,
      path: '/v1/responses',
      body: {
        model: `local-${round}-all-${index}`,
        input: 'Tell me a story',
        stream: true,
        store: false,
        text: { format: { type: 'json_schema', name: 'list', schema: endless } },
      },
    }),
  );
  let max = 0;
  await waitUntil('all slots in use', async () => (max = Math.max(max, await running())) === slots, {
    timeoutMs: 10_000,
  }).catch(() => undefined);
  for (const { disconnect } of calls) disconnect();
  return max;
}

function childOf(pid) {
  const [child] = readFileSync(`/proc/${pid}/task/${pid}/children`, 'latin1').trim().split(' ');
  return Number(child);
}
