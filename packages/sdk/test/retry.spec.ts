import { ApiError, ConnectionError, ModelResponseClient, type ClientOptions, type RequestRetry } from '#src/index.js';
import { mayRetry, retryDelay } from '#src/transport/retry.js';
import { listen, sendJson, type Loopback } from './loopback.js';

const now = Date.parse('2026-11-01T12:00:00Z');
const after = (hint: string): Headers => new Headers({ 'retry-after': hint });

describe('the time before another try', () => {
  it('is what the service asks for, in seconds, milliseconds, or as a date', () => {
    expect(retryDelay(0, after('2'), now, 0)).toBe(2000);
    expect(retryDelay(0, new Headers({ 'retry-after': '2', 'retry-after-ms': '30' }), now, 0)).toBe(30);
    expect(retryDelay(0, after('Sun, 01 Nov 2026 12:00:05 GMT'), now, 0)).toBe(5000);
  });

  it('doubles up to eight seconds, less at most a quarter, without a retry-after in the future', () => {
    for (const hint of [undefined, after('soon'), after('-3'), after('Sun, 01 Nov 2026 11:59:00 GMT')]) {
      expect([0, 1, 4, 9].map((tries) => retryDelay(tries, hint, now, 0))).toEqual([500, 1000, 8000, 8000]);
      expect(retryDelay(0, hint, now, 1)).toBe(375);
    }
  });

  it('is at most a minute, also for a date', () => {
    expect(mayRetry(429, after('Sun, 01 Nov 2026 12:01:00 GMT'), now)).toBe(true);
    expect(mayRetry(429, after('Sun, 01 Nov 2026 12:01:01 GMT'), now)).toBe(false);
  });
});

describe('a temporarily rejected request', () => {
  it.each([
    [0, 1],
    [2, 3],
  ])('is retried %d times and no more', async (maxRetries, requests) => {
    const server = await listen((response) => sendJson(response, 503, {}, { 'retry-after-ms': '1' }));
    const client = new ModelResponseClient({ baseUrl: server.url, apiKey: 'secret', maxRetries });
    await expect(client.models.list()).rejects.toBeInstanceOf(ApiError);
    expect(server.requests).toHaveLength(requests);
    await server.close();
  });
});

describe('a retry listener', () => {
  const hint = { 'retry-after-ms': '1' };
  let server: Loopback;
  afterEach(() => server.close());
  const connect = (options: Partial<ClientOptions> = {}): ModelResponseClient =>
    new ModelResponseClient({ baseUrl: server.url, apiKey: 'secret', ...options });

  it('receives each retry, with its error and delay, and nothing else', async () => {
    server = await listen((response, attempt) =>
      attempt === 1
        ? response.socket?.destroy()
        : sendJson(response, attempt === 0 ? 503 : 200, { data: [] }, { ...hint, 'x-request-id': `req_${attempt}` }),
    );
    const [ofClient, ofRequest]: RequestRetry[][] = [[], []];
    const client = connect({ onRetry: (retry) => void ofClient?.push(retry) });
    await client.models.list({ onRetry: (retry) => void ofRequest?.push(retry) });
    expect(ofClient).toEqual([
      { method: 'GET', path: '/v1/models', attempt: 1, delayMs: 1, error: expect.any(ApiError) },
      {
        method: 'GET',
        path: '/v1/models',
        attempt: 2,
        delayMs: expect.any(Number),
        error: expect.any(ConnectionError),
      },
    ]);
    expect(ofClient?.[0]?.error).toMatchObject({ status: 503, requestId: 'req_0' });
    expect(ofRequest).toEqual(ofClient);
    await client.models.list();
    expect(ofClient).toHaveLength(2);
  });

  it('receives nothing for requests that are not retried', async () => {
    server = await listen((response) => sendJson(response, 503, {}, hint));
    const heard: RequestRetry[] = [];
    await expect(
      connect({ maxRetries: 0, onRetry: (retry) => void heard.push(retry) }).models.list(),
    ).rejects.toBeInstanceOf(ApiError);
    expect(heard).toEqual([]);
  });

  it('ends the call by what it throws', async () => {
    server = await listen((response) => sendJson(response, 503, {}, hint));
    const enough = new Error('Enough.');
    const onRetry = (): never => {
      throw enough;
    };
    await expect(connect().responses.stream({ model: 'm', input: 'hi' }, { onRetry }).finalResponse()).rejects.toBe(
      enough,
    );
    expect(server.requests).toHaveLength(1);
  });
});

it('leaves no timer after a call, so that an otherwise idle program exits', async () => {
  const server = await listen((response) => sendJson(response, 200, { data: [] }));
  const timers = (): number => process.getActiveResourcesInfo().filter((kind) => kind === 'Timeout').length;
  const client = new ModelResponseClient({ baseUrl: server.url, apiKey: 'secret' });
  await client.models.list();
  const before = timers();
  for (let n = 0; n < 5; n += 1) await client.models.list();
  expect(timers()).toBeLessThan(before + 5);
  await server.close();
});
