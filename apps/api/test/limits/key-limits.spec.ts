import { connect } from 'node:net';
import Anthropic, { RateLimitError } from '@anthropic-ai/sdk';
import { EngineError, type Clock, type Store } from '@org/engine';
import OpenAI from 'openai';
import { KeyLimitsSettings, type NamedKeyLimitSettings } from '#src/config/settings/key-limit-settings.js';
import { loadConfig } from '#src/config/load-config.js';
import { MetricsSettings } from '#src/config/settings/metrics-settings.js';
import { STORE } from '#src/engine/tokens.js';
import { ActiveRequests } from '#src/request-context/active-requests.js';
import { RouteTable } from '#src/http/route-table.js';
import { KeyLimits } from '#src/limits/key-limits.js';
import { MetricsListener } from '#src/metrics/metrics-listener.js';
import { uploadedId } from '../files/upload.js';
import { eventually } from '../kit/eventually.js';
import { openFrames, rejectedUpgrade } from '../kit/frames.js';
import { openPost } from '../kit/raw-request.js';
import { hangingModel, scriptedModel, textResponse } from '../kit/scripts.js';
import { otherKey, startTestService, type TestService, type TestServiceOptions } from '../kit/start-service.js';

const services: TestService[] = [];
let now = Date.parse('2026-11-01T12:00:00Z');
/** A clock that moves only when a test sets it. */
const clock: Clock = { now: () => now };
const bob = { authorization: `Bearer ${otherKey}`, 'anthropic-version': '2023-06-01' };
/** Tokens of every response of `m`. */
const cost = 12;

type Limits = Partial<KeyLimitsSettings>;

function limits(settings: Limits): KeyLimitsSettings {
  return Object.assign(new KeyLimitsSettings(), settings);
}

async function start(settings: Limits, options: TestServiceOptions = {}): Promise<TestService> {
  const service = await startTestService({
    clock,
    models: { m: scriptedModel(...result), slow: hangingModel(textResponse('Hello.').slice(0, 3)) },
    ...options,
    config: { keyLimits: limits(settings), ...options.config },
  });
  services.push(service);
  return service;
}

const result = textResponse('Hello.').map((event) =>
  event.type === 'generation-end'
    ? { ...event, usage: { ...event.usage, inputTokens: 2, outputTokens: cost - 2 } }
    : event,
);

const message = (model = 'm', stream = false): object => ({
  model,
  max_tokens: 100,
  stream,
  messages: [{ role: 'user', content: 'Hi' }],
});
const response = { model: 'm', input: 'Hi' };

async function statusOf(reply: Promise<Response>): Promise<number> {
  const { status, body } = await reply;
  await body?.cancel();
  return status;
}

afterEach(async () => {
  for (const service of services.splice(0)) await service.close();
});

it('the limits of the key replace those of the upstream in an error', async () => {
  const headers = { 'anthropic-ratelimit-requests-remaining': '77', 'anthropic-ratelimit-unified-status': 'rejected' };
  const error = new EngineError('rate-limited', 'Slow down.', { headers });
  const service = await start({ requestsPerMinute: 2 }, { models: { m: scriptedModel({ type: 'throw', error }) } });
  const limited = await service.post('/v1/messages', message());
  await limited.text();
  expect(limited.status).toBe(429);
  expect(limited.headers.get('anthropic-ratelimit-requests-remaining')).toBe('1');
  expect(limited.headers.get('anthropic-ratelimit-unified-status')).toBe('rejected');
});

