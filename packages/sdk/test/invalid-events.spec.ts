// A stream whose events form no response rejects with an error of this package for any invalid input.
import { ModelResponseClient, StreamError } from '#src/index.js';
import { listen, type Loopback } from './loopback.js';

let server: Loopback;
afterEach(() => server.close());

const start = {
  type: 'message_start',
  message: {
    id: 'msg_1',
    type: 'message',
    role: 'assistant',
    content: [],
    usage: { input_tokens: 1, output_tokens: 1 },
  },
};

async function serve(events: readonly unknown[]): Promise<ModelResponseClient> {
  server = await listen((response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.end(events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join(''));
  });
  return new ModelResponseClient({ baseUrl: server.url, apiKey: 'secret', maxRetries: 0 });
}

describe('a stream is not valid', () => {
  it.each<readonly unknown[]>([
    [null],
    [5],
    [start, []],
    [start, {}],
    [start, { type: 'content_block_delta', index: 0 }],
    [start, { type: 'content_block_stop', index: 0 }],
    [start, { type: 'message_delta' }],
    [{ type: 'content_block_start', index: 0 }],
  ])('with %j %j', async (...events) => {
    const client = await serve([...events, { type: 'message_stop' }]);
    await expect(
      client.messages.stream({ model: 'm', max_tokens: 8, messages: [] }).finalMessage(),
    ).rejects.toBeInstanceOf(StreamError);
  });

  it.each<unknown>([null, 'x', { type: 'response.completed' }, { type: 'response.completed', response: null }])(
    'with %j',
    async (event) => {
      const client = await serve([event]);
      await expect(client.responses.stream({ model: 'm', input: 'hi' }).finalResponse()).rejects.toBeInstanceOf(
        StreamError,
      );
    },
  );
});
