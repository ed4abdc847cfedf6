import { randomBytes } from 'node:crypto';
import type { GenerationEvent, GenerationRequest, LanguageModel, Store } from '@org/engine';
import { connect } from 'node:net';
import { gzipSync } from 'node:zlib';
import { STORE } from '#src/engine/tokens.js';
import { ActiveRequests } from '#src/request-context/active-requests.js';
import { eventually } from '../kit/eventually.js';
import { openPost } from '../kit/raw-request.js';
import { hangingModel, textResponse, type ObservedModel } from '../kit/scripts.js';
import { startTestService, type TestService } from '../kit/start-service.js';

const partial = textResponse('An answer that never ends.').slice(0, 4);

const bodies = {
  '/v1/messages': { model: 'm', max_tokens: 50, messages: [{ role: 'user', content: 'Hi' }] },
  '/v1/responses': { model: 'm', input: 'Hi' },
} as const;

/** Creates a model that responds after `ms` milliseconds and ignores aborts, like a request in an upstream queue. */
function deaf(inner: ObservedModel, ms: number): ObservedModel {
  return {
    ...inner,
    started: inner.started,
    abortedAt: inner.abortedAt,
    async *generate(request: GenerationRequest, context) {
      await new Promise((resolve) => setTimeout(resolve, ms));
      yield* inner.generate(request, context);
    },
  };
}

/** Creates a model that emits `first`, then nothing until `end`, and ignores its abort signal. */
function playingOn(first: readonly GenerationEvent[], end: Promise<void>): LanguageModel {
  return {
    ...hangingModel(),
    async *generate() {
      yield* first;
      await end;
    },
  };
}

let service: TestService;
afterEach(() => service.close());

describe.each(['/v1/messages', '/v1/responses'] as const)('when the client of %s disconnects', (path) => {
  it.each([
    ['before the first token of a stream', true, [], 499],
    ['in the middle of a stream', true, partial, 200],
    ['before the JSON response starts', false, [], 499],
    ['while the JSON response is generated', false, partial, 499],
  ] as const)(
    '%s, the model is aborted and the log has no entry for a response that never started',
    async (_, stream, first, status) => {
      const languageModel = hangingModel(first);
      service = await startTestService({ models: { m: languageModel } });
      const socket = openPost(service.url, path, service.messagesHeaders, { ...bodies[path], stream });
      await eventually(() => languageModel.started.length === 1);
      await new Promise((resolve) => setTimeout(resolve, 30));
      expect(languageModel.abortedAt).toHaveLength(0);
      socket.destroy();
      await eventually(() => languageModel.abortedAt.length === 1);
      const open = service.app.get(ActiveRequests);
      await eventually(() => open.count === 0);
      expect(service.log.find((line) => line['msg'] === 'request')).toMatchObject({ clientAbort: true, status });
    },
  );

  it('while its request is queued, the request is dropped at its turn', async () => {
    const languageModel = deaf(hangingModel(), 150);
    service = await startTestService({ models: { m: languageModel } });
    const socket = openPost(service.url, path, service.messagesHeaders, { ...bodies[path], stream: true });
    await new Promise((resolve) => setTimeout(resolve, 50));
    socket.destroy();
    await eventually(
      () =>
        languageModel.abortedAt.length === languageModel.started.length && service.app.get(ActiveRequests).count === 0,
    );
    expect(languageModel.started.length).toBeLessThanOrEqual(1);
  });

  it('by ending its half of the connection, that counts as leaving, too', async () => {
    const languageModel = hangingModel(partial);
    service = await startTestService({ models: { m: languageModel } });
    const socket = openPost(service.url, path, service.messagesHeaders, { ...bodies[path], stream: true });
    await eventually(() => languageModel.started.length === 1);
    socket.end();
    await eventually(() => languageModel.abortedAt.length === 1 && service.app.get(ActiveRequests).count === 0);
    expect(service.log).toContainEqual(expect.objectContaining({ msg: 'request', clientAbort: true }));
  });

  it('other requests are not affected', async () => {
    const languageModel = hangingModel(partial);
    service = await startTestService({ models: { m: languageModel } });
    const sockets = Array.from({ length: 20 }, () =>
      openPost(service.url, path, service.messagesHeaders, { ...bodies[path], stream: true }),
    );
    await eventually(() => languageModel.started.length === 20);
    for (const socket of sockets.slice(0, 7)) socket.destroy();
    await eventually(() => languageModel.abortedAt.length === 7 && service.app.get(ActiveRequests).count <= 13);
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(languageModel.abortedAt).toHaveLength(7);
    expect(service.app.get(ActiveRequests).count).toBe(13);
    for (const socket of sockets) socket.destroy();
    await eventually(() => service.app.get(ActiveRequests).count === 0);
  });
});