describe('requests per minute', () => {
  it("are counted over both dialects and rejected in the request's dialect with the headers that its clients read", async () => {
    const service = await start({ requestsPerMinute: 2 });
    const first = await service.post('/v1/messages', message());
    expect(first.status).toBe(200);
    expect(first.headers.get('anthropic-ratelimit-requests-limit')).toBe('2');
    expect(first.headers.get('anthropic-ratelimit-requests-remaining')).toBe('1');
    expect(first.headers.get('anthropic-ratelimit-requests-reset')).toBe('2026-11-01T12:00:30Z');
    expect(first.headers.get('anthropic-ratelimit-tokens-limit')).toBeNull();
    const second = await service.post('/v1/responses', response);
    expect([
      second.status,
      second.headers.get('x-ratelimit-limit-requests'),
      second.headers.get('x-ratelimit-remaining-requests'),
      second.headers.get('x-ratelimit-reset-requests'),
    ]).toEqual([200, '2', '0', '1m0s']);
    const refused = await service.post('/v1/messages', message());
    expect([
      refused.status,
      refused.headers.get('retry-after'),
      refused.headers.get('anthropic-ratelimit-requests-remaining'),
    ]).toEqual([429, '30', '0']);
    expect(await refused.json()).toMatchObject({
      type: 'error',
      error: {
        type: 'rate_limit_error',
        message: 'This key has reached its limit of 2 requests per minute. Please try again in 30s.',
      },
    });
    const also = await service.post('/v1/responses', response);
    expect([also.status, also.headers.get('retry-after'), also.headers.get('x-ratelimit-remaining-requests')]).toEqual([
      429,
      '30',
      '0',
    ]);
    expect(await also.json()).toMatchObject({ error: { type: 'rate_limit_error', code: 'rate_limit_exceeded' } });
    now += 30_000;
    expect(await statusOf(service.post('/v1/messages', message('m', true)))).toBe(200);
    expect(await statusOf(service.post('/v1/messages', message()))).toBe(429);
  }, 30_000);

  it('are counted per key: another key is not delayed', async () => {
    const service = await start({ requestsPerMinute: 1 });
    expect(await statusOf(service.post('/v1/messages', message()))).toBe(200);
    expect(await statusOf(service.post('/v1/messages', message()))).toBe(429);
    expect(await statusOf(service.post('/v1/messages', message(), bob))).toBe(200);
  }, 30_000);

  it('count what stores content, and leave reads, deletions, health and models usable', async () => {
    const service = await start({ requestsPerMinute: 2 });
    const { id } = (await (await service.post('/v1/responses', response)).json()) as { id: string };
    expect(await statusOf(service.post('/v1/conversations', {}))).toBe(200);
    expect(await statusOf(service.post('/v1/conversations', {}))).toBe(429);
    expect(await statusOf(service.post('/v1/responses', response))).toBe(429);
    const headers = service.responsesHeaders;
    for (const path of ['/health/live', '/health/ready', '/v1/models', '/openapi.json', `/v1/responses/${id}`])
      expect([path, await statusOf(fetch(service.url + path, { headers }))]).toEqual([path, 200]);
    expect(await statusOf(fetch(`${service.url}/v1/responses/${id}`, { method: 'DELETE', headers }))).toBe(200);
  }, 30_000);

  it('reach the official SDKs as what they are', async () => {
    const service = await start({ requestsPerMinute: 1 });
    const anthropic = new Anthropic({ apiKey: service.key, baseURL: service.url, maxRetries: 0 });
    const openai = new OpenAI({ apiKey: service.key, baseURL: `${service.url}/v1`, maxRetries: 0 });
    await anthropic.messages.create({ model: 'm', max_tokens: 100, messages: [{ role: 'user', content: 'Hi' }] });
    await expect(
      anthropic.messages.create({ model: 'm', max_tokens: 100, messages: [{ role: 'user', content: 'Hi' }] }),
    ).rejects.toBeInstanceOf(RateLimitError);
    await expect(openai.responses.create({ model: 'm', input: 'Hi' })).rejects.toMatchObject({
      status: 429,
      code: 'rate_limit_exceeded',
    });
  }, 30_000);

  it('count and reject a response.create of a WebSocket, whose connection and stored state remain', async () => {
    const service = await start({ requestsPerMinute: 2 });
    const client = await openFrames(service.url, service.responsesHeaders);
    const create = { type: 'response.create', model: 'm', input: 'Hi', store: false };
    const done = (await client.ask(create)) as unknown as { type: string; response: { id: string } };
    expect(done.type).toBe('response.completed');
    expect(await statusOf(service.post('/v1/responses', response))).toBe(200);
    const next = { ...create, previous_response_id: done.response.id };
    expect(await client.ask(next)).toMatchObject({
      type: 'error',
      status: 429,
      error: { code: 'rate_limit_exceeded', headers: { 'retry-after': '30', 'x-ratelimit-remaining-requests': '0' } },
    });
    now += 30_000;
    expect((await client.ask(next)).type).toBe('response.completed');
    client.socket.close();
  }, 30_000);
});

