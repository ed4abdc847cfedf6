import { EngineError, type GenerationRequest, type LanguageModel, type Store } from '@org/engine';
import { createScriptedModel } from '@org/engine/testing';
import { once } from 'node:events';
import { STORE } from '#src/engine/tokens.js';
import { ActiveRequests } from '#src/request-context/active-requests.js';
import { closeServices } from '../kit/close-services.js';
import { eventually } from '../kit/eventually.js';
import { openPost } from '../kit/raw-request.js';
import { beforeTheEnd, hangingModel, textResponse } from '../kit/scripts.js';
import { otherKey, startTestService, type TestService, type TestServiceOptions } from '../kit/start-service.js';

const bodies = {
  '/v1/messages': { model: 'm', max_tokens: 50, messages: [{ role: 'user', content: 'Hi' }] },
  '/v1/responses': { model: 'm', input: 'Hi' },
} as const;
const paths = ['/v1/messages', '/v1/responses'] as const;
type Path = (typeof paths)[number];
const usual = { hours: 24, leaseSeconds: 600, waitSeconds: 30, maxResponseBytes: 8_388_608 };

let runs: GenerationRequest[] = [];
const services: TestService[] = [];
beforeEach(() => {
  runs = [];
});
afterEach(() => closeServices(services));

/** Creates a model that counts its runs and returns the count after `ms` milliseconds. */
function counting(ms = 0): LanguageModel {
  return createScriptedModel({
    id: 'm',
    script: (request) => {
      const [start, ...rest] = textResponse(`This is run ${runs.push(request)}.`);
      return start === undefined ? [] : [start, { type: 'delay', ms }, ...rest];
    },
  });
}

async function serve(
  languageModel: LanguageModel = counting(),
  options: TestServiceOptions = {},
): Promise<TestService> {
  const service = await startTestService({ models: { m: languageModel }, ...options });
  services.push(service);
  return service;
}

function send(
  service: TestService,
  path: Path,
  key: string,
  more: object = {},
  headers: Readonly<Record<string, string>> = {},
): Promise<Response> {
  return service.post(
    path,
    { ...bodies[path], ...more },
    { ...service.messagesHeaders, 'idempotency-key': key, ...headers },
  );
}