describe('a request whose client disconnects while its body is decompressed', () => {
  it.each([
    ['/v1/conversations', { metadata: {} }],
    ['/v1/messages/batches', { requests: [{ custom_id: 'a', params: bodies['/v1/messages'] }] }],
    ['/v1/responses', { ...bodies['/v1/responses'], background: true }],
  ] as const)('creates nothing at %s', async (path, body) => {
    service = await startTestService({ models: { m: hangingModel() } });
    const store = service.app.get<Store>(STORE);
    let made = 0;
    for (const name of ['createConversation', 'putTurn'] as const) {
      const make = store[name];
      Object.assign(store, {
        [name]: (...values: Parameters<typeof make>) => (made++, Reflect.apply(make, store, values)),
      });
    }
    const open = service.app.get(ActiveRequests);
    const add = open.add.bind(open);
    let letIn = (): boolean => false;
    open.add = (requestContext) => {
      letIn = () => requestContext.principal !== undefined;
      add(requestContext);
    };
    // The body is small in transit and slow to decompress; it expands less than a bomb.
    const filler = Array.from({ length: 30_000 }, () => randomBytes(8).toString('hex') + ' '.repeat(984)).join('');
    const packed = gzipSync(JSON.stringify({ ...body, filler }));
    const { hostname, port } = new URL(service.url);
    const socket = connect({ host: hostname, port: Number(port) }).on('error', () => undefined);
    socket.write(
      `POST ${path} HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${service.key}\r\nanthropic-version: 2023-06-01\r\ncontent-type: application/json\r\ncontent-encoding: gzip\r\ncontent-length: ${packed.length}\r\n\r\n`,
    );
    socket.write(packed);
    // The service does not even read the body of a client that disconnects earlier.
    await eventually(() => letIn());
    socket.destroy();
    await eventually(() => open.count === 0);
    // The decoder may still work on what has arrived.
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect(made).toBe(0);
  });
});

describe('a request that waits for an earlier one on its connection', () => {
  it('is dropped when the client disconnects, even if the earlier request ignores its abort signal', async () => {
    const languageModel = hangingModel(partial);
    const { promise, resolve: endIt } = Promise.withResolvers<void>();
    service = await startTestService({ models: { m: languageModel, deaf: playingOn(partial, promise) } });
    const socket = openPost(service.url, '/v1/responses', service.responsesHeaders, {
      ...bodies['/v1/responses'],
      model: 'deaf',
      stream: true,
    });
    await eventually(() => service.app.get(ActiveRequests).count === 1);
    const text = JSON.stringify({ ...bodies['/v1/responses'], stream: true });
    socket.write(
      `POST /v1/responses HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${service.key}\r\ncontent-type: application/json\r\ncontent-length: ${text.length}\r\n\r\n${text}`,
    );
    await eventually(() => languageModel.started.length === 1);
    socket.destroy();
    await eventually(() => languageModel.abortedAt.length === 1);
    endIt();
    await eventually(() => service.app.get(ActiveRequests).count === 0);
    expect(service.log.filter((line) => line['clientAbort'] === true)).toHaveLength(2);
  });
});
