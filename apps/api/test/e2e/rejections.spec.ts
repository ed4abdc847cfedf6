import { randomBytes } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { rawRequest } from '../kit/raw-request.js';
import { scriptedModel, textResponse } from '../kit/scripts.js';
import { startTestService, type TestService } from '../kit/start-service.js';

const good = {
  '/v1/messages': { model: 'm', max_tokens: 50, messages: [{ role: 'user', content: 'Hi' }] },
  '/v1/responses': { model: 'm', input: 'Hi', store: false },
} as const;
type Path = keyof typeof good;

let service: TestService;
beforeAll(async () => {
  service = await startTestService({ models: { m: scriptedModel(...textResponse('Hello.')) } });
});
afterAll(() => service.close());
// The service must survive every rejected request.
afterEach(async () => {
  const { status } = await service.post('/v1/messages', good['/v1/messages']);
  if (status !== 200) throw new Error(`the service answers ${status} to a good request`);
});

const stringOrNull: unknown = { asymmetricMatch: (value: unknown) => value === null || typeof value === 'string' };
const messagesError = (id: string | null): object => ({
  type: 'error',
  request_id: id,
  error: expect.objectContaining({ type: expect.any(String), message: expect.any(String) }),
});
const responsesError = {
  error: { type: expect.any(String), message: expect.any(String), param: stringOrNull, code: stringOrNull },
};

/** Validates the shape of a dialect's error and returns its message. */
async function errorOf(path: string, response: Response): Promise<string> {
  const body = (await response.json()) as Record<string, unknown>;
  const id = response.headers.get('request-id');
  expect(id).toMatch(/^req_/);
  expect(response.headers.get('x-request-id')).toBe(id);
  expect(response.headers.get('content-type')).toMatch(/^application\/json/);
  expect(body).toEqual(path.startsWith('/v1/messages') ? messagesError(id) : responsesError);
  return (body['error'] as { message: string }).message;
}

const post = (path: string, body: unknown, headers: Record<string, string> = {}): Promise<Response> =>
  service.post(path, body, {
    ...(path.startsWith('/v1/messages') ? service.messagesHeaders : service.responsesHeaders),
    ...headers,
  });