describe('reads per minute', () => {
  it("are counted over all routes, and rejected in the request's dialect with the headers that its clients read", async () => {
    const service = await start({ readsPerMinute: 3 });
    const read = (path: string, headers: Readonly<Record<string, string>>, method = 'GET'): Promise<Response> =>
      fetch(service.url + path, { method, headers });
    const first = await read('/v1/models', service.responsesHeaders);
    expect([first.status, first.headers.get('x-ratelimit-remaining-requests')]).toEqual([200, '2']);
    expect(await statusOf(read('/v1/conversations/conv_none', service.responsesHeaders, 'DELETE'))).toBe(404);
    expect(await statusOf(service.post('/v1/messages/count_tokens', message()))).toBe(200);
    const refused = await read('/v1/models', service.messagesHeaders);
    expect([
      refused.status,
      refused.headers.get('retry-after'),
      refused.headers.get('anthropic-ratelimit-requests-limit'),
      refused.headers.get('anthropic-ratelimit-requests-remaining'),
    ]).toEqual([429, '20', '3', '0']);
    expect(await refused.json()).toMatchObject({
      error: {
        type: 'rate_limit_error',
        message: 'This key has reached its limit of 3 reads per minute. Please try again in 20s.',
      },
    });
    expect(await statusOf(read('/v1/files', service.responsesHeaders))).toBe(429);
    expect(await rejectedUpgrade(service.url, service.responsesHeaders)).toMatchObject({ status: 429 });
    expect(await statusOf(service.post('/v1/messages', message()))).toBe(200);
    expect(await statusOf(read('/v1/models', bob))).toBe(200);
  }, 30_000);

  it('declares for every route as what it counts', async () => {
    const service = await start({});
    const { kinds } = service.app.get(RouteTable);
    const undeclared = [...kinds].filter(([, kind]) => kind === undefined).map(([route]) => route);
    expect(undeclared).toEqual([]);
    expect(kinds.get('DELETE /v1/responses/:id')).toBe('read');
    expect(kinds.get('POST /v1/conversations')).toBe('write');
    expect(kinds.get('GET /health/live')).toBe('public');
  });
});

describe('concurrent requests', () => {
  it('are limited for both streams and JSON responses and released at their end', async () => {
    const service = await start({ concurrentRequests: 1 });
    const stream = await service.post('/v1/messages', message('slow', true));
    const refused = await service.post('/v1/responses', response);
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '1']);
    expect(await refused.json()).toMatchObject({
      error: { message: 'This key has reached its limit of 1 requests at a time. Please try again in 1s.' },
    });
    expect(
      await statusOf(
        service.post('/v1/messages/count_tokens', { model: 'm', messages: [{ role: 'user', content: 'Hi' }] }),
      ),
    ).toBe(429);
    expect(await statusOf(service.post('/v1/messages', message(), bob))).toBe(200);
    await stream.body?.cancel();
    await eventually(async () => (await statusOf(service.post('/v1/responses', response))) === 200);
  }, 30_000);

  it('count a read until its client has read the response, and leave generations usable', async () => {
    const service = await start({ concurrentReads: 1 });
    const file = await uploadedId(service, new Uint8Array(16_777_216), 'large.bin');
    const headers = service.responsesHeaders;
    const unread = connect(Number(new URL(service.url).port), '127.0.0.1');
    unread.pause();
    unread.write(
      `GET /v1/files/${file}/content HTTP/1.1\r\nhost: a\r\nauthorization: ${headers['authorization']}\r\n\r\n`,
    );
    await eventually(() => service.app.get(ActiveRequests).count === 1);
    const refused = await fetch(`${service.url}/v1/models`, { headers });
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '1']);
    expect(await refused.json()).toMatchObject({
      error: { message: 'This key has reached its limit of 1 reads at a time. Please try again in 1s.' },
    });
    expect(await statusOf(service.post('/v1/messages', message()))).toBe(200);
    unread.destroy();
    await eventually(async () => (await statusOf(fetch(`${service.url}/v1/models`, { headers }))) === 200);
  }, 30_000);

  it('are given back by what fails, and counted by connections', async () => {
    const service = await start({ concurrentRequests: 1 });
    for (let count = 0; count < 3; count += 1)
      expect(await statusOf(service.post('/v1/messages', { model: 'm' }))).toBe(400);
    const client = await openFrames(service.url, service.responsesHeaders);
    client.send({ type: 'response.create', model: 'slow', input: 'Hi' });
    await eventually(() => client.frames.length > 0);
    expect(await statusOf(service.post('/v1/messages', message()))).toBe(429);
    client.socket.terminate();
    await eventually(async () => (await statusOf(service.post('/v1/messages', message()))) === 200);
  }, 30_000);
});

describe('a request whose client disconnects while its key is looked up', () => {
  it('is not counted', async () => {
    const service = await start({ concurrentRequests: 1 }, { storedKeys: true });
    const store = service.app.get<Store>(STORE);
    const find = store.findApiKey.bind(store);
    const [asked, resumed] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    store.findApiKey = async (hash) => {
      store.findApiKey = find;
      asked.resolve();
      await resumed.promise;
      return find(hash);
    };
    const socket = openPost(service.url, '/v1/responses', service.responsesHeaders, response);
    await asked.promise;
    socket.destroy();
    await eventually(() => service.app.get(ActiveRequests).count === 0);
    resumed.resolve();
    expect(await statusOf(service.post('/v1/responses', response))).toBe(200);
    expect(await statusOf(service.post('/v1/responses', response))).toBe(200);
  });
});