describe.each(paths)('a POST to %s with an idempotency key', (path) => {
  it.each([
    ['as JSON', false],
    ['as a stream', true],
  ])('replays the same bytes for a repetition, %s, and runs once', async (_, stream) => {
    const service = await serve();
    const first = await send(service, path, 'k1', { stream });
    const text = await first.text();
    const again = await send(service, path, 'k1', { stream });
    expect(await again.text()).toBe(text);
    expect([again.status, again.headers.get('content-type')]).toEqual([
      first.status,
      first.headers.get('content-type'),
    ]);
    expect([first.headers.get('idempotent-replayed'), again.headers.get('idempotent-replayed')]).toEqual([
      null,
      'true',
    ]);
    expect(again.headers.get('x-request-id')).not.toBe(first.headers.get('x-request-id'));
    expect(runs).toHaveLength(1);
  });

  it.each([
    ['as JSON', false],
    ['as a stream', true],
  ])('repeats its warnings each time, %s', async (_, stream) => {
    const service = await serve();
    const responses = [
      await send(service, path, 'k1', { stream, colour: 'red', size: 'big' }),
      await send(service, path, 'k1', { stream, colour: 'red', size: 'big' }),
    ];
    for (const response of responses) await response.text();
    const [first, again] = responses.map(({ headers }) => headers.get('x-service-warning'));
    expect(first).toMatch(/^ignored colour: .*, ignored size: /);
    expect(again).toBe(first);
    expect(runs).toHaveLength(1);
  });

  it.each([
    ['as JSON', false],
    ['as a stream', true],
  ])('runs once for five concurrent repetitions, %s', async (_, stream) => {
    const service = await serve(counting(200));
    const responses = await Promise.all([1, 2, 3, 4, 5].map(() => send(service, path, 'k1', { stream })));
    const texts = await Promise.all(responses.map((response) => response.text()));
    expect(new Set(texts).size).toBe(1);
    expect(responses.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    expect(responses.filter(({ headers }) => headers.get('idempotent-replayed') === 'true')).toHaveLength(4);
    expect(runs).toHaveLength(1);
  });

  it('is rejected with another body under a used key', async () => {
    const service = await serve();
    await (await send(service, path, 'k1')).text();
    const other = await send(service, path, 'k1', { model: 'm', temperature: 0.5 });
    expect(other.status).toBe(400);
    expect(await other.json()).toMatchObject({
      error: { type: 'invalid_request_error', message: expect.stringContaining('idempotency-key') as string },
    });
    expect(runs).toHaveLength(1);
  });

  it('is separate from the same key of another owner and of another path', async () => {
    const service = await serve();
    const texts = [
      await (await send(service, path, 'k1')).text(),
      await (await send(service, path, 'k1', {}, { authorization: `Bearer ${otherKey}` })).text(),
      await (await send(service, path === '/v1/messages' ? '/v1/responses' : '/v1/messages', 'k1')).text(),
    ];
    expect(new Set(texts).size).toBe(3);
    expect(runs).toHaveLength(3);
  });

  it('completes when its client disconnects and stores the response for the repetition', async () => {
    for (const stream of [false, true]) {
      runs = [];
      const service = await serve(counting(250));
      const socket = openPost(
        service.url,
        path,
        { ...service.messagesHeaders, 'idempotency-key': 'k1' },
        { ...bodies[path], stream },
      );
      await eventually(() => runs.length === 1);
      socket.destroy();
      const again = await send(service, path, 'k1', { stream });
      const text = await again.text();
      expect(text).toContain(stream ? 'This' : 'This is run 1.');
      expect(again.headers.get('idempotent-replayed')).toBe('true');
      expect(again.headers.get('content-type')).toContain(stream ? 'text/event-stream' : 'application/json');
      expect(runs).toHaveLength(1);
      await eventually(() => service.app.get(ActiveRequests).count === 0);
    }
  });

  it('does nothing when its client disconnects while the key is acquired, and may be retried', async () => {
    const background = path === '/v1/responses' ? { background: true } : {};
    const service = await serve();
    const store = service.app.get<Store>(STORE);
    const start = store.startIdempotent.bind(store);
    const disconnected = new AbortController();
    let taking = 0;
    store.startIdempotent = async (request) => {
      const state = await start(request);
      taking += 1;
      if (!disconnected.signal.aborted) await once(disconnected.signal, 'abort');
      return state;
    };
    const sockets = Array.from({ length: 5 }, (_, n) =>
      openPost(
        service.url,
        path,
        { ...service.messagesHeaders, 'idempotency-key': `k${n}` },
        { ...bodies[path], ...background },
      ),
    );
    await eventually(() => taking === sockets.length);
    for (const socket of sockets) socket.destroy();
    await eventually(() => service.app.get(ActiveRequests).count === 0);
    disconnected.abort();
    await Promise.all(
      sockets.map(async (_, n) => expect((await send(service, path, `k${n}`, background)).status).toBe(200)),
    );
    await eventually(() => runs.length >= sockets.length);
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(runs).toHaveLength(sockets.length);
  });

  it('gets a retryable error when its service stops while it waits for the first request', async () => {
    const service = await serve(hangingModel());
    const store = service.app.get<Store>(STORE);
    const start = store.startIdempotent.bind(store);
    let looks = 0;
    store.startIdempotent = (request) => start(request).finally(() => (looks += 1));
    const responses = [send(service, path, 'k1'), send(service, path, 'k1')];
    await eventually(() => looks > 2);
    service.app.get(ActiveRequests).abortAll();
    for (const response of await Promise.all(responses)) {
      expect(response.status).toBe(path === '/v1/messages' ? 529 : 503);
      expect(await response.text()).toContain('shutting down');
    }
  });

  it("runs once when repeated after a clock jump before the running request's heartbeat", async () => {
    const service = await serve(counting(700));
    const store = service.app.get<Store>(STORE);
    const start = store.startIdempotent.bind(store);
    let jump: (() => Promise<unknown>) | undefined;
    store.startIdempotent = async (request) => {
      const state = await start(request);
      if (state.state === 'new')
        jump = () => store.renewIdempotent({ owner: request.owner, key: request.key, attempt: state.attempt }, 0);
      return state;
    };
    const first = send(service, path, 'k1');
    await eventually(() => runs.length === 1);
    await jump?.();
    const again = await send(service, path, 'k1');
    expect([again.status, again.headers.get('idempotent-replayed')]).toEqual([200, 'true']);
    expect(await again.text()).toBe(await (await first).text());
    expect(runs).toHaveLength(1);
  });

  it('that failed may be tried again', async () => {
    let attempts = 0;
    const service = await serve(
      createScriptedModel({
        id: 'm',
        script: () =>
          ++attempts === 1
            ? [{ type: 'throw', error: new EngineError('overloaded', 'Busy.') }]
            : textResponse('Hello.'),
      }),
    );
    expect((await send(service, path, 'k1')).status).toBeGreaterThanOrEqual(500);
    const again = await send(service, path, 'k1');
    expect([again.status, again.headers.get('idempotent-replayed')]).toEqual([200, null]);
    expect(attempts).toBe(2);
  });

  it('may be retried after a failed stream', async () => {
    let attempts = 0;
    const service = await serve(
      createScriptedModel({
        id: 'm',
        script: () =>
          ++attempts === 1
            ? [
                ...textResponse('Hello.').slice(0, 3),
                { type: 'throw', error: new EngineError('upstream-failed', 'Gone.') },
              ]
            : textResponse('Hello.'),
      }),
    );
    expect(await (await send(service, path, 'k1', { stream: true })).text()).toContain('Gone.');
    const again = await send(service, path, 'k1', { stream: true });
    expect(await again.text()).not.toContain('Gone.');
    expect(attempts).toBe(2);
  });

  it('does not run again when the service stops right after the end of its stream', async () => {
    let ended = 0;
    const stop = (): void => {
      ended += 1;
      if (ended === 1) service.app.get(ActiveRequests).abortAll();
    };
    const service = await serve(beforeTheEnd(stop, textResponse('Hello.')));
    const text = await (await send(service, path, 'k1', { stream: true })).text();
    const again = await send(service, path, 'k1', { stream: true });
    expect([again.headers.get('idempotent-replayed'), await again.text()]).toEqual(['true', text]);
    expect(ended).toBe(1);
  });

  it('is rejected as another request when it enables another option than the first', async () => {
    const service = await serve();
    const header = path === '/v1/messages' ? 'anthropic-beta' : 'openai-beta';
    expect((await send(service, path, 'k1', {}, { [header]: 'one, two' })).status).toBe(200);
    expect((await send(service, path, 'k1', {}, { [header]: 'one,two' })).headers.get('idempotent-replayed')).toBe(
      'true',
    );
    const other = [await send(service, path, 'k1', {}, { [header]: 'one' }), await send(service, path, 'k1')];
    expect(other.map(({ status }) => status)).toEqual([400, 400]);
    expect(runs).toHaveLength(1);
  });

  it('does not use up the key when it is rejected before it runs', async () => {
    const service = await serve();
    expect((await send(service, path, 'k1', { temperature: 'hot' })).status).toBe(400);
    expect((await send(service, path, 'k1')).status).toBe(200);
  });

  it.each([
    ['an empty key', ''],
    ['one that is too long', 'x'.repeat(256)],
    ['one that is not printable', 'a\tb'],
  ])('rejects %s', async (_, key) => {
    const service = await serve();
    const response = await send(service, path, key);
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({
      error: { message: expect.stringContaining('idempotency-key: must have 1 to 255') as string },
    });
    expect(runs).toHaveLength(0);
  });

  it('does not run again when its response is too large to store, and reports that to the repetition', async () => {
    const service = await serve(counting(), { config: { idempotency: { ...usual, maxResponseBytes: 100 } } });
    expect((await send(service, path, 'k1')).status).toBe(200);
    const again = await send(service, path, 'k1');
    expect([again.status, again.headers.get('x-should-retry'), again.headers.get('content-type')]).toEqual([
      409,
      'false',
      'application/json; charset=utf-8',
    ]);
    expect(await again.json()).toMatchObject({
      error: { message: expect.stringContaining('the request with this key succeeded') as string },
    });
    expect(runs).toHaveLength(1);
  });

  it('that still runs is not waited for without end', async () => {
    const service = await serve(counting(1500), { config: { idempotency: { ...usual, waitSeconds: 0.2 } } });
    const first = send(service, path, 'k1');
    await eventually(() => runs.length === 1);
    const copy = await send(service, path, 'k1');
    expect([copy.status, copy.headers.get('retry-after'), copy.headers.get('x-should-retry')]).toEqual([
      409,
      '1',
      'true',
    ]);
    expect((await first).status).toBe(200);
    expect(runs).toHaveLength(1);
  });

  it('that runs longer than it may is ended', async () => {
    const languageModel = hangingModel();
    const service = await serve(languageModel, { config: { idempotency: { ...usual, leaseSeconds: 1 } } });
    const response = await send(service, path, 'k1');
    expect(response.status).toBeGreaterThanOrEqual(500);
    expect(await response.text()).toContain('exceeded the limit of 1 seconds');
    expect(languageModel.abortedAt).toHaveLength(1);
  });

  it('releases its key some seconds after an abort that its model ignores', async () => {
    const letGo = Promise.withResolvers<void>();
    const inner = counting();
    const deaf: LanguageModel = {
      ...inner,
      async *generate(request, context) {
        if (runs.length === 0) {
          runs.push(request);
          await letGo.promise;
        }
        yield* inner.generate(request, context);
      },
    };
    const service = await serve(deaf, { config: { idempotency: { ...usual, leaseSeconds: 0.5 } } });
    const first = send(service, path, 'k1');
    await eventually(() => runs.length === 1);
    const copy = await send(service, path, 'k1');
    expect([copy.status, copy.headers.get('idempotent-replayed'), runs.length]).toEqual([200, null, 2]);
    letGo.resolve();
    expect((await first).status).toBeGreaterThanOrEqual(500);
  });
});

describe('idempotency keys', () => {
  it('create nothing for a client that disconnected while they were acquired', async () => {
    const service = await serve();
    const store = service.app.get<Store>(STORE);
    const start = store.startIdempotent.bind(store);
    const taken = Promise.withResolvers<void>();
    const disconnected = Promise.withResolvers<void>();
    store.startIdempotent = async (request) => {
      const state = await start(request);
      taken.resolve();
      await disconnected.promise;
      return state;
    };
    let made = 0;
    const create = store.createConversation.bind(store);
    store.createConversation = (...args) => {
      made += 1;
      return create(...args);
    };
    const socket = openPost(
      service.url,
      '/v1/conversations',
      { ...service.responsesHeaders, 'idempotency-key': 'k1' },
      {},
    );
    await taken.promise;
    socket.destroy();
    await eventually(() => service.app.get(ActiveRequests).count === 0);
    disconnected.resolve();
    const again = await service.post('/v1/conversations', {}, { ...service.responsesHeaders, 'idempotency-key': 'k1' });
    expect([again.status, again.headers.get('idempotent-replayed'), made]).toEqual([200, null, 1]);
  });

  it('are known after a restart', async () => {
    const first = await serve();
    const text = await (await send(first, '/v1/responses', 'k1')).text();
    await first.stop();
    const second = await serve(counting(), { dataDir: first.dataDir });
    const again = await send(second, '/v1/responses', 'k1');
    expect([await again.text(), again.headers.get('idempotent-replayed')]).toEqual([text, 'true']);
    expect(runs).toHaveLength(1);
    services.splice(services.indexOf(first), 1);
  });

  it('are shared by two services on one store', async () => {
    const one = await serve(counting(200));
    const two = await serve(counting(200), { dataDir: one.dataDir });
    const responses = await Promise.all(
      [one, two, one, two, two].map((service) => send(service, '/v1/responses', 'k1')),
    );
    const texts = await Promise.all(responses.map((response) => response.text()));
    expect(new Set(texts).size).toBe(1);
    expect(runs).toHaveLength(1);
  });

  it('are honoured for requests without a body, too', async () => {
    const service = await serve();
    const { id } = (await (
      await service.post('/v1/responses', { model: 'm', input: 'Hi', background: true })
    ).json()) as { id: string };
    const cancel = (): Promise<Response> =>
      fetch(`${service.url}/v1/responses/${id}/cancel`, {
        method: 'POST',
        headers: { ...service.responsesHeaders, 'idempotency-key': 'k1' },
      });
    const first = await cancel();
    const again = await cancel();
    expect(again.headers.get('idempotent-replayed')).toBe(first.status === 200 ? 'true' : null);
    expect(await again.text()).toBe(await first.text());
  });

  it('are ignored where nothing is created', async () => {
    const service = await serve();
    const response = await fetch(`${service.url}/v1/models`, {
      headers: { ...service.responsesHeaders, 'idempotency-key': '' },
    });
    expect(response.status).toBe(200);
  });

  it('do not bypass authentication: a request without a valid key is rejected first', async () => {
    const service = await serve();
    await (await send(service, '/v1/responses', 'k1')).text();
    const response = await send(service, '/v1/responses', 'k1', {}, { authorization: 'Bearer wrong-key-of-nobody' });
    expect(response.status).toBe(401);
  });

  it('do not delay the shutdown: work without a client is aborted and may be retried', async () => {
    const languageModel = hangingModel(textResponse('Hello.').slice(0, 3));
    const first = await serve(languageModel);
    const socket = openPost(
      first.url,
      '/v1/responses',
      { ...first.responsesHeaders, 'idempotency-key': 'k1' },
      { ...bodies['/v1/responses'], stream: true },
    );
    await eventually(() => languageModel.started.length === 1);
    socket.destroy();
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(languageModel.abortedAt).toHaveLength(0);
    await first.stop();
    expect(languageModel.abortedAt).toHaveLength(1);
    const second = await serve(counting(), { dataDir: first.dataDir });
    expect((await send(second, '/v1/responses', 'k1', { stream: true })).status).toBe(200);
    expect(runs).toHaveLength(1);
    services.splice(services.indexOf(first), 1);
  });
});
