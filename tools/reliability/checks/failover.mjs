// A sick backend of three is the service's trouble and not the clients'.
import { setTimeout as pause } from 'node:timers/promises';
import { scaled } from '../check.mjs';
import { none, quantile } from '../figure.mjs';
import { openCall } from '../http-call.mjs';
import { lastWord, startFlakyUpstream } from '../flaky-upstream.mjs';
import { waitUntil } from '../wait-until.mjs';
import { keys, openWorld } from '../world.mjs';

/** @type {readonly import('../flaky-upstream.mjs').Mood[]} */
const sicknesses = ['resets', 'fails', 'is busy', 'is silent', 'is gone'];
/** Requests a second. */
const rate = 100;
/** Milliseconds after which the service must detect a failure. Silence takes two failed probes, with their pauses. */
const noticedAfterMs = 1_000;
const silenceNoticedAfterMs = 6_000;
const routing = { silenceSeconds: 0.5, openSeconds: 1, maxOpenSeconds: 4 };

/** @type {import('../check.mjs').Check} */
export const failover = {
  name: 'failover',
  goal: 'One sick backend of three at 100 requests a second, sick in five ways: no request fails before its first byte, retries stay within a fifth, the circuit of the sick one opens, and it gets requests again within 30 s of its recovery',
  stores: ['sqlite'],
  async run({ scale, random, progress }) {
    const perSickness = scaled(1_500, scale, 200);
    const upstreams = await Promise.all([startFlakyUpstream(), startFlakyUpstream(), startFlakyUpstream()]);
    const backends = upstreams.map(({ baseUrl }) => ({ provider: { kind: 'chat-completions', baseUrl } }));
    const world = await openWorld({ store: 'sqlite', settings: { models: [{ name: 'm', backends, routing }] } });
    try {
      const [{ url }] = world.services;
      let sent = 0;
      const ask = async (index) => {
        sent += 1;
        const content = `request ${sent} of conversation ${random.integer(500)}`;
        const call =
          index % 2 === 0
            ? { path: '/v1/responses', body: { model: 'm', input: content, stream: true, store: false } }
            : {
                path: '/v1/messages',
                body: { model: 'm', max_tokens: 100, stream: true, messages: [{ role: 'user', content }] },
                headers: { 'anthropic-version': '2023-06-01' },
              };
        let text = '';
        const startedAt = performance.now();
        let firstAt = 0;
        const open = openCall(
          { url, key: keys.alice, ...call },
          {
            onData(chunk) {
              firstAt ||= performance.now();
              text += chunk;
            },
          },
        );
        const { status, complete } = await open.ended;
        return {
          refused: status !== 200,
          complete: complete && text.includes(lastWord),
          status,
          startedAt,
          waited: firstAt - startedAt,
        };
      };
      const load = async (count) => {
        const asked = [];
        for (let index = 0; index < count; index += 1) {
          asked.push(ask(index));
          await pause(1_000 / rate);
        }
        return await Promise.all(asked);
      };

      await load(60);
      const refused = [];
      const broken = [];
      const waits = [];
      const delayed = [];
      const late = [];
      const recoveries = [];
      let max = 0;
      for (const mood of sicknesses) {
        const sick = random.pick(upstreams);
        progress(`one ${mood}`);
        const before = upstreams.reduce((sum, { asked }) => sum + asked, 0);
        await sick.become(mood);
        const start = performance.now();
        let askedWhenKnown = 0;
        const known = pause(mood === 'is silent' ? silenceNoticedAfterMs : noticedAfterMs).then(
          () => (askedWhenKnown = sick.asked),
        );
        const outcomes = await load(perSickness);
        await known;
        const end = performance.now();
        for (const { refused: wasRefused, complete, status, waited } of outcomes) {
          if (wasRefused) refused.push(`${mood}: status ${status}`);
          else if (!complete) broken.push(mood);
          else (mood === 'is silent' ? delayed : waits).push(waited);
        }
        // A question now and then is what brings it back.
        const trials = Math.ceil((end - start) / 1_000 / routing.openSeconds) + 1;
        if (sick.asked - askedWhenKnown > trials) late.push(`${mood}: ${sick.asked - askedWhenKnown} more requests`);
        const attempts = upstreams.reduce((sum, { asked }) => sum + asked, 0) - before;
        max = Math.max(max, attempts / perSickness);

        const responseCount = sick.responseCount;
        await sick.become('well');
        const wellAt = performance.now();
        await waitUntil(
          'its return',
          async () => {
            const { refused: wasRefused, status } = await ask(0);
            if (wasRefused) refused.push(`after recovery: status ${status}`);
            return sick.responseCount > responseCount;
          },
          { everyMs: 50 },
        );
        recoveries.push(performance.now() - wellAt);
        // All its conversations are back at their preferred backend before the next one fails.
        await load(60);
      }
      return {
        did: `${sent} requests, ${sicknesses.length} sicknesses`,
        figures: [
          none('requests that failed before their first byte', refused),
          // Responses in progress when the port closed: no other backend can continue them.
          {
            name: 'responses truncated in the middle',
            value: broken.length,
            atMost: Math.ceil((rate * 0.2) / 3) + 5,
            examples: broken,
          },
          { name: 'maximum attempts per request', value: max, atMost: 1.2 + 10 / perSickness },
          none('sick backends that still got requests', late),
          {
            name: 'first byte p99 with a backend that rejects',
            value: quantile(waits, 0.99),
            atMost: 2_000,
            unit: 'ms',
          },
          {
            name: 'slowest first byte with a silent backend',
            value: Math.max(...delayed),
            atMost: silenceNoticedAfterMs * 1.5,
            unit: 'ms',
          },
          { name: 'slowest recovery', value: Math.max(...recoveries) / 1000, atMost: 30, unit: 's' },
        ],
      };
    } finally {
      await world.dispose();
      await Promise.all(upstreams.map((upstream) => upstream.close()));
    }
  },
};
