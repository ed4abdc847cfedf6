// After any end of a stream, the recorded tokens are those that the upstream generated.
import { setTimeout as pause } from 'node:timers/promises';
import { readFileSync } from 'node:fs';
import { scaled } from '../check.mjs';
import { none } from '../figure.mjs';
import { openCall, send } from '../http-call.mjs';
import { inParallel } from '../in-parallel.mjs';
import { terminalStatuses } from '../responses-client.mjs';
import { readFrames } from '../sse-frames.mjs';
import { startUsageUpstream } from '../usage-upstream.mjs';
import { judgeAborted, judgeCompleted, ofLog, ofMessage, ofResponse, countDeltas } from '../usage-judgement.mjs';
import { waitUntil } from '../wait-until.mjs';
import { keys, openWorld } from '../world.mjs';

const forms = [
  'messages',
  'messages-stream',
  'responses',
  'responses-stream',
  'responses-stream-unstored',
  'background',
  'background-stream',
];
const width = 48;

/** @type {import('../check.mjs').Check} */
export const usage = {
  name: 'usage',
  goal: 'Usage is exact: 10,000 scripted streams, cancelled, broken and retried ones among them; the client, the store and the log record what the upstream generated',
  stores: ['sqlite', 'postgres'],
  async run({ scale, store, random, progress }) {
    const total = scaled(10_000, scale, 120);
    const upstream = await startUsageUpstream();
    // Each request has its own model name, so that the upstream and the log can distinguish them.
    const world = await openWorld({ store, models: { 'u*': { baseUrl: upstream.baseUrl } } });
    try {
      const wrong = [];
      const done = { whole: 0, cut: 0, broken: 0, retried: 0, estimated: 0, unseen: 0 };
      const runs = await inParallel(Array.from({ length: total }).keys(), width, async (index) => {
        if (index > 0 && index % 2_000 === 0) progress(`${index} of ${total}`);
        const draw = random.fork(`run-${index}`);
        const run = {
          name: `u${index}`,
          form: draw.pick(forms),
          url: draw.pick(world.services).url,
          plan: planOf(draw),
          leaves: draw.chance(0.25),
          after: draw.integer(120),
          wrong: [],
        };
        // A client can disconnect midway only if the upstream is slow.
        if (run.leaves) run.plan.gap += 10;
        upstream.plans.set(run.name, run.plan);
        return Object.assign(run, await ask(run));
      });
      progress('reading the logs');
      const lines = await waitUntil('the last log lines', () => {
        const found = readLogs(world.services);
        // A client may disconnect before its request was read; then nothing was generated either.
        return (
          runs.every(
            ({ name, form }) => form.startsWith('background') || found.has(name) || !upstream.accounts.has(name),
          ) && found
        );
      });
      for (const run of runs) {
        const account = upstream.accounts.get(run.name) ?? { attempts: 0, generated: 0, reports: [], whole: false };
        const logged = run.form.startsWith('background') ? undefined : ofLog(lines.get(run.name));
        const records = { ...run.records, ...(logged === undefined ? {} : { log: logged }) };
        const kind = kindOf(run, account);
        done[kind] += 1;
        if (account.attempts === 2) done.retried += 1;
        if (Object.values(records).some((record) => record.estimated)) done.estimated += 1;
        const expected = run.plan.fails === 'no' ? 1 : 2;
        if (kind === 'whole' && account.attempts !== expected)
          wrong.push(`${run.name}: ${account.attempts} attempts and not ${expected}`);
        const faults =
          kind === 'whole'
            ? judgeCompleted(run.plan, account, records)
            : judgeAborted(run.plan, account, records, run.seen);
        for (const fault of faults)
          wrong.push(`${run.name} (${run.form}, ${kind}, usage ${run.plan.report}): ${fault}`);
      }
      const count = (field) =>
        [...upstream.accounts.values()].reduce((sum, { reports }) => sum + (reports.at(-1)?.[field] ?? 0), 0);
      return {
        did: `${total} streams over ${world.services.length} ${world.services.length === 1 ? 'process' : 'replicas'}: ${done.whole} complete, ${done.cut} cancelled, ${done.broken} broken by the upstream, ${done.retried} retried; ${done.unseen} disconnected before the first token, ${done.estimated} estimated and marked; ${count('completion')} tokens`,
        figures: [
          none('records that differ from what the upstream generated', wrong),
          { name: 'whole', value: done.whole, atLeast: Math.floor(total * 0.3) },
          { name: 'cancelled or broken', value: done.cut + done.broken, atLeast: Math.floor(total * 0.1) },
          { name: 'retried', value: done.retried, atLeast: Math.floor(total * 0.02) },
        ],
      };
    } finally {
      await world.dispose();
      await upstream.close();
    }
  },
};

function planOf(draw) {
  const prompt = 5 + draw.integer(2_000);
  const report = draw.pick(['last', 'last', 'continuous', 'continuous', 'none', 'document']);
  const text = 1 + draw.integer(12);
  return {
    report,
    prompt,
    cached: draw.chance(0.5) ? draw.integer(prompt) : 0,
    reasoning: draw.chance(0.5) ? draw.integer(8) : 0,
    text,
    call: draw.chance(0.3) ? 2 + draw.integer(5) : 0,
    gap: draw.chance(0.5) ? draw.integer(12) : 0,
    first: draw.chance(0.3) ? draw.integer(40) : 0,
    fails: draw.chance(0.9) ? 'no' : draw.pick(['reset', 'busy']),
    ...(draw.chance(0.1) && report !== 'document' ? { breaks: draw.integer(text) } : {}),
  };
}

