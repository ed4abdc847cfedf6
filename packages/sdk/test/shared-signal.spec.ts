// One signal for many concurrent calls, such as the shutdown signal of a program.
import { getEventListeners } from 'node:events';
import { ModelResponseClient } from '#src/index.js';
import { listen, sendJson, type Loopback } from './loopback.js';

let server: Loopback;
afterEach(() => server.close());

const call = { type: 'tool_use', id: 'call_1', name: 'wait', input: {} };

describe('a signal that calls share', () => {
  it('ends all of them, and has a listener of none', async () => {
    server = await listen((response) => {
      if (server.requests.at(-1)?.url === '/v1/messages')
        sendJson(response, 200, { id: 'msg_1', content: [call], stop_reason: 'tool_use' });
      else if (server.requests.at(-1)?.url.endsWith('/results')) response.writeHead(200).flushHeaders();
      else sendJson(response, 503, {}, { 'retry-after': '30' });
    });
    const client = new ModelResponseClient({ baseUrl: server.url, apiKey: 'secret' });
    const controller = new AbortController();
    const { signal } = controller;
    const { promise: waiting, resolve } = Promise.withResolvers<void>();
    const wait = {
      name: 'wait',
      parameters: {},
      run: async (): Promise<void> => {
        resolve();
        await new Promise(() => undefined);
      },
    };
    const calls = [
      client.responses.retrieve('resp_1', { signal }),
      client.messages.batches.results('batch_1', { signal }).next(),
      client.messages.runTools({ model: 'm', max_tokens: 8, messages: [] }, [wait], { signal }).finalMessage(),
    ];
    const ended = Promise.allSettled(calls);
    await waiting;
    await new Promise((later) => {
      setTimeout(later, 100);
    });
    expect(getEventListeners(signal, 'abort')).toEqual([]);
    controller.abort();
    expect((await ended).map((end) => end.status === 'rejected' && end.reason === signal.reason)).toEqual([
      true,
      true,
      true,
    ]);
  });
});
