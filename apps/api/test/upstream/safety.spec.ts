// What a request can never do to an upstream, and what an upstream can never do to a client or a log.
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { JsonObject } from '@org/engine';
import {
  type ScriptedUpstream,
  startScriptedUpstream,
  type UpstreamCall,
  type UpstreamScript,
} from '@org/providers/testing';
import { eventually } from '../kit/eventually.js';
import { rawRequest } from '../kit/raw-request.js';
import { startTestService, type TestService } from '../kit/start-service.js';

const upstreamKey = 'sk-secret-of-the-upstream';
const gatewaySecret = 'secret-header-of-the-gateway';
const querySecret = 'secret-in-the-query';

let upstream: ScriptedUpstream;
/** Receives data that must be sent only to the upstream. */
let elsewhere: Server;
let elsewhereUrl: string;
const strayed: IncomingHttpHeaders[] = [];
let service: TestService;

beforeAll(async () => {
  upstream = await startScriptedUpstream();
  elsewhere = createServer((request, response) => {
    strayed.push(request.headers);
    response.end('{}');
  });
  await new Promise<void>((resolve) => elsewhere.listen(0, '127.0.0.1', resolve));
  elsewhereUrl = `http://127.0.0.1:${(elsewhere.address() as AddressInfo).port}`;
  process.env['TEST_SAFETY_KEY'] = upstreamKey;
  const provider = {
    kind: 'chat-completions' as const,
    baseUrl: `${upstream.baseUrl}?code=${querySecret}`,
    apiKeyEnv: 'TEST_SAFETY_KEY',
    headers: { 'x-gateway': gatewaySecret },
    retries: 0,
  };
  service = await startTestService({
    config: {
      models: [
        { name: 'm', provider: provider },
        { name: '*', provider: provider },
      ],
    },
  });
  delete process.env['TEST_SAFETY_KEY'];
});
afterEach(() => upstream.play());
afterAll(async () => {
  await service.close();
  await upstream.close();
  elsewhere.closeAllConnections();
  elsewhere.close();
});

const bodies = {
  '/v1/messages': { model: 'm', max_tokens: 50, messages: [{ role: 'user', content: 'Hi' }] },
  '/v1/responses': { model: 'm', input: 'Hi' },
} as const;
type Path = keyof typeof bodies;
const paths = Object.keys(bodies) as Path[];

const sent = (): ScriptedUpstream['records'][number] => {
  const record = upstream.records.at(-1);
  if (record === undefined) throw new Error('nothing was sent');
  return record;
};

/** Returns the secrets in `text` that a client or a reader of the log could see. */
function secretsIn(text: string): string[] {
  const secrets = [upstreamKey, gatewaySecret, querySecret, new URL(upstream.baseUrl).host, elsewhereUrl];
  return secrets.filter((secret) => text.includes(secret) || text.includes(Buffer.from(secret).toString('base64')));
}