/** What became of a request, as the upstream's books have it. */
function kindOf(run, account) {
  if (run.ended === 'completed') return 'whole';
  if (account.generated === 0) return 'unseen';
  return run.plan.breaks !== undefined && !run.leaves ? 'broken' : 'cut';
}

const tools = {
  function: { type: 'function', name: 'look', parameters: { type: 'object' }, strict: false },
  messages: { name: 'look', input_schema: { type: 'object' } },
};

/** Makes the request and gives all that its client can learn of its cost. */
async function ask(run) {
  const { name, form, url } = run;
  const key = keys.alice;
  const stream = form.includes('stream');
  if (form.startsWith('messages')) {
    const body = {
      model: name,
      max_tokens: 1_000,
      messages: [{ role: 'user', content: 'Hi' }],
      tools: [tools.messages],
      stream,
    };
    const text = await receive(run, {
      url,
      key,
      path: '/v1/messages',
      body,
      headers: { 'anthropic-version': '2023-06-01' },
    });
    return outcomeOfMessages(text, stream);
  }
  const background = form.startsWith('background');
  const body = {
    model: name,
    input: 'Hi',
    tools: [tools.function],
    stream,
    ...(background ? { background } : {}),
    ...(form.endsWith('unstored') ? { store: false } : {}),
  };
  const call = { url, key, path: '/v1/responses', body };
  // A disconnect only ends the reading of a background response; an explicit cancel ends the response.
  const { text, id } = background ? await follow(run, call) : { text: await receive(run, call), id: undefined };
  return await outcomeOfResponses(run, text, id);
}

/**
 * All data received until the end, or until the client disconnects. Most stream readers disconnect midway, the others
 * at any time, because a busy service may not have started.
 */
async function receive({ leaves, after, form }, call) {
  let text = '';
  const started = Promise.withResolvers();
  const open = openCall(call, {
    onData: (chunk) => {
      text += chunk;
      started.resolve();
    },
  });
  if (!leaves) {
    await open.ended;
    return text;
  }
  const inTheMiddle = form.includes('stream') && after % 4 > 0;
  if (inTheMiddle) await Promise.race([open.ended, started.promise]);
  await Promise.race([open.ended, pause(inTheMiddle ? after % 16 : after)]);
  open.disconnect();
  return text;
}

async function follow(run, call) {
  if (run.form === 'background') {
    const id = (await send(call)).json().id;
    if (run.leaves) await cancel(run, id);
    await waitUntil(`end of ${id}`, async () => terminalStatuses.has((await read(run, id)).status) || undefined);
    return { text: '', id };
  }
  let text = '';
  const open = openCall(call, { onData: (chunk) => (text += chunk) });
  if (run.leaves) {
    await waitUntil('the id of the response', () => idIn(text), { everyMs: 5 });
    await cancel(run, idIn(text));
  }
  await open.ended;
  return { text, id: idIn(text) };
}

async function cancel(run, id) {
  await pause(run.after);
  await send({ url: run.url, key: keys.alice, path: `/v1/responses/${id}/cancel`, body: {} });
}

async function read(run, id) {
  return (await send({ url: run.url, key: keys.alice, path: `/v1/responses/${id}` })).json();
}

function idIn(text) {
  return /"response":\{"id":"(resp_\w+)"/.exec(text)?.[1];
}

function outcomeOfMessages(text, stream) {
  if (!stream) {
    if (!text.startsWith('{') || !text.endsWith('}')) return { ended: 'left', records: {}, seen: 0 };
    const message = JSON.parse(text);
    return message.type === 'message'
      ? { ended: 'completed', records: { client: ofMessage(message.usage) }, seen: 0 }
      : { ended: 'failed', records: {}, seen: 0 };
  }
  const { events } = readFrames(text);
  const last = events.find(({ type }) => type === 'message_delta');
  const whole = events.at(-1)?.type === 'message_stop';
  return {
    ended: whole ? 'completed' : 'failed',
    records: whole ? { client: ofMessage(last.usage) } : {},
    seen: countDeltas(events),
  };
}

async function outcomeOfResponses(run, text, known) {
  const { events } = run.form.includes('stream') ? readFrames(text) : { events: [] };
  const json =
    !run.form.includes('stream') && text.startsWith('{') && text.endsWith('}') ? JSON.parse(text) : undefined;
  const reported =
    events.findLast(({ response }) => terminalStatuses.has(response?.status))?.response ??
    (json?.object === 'response' ? json : undefined);
  const id = known ?? reported?.id ?? idIn(text);
  const isStored = id !== undefined && !run.form.endsWith('unstored');
  // A client that disconnected does not know when its response is ended and stored.
  const stored = isStored
    ? await waitUntil(`end of ${id}`, async () => {
        const response = await read(run, id);
        return terminalStatuses.has(response.status) && response;
      })
    : undefined;
  const records = {
    ...(reported?.usage ? { client: ofResponse(reported.usage) } : {}),
    ...(stored?.usage ? { store: ofResponse(stored.usage) } : {}),
  };
  const ended = (stored ?? reported)?.status ?? 'left';
  return { ended, records, seen: countDeltas(events) };
}

/** The log lines of requests by model. */
function readLogs(services) {
  const lines = new Map();
  for (const { logFile } of services) {
    for (const line of readFileSync(logFile, 'utf8').split('\n')) {
      if (!line.startsWith('{')) continue;
      const entry = JSON.parse(line);
      if (entry.msg === 'request' && entry.method === 'POST' && /^u\d+$/.test(entry.model))
        lines.set(entry.model, entry);
    }
  }
  return lines;
}