describe.each(Object.keys(good) as Path[])('%s rejects in its own error shape and by name,', (path) => {
  it.each([
    ['a body that is not an object', 'x' as unknown, '"x"', 400, /object/],
    ['no model', undefined, { ...good[path], model: undefined }, 400, /^model: /],
    ['a model that is not a string', undefined, { ...good[path], model: 7 }, 400, /^model: .*string/],
    ['a wrong type of stream', undefined, { ...good[path], stream: 'yes' }, 400, /^stream: /],
    ['a temperature out of range', undefined, { ...good[path], temperature: 9 }, 400, /^temperature: /],
    ['an unknown model', undefined, { ...good[path], model: 'nobody' }, 404, /nobody.*\bm\b/s],
    ['an empty body', undefined, '', 400, /empty/],
    ['malformed JSON', undefined, '{"model": }', 400, /line 1, column 11/],
    ['JSON that is nested 10,000 deep', undefined, '['.repeat(10_000) + ']'.repeat(10_000), 400, /deeper than 128/],
    ['JSON of too many values', undefined, `[${'0,'.repeat(300_000)}0]`, 400, /more than 200000/],
    ['bytes that are not UTF-8', undefined, Buffer.from('{"model":"\xff"}', 'latin1'), 400, /UTF-8/],
  ])('%s', async (_, __, body, status, expected) => {
    const response = await post(path, body);
    expect(response.status).toBe(status);
    expect(await errorOf(path, response)).toMatch(expected);
  });

  it('a body of 40 MB', async () => {
    const head = JSON.stringify(good[path]).slice(0, -1);
    const reply = await rawRequest(
      service.url,
      `POST ${path} HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${service.key}\r\nanthropic-version: 2023-06-01\r\ncontent-type: application/json\r\ncontent-length: 40000000\r\n\r\n${head}`,
    );
    expect(reply.status).toBe(413);
    expect(reply.headers['connection']).toBe('close');
    expect(JSON.parse(reply.body)).toHaveProperty(
      'error.message',
      'The body is larger than the 33554432 bytes that this path allows.',
    );
  });

  it('a request for two hosts', async () => {
    const reply = await rawRequest(
      service.url,
      `POST ${path} HTTP/1.1\r\nhost: x\r\nHOST: y\r\nauthorization: Bearer ${service.key}\r\ncontent-type: application/json\r\ncontent-length: 2\r\n\r\n{}`,
    );
    expect(reply.status).toBe(400);
    expect(JSON.parse(reply.body)).toHaveProperty('error.message', 'host: must be present exactly once.');
  });

  it('a small body that unfolds to 40 MB', async () => {
    const response = await post(path, gzipSync(Buffer.alloc(40_000_000, ' ')), { 'content-encoding': 'gzip' });
    expect(response.status).toBe(413);
    expect(await errorOf(path, response)).toMatch(/expands to more than 100 times/);
  });

  it.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'application/json; charset=latin1',
    'text/plain\t; application/json',
    'multipart/form-data; boundary=x',
  ])('the media type %s', async (type) => {
    const response = await post(path, JSON.stringify(good[path]), { 'content-type': type });
    expect(response.status).toBe(415);
    expect(await errorOf(path, response)).toMatch(/^content-type: /);
  });

  // Space and tab are allowed there; what once went wrong elsewhere is that such a body was then not checked.
  it.each([' application/json', 'application/json\t; x', 'application/json ;'])(
    'a broken body under the media type %j',
    async (type) => {
      const response = await post(path, '{"model"', { 'content-type': type });
      expect(response.status).toBe(400);
      expect(await errorOf(path, response)).toMatch(/not valid JSON/);
    },
  );

  it.each(['DELETE', 'PUT', 'PATCH', 'OPTIONS'])('the method %s', async (method) => {
    const response = await fetch(service.url + path, { method, headers: service.messagesHeaders });
    expect(response.status).toBe(405);
    // GET opens a WebSocket there.
    expect(response.headers.get('allow')).toBe(path === '/v1/responses' ? 'GET, HEAD, POST' : 'POST');
    expect(await errorOf(path, response)).toContain(`does not support ${method}`);
  });

  it.each([
    ['no key', {}],
    ['a wrong key', { authorization: 'Bearer wrong' }],
    ['a key of another scheme', { authorization: 'Basic dGVzdA==' }],
    ['a wrong x-api-key', { 'x-api-key': 'wrong' }],
  ])('%s, before it reads the body', async (_, headers: Record<string, string>) => {
    const response = await service.post(path, '{"broken', { 'anthropic-version': '2023-06-01', ...headers });
    expect(response.status).toBe(401);
    expect(await errorOf(path, response)).toMatch(/[Kk]ey|KEY/);
  });

  it('a path below it that is not there', async () => {
    const response = await fetch(`${service.url}${path}/a/b/c`, { headers: service.messagesHeaders });
    expect(response.status).toBe(404);
    await errorOf(path, response);
  });

  it('a path that cannot be decoded', async () => {
    const reply = await rawRequest(service.url, `GET ${path}/%zz HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n`);
    expect(reply.status).toBe(400);
    expect(reply.headers['request-id']).toMatch(/^req_/);
    expect(JSON.parse(reply.body)).toHaveProperty('error.message');
  });

  it('headers that are too large', async () => {
    const reply = await rawRequest(
      service.url,
      `POST ${path} HTTP/1.1\r\nhost: x\r\nx-big: ${'a'.repeat(60_000)}\r\n\r\n`,
    );
    expect(reply.status).toBe(431);
    expect(reply.headers['request-id']).toMatch(/^req_/);
    expect(JSON.parse(reply.body)).toHaveProperty('error.message', 'The headers are too large.');
  });
});

describe('the version of the messages dialect', () => {
  const send = (headers: Record<string, string>): Promise<Response> =>
    service.post('/v1/messages', good['/v1/messages'], { authorization: `Bearer ${service.key}`, ...headers });

  it.each([
    { 'anthropic-version': '2023-06-01' },
    { 'anthropic-version': '2026-10-21' },
    { 'vendor-version': '2026-10-21' },
    { 'vendor-version': '2023-06-01', 'anthropic-version': 'nonsense' },
  ])('accepts %j', async (headers) => expect((await send(headers as Record<string, string>)).status).toBe(200));

  it.each([{}, { 'anthropic-version': '2022-01-01' }, { 'vendor-version': 'x', 'anthropic-version': '2023-06-01' }])(
    "rejects %j with the header's name and the supported versions",
    async (headers) => {
      const response = await send(headers as Record<string, string>);
      expect(response.status).toBe(400);
      expect(await errorOf('/v1/messages', response)).toMatch(/^vendor-version: .*2023-06-01, 2026-10-21/);
    },
  );

  it('does not hang on the query', async () => {
    expect((await service.post('/v1/messages?beta=true', good['/v1/messages'])).status).toBe(200);
  });

  it('is no matter of the responses dialect', async () => {
    expect((await service.post('/v1/responses', good['/v1/responses'], { 'x-api-key': service.key })).status).toBe(200);
  });
});

