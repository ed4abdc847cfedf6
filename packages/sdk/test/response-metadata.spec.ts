// Metadata of a successful response.
import { loadFixtures } from '@org/protocol/fixtures';
import type { ServerResponse } from 'node:http';
import { ModelResponseClient, type ResponseMetadata, type ClientOptions } from '#src/index.js';
import { listen, sendEvents, sendJson, type Loopback } from './loopback.js';

let server: Loopback;
afterEach(() => server.close());

const heads: ResponseMetadata[] = [];
beforeEach(() => heads.splice(0));
const onResponse = (head: ResponseMetadata): void => void heads.push(head);
const client = (options: Partial<ClientOptions> = {}): ModelResponseClient =>
  new ModelResponseClient({ baseUrl: server.url, apiKey: 'secret', ...options });
const params = { model: 'm', input: 'hi' };
const warnings = [
  'ignored top_k: The upstream does not support top_k, seed: nor that.',
  'dropped tools.2: It cannot run here, sorry.',
  'estimated input_tokens: The tokenizer of the model is unknown.',
  'clamped max_tokens: At most 9.',
];
const payload = { id: 'resp_1', output: [] };

describe('the metadata of a response', () => {
  it('contains the request id and every warning', async () => {
    server = await listen(
      (response) =>
        response.setHeader('x-service-warning', warnings) &&
        sendJson(response, 200, payload, { 'x-request-id': 'req_1', 'x-other': 'y' }),
    );
    await client().responses.create(params, { onResponse });
    expect(heads).toEqual([
      {
        method: 'POST',
        path: '/v1/responses',
        status: 200,
        requestId: 'req_1',
        warnings,
        headers: expect.any(Headers),
      },
    ]);
    expect(heads[0]?.headers.get('x-other')).toBe('y');
  });

  it('has no warning where all was honoured, and the id that the messages dialect gives', async () => {
    server = await listen((response) => sendJson(response, 200, payload, { 'request-id': 'req_2' }));
    await client({ onResponse }).messages.countTokens({ model: 'm', messages: [] });
    expect(heads).toMatchObject([{ path: '/v1/messages/count_tokens', requestId: 'req_2', warnings: [] }]);
  });

  it('is passed to the listeners of the client and of the request, once per success', async () => {
    server = await listen((response, attempt) =>
      sendJson(response, attempt === 0 ? 503 : 200, payload, { 'retry-after-ms': '1' }),
    );
    const all: ResponseMetadata[] = [];
    await client({ onResponse: (head) => void all.push(head) }).responses.retrieve('resp_1', { onResponse });
    expect(heads).toMatchObject([{ status: 200 }]);
    expect(all).toEqual(heads);
  });

  it('is not passed for a failure, which has its own headers', async () => {
    server = await listen((response) => sendJson(response, 404, {}, { 'x-request-id': 'req_1' }));
    await expect(client({ onResponse }).responses.retrieve('resp_1')).rejects.toMatchObject({ requestId: 'req_1' });
    expect(heads).toEqual([]);
  });

  it('can be rejected by a listener', async () => {
    server = await listen((response) => sendJson(response, 200, payload));
    const refusal = new Error('no');
    const refuse = (): never => {
      throw refusal;
    };
    await expect(client().responses.retrieve('resp_1', { onResponse: refuse })).rejects.toBe(refusal);
    expect(server.requests).toHaveLength(1);
  });
});

describe('the head of a stream', () => {
  const events = loadFixtures('responses').flatMap((stored) =>
    'response' in stored && stored.name === 'agents-sdk-turn' ? stored.events : [],
  ) as unknown as { type: string; response?: object }[];
  const background = events.map((event) =>
    'response' in event ? { ...event, response: { ...event.response, background: true } } : event,
  );
  const start = (response: ServerResponse, attempt: number): void => {
    response.setHeader('x-request-id', `req_${attempt}`);
    if (attempt === 0) response.setHeader('x-service-warning', warnings);
  };

  it('is available after the response headers', async () => {
    server = await listen((response, attempt) => {
      start(response, attempt);
      sendEvents(response, events);
      response.end();
    });
    const stream = client().responses.stream(params, { onResponse });
    expect(stream.head).toBeUndefined();
    await stream.finalResponse();
    expect(stream.head).toMatchObject({ requestId: 'req_0', warnings });
    expect(heads).toEqual([stream.head]);
  });

  it('is that of the first connection when a stream resumed elsewhere', async () => {
    server = await listen((response, attempt) => {
      start(response, attempt);
      sendEvents(response, attempt === 0 ? background.slice(0, 3) : background.slice(3));
      if (attempt === 0) response.write('', () => response.socket?.destroy());
      else response.end();
    });
    const stream = client({ onResponse }).responses.stream({ ...params, background: true });
    await stream.finalResponse();
    expect(stream.head).toMatchObject({ method: 'POST', requestId: 'req_0', warnings });
    expect(heads).toMatchObject([{ requestId: 'req_0' }, { method: 'GET', requestId: 'req_1', warnings: [] }]);
  });

  it('is available for the results of a batch', async () => {
    server = await listen((response) => response.writeHead(200, { 'request-id': 'req_1' }).end('{}'));
    for await (const line of client().messages.batches.results('b1', { onResponse })) expect(line).toEqual({});
    expect(heads).toMatchObject([{ path: '/v1/messages/batches/b1/results', requestId: 'req_1' }]);
  });
});
