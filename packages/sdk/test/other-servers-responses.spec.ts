// Responses from something other than the service: a login page, a load balancer's error, no connection.
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

/** A port without a listener. */
async function deadPort(): Promise<number> {
  const listener = createServer();
  await new Promise<void>((ready) => void listener.listen(0, '127.0.0.1', ready));
  const address = listener.address();
  await new Promise((closed) => void listener.close(closed));
  return typeof address === 'object' && address !== null ? address.port : 0;
}

describe('a page instead of a response', () => {
  it('is reported with its content type and the likely cause', async () => {
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

  it('is also reported in place of a stream and of batch results', async () => {
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
  it('that is a complete response is reported as such', async () => {
    const client = await clientOfReply(200, { 'content-type': 'application/json' }, '{"id":"resp_1","output":[]}');
    await expect(client.responses.stream(asked).finalResponse()).rejects.toThrow(
      `The response is not a stream of events but application/json: ${advice}`,
    );
  });

  it('that is an empty stream has ended too early', async () => {
    const client = await clientOfReply(200, { 'content-type': 'text/event-stream' }, '');
    await expect(client.responses.stream(asked).finalResponse()).rejects.toThrow(
      'The stream ended before the response was complete.',
    );
  });

  it('that lacks the content type is still read', async () => {
    const completed = {
      type: 'response.completed',
      sequence_number: 0,
      response: { id: 'resp_1', status: 'completed', output: [] },
    };
    const client = await clientOfReply(200, { 'content-type': 'text/plain' }, `data: ${JSON.stringify(completed)}\n\n`);
    expect(await client.responses.stream(asked).finalResponse()).toMatchObject({ id: 'resp_1' });
  });

  it('whose event is invalid JSON does not count as disconnected', async () => {
    const client = await clientOfReply(200, { 'content-type': 'text/event-stream' }, 'data: {"type":\n\n');
    await expect(client.responses.stream(asked).finalResponse()).rejects.toThrow(
      'The service sent data that is not an event.',
    );
  });
});

describe('an error in an unknown format', () => {
  it.each([['{"detail":"Not Found"}'], ['["no"]'], [`{"errors":[{"code":1,"text":"${'x'.repeat(300)}"}]}`]])(
    'is included in the message up to one line: %s',
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

  it.each([['{}'], ['null'], ['[]']])('that is empty shows only its status: %s', async (body) => {
    const client = await clientOfReply(404, {}, body);
    await expect(client.responses.create(asked)).rejects.toThrow('The service returned status 404.');
  });
});

describe('an error that is a string', () => {
  it.each([
    ['text/plain', 'no healthy upstream\n', 'no healthy upstream'],
    ['text/html', page, 'Sign in Your name?'],
    ['text/plain', 'x'.repeat(300), `${'x'.repeat(200)}...`],
  ])('as %s appears in the error message, which shows the sender', async (type, body, expected) => {
    const client = await clientOfReply(502, { 'content-type': type }, body);
    await expect(client.responses.create(asked)).rejects.toMatchObject({
      name: 'ApiError',
      status: 502,
      message: `The service returned status 502: ${expected}`,
      body,
    });
  });

  it('that is empty shows only its status', async () => {
    const client = await clientOfReply(503, {}, ' ');
    await expect(client.responses.create(asked)).rejects.toThrow('The service returned status 503.');
  });
});

describe('a service that cannot be reached', () => {
  it("is reported with the system's error code", async () => {
    const baseUrl = `http://127.0.0.1:${await deadPort()}`;
    const client = new ModelResponseClient({ baseUrl, apiKey: 'secret', maxRetries: 0 });
    await expect(client.models.list()).rejects.toMatchObject({
      name: 'ConnectionError',
      message: `The service at ${baseUrl} could not be reached (ECONNREFUSED).`,
    });
  });

  it('is reported without a code where the `fetch` provides none', async () => {
    const client = new ModelResponseClient({
      apiKey: 'secret',
      maxRetries: 0,
      fetch: async () => Promise.reject(new TypeError('Failed to fetch')),
    });
    await expect(client.models.list()).rejects.toThrow('The service at http://127.0.0.1:8080 could not be reached.');
  });
});
