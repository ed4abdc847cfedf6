// An upstream of the chat-completions API. The model name selects its behavior, and it records how each response ended.
import { once } from 'node:events';
import { createServer } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { openDoors } from './open-doors.mjs';

/** The text of a long completion, and the time per word. */
const words = Array.from({ length: 60 }, (_, index) => `word${index} `);
const msPerWord = 40;

/**
 * Starts it on a free port of this machine. `GET /answers/MARKER` returns the state of the last response to a request
 * whose text contains MARKER: `none`, `open`, `whole` (complete) or `cut` (disconnected).
 */
export async function startSlowModel() {
  /** @type {{ text: string, state: 'open' | 'whole' | 'cut' }[]} */
  const entries = [];
  const server = createServer(async (request, response) => {
    openDoors(response);
    if (request.method === 'GET') {
      const marker = decodeURIComponent((request.url ?? '').split('/').at(-1));
      const found = entries.findLast(({ text }) => text.includes(marker));
      return void response
        .writeHead(200, { 'content-type': 'application/json' })
        .end(JSON.stringify({ state: found?.state ?? 'none' }));
    }
    let text = '';
    for await (const chunk of request.setEncoding('utf8')) text += chunk;
    const entry = { text, state: 'open' };
    entries.push(entry);
    response.on('close', () => {
      entry.state = response.writableFinished ? 'whole' : 'cut';
    });
    return perform(JSON.parse(text), response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${server.address().port}`;
  return {
    url,
    /** For `service.yaml`: each model by the name of what it does. */
    models: ['quick', 'slow', 'caller', 'mute'].map((name) => ({
      name,
      provider: { kind: 'chat-completions', baseUrl: `${url}/v1`, model: name },
    })),
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

async function perform({ model, stream, messages }, response) {
  if (model === 'mute') return;
  const called = messages.some(({ role }) => role === 'tool');
  const call = { id: 'call_1', type: 'function', function: { name: 'get_weather', arguments: '{"location":"Paris"}' } };
  const calls = model === 'caller' && !called ? [call] : [];
  const texts = model === 'slow' ? words : [called ? `Seen: ${messages.at(-1).content}` : 'Hello, ', 'Grüße 🌍.'];
  const finish = calls.length > 0 ? 'tool_calls' : 'stop';
  const usage = { prompt_tokens: 5, completion_tokens: 7, total_tokens: 12 };
  const common = { id: 'chatcmpl-1', created: 0, model };
  if (stream !== true) {
    const message =
      calls.length > 0
        ? { role: 'assistant', content: null, tool_calls: calls }
        : { role: 'assistant', content: texts.join('') };
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(
      JSON.stringify({
        ...common,
        object: 'chat.completion',
        choices: [{ index: 0, message, finish_reason: finish }],
        usage,
      }),
    );
    return;
  }
  const send = (chunk) =>
    response.write(`data: ${JSON.stringify({ ...common, object: 'chat.completion.chunk', ...chunk })}\n\n`);
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  const deltas =
    calls.length > 0
      ? [{ tool_calls: calls.map((one, index) => ({ index, ...one })) }]
      : texts.map((content) => ({ content }));
  for (const delta of deltas) {
    if (response.destroyed) return;
    send({ choices: [{ index: 0, delta, finish_reason: null }] });
    if (model === 'slow') await wait(msPerWord);
  }
  send({ choices: [{ index: 0, delta: {}, finish_reason: finish }] });
  send({ choices: [], usage });
  response.end('data: [DONE]\n\n');
}
