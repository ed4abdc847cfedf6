// When a client disconnects, the service aborts its upstream request in every phase.
import { setTimeout as pause } from 'node:timers/promises';
import { replyChunks, promptOf } from '../response-script.mjs';
import { busyness } from '../busyness.mjs';
import { scaled } from '../check.mjs';
import { none, quantile } from '../figure.mjs';
import { openCall, send } from '../http-call.mjs';
import { inParallel } from '../in-parallel.mjs';
import { endsOfAbandoned } from '../log-of-clients.mjs';
import { startSilentServer } from '../silent-server.mjs';
import { waitUntil } from '../wait-until.mjs';
import { keys, openWorld } from '../world.mjs';

/**
 * The upstream behavior that makes the client disconnect in this phase. Each phase is a model, so that the log
 * distinguishes them.
 */
const phases = {
  queued: { gap: 60, words: 40 },
  connecting: {},
  headers: { headers: 4_000 },
  firstWord: { first: 4_000 },
  midStream: { gap: 150, words: 30 },
  arguments: { gap: 150, words: 30, call: 1 },
  end: { last: 4_000 },
};
/** Milliseconds that a connection may take that is never established. */
const connectMs = 4_000;

/** @type {import('../check.mjs').Check} */
export const disconnects = {
  name: 'disconnects',
  goal: 'No leaked upstream work: 1,000 requests at once, a tenth of the clients disconnects in every phase; the work ends and the abort reaches the upstream within 250 ms (p99), and nothing is left open 2 s later',
  stores: ['sqlite'],
  async run({ scale, store, random, progress }) {
    const total = scaled(1_000, scale, 40);
    // Slots of the model whose other requests wait in the queue.
    const downgrade = Math.ceil(total / 12);
    const silent = await startSilentServer();
    const names = Object.keys(phases);
    const own = {
      queued: { maxConnections: downgrade },
      connecting: { baseUrl: silent.baseUrl, retries: 0, timeouts: { connect: connectMs } },
    };
    const world = await openWorld({
      store,
      models: Object.fromEntries(names.map((name) => [`${name}-*`, own[name] ?? {}])),
    });
    try {
      const [{ url, logFile }] = world.services;
      const calls = Array.from({ length: total }, (_, index) => {
        const phase = names[index % names.length];
        const model = `${phase}-${index}`;
        const stream = random.chance(0.5);
        const prompt = promptOf({ tag: `x${index}`, ...phases[phase] });
        const call = random.chance(0.5)
          ? { path: '/v1/responses', body: { model, input: prompt, stream, store: false } }
          : {
              path: '/v1/messages',
              body: { model, max_tokens: 1_000, messages: [{ role: 'user', content: prompt }], stream },
              headers: { 'anthropic-version': '2023-06-01' },
            };
        return {
          index,
          phase,
          prompt,
          call: { url, key: keys.alice, ...call },
          willDisconnect: random.chance(0.1),
          after: 500 + random.integer(1_500),
        };
      });

      progress(`${total} requests at once`);
      /** @type {Map<string, number>} */
      const disconnectedAt = new Map();
      /** By the clock of the log. @type {Map<string, number>} */
      const disconnectTime = new Map();
      const forms = new Set();
      const disconnected = Object.fromEntries(names.map((name) => [name, 0]));
      const damaged = [];
      const all = calls.map(async ({ index, phase, prompt, call, willDisconnect, after }) => {
        // A thousand connections in one tick would only measure the accept queue.
        await pause((index / total) * 1_000);
        let text = '';
        const open = openCall(call, { onData: (chunk) => (text += chunk) });
        if (willDisconnect) {
          await pause(after);
          disconnected[phase] += 1;
          disconnectedAt.set(`x${index}`, performance.now());
          disconnectTime.set(call.body.model, Date.now());
          forms.add(`${phase} ${call.path} ${call.body.stream}`);
          open.disconnect();
          return;
        }
        const { status, complete } = await open.ended;
        if (phase === 'connecting') {
          if (status !== 504) damaged.push(`x${index} (${phase}): status ${status}`);
          return;
        }
        const end = replyChunks([{ role: 'user', text: prompt }]).at(-1);
        if (status !== 200 || !complete || !text.includes(end))
          damaged.push(`x${index} (${phase}): status ${status}, ${complete ? 'complete' : 'truncated'}`);
      });
      await Promise.all(all.filter((_, index) => calls[index].willDisconnect));
      // Other requests still run: a leak must be visible under load, not only when idle.
      await pause(2_000);
      const leaked = world.upstream.log
        .filter(
          ({ tag, finishedAt, abortedAt }) =>
            disconnectedAt.has(tag) && finishedAt === undefined && abortedAt === undefined,
        )
        .map(({ tag }) => tag);
      const soonMs = 250 * busyness();
      const late = world.upstream.log
        .filter(({ tag, openedAt }) => disconnectedAt.has(tag) && openedAt > disconnectedAt.get(tag) + soonMs)
        .map(({ tag }) => tag);
      await Promise.all(all);
      await waitUntil('end of the last request', () => world.upstream.open === 0 || undefined, {
        timeoutMs: 5_000,
      }).catch(() => undefined);

      progress('every slot of the narrow model is free again');
      const again = await inParallel(Array.from({ length: downgrade }).keys(), downgrade, (index) =>
        send({
          url,
          key: keys.alice,
          path: '/v1/responses',
          timeoutMs: 10_000,
          body: { model: `queued-again${index}`, store: false, input: promptOf({ tag: `again${index}`, first: 300 }) },
        }).catch(() => ({ status: 0 })),
      );
      const together = world.upstream.log.filter(({ tag }) => tag.startsWith('again'));
      const waited =
        Math.max(...together.map(({ openedAt }) => openedAt)) - Math.min(...together.map(({ openedAt }) => openedAt));
      const ended = endsOfAbandoned(logFile);
      const works = [...disconnectTime].flatMap(([model, at]) => (ended.has(model) ? [ended.get(model) - at] : []));
      const endless = [...disconnectTime.keys()].filter(
        (model) => !ended.has(model) && world.upstream.requestsOf(`x${model.split('-')[1]}`).length > 0,
      );
      await waitUntil('end of the connections that were never opened', () => silent.open === 0 || undefined, {
        timeoutMs: 2 * connectMs,
      }).catch(() => undefined);
      const delays = world.upstream.log.flatMap(({ tag, abortedAt }) =>
        abortedAt !== undefined && disconnectedAt.has(tag) ? [abortedAt - disconnectedAt.get(tag)] : [],
      );
      return {
        did: `${total} requests, ${disconnectedAt.size} disconnected (${names.map((name) => `${name} ${disconnected[name]}`).join(', ')}), ${forms.size} forms of ${names.length * 4}, ${delays.length} aborts seen by the upstream`,
        figures: [
          none('upstream requests open 2 s later', leaked),
          none('requests sent to the upstream after their client had disconnected', late),
          { name: 'abort at the upstream p99', value: quantile(delays, 0.99), atMost: soonMs, unit: 'ms' },
          { name: 'end of the work in the log p99', value: quantile(works, 0.99), atMost: soonMs, unit: 'ms' },
          none('work that never ended', endless),
          { name: 'remaining connections that were never opened', value: silent.open, atMost: 0 },
          none('damaged responses of other clients', damaged),
          none(
            'slots that were not released',
            again.flatMap(({ status }, index) => (status === 200 ? [] : [`request ${index}: ${status}`])),
          ),
          { name: 'spread of the requests that take all slots at once', value: waited, atMost: soonMs, unit: 'ms' },
          { name: 'upstream requests open at the end', value: world.upstream.open, atMost: 0 },
        ],
      };
    } finally {
      await world.dispose();
      await silent.close();
    }
  },
};
