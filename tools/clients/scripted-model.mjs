// A chat-completions upstream with scripted responses, one per request.
import { once } from 'node:events';
import { createServer } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';

/**
 * @typedef {object} Completion output of the model; several parts are sent in this order
 * @property {string} [thinks]
 * @property {string} [text]
 * @property {{ name: string, input: object | string }[]} [calls] all calls at once; a string is sent unchanged
 * @property {object} [usage] usage that the model reports, over the default
 * @property {number} [cutAfter] disconnects after this number of chunks, without an error
 * @property {object} [breaks] ends the stream with this error after its output
 * @property {number} [waits] milliseconds before the first chunk
 * @property {string} [finish] finish reason; default: `tool_calls` after calls, otherwise `stop`
 */

/**
 * @typedef {object} Rejection
 * @property {number} status
 * @property {object} [body]
 * @property {Record<string, string>} [headers]
 */

/** @typedef {Completion | Rejection} Play */

/** The token usage of every response, unless the script overrides it. */
export const usage = {
  prompt_tokens: 1234,
  completion_tokens: 56,
  total_tokens: 1290,
  prompt_tokens_details: { cached_tokens: 1000 },
};

/** Starts the model on a free port of this machine. */
export async function startScriptedModel() {
  /** @type {any[]} every body that it was asked with, oldest first */
  const asked = [];
  /** @type {(Play | ((body: any) => Play))[]} */
  let plays = [];
  const server = createServer(async (request, response) => {
    let text = '';
    for await (const chunk of request.setEncoding('utf8')) text += chunk;
    if (request.method !== 'POST')
      return void response.writeHead(200, { 'content-type': 'application/json' }).end('{"object":"list","data":[]}');
    const body = JSON.parse(text);
    asked.push(body);
    const next = plays.length > 1 ? plays.shift() : plays[0];
    const play = typeof next === 'function' ? next(body) : (next ?? { text: 'The scenario scripted no response.' });
    if (play.waits !== undefined) await pause(play.waits, undefined, { ref: false });
    return perform(play, body, response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    baseUrl: `http://127.0.0.1:${server.address().port}/v1`,
    asked,
    /**
     * Sets the next responses, in this order; the last one repeats.
     * @param {(Play | ((body: any) => Play))[]} next
     */
    play(...next) {
      asked.length = 0;
      plays = next;
    },
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

/** @typedef {Awaited<ReturnType<typeof startScriptedModel>>} ScriptedModel */

let made = 0;

function perform(play, { stream }, response) {
  if ('status' in play) {
    response.writeHead(play.status, { 'content-type': 'application/json', ...play.headers });
    response.end(JSON.stringify(play.body ?? { error: { message: 'The scenario scripted a failure.' } }));
    return;
  }
  const calls = (play.calls ?? []).map(({ name, input }) => ({
    id: `call_${(made += 1)}`,
    type: 'function',
    function: { name, arguments: typeof input === 'string' ? input : JSON.stringify(input) },
  }));
  const finish = play.finish ?? (calls.length > 0 ? 'tool_calls' : 'stop');
  const counted = { ...usage, ...play.usage };
  const common = { id: 'chatcmpl-1', created: 0, model: 'scripted' };
  if (stream !== true) {
    const message = {
      role: 'assistant',
      content: play.text ?? null,
      ...(play.thinks === undefined ? {} : { reasoning_content: play.thinks }),
      ...(calls.length > 0 ? { tool_calls: calls } : {}),
    };
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(
      JSON.stringify({
        ...common,
        object: 'chat.completion',
        choices: [{ index: 0, message, finish_reason: finish }],
        usage: counted,
      }),
    );
    return;
  }
  const deltas = [
    ...chunksOf(play.thinks).map((chunk) => ({ reasoning_content: chunk })),
    ...chunksOf(play.text).map((chunk) => ({ content: chunk })),
    ...calls.flatMap((call, index) => [
      { tool_calls: [{ index, ...call, function: { ...call.function, arguments: '' } }] },
      ...chunksOf(call.function.arguments).map((chunk) => ({
        tool_calls: [{ index, function: { arguments: chunk } }],
      })),
    ]),
  ];
  const frame = (chunk) => `data: ${JSON.stringify({ ...common, object: 'chat.completion.chunk', ...chunk })}\n\n`;
  // The role arrives with the first delta, whatever it contains.
  const frames = deltas.map((delta, index) =>
    frame({
      choices: [{ index: 0, delta: index === 0 ? { role: 'assistant', ...delta } : delta, finish_reason: null }],
    }),
  );
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  if (play.breaks !== undefined) {
    response.end(`${frames.join('')}data: ${JSON.stringify(play.breaks)}\n\n`);
    return;
  }
  if (play.cutAfter !== undefined) {
    response.write(frames.slice(0, play.cutAfter).join(''), () => response.destroy());
    return;
  }
  response.end(
    `${frames.join('')}${frame({ choices: [{ index: 0, delta: {}, finish_reason: finish }] })}${frame({ choices: [], usage: counted })}data: [DONE]\n\n`,
  );
}

function chunksOf(text = '') {
  return text.match(/.{1,12}/gsu) ?? [];
}
