// What something other than the service makes of a call: a page to sign in on, the refusal of a balancer, no connection.
import { createServer } from 'node:net';
import { ModelResponseClient } from '#src/index.js';
import { listen, type Loopback } from './loopback.js';

let server: Loopback | undefined;
afterEach(async () => {
  await server?.close();
  server = undefined;
});

const asked = { model: 'm', input: 'hi' };
const message = { model: 'm', max_tokens: 8, messages: [{ role: 'user' as const, content: 'hi' }] };
const page =
  '<!doctype html><html><head><title>Sign in</title><style>h1 { color: red }</style></head>\n<body><h1>Your name?</h1></body></html>';
const advice = 'another server may have sent it. `baseUrl` must be the address of the service itself.';

async function clientOfReply(
  status: number,
  headers: Record<string, string>,
  body: string,
): Promise<ModelResponseClient> {
  server = await listen((response) => void response.writeHead(status, headers).end(body));
  return new ModelResponseClient({ baseUrl: server.url, apiKey: 'secret', maxRetries: 0 });
}

/** A port that nobody listens on. */
async function deadPort(): Promise<number> {
  const listener = createServer();
  await new Promise<void>((ready) => void listener.listen(0, '127.0.0.1', ready));
  const address = listener.address();
  await new Promise((closed) => void listener.close(closed));
  return typeof address === 'object' && address !== null ? address.port : 0;
}

describe('a page in place of an answer', () => {
  it('is told as what it is, and where the fault may be', async () => {
    const client = await clientOfReply(200, { 'content-type': 'text/html; charset=utf-8' }, page);
    await expect(client.responses.create(asked)).rejects.toMatchObject({
      name: 'ConnectionError',
      message: `The response is not JSON but text/html: ${advice}`,
    });
    await expect(client.models.list()).rejects.toMatchObject({
      name: 'ConnectionError',
      message: `The response is not JSON but text/html: ${advice}`,
    });
  });

  it('is told in place of a stream, too, and in place of the results of a batch', async () => {
    const client = await clientOfReply(200, { 'content-type': 'text/html' }, page);
    const results = async (): Promise<unknown> => await client.messages.batches.results('b').next();
    await expect(client.responses.stream(asked).finalResponse()).rejects.toMatchObject({
      name: 'StreamError',
      message: `The response is not a stream of events but text/html: ${advice}`,
    });
    await expect(client.messages.stream(message).finalMessage()).rejects.toMatchObject({
      name: 'StreamError',
      message: `The response is not a stream of events but text/html: ${advice}`,
    });
    await expect(results()).rejects.toMatchObject({
      name: 'StreamError',
      message: `The response is not a list of results but text/html: ${advice}`,
    });
  });
});

describe('a stream', () => {
  it('that is a whole answer is told as what it is', async () => {
    const client = await clientOfReply(200, { 'content-type': 'application/json' }, '{"id":"resp_1","output":[]}');
    await expect(client.responses.stream(asked).finalResponse()).rejects.toThrow(
      `The response is not a stream of events but application/json: ${advice}`,
    );
  });

  it('that is empty, but is one, has ended too early', async () => {
    const client = await clientOfReply(200, { 'content-type': 'text/event-stream' }, '');
    await expect(client.responses.stream(asked).finalResponse()).rejects.toThrow(
      'The stream ended before the response was complete.',
    );
  });

  it('that is not said to be one is read all the same', async () => {
    const completed = {
      type: 'response.completed',
      sequence_number: 0,
      response: { id: 'resp_1', status: 'completed', output: [] },
    };
    const client = await clientOfReply(200, { 'content-type': 'text/plain' }, `data: ${JSON.stringify(completed)}\n\n`);
    expect(await client.responses.stream(asked).finalResponse()).toMatchObject({ id: 'resp_1' });
  });

  it('whose event is no JSON has not broken off', async () => {
    const client = await clientOfReply(200, { 'content-type': 'text/event-stream' }, 'data: {"type":\n\n');
    await expect(client.responses.stream(asked).finalResponse()).rejects.toThrow(
      'The service sent data that is not an event.',
    );
  });
});

describe('a refusal in a form that nobody knows', () => {
  it.each([['{"detail":"Not Found"}'], ['["no"]'], [`{"errors":[{"code":1,"text":"${'x'.repeat(300)}"}]}`]])(
    'is shown as it is, as far as a line goes: %s',
    async (body) => {
      const client = await clientOfReply(404, { 'content-type': 'application/json' }, body);
      const expected = body.length > 200 ? `${body.slice(0, 200)}...` : body;
      await expect(client.responses.create(asked)).rejects.toMatchObject({
        name: 'ApiError',
        message: `The service returned status 404: ${expected}`,
        body: JSON.parse(body),
      });
    },
  );

  it.each([['{}'], ['null'], ['[]']])('and empty says no more than its status: %s', async (body) => {
    const client = await clientOfReply(404, {}, body);
    await expect(client.responses.create(asked)).rejects.toThrow('The service returned status 404.');
  });
});

describe('a refusal that is a text', () => {
  it.each([
    ['text/plain', 'no healthy upstream\n', 'no healthy upstream'],
    ['text/html', page, 'Sign in Your name?'],
    ['text/plain', 'x'.repeat(300), `${'x'.repeat(200)}...`],
  ])('as %s is in the message of its error, where one can see who refused', async (type, body, expected) => {
    const client = await clientOfReply(502, { 'content-type': type }, body);
    await expect(client.responses.create(asked)).rejects.toMatchObject({
      name: 'ApiError',
      status: 502,
      message: `The service returned status 502: ${expected}`,
      body,
    });
  });

  it('and empty says no more than its status', async () => {
    const client = await clientOfReply(503, {}, ' ');
    await expect(client.responses.create(asked)).rejects.toThrow('The service returned status 503.');
  });
});

describe('a service that cannot be reached', () => {
  it('is told with the code of the system', async () => {
    const baseUrl = `http://127.0.0.1:${await deadPort()}`;
    const client = new ModelResponseClient({ baseUrl, apiKey: 'secret', maxRetries: 0 });
    await expect(client.models.list()).rejects.toMatchObject({
      name: 'ConnectionError',
      message: `The service at ${baseUrl} could not be reached (ECONNREFUSED).`,
    });
  });

  it('is told without one where the `fetch` gives none', async () => {
    const client = new ModelResponseClient({
      apiKey: 'secret',
      maxRetries: 0,
      fetch: async () => Promise.reject(new TypeError('Failed to fetch')),
    });
    await expect(client.models.list()).rejects.toThrow('The service at http://127.0.0.1:8080 could not be reached.');
  });
});
