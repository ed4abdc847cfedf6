// The timeouts and the number of retries of a call, with any values of its options.
import { ModelResponseClient, type RequestOptions } from '#src/index.js';
import { listen, sendEvents, sendJson, type Loopback } from './loopback.js';

let server: Loopback | undefined;
afterEach(() => server?.close());

const asked = { model: 'm', input: 'hi' };
const client = (): ModelResponseClient => new ModelResponseClient({ baseUrl: server?.url, apiKey: 'secret' });
const completed = {
  type: 'response.completed',
  sequence_number: 0,
  response: { id: 'resp_1', status: 'completed', output: [] },
};

describe('a limit', () => {
  it.each<RequestOptions>([{ maxRetries: Number.NaN }, { timeoutMs: Number.NaN }, { idleTimeoutMs: -1 }])(
    'that is not a number from 0 on is rejected before any request: %j',
    async (limit) => {
      server = await listen((response) => sendJson(response, 400, {}));
      const [name] = Object.keys(limit);
      expect(() => new ModelResponseClient({ apiKey: 'secret', ...limit })).toThrow(TypeError);
      await expect(client().responses.create(asked, limit)).rejects.toMatchObject({
        name: 'TypeError',
        message: expect.stringMatching(`^${name} `),
      });
      expect(() => client().responses.stream(asked, limit)).toThrow(TypeError);
      expect(server.requests).toHaveLength(0);
    },
  );

  it.each([Number.POSITIVE_INFINITY, 2 ** 31])('of %d ms, beyond the timer maximum, never expires', async (limit) => {
    server = await listen((response) => {
      setTimeout(() => sendJson(response, 200, { id: 'resp_1' }), 50);
    });
    expect(await client().responses.create(asked, { timeoutMs: limit, maxRetries: 0 })).toEqual({ id: 'resp_1' });
  });

  it('of a request goes before that of its client', async () => {
    server = await listen((response) => sendJson(response, 503, {}, { 'retry-after-ms': '1' }));
    const retryingClient = new ModelResponseClient({ baseUrl: server.url, apiKey: 'secret', maxRetries: 5 });
    await expect(retryingClient.responses.create(asked, { maxRetries: 1 })).rejects.toMatchObject({ status: 503 });
    expect(server.requests).toHaveLength(2);
  });

  it('of silence may be none, too', async () => {
    server = await listen((response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' }).flushHeaders();
      setTimeout(() => {
        sendEvents(response, [completed]);
        response.end();
      }, 50);
    });
    expect(await client().responses.stream(asked, { idleTimeoutMs: Number.POSITIVE_INFINITY }).finalResponse()).toEqual(
      completed.response,
    );
  });
});
