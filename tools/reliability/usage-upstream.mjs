// A chat-completions upstream with its own accounting: the tokens generated for each request, and the usage that it
// reported.
import { once } from 'node:events';
import { createServer } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';

/**
 * @typedef {object} UsagePlan behavior of the upstream for one model name
 * @property {'last' | 'continuous' | 'none' | 'document'} report usage in the last chunk, in every chunk, never, or in one JSON document
 * @property {number} prompt prompt tokens
 * @property {number} cached prompt tokens from a cache
 * @property {number} reasoning words of reasoning, one token and one chunk each
 * @property {number} text words of text
 * @property {number} call chunks of a call's arguments
 * @property {number} gap milliseconds between chunks
 * @property {number} first milliseconds before the first one
 * @property {'no' | 'reset' | 'busy'} fails how the first attempt fails, before its first byte
 * @property {number} [breaks] breaks the connection after this many chunks
 */

/**
 * @typedef {object} Counts counts that a service must record
 * @property {number} prompt
 * @property {number} cached
 * @property {number} completion completion tokens with reasoning
 * @property {number} reasoning
 */

/**
 * @typedef {object} Account
 * @property {number} attempts
 * @property {number} generated chunks that the last attempt sent
 * @property {Counts[]} reports all reports of the last attempt, in order
 * @property {boolean} whole whether the upstream wrote the complete response
 */

export async function startUsageUpstream() {
  /** @type {Map<string, UsagePlan>} */
  const plans = new Map();
  /** @type {Map<string, Account>} */
  const accounts = new Map();
  const server = createServer((request, response) => {
    if (request.method === 'POST') void serve(request, response).catch(() => response.destroy());
    else response.writeHead(200, { 'content-type': 'application/json' }).end('{"object":"list","data":[]}');
  });
  server.keepAliveTimeout = 60_000;
  server.listen(0, '127.0.0.1', 4096);
  await once(server, 'listening');

  async function serve(request, response) {
    let text = '';
    for await (const chunk of request.setEncoding('utf8')) text += chunk;
    const { model } = JSON.parse(text);
    const plan = plans.get(model);
    if (plan === undefined) throw new Error(`no plan for ${model}`);
    const account = accounts.get(model) ?? { attempts: 0, generated: 0, reports: [], whole: false };
    accounts.set(model, account);
    account.attempts += 1;
    if (account.attempts === 1 && plan.fails === 'reset') return void response.socket.resetAndDestroy();
    if (account.attempts === 1 && plan.fails === 'busy')
      return void response.writeHead(503, { 'retry-after': '0' }).end('{}');
    await respond(plan, account, response);
  }

  return {
    baseUrl: `http://127.0.0.1:${server.address().port}/v1`,
    plans,
    accounts,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

/** @typedef {Awaited<ReturnType<typeof startUsageUpstream>>} UsageUpstream */

async function respond(plan, account, response) {
  const disconnected = new AbortController();
  response.once('close', () => disconnected.abort());
  const wait = (ms) => (ms === 0 ? undefined : pause(ms, undefined, { signal: disconnected.signal }));
  const deltas = deltasOf(plan);
  const report = (count) => {
    const counts = countsOf(plan, count);
    account.reports.push(counts);
    return { usage: toApiName(counts) };
  };
  if (plan.report === 'document') {
    await wait(plan.first);
    account.generated = deltas.length;
    account.whole = true;
    response
      .writeHead(200, { 'content-type': 'application/json' })
      .end(JSON.stringify({ ...documentOf(plan), ...report(deltas.length) }));
    return;
  }
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  const send = (chunk) => response.write(`data: ${JSON.stringify(chunk)}\n\n`);
  const choice = (delta, reason = null) => ({ choices: [{ index: 0, delta, finish_reason: reason }] });
  const continuous = plan.report === 'continuous';
  await wait(plan.first);
  send({ ...choice({ role: 'assistant', content: '' }), ...(continuous ? report(0) : {}) });
  for (const [index, delta] of deltas.entries()) {
    if (index === plan.breaks) return void response.socket.resetAndDestroy();
    if (disconnected.signal.aborted) return;
    account.generated = index + 1;
    send({ ...choice(delta), ...(continuous ? report(index + 1) : {}) });
    await wait(plan.gap);
  }
  account.whole = true;
  send({ ...choice({}, plan.call > 0 ? 'tool_calls' : 'stop'), ...(continuous ? report(deltas.length) : {}) });
  if (plan.report !== 'none') send({ choices: [], ...report(deltas.length) });
  response.end('data: [DONE]\n\n');
}

/** Words of reasoning, then of text, then argument deltas of one call. */
function deltasOf({ reasoning, text, call }) {
  const delta = (index) => ({
    tool_calls: [
      index === 0
        ? { index: 0, id: 'call_1', type: 'function', function: { name: 'look', arguments: '' } }
        : { index: 0, function: { arguments: argumentsOf(call)[index - 1] } },
    ],
  });
  return [
    ...Array.from({ length: reasoning }, (_, index) => ({ reasoning_content: `r${index} ` })),
    ...Array.from({ length: text }, (_, index) => ({ content: `w${index} ` })),
    ...Array.from({ length: call }, (_, index) => delta(index)),
  ];
}

/** The text `{"a":11...1}` in `call - 1` deltas. */
function argumentsOf(call) {
  if (call < 2) return [];
  if (call === 2) return ['{}'];
  return ['{"a":', ...Array.from({ length: call - 3 }, () => '1'), call > 3 ? '}' : '1}'];
}

function documentOf(plan) {
  const { reasoning, text, call } = plan;
  const words = (name, count) => Array.from({ length: count }, (_, index) => `${name}${index} `).join('');
  const calls =
    call === 0
      ? {}
      : {
          tool_calls: [
            {
              id: 'call_1',
              type: 'function',
              function: { name: 'look', arguments: argumentsOf(call).join('') || '{}' },
            },
          ],
        };
  const message = { role: 'assistant', content: words('w', text), reasoning_content: words('r', reasoning), ...calls };
  return { choices: [{ index: 0, message, finish_reason: call > 0 ? 'tool_calls' : 'stop' }] };
}

/** The usage of a response of which `generated` chunks were sent. */
export function countsOf({ prompt, cached, reasoning }, generated) {
  return { prompt, cached, completion: generated, reasoning: Math.min(reasoning, generated) };
}

function toApiName({ prompt, cached, completion, reasoning }) {
  return {
    prompt_tokens: prompt,
    completion_tokens: completion,
    total_tokens: prompt + completion,
    prompt_tokens_details: { cached_tokens: cached },
    completion_tokens_details: { reasoning_tokens: reasoning },
  };
}