describe('tokens per minute', () => {
  it('are counted at the end of a response, and excess tokens delay later requests', async () => {
    const service = await start({ tokensPerMinute: cost / 2 });
    const first = await service.post('/v1/messages', message());
    expect([
      first.headers.get('anthropic-ratelimit-tokens-limit'),
      first.headers.get('anthropic-ratelimit-tokens-remaining'),
    ]).toEqual(['6', '6']);
    await first.text();
    const refused = async (): Promise<Response | undefined> => {
      const reply = await service.post('/v1/responses', response);
      await reply.text();
      return reply.status === 429 ? reply : undefined;
    };
    // Six tokens to refill the excess, and one to continue.
    await eventually(async () => (await refused()) !== undefined);
    expect((await refused())?.headers.get('x-ratelimit-remaining-tokens')).toBe('0');
    expect(Number((await refused())?.headers.get('retry-after'))).toBeGreaterThanOrEqual(70);
    expect(await statusOf(service.post('/v1/messages', message(), bob))).toBe(200);
  }, 30_000);

  it('count what a background response and a batch have used', async () => {
    const service = await start({ tokensPerMinute: 1000 });
    const remaining = async (): Promise<number> =>
      Number(
        (await service.post('/v1/responses', { model: 'none', input: 'Hi' })).headers.get(
          'x-ratelimit-remaining-tokens',
        ),
      );
    await service.post('/v1/responses', { ...response, background: true });
    await eventually(async () => (await remaining()) === 1000 - cost);
    await service.post('/v1/messages/batches', {
      requests: [
        { custom_id: 'a', params: message() },
        { custom_id: 'b', params: message() },
      ],
    });
    await eventually(async () => (await remaining()) <= 1000 - 3 * cost);
    expect(await remaining()).toBe(1000 - 3 * cost);
  }, 30_000);

  it('delay a batch until they are available again', async () => {
    const service = await start({ tokensPerMinute: 50 * cost });
    const ids = Array.from({ length: 60 }, (_, index) => `request-${index}`);
    const batch = (await (
      await service.post('/v1/messages/batches', { requests: ids.map((id) => ({ custom_id: id, params: message() })) })
    ).json()) as { id: string };
    const counts = async (): Promise<unknown> =>
      (
        (await (
          await fetch(`${service.url}/v1/messages/batches/${batch.id}`, { headers: service.messagesHeaders })
        ).json()) as { request_counts: unknown }
      ).request_counts;
    const parts = (): readonly unknown[] =>
      service.log.filter(({ jobId, status }) => jobId === batch.id && status === 429);
    await eventually(() => parts().length > 0);
    expect(await counts()).toMatchObject({ processing: 60 });
    service.app.get(KeyLimits).set(limits({}));
    await eventually(async () => JSON.stringify(await counts()).includes('"succeeded":60'), 20_000);
  }, 40_000);
});

describe('connections', () => {
  it('are limited per key and released when one closes', async () => {
    const service = await start({ connections: 2 });
    const [first, second] = [
      await openFrames(service.url, service.responsesHeaders),
      await openFrames(service.url, service.responsesHeaders),
    ];
    expect(await rejectedUpgrade(service.url, service.responsesHeaders)).toMatchObject({
      status: 429,
      headers: { 'retry-after': '5' },
      body: { error: { code: 'rate_limit_exceeded' } },
    });
    const other = await openFrames(service.url, bob);
    first.socket.close();
    await first.closed;
    await eventually(async () => {
      const again = await openFrames(service.url, service.responsesHeaders).catch(() => undefined);
      again?.socket.close();
      return again !== undefined;
    });
    for (const { socket } of [second, other]) socket.close();
  }, 30_000);
});

