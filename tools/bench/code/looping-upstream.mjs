// A chat-completions upstream: it responds to `loop` with a call of Python that never ends, and everything else with a word.
import { once } from 'node:events';
import { createServer } from 'node:http';
import { json } from 'node:stream/consumers';

export async function startLoopingUpstream() {
  /** What the model reads of each call. */
  const results = [];
  const server = createServer((request, response) => void serve(request, response).catch(() => response.destroy()));

  async function serve(request, response) {
    if (request.method !== 'POST') return void response.end('{"object":"list","data":[]}');
    const { messages } = await json(request);
    const last = messages.at(-1);
    if (last.role === 'tool') results.push(JSON.stringify(last.content));
    const loops = last.role === 'user' && JSON.stringify(last.content).includes('loop');
    const arguments_ = JSON.stringify({ code: 'while True: pass' });
    const delta = loops
      ? {
          tool_calls: [
            { index: 0, id: 'call_1', type: 'function', function: { name: 'python', arguments: arguments_ } },
          ],
        }
      : { content: 'Hello.' };
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.end(
      `${chunkOf({ role: 'assistant', ...delta }, null)}${chunkOf({}, loops ? 'tool_calls' : 'stop')}data: [DONE]\n\n`,
    );
  }

  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${server.address().port}/v1`,
    results,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

function chunkOf(delta, finishReason) {
  const choices = [{ index: 0, delta, finish_reason: finishReason }];
  return `data: ${JSON.stringify({ id: 'c', object: 'chat.completion.chunk', created: 1, model: 'm', choices })}\n\n`;
}