describe.each(paths)('a request to %s', (path) => {
  const oddNames = [
    'http://127.0.0.1:1/v1',
    '//elsewhere.example/v1',
    '../../admin',
    'm/../../etc',
    '..%2f..%2fadmin',
    'm?x=1#y',
    'm\r\nhost: elsewhere.example',
    'm HTTP/1.1\r\n\r\nGET /admin',
    '@elsewhere.example',
    'm\\..\\admin',
    'm\u0000n',
    'ｍ．．／',
  ];

  it.each(oddNames)('cannot choose where it is sent by the model name %j', async (model) => {
    const response = await service.post(path, { ...bodies[path], model });
    await response.text();
    expect(response.status).toBe(200);
    const { path: target, headers, body } = sent();
    expect(target).toBe(`/v1/chat/completions?code=${querySecret}`);
    expect(headers['host']).toBe(new URL(upstream.baseUrl).host);
    expect(body['model']).toBe(model);
  });

  it('cannot choose it by a field of its body', async () => {
    const fields = Object.fromEntries(
      [
        'api_base',
        'base_url',
        'baseUrl',
        'api_key',
        'endpoint',
        'url',
        'host',
        'proxy',
        'extra_headers',
        'user_config',
      ].map((name) => [name, elsewhereUrl]),
    );
    const response = await service.post(path, {
      ...bodies[path],
      ...fields,
      metadata: { user_id: elsewhereUrl, api_base: elsewhereUrl },
    });
    await response.text();
    const { path: target, headers, body } = sent();
    expect(target).toMatch(/^\/v1\/chat\/completions/);
    expect(headers['authorization']).toBe(`Bearer ${upstreamKey}`);
    expect(Object.keys(body)).not.toEqual(
      expect.arrayContaining([expect.stringMatching(/base|url|host|proxy|api_key|extra_headers|endpoint/i)]),
    );
    expect(strayed).toEqual([]);
  });

  it('passes no header on: what the upstream gets is a closed list', async () => {
    const odd = {
      host: 'elsewhere.example',
      'x-forwarded-host': 'elsewhere.example',
      'x-forwarded-for': '6.6.6.6',
      forwarded: 'for=6.6.6.6;host=elsewhere.example',
      'x-original-url': '/admin',
      'x-rewrite-url': '/admin',
      'x-http-method-override': 'DELETE',
      cookie: 'session=of-the-client',
      'openai-organization': 'org-of-the-client',
      'anthropic-beta': 'beta-of-the-client',
      'x-gateway': 'chosen-by-the-client',
      'proxy-authorization': 'Basic of-the-client',
      'user-agent': 'agent-of-the-client',
      te: 'trailers',
    };
    const body = JSON.stringify(bodies[path]);
    const headers = {
      ...service.messagesHeaders,
      ...odd,
      'content-type': 'application/json',
      'content-length': String(body.length),
    };
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
    const reply = await rawRequest(service.url, `POST ${path} HTTP/1.1\r\n${lines.join('')}\r\n${body}`);
    expect(reply.status).toBe(200);
    const seen = sent().headers;
    const allowed = [
      'accept',
      'accept-encoding',
      'authorization',
      'connection',
      'content-length',
      'content-type',
      'host',
      'traceparent',
      'tracestate',
      'user-agent',
      'x-gateway',
      'x-request-id',
    ];
    expect(Object.keys(seen).filter((name) => !allowed.includes(name))).toEqual([]);
    expect(JSON.stringify(seen)).not.toMatch(/elsewhere|6\.6\.6\.6|of-the-client|by-the-client/);
    expect(JSON.stringify(seen)).not.toContain(service.key);
    expect(seen).toMatchObject({
      host: new URL(upstream.baseUrl).host,
      'accept-encoding': 'identity',
      authorization: `Bearer ${upstreamKey}`,
      'x-gateway': gatewaySecret,
    });
  });

  it('cannot choose it by the absolute form of its target', async () => {
    const before = upstream.records.length;
    const body = JSON.stringify(bodies[path]);
    const auth = Object.entries(service.messagesHeaders)
      .map(([name, value]) => `${name}: ${value}\r\n`)
      .join('');
    const reply = await rawRequest(
      service.url,
      `POST ${elsewhereUrl}${path} HTTP/1.1\r\nhost: x\r\n${auth}content-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`,
    );
    expect(reply.status).toBeGreaterThanOrEqual(200);
    expect(strayed).toEqual([]);
    for (const record of upstream.records.slice(before))
      expect(record.headers['host']).toBe(new URL(upstream.baseUrl).host);
  });

  /** The text of a careless upstream, which repeats all that it received. */
  const confession = ({ record }: UpstreamCall): string =>
    JSON.stringify({
      headers: record.headers,
      path: record.path,
      see: `http://${String(record.headers['host'])}${record.path}`,
    });
  const careless: [string, UpstreamScript][] = [
    ...[400, 401, 403, 404, 409, 413, 422, 429, 500, 502, 503].map((status): [string, UpstreamScript] => [
      `the body of a ${status}`,
      (call) =>
        call.reply(status, { error: { message: confession(call), type: confession(call), code: confession(call) } }),
    ]),
    ['a page', (call) => call.reply(500, `<html>${confession(call)}</html>`, { 'content-type': 'text/html' })],
    [
      'an error in a stream',
      (call) => (
        call.delta({ content: 'one' }),
        call.chunk({ error: { message: confession(call), code: confession(call) } }),
        void call.response.end()
      ),
    ],
    [
      'an SSE comment, event, id and retry',
      (call) => {
        call.delta({ content: 'one' });
        call.write(
          `: ${confession(call)}\n\nevent: ${confession(call)}\nid: ${confession(call)}\nretry: ${confession(call)}\n\n`,
        );
        call.reset();
      },
    ],
    [
      'garbage in a stream',
      (call) => (
        call.delta({ content: 'one' }),
        call.write(`data: ${confession(call)} and no JSON\n\n`),
        void call.response.end()
      ),
    ],
    [
      'a document that is none',
      (call) => call.reply(200, `${confession(call)} and no JSON`, { 'content-type': 'application/json' }),
    ],
    [
      'headers',
      (call) =>
        call.reply(
          500,
          {},
          {
            'www-authenticate': String(call.record.headers['authorization']),
            'x-debug': String(call.record.headers['x-gateway']),
            'retry-after': upstreamKey,
          },
        ),
    ],
    [
      'an HTTP reason',
      (call) => void call.response.socket?.end(`HTTP/1.1 500 ${upstreamKey}\r\ncontent-length: 0\r\n\r\n`),
    ],
    ['no HTTP at all', (call) => void call.response.socket?.end(`${upstreamKey} ${gatewaySecret}\r\n\r\n`)],
    [
      'trailers',
      (call) => {
        call.response.writeHead(200, { 'content-type': 'text/event-stream', trailer: 'x-debug' });
        call.response.addTrailers({ 'x-debug': upstreamKey });
        call.delta({ content: 'one' });
        call.response.end();
      },
    ],
    [
      'the fields of a complete response',
      (call) => {
        call.delta({ content: 'one' }, { system_fingerprint: confession(call) });
        call.chunk({
          id: upstreamKey,
          model: upstreamKey,
          system_fingerprint: confession(call),
          choices: [{ index: 0, delta: {}, finish_reason: 'stop' }],
          service_tier: upstreamKey,
        });
        call.chunk({
          choices: [],
          usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
          debug: confession(call),
        });
        call.write('data: [DONE]\n\n');
        call.response.end();
      },
    ],
  ];

  it.each(careless)('and its log reveal nothing of an upstream that repeats its secrets in %s', async (_, script) => {
    upstream.play(script);
    for (const stream of [false, true]) {
      const lines = service.log.length;
      const response = await service.post(path, { ...bodies[path], stream });
      expect(secretsIn(`${JSON.stringify([...response.headers])}${await response.text()}`)).toEqual([]);
      await eventually(() => service.log.slice(lines).some(({ msg }) => msg === 'request'));
    }
    expect(secretsIn(JSON.stringify(service.log))).toEqual([]);
  });

  it('is logged with the status of the rejecting upstream and without its message, which the client receives', async () => {
    upstream.play((call) => call.reply(422, { error: { message: confession(call) } }));
    const lines = service.log.length;
    const response = await service.post(path, bodies[path]);
    expect(response.status).toBe(422);
    const text = await response.text();
    expect(text).toContain('[redacted]');
    expect(secretsIn(text)).toEqual([]);
    await eventually(() => service.log.slice(lines).some(({ msg }) => msg === 'request'));
    expect(service.log.slice(lines).find(({ msg }) => msg === 'request')).toMatchObject({
      error: 'invalid-request',
      upstreamStatus: 422,
      requestId: response.headers.get('request-id'),
    });
  });

  it.each([301, 302, 303, 307, 308])('follows no redirect with status %d, and the key goes nowhere', async (status) => {
    upstream.play((call) => call.reply(status, {}, { location: `${elsewhereUrl}/v1/chat/completions` }));
    const before = upstream.records.length;
    for (const stream of [false, true]) {
      const response = await service.post(path, { ...bodies[path], stream });
      expect(response.status).toBe(502);
      const text = await response.text();
      expect(text).toContain('redirect');
      expect(secretsIn(text)).toEqual([]);
    }
    expect(upstream.records).toHaveLength(before + 2);
    expect(strayed).toEqual([]);
  });
});

describe('an upstream that cannot be reached', () => {
  it('is not named to clients or in the log', async () => {
    const model = {
      name: 'm',
      provider: {
        kind: 'chat-completions' as const,
        baseUrl: `http://127.0.0.1:1/v1?code=${querySecret}`,
        retries: 0,
      },
    };
    const alone = await startTestService({ config: { models: [model] } });
    for (const path of paths) {
      const response = await alone.post(path, bodies[path]);
      expect(response.status).toBe(502);
      expect(await response.text()).not.toMatch(/127\.0\.0\.1:1|ECONNREFUSED|secret/);
    }
    // The last line is written when the connection has closed.
    await alone.close();
    expect(alone.log.filter(({ msg }) => msg === 'request')).toHaveLength(paths.length);
    expect(JSON.stringify(alone.log)).not.toMatch(/127\.0\.0\.1:1|secret/);
  });
});

describe('the list of models', () => {
  it('does not reveal where they run', async () => {
    const response = await fetch(`${service.url}/v1/models`, { headers: service.responsesHeaders });
    const { data } = (await response.json()) as { data: JsonObject[] };
    expect(data.map(({ id }) => id)).toContain('m');
    expect(secretsIn(JSON.stringify(data))).toEqual([]);
  });
});
