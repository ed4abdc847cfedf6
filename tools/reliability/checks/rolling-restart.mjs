// Replicas restart one after another under load, as in an upgrade, and no client notices.
import { setTimeout as pause } from 'node:timers/promises';
import { replyChunks, promptOf } from '../response-script.mjs';
import { faultsOf, readRun, startBackground } from '../background-runs.mjs';
import { scaled } from '../check.mjs';
import { none } from '../figure.mjs';
import { openCall } from '../http-call.mjs';
import { inParallel } from '../in-parallel.mjs';
import { loggedOutputTokens } from '../logged-tokens.mjs';
import { watchReadiness } from '../ready-replicas.mjs';
import { waitUntil } from '../wait-until.mjs';
import { keys, openWorld } from '../world.mjs';

/** Seconds during which a replica reports not ready but still accepts requests, and then those for running requests. */
const announceSeconds = 1;
const graceSeconds = 20;
/** Interval between two words of a long stream, in milliseconds. */
const gap = 100;

/** @type {import('../check.mjs').Check} */
export const rollingRestart = {
  name: 'rolling-restart',
  goal: 'Three replicas restarted one after the other, twice, under 60 requests a second, 60 streams and background work: no request fails, no stream is truncated, every background response completes, no token is missing in the log',
  stores: ['postgres'],
  async run({ scale, store, random, progress }) {
    const rounds = scaled(2, scale);
    const rate = scaled(60, scale, 10);
    const streams = scaled(60, scale, 10);
    const maxStreamEvents = scaled(80, scale, 20);
    const world = await openWorld({ store, settings: { shutdown: { announceSeconds, graceSeconds } } });
    const balancer = watchReadiness(world.services);
    const pickUrl = () => random.pick(balancer.ready).url;
    const key = keys.alice;
    try {
      const failed = [];
      const disconnected = [];
      const unfinished = [];
      let expected = 0;
      let responseCount = 0;
      let made = 0;
      const over = new AbortController();

      /** Sends a request to one replica, and records the faults of its response. */
      const ask = async (words, pace, wrong) => {
        made += 1;
        const prompt = promptOf({ tag: `q${made}`, words, gap: pace });
        const [path, body] =
          made % 2 === 0
            ? [
                '/v1/messages',
                {
                  model: 'scripted',
                  max_tokens: 2000,
                  messages: [{ role: 'user', content: prompt }],
                  stream: made % 3 > 0 || pace > 0,
                },
              ]
            : [
                '/v1/responses',
                { model: 'scripted', input: prompt, store: made % 4 === 1, stream: made % 3 > 0 || pace > 0 },
              ];
        const replica = pickUrl();
        let text = '';
        const { status, complete } = await openCall(
          { url: replica, key, path, body, headers: { 'anthropic-version': '2023-06-01' } },
          { onData: (chunk) => (text += chunk) },
        ).ended;
        const expectedTokens = replyChunks([{ role: 'user', text: prompt }]);
        if (status === 200 && complete && text.includes(expectedTokens.at(-1)) && /end_turn|"completed"/.test(text)) {
          responseCount += 1;
          expected += expectedTokens.length;
        } else
          wrong.push(
            `${path} at ${replica}: ${status === 200 ? `ended with ${JSON.stringify(text.slice(-80))}` : `status ${status} ${text.slice(0, 120)}`}`,
          );
      };
      const everySoOften = async () => {
        const asked = [];
        while (!over.signal.aborted) {
          asked.push(ask(1 + random.integer(5), 0, failed));
          await pause(1000 / rate);
        }
        await Promise.all(asked);
      };
      const oneAfterTheOther = async () => {
        while (!over.signal.aborted) await ask(5 + random.integer(maxStreamEvents), gap, disconnected);
      };
      const background = [];
      const inTheBackground = async () => {
        while (!over.signal.aborted) {
          const order = { tag: `b${background.length}`, words: 1 + random.integer(maxStreamEvents), gap };
          const run = await startBackground({ url: pickUrl(), key }, order);
          if (run === undefined) failed.push(`background response ${order.tag} was not acknowledged`);
          else background.push({ run, tokens: replyChunks([{ role: 'user', text: run.prompt }]).length });
          await pause(500);
        }
      };

      const load = Promise.all([
        everySoOften(),
        inTheBackground(),
        ...Array.from({ length: streams }, oneAfterTheOther),
      ]);
      const stops = [];
      await pause(1_000);
      for (let round = 0; round < rounds; round += 1) {
        for (const service of world.services) {
          const startedAt = performance.now();
          await service.stop();
          stops.push((performance.now() - startedAt) / 1000);
          await service.start();
          await waitUntil('the balancer sees it', () => balancer.ready.includes(service));
          progress(
            `round ${round + 1} of ${rounds}: a replica stopped in ${stops.at(-1).toFixed(1)} s and is back, ${responseCount} responses so far`,
          );
        }
      }
      over.abort();
      await load;
      await inParallel(background, 16, async ({ run, tokens }) => {
        const { text } = await waitUntil(
          `the end of ${run.id}`,
          async () => {
            const seen = await readRun(pickUrl(), run);
            return seen.ended && seen;
          },
          { timeoutMs: 60_000, everyMs: 200 },
        );
        const { status, error } = JSON.parse(text);
        if (status === 'completed') expected += tokens;
        else unfinished.push(`${run.id} is ${status}: ${error?.message}`);
        for (const fault of await faultsOf(pickUrl(), run, text)) unfinished.push(fault);
      });
      // What is written last goes out with the end of a process.
      await balancer.stop();
      await Promise.all(world.services.map((service) => service.stop()));
      const missing = expected - loggedOutputTokens(world.services.map(({ logFile }) => logFile));
      return {
        did: `${stops.length} restarts, ${responseCount} responses, ${background.length} background responses`,
        figures: [
          none('requests that failed', failed),
          none('truncated streams', disconnected),
          none('background responses that did not complete correctly', unfinished),
          { name: 'output tokens that the log does not have', value: Math.abs(missing), atMost: 0 },
          { name: 'slowest stop', value: Math.max(...stops), atMost: announceSeconds + graceSeconds, unit: 's' },
        ],
      };
    } finally {
      await balancer.stop();
      await world.dispose();
    }
  },
};