describe('limits by name', () => {
  const named = (...entries: readonly Partial<NamedKeyLimitSettings>[]): Limits => ({
    requestsPerMinute: 1,
    named: entries as NamedKeyLimitSettings[],
  });

  it('replace those of all keys', async () => {
    const service = await start(named({ name: 'bob', requestsPerMinute: 2 }));
    expect(await statusOf(service.post('/v1/messages', message(), bob))).toBe(200);
    expect(await statusOf(service.post('/v1/messages', message(), bob))).toBe(200);
    expect(await statusOf(service.post('/v1/messages', message(), bob))).toBe(429);
    expect(await statusOf(service.post('/v1/messages', message()))).toBe(200);
    expect(await statusOf(service.post('/v1/messages', message()))).toBe(429);
  }, 30_000);

  it('apply when no other key is limited', async () => {
    const service = await start({ named: [{ name: 'bob', requestsPerMinute: 1 }] });
    expect(await statusOf(service.post('/v1/messages', message(), bob))).toBe(200);
    expect(await statusOf(service.post('/v1/messages', message(), bob))).toBe(429);
    expect(await statusOf(service.post('/v1/messages', message()))).toBe(200);
  }, 30_000);

  it('disable a limit for a key by omitting it', async () => {
    const service = await start(named({ name: 'alice' }));
    for (let count = 0; count < 3; count += 1)
      expect(
        (await service.post('/v1/messages', message())).headers.get('anthropic-ratelimit-requests-limit'),
      ).toBeNull();
    expect(await statusOf(service.post('/v1/messages', message(), bob))).toBe(200);
    expect(await statusOf(service.post('/v1/messages', message(), bob))).toBe(429);
  }, 30_000);

  it('change with a reload; what was used stays used', async () => {
    const service = await start({ requestsPerMinute: 2 });
    await service.post('/v1/messages', message());
    await service.post('/v1/messages', message());
    service.app.get(KeyLimits).set(limits({ requestsPerMinute: 3 }));
    expect(await statusOf(service.post('/v1/messages', message()))).toBe(200);
    expect(await statusOf(service.post('/v1/messages', message()))).toBe(429);
    service.app.get(KeyLimits).set(limits({}));
    expect(await statusOf(service.post('/v1/messages', message()))).toBe(200);
  }, 30_000);
});

it('rejections are logged per key and counted per limit', async () => {
  const service = await start(
    { requestsPerMinute: 1 },
    { config: { metrics: Object.assign(new MetricsSettings(), { port: 0 }) } },
  );
  await service.post('/v1/messages', message());
  await service.post('/v1/messages', message());
  await eventually(() => service.log.some(({ msg, status }) => msg === 'request' && status === 429));
  expect(service.log.find(({ status }) => status === 429)).toMatchObject({
    level: 30,
    keyId: 'alice',
    error: 'rate-limited',
    reason: 'This key has reached its limit of 1 requests per minute. Please try again in 60s.',
  });
  const figures = await (await fetch(service.app.get(MetricsListener).url ?? '')).text();
  expect(figures).toContain('key_limit_rejections_total{limit="requests"} 1');
  expect(figures).toContain('key_limit_rejections_total{limit="tokens"} 0');
}, 30_000);

it('has no limits by default', async () => {
  expect({ ...loadConfig({}, '/nowhere').keyLimits }).toEqual({ ...new KeyLimitsSettings() });
  const service = await start({});
  const reply = await service.post('/v1/messages', message());
  expect([...reply.headers.keys()].filter((name) => name.includes('ratelimit'))).toEqual([]);
}, 30_000);

it('forgets an unused key, but not one that is in use or still over its limit', async () => {
  const service = await start({ tokensPerMinute: 100, connections: 1 });
  const keys = service.app.get(KeyLimits);
  const usage = { inputTokens: 60, outputTokens: 60, cachedInputTokens: 0, cacheWriteTokens: 0, reasoningTokens: 0 };
  const use = (from: number, count: number): void => {
    for (let n = from; n < from + count; n += 1) keys.chargeUsage({ owner: 'many', keyName: `key ${n}` }, usage);
  };
  const connected = { owner: 'many', keyName: 'connected' };
  const disconnect = keys.connect(connected);
  use(0, 999);
  now += 30_000;
  use(1_000, 1);
  expect(keys.quotaCount).toBe(1_001);
  expect(() => keys.requireTokens({ owner: 'many', keyName: 'key 0' })).not.toThrow();
  now += 90_000;
  // A batch retries soon, however far it exceeds its tokens.
  keys.chargeUsage({ owner: 'many', keyName: 'far beyond' }, { ...usage, inputTokens: 10_000 });
  expect(() => keys.requireTokens({ owner: 'many', keyName: 'far beyond' })).toThrow(
    expect.objectContaining({ retryAfter: 60 }),
  );
  use(2_000, 1_000);
  expect(keys.quotaCount).toBeLessThanOrEqual(1_003);
  expect(() => keys.connect(connected)).toThrow('1 open connections');
  disconnect?.();
});
