// Every upstream fault, in every phase of its response, ends every form of a response once, correctly and soon.
import { readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import {
  canStrike,
  upstreamFaults as faults,
  upstreamPhases,
  upstreamErrorText,
} from '../../../packages/providers/dist/testing.js';
import { startBadUpstream } from '../bad-upstream.mjs';
import { busyness } from '../busyness.mjs';
import { judgeReply, judgeResponse } from '../fault-judgement.mjs';
import { none, quantile } from '../figure.mjs';
import { send } from '../http-call.mjs';
import { inParallel } from '../in-parallel.mjs';
import { terminalStatuses } from '../responses-client.mjs';
import { waitUntil } from '../wait-until.mjs';
import { keys, openWorld } from '../world.mjs';

const rounds = 3;
const width = 16;
const stallMs = 300;
const upstreamKey = 'key-of-the-upstream-0123456789';

const forms = [
  { name: 'messages', dialect: 'messages', stream: false, stored: false, background: false },
  { name: 'messages stream', dialect: 'messages', stream: true, stored: false, background: false },
  { name: 'responses', dialect: 'responses', stream: false, stored: true, background: false },
  { name: 'responses, store: false', dialect: 'responses', stream: false, stored: false, background: false },
  { name: 'responses stream', dialect: 'responses', stream: true, stored: true, background: false },
  { name: 'responses stream, store: false', dialect: 'responses', stream: true, stored: false, background: false },
  { name: 'background', dialect: 'responses', stream: false, stored: true, background: true },
  { name: 'background stream', dialect: 'responses', stream: true, stored: true, background: true },
];

/** @type {import('../check.mjs').Check} */
export const upstreamFaults = {
  name: 'upstream-faults',
  goal: 'No false success: every fault of an upstream in every phase, both dialects, stream, JSON and background: one correct ending within 1 s of the fault, and the store has the same',
  stores: ['sqlite', 'postgres'],
  async run({ scale, store, random, progress }) {
    const upstream = await startBadUpstream();
    const own = { baseUrl: upstream.baseUrl, headers: { 'x-upstream-key': upstreamKey } };
    const models = {
      well: own,
      first: { ...own, timeouts: { firstToken: stallMs } },
      idle: { ...own, timeouts: { idle: stallMs } },
    };
    const world = await openWorld({ store, models });
    try {
      const product = Array.from({ length: rounds }).flatMap(() =>
        forms.flatMap((form) =>
          upstreamPhases.flatMap((phase) =>
            faults
              .filter((fault) => canStrike(fault, phase) && !waits(form, phase, fault))
              .map((fault) => ({ form, phase, fault })),
          ),
        ),
      );
      const chosen = product.filter(() => random.chance(scale));
      const before = Math.max(...world.services.map((service) => service.residentMb()));
      const wrong = [];
      const delays = [];
      let busiest = 1;
      let stored = 0;
      await inParallel(chosen, width, async ({ form, phase, fault }, index) => {
        if (index > 0 && index % 500 === 0) progress(`${index} of ${chosen.length}, ${wrong.length} wrong`);
        busiest = Math.max(busiest, busyness());
        const stalls = fault.code === 'timed-out';
        const started = phase.reached === 'output' || phase.reached === 'reason';
        const asked = {
          tag: `case-${index}.`,
          phase,
          fault,
          pauseMs: 5 + random.integer(30),
          requests: 0,
          struckAt: Number.NaN,
        };
        upstream.cases.set(asked.tag, asked);
        const addProblem = (what) => wrong.push(`${fault.name} ${phase.name}, ${form.name}: ${what}`);
        const service = world.services[index % world.services.length];
        const end = await ask(service, form, stalls ? (started ? 'idle' : 'first') : 'well', asked);
        end.wrong.forEach(addProblem);
        const words = fault.isForwarded === true ? [] : [upstreamErrorText];
        for (const secret of [...words, upstreamKey, new URL(upstream.baseUrl).host])
          if (end.text.includes(secret)) addProblem(`exposed ${secret}`);
        if (end.stored !== undefined) stored += 1;
        if (Number.isFinite(asked.struckAt)) delays.push(end.at - asked.struckAt - (stalls ? stallMs : 0));
        // Every replica returns the same response.
        const other = world.services[(index + 1) % world.services.length];
        if (end.stored === undefined) return;
        const seen = (await retrieve(other, end.stored.id)).text;
        if (seen !== JSON.stringify(end.stored)) addProblem(`another reader has ${seen.slice(0, 200)}`);
      });

      progress('everything is as before');
      await waitUntil('end of the last request at the upstream', () => upstream.open === 0 || undefined, {
        timeoutMs: 5_000,
      }).catch(() => undefined);
      const healthy = await inParallel(world.services, 3, (service) =>
        send({ url: service.url, key: keys.alice, path: '/v1/responses', body: { model: 'well', input: 'Hi' } }),
      );
      const grown = Math.max(...world.services.map((service) => service.residentMb())) - before;
      const logs = world.services.map(({ logFile }) => readFileSync(logFile, 'utf8')).join('\n');
      return {
        did: `${chosen.length} faults in ${upstreamPhases.length} phases of ${forms.length} forms, ${stored} stored responses read again; p50 ${quantile(delays, 0.5).toFixed(0)} ms`,
        figures: [
          none('wrong endings', wrong),
          {
            name: 'from the fault to the ending p99',
            value: quantile(delays, 0.99),
            atMost: 1_000 * busiest,
            unit: 'ms',
          },
          { name: 'upstream requests open at the end', value: upstream.open, atMost: 0 },
          none(
            'text, address or key of the upstream in logs',
            [upstreamErrorText, upstreamKey, new URL(upstream.baseUrl).host].filter((secret) => logs.includes(secret)),
          ),
          {
            name: 'replicas that respond afterwards',
            value: healthy.filter(({ status }) => status === 200).length,
            atLeast: world.services.length,
          },
          { name: 'memory above the start', value: grown, atMost: 500, unit: 'MB' },
        ],
      };
    } finally {
      await world.dispose();
      await upstream.close();
    }
  },
};

/** A background response waits for a busy model, as long as no output was received. */
function waits(form, phase, fault) {
  return (
    form.background &&
    ['overloaded', 'rate-limited'].includes(fault.code) &&
    ['nothing', 'headers'].includes(phase.reached)
  );
}

/** @returns {Promise<{ at: number, wrong: string[], text: string, stored?: any }>} `stored` is the response that the store must contain */
async function ask(service, form, model, { tag, ...asked }) {
  const call = { url: service.url, key: keys.alice };
  const reply =
    form.dialect === 'messages'
      ? await send({
          ...call,
          path: '/v1/messages',
          headers: { 'anthropic-version': '2023-06-01' },
          body: { model, max_tokens: 100, messages: [{ role: 'user', content: tag }], stream: form.stream },
        })
      : await send({
          ...call,
          path: '/v1/responses',
          body: {
            model,
            input: tag,
            stream: form.stream,
            store: form.stored,
            ...(form.background ? { background: true } : {}),
          },
        });
  const at = performance.now();
  const judged = judgeReply(form, asked, reply);
  if (judged.response === undefined) return { at, wrong: judged.wrong, text: reply.text };
  const polled =
    form.background && !form.stream
      ? await poll(service, judged.response.id)
      : { at, response: judged.response, text: reply.text };
  const wrong = [...judged.wrong, ...judgeResponse(polled.response)];
  return { at: polled.at, wrong, text: polled.text, ...(form.stored ? { stored: polled.response } : {}) };
}

function retrieve({ url }, id) {
  return send({ url, key: keys.alice, path: `/v1/responses/${id}` });
}

async function poll(service, id) {
  for (;;) {
    const reply = await retrieve(service, id);
    const response = reply.json();
    if (terminalStatuses.has(response.status)) return { at: performance.now(), response, text: reply.text };
    await pause(25);
  }
}