describe('what is not HTTP', () => {
  it('gets a raw 400 with a request id', async () => {
    const reply = await rawRequest(service.url, 'NONSENSE\r\n\r\n');
    expect(reply.status).toBe(400);
    expect(reply.headers['request-id']).toMatch(/^req_/);
    expect(JSON.parse(reply.body)).toHaveProperty('error.message');
  });
});

describe('members that could reach a prototype', () => {
  it('are harmless', async () => {
    const body =
      JSON.stringify(good['/v1/responses']).slice(0, -1) +
      ',"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}},"model":"m"}';
    expect((await post('/v1/responses', body)).status).toBe(200);
    expect(({} as { polluted?: number }).polluted).toBeUndefined();
  });

  it('are harmless as headers', async () => {
    const reply = await rawRequest(
      service.url,
      'GET /health/live HTTP/1.1\r\nhost: x\r\n__proto__: x\r\nconnection: close\r\n\r\n',
    );
    expect(reply.status).toBe(200);
  });
});

describe('a compressed body', () => {
  it('is accepted', async () => {
    expect(
      (await post('/v1/messages', gzipSync(JSON.stringify(good['/v1/messages'])), { 'content-encoding': 'gzip' }))
        .status,
    ).toBe(200);
  });
});

describe('a body where no conversation is sent', () => {
  const metadata = JSON.stringify({ metadata: { a: 'b' } });
  const large = metadata + randomBytes(524_289).toString('hex');

  it.each([
    ['as it is', large, {}, 'than the 1048576 bytes'],
    ['unpacked', gzipSync(large), { 'content-encoding': 'gzip' }, 'than 1048576 bytes after decoding'],
  ])('is limited to 1 MiB, %s', async (_, body, headers: Record<string, string>, expected) => {
    const response = await post('/v1/conversations/conv_1', body, headers);
    expect(response.status).toBe(413);
    expect(await response.json()).toHaveProperty('error.message', expect.stringContaining(expected));
  });
});

describe('a path that leads nowhere', () => {
  it.each([
    ['POST', '/v1/messages/', '/v1/messages'],
    ['POST', '/messages', '/v1/messages'],
    ['POST', '/v1/v1/messages', '/v1/messages'],
    ['POST', '/v1/v1/responses', '/v1/responses'],
    ['POST', '/V1/Responses', '/v1/responses'],
    ['POST', '/v1%2fresponses', '/v1/responses'],
    ['GET', '/responses/resp_SECRET/input_items/', '/v1/responses/{id}/input_items'],
    ['POST', '//v1/responses/compact', '/v1/responses/compact'],
    ['GET', '/health/live/', '/health/live'],
  ])('suggests the intended path: %s %s', async (method, path, meant) => {
    const response = await fetch(service.url + path, { method });
    expect(response.status).toBe(404);
    expect(await response.json()).toHaveProperty('error.message', `This path does not exist; did you mean ${meant}?`);
  });

  it.each(['/v1/chat/completions', '/chat/completions', '/v1/completions', '/v1/complete'])(
    'names the replacement: %s',
    async (path) => {
      const response = await fetch(service.url + path, { method: 'POST' });
      expect(response.status).toBe(404);
      expect(await response.json()).toHaveProperty(
        'error.message',
        'The service does not support the completions APIs; use POST /v1/responses or POST /v1/messages.',
      );
    },
  );

  it.each(['/v1/uploads', '/v1/uploads/upload_1/parts'])('explains how to send files: %s', async (path) => {
    const response = await fetch(service.url + path, { method: 'POST' });
    expect(response.status).toBe(404);
    expect(await response.json()).toHaveProperty(
      'error.message',
      'The service does not support uploads in parts; send each complete file to POST /v1/files.',
    );
  });

  it.each(['/v1', '/v1/moderations', '/favicon.ico', '/v1/responses/a/b/c'])(
    'refers to the list of all paths: %s',
    async (path) => {
      const response = await fetch(service.url + path);
      expect(response.status).toBe(404);
      expect(await response.json()).toHaveProperty('error.message', 'This path does not exist; GET / lists all paths.');
    },
  );
});
