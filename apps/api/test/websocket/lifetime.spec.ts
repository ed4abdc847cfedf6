import { emptyUsage, EngineError, type GenerationEvent, type LanguageModel } from '@org/engine';
import { createScriptedModel } from '@org/engine/testing';
import { once } from 'node:events';
import { connect } from 'node:net';
import { setImmediate, setTimeout as pause } from 'node:timers/promises';
import { WebSocket } from 'ws';
import { Authenticator } from '#src/auth/authenticator.js';
import { KeyLimitsSettings } from '#src/config/settings/key-limit-settings.js';
import { ActiveRequests } from '#src/request-context/active-requests.js';
import { StalledReaders, maxStalledChecks } from '#src/http/reply/stalled-readers.js';
import { Turns } from '#src/turn/turns.js';
import { ResponseSockets } from '#src/websocket/response-sockets.js';
import { createBackground } from '../kit/background.js';
import { eventually } from '../kit/eventually.js';
import { openFrames, rejectedUpgrade, type Frame } from '../kit/frames.js';
import { hangingModel, scriptedModel, textResponse } from '../kit/scripts.js';
import { startTestService, type TestService } from '../kit/start-service.js';

const good = { type: 'response.create', model: 'm', store: false, input: 'Hi' };
const partial = textResponse('An answer that never ends.').slice(0, 4);
const usual = { connections: 1000, maxConnectionMinutes: 60, heartbeatSeconds: 30 };

let service: TestService;
afterEach(() => service.close());

/** Creates a model that emits one text endlessly, as fast as it is read, and counts. */
function endless(): LanguageModel & { emitted: number } {
  const inner = scriptedModel();
  const languageModel = {
    emitted: 0,
    modelInfo: () => inner.modelInfo(),
    close: () => inner.close(),
    async *generate(): AsyncGenerator<GenerationEvent> {
      yield { type: 'generation-start', model: 'm', usage: emptyUsage, warnings: [] };
      yield { type: 'part-start', index: 0, part: { type: 'text', text: '' } };
      for (;;) {
        languageModel.emitted++;
        if (languageModel.emitted % 50 === 0) await setImmediate();
        yield { type: 'part-delta', index: 0, delta: { type: 'text', text: 'x'.repeat(1000) } };
      }
    },
  };
  return languageModel;
}

/** Creates a model that completes each request and records its prompts. */
function noting(): LanguageModel & { readonly asked: readonly string[] } {
  const asked: string[] = [];
  const inner = createScriptedModel({
    id: 'm',
    script: ({ messages }) => {
      asked.push(
        messages
          .at(-1)
          ?.parts.map((part) => (part.type === 'text' ? part.text : ''))
          .join('') ?? '',
      );
      return textResponse('Hello.');
    },
  });
  return Object.assign(inner, { asked });
}

/** Waits until nothing more is sent to a client that does not read. */
async function standstill(languageModel: { readonly emitted: number }): Promise<void> {
  await eventually(async () => {
    const before = languageModel.emitted;
    await pause(200);
    return before > 0 && languageModel.emitted === before;
  });
}

describe('a connection', () => {
  it('runs the responses of one stream one at a time, in the order of their requests', async () => {
    const languageModel = noting();
    service = await startTestService({ models: { m: languageModel } });
    const client = await openFrames(service.url, service.responsesHeaders);
    for (const n of [0, 1, 2, 3]) client.send({ ...good, input: `question ${n}` });
    client.send({ ...good, temperature: 'hot' });
    const ends = (): readonly Frame[] =>
      client.frames.filter(({ type }) => type === 'response.completed' || type === 'error');
    await eventually(() => ends().length === 5);
    expect(ends().map(({ type }) => type)).toEqual([...Array<string>(4).fill('response.completed'), 'error']);
    expect(languageModel.asked).toEqual(['question 0', 'question 1', 'question 2', 'question 3']);
    // Events of two responses never interleave.
    const started = client.frames
      .filter(({ type }) => type === 'response.created' || type === 'response.completed')
      .map(({ type }) => type);
    expect(started).toEqual(Array.from({ length: 4 }, () => ['response.created', 'response.completed']).flat());
    client.socket.terminate();
  });

  it('rejects frames beyond 64 queued ones and drops the queue when it disconnects', async () => {
    const languageModel = hangingModel(partial);
    service = await startTestService({ models: { m: languageModel } });
    const client = await openFrames(service.url, service.responsesHeaders);
    for (let n = 0; n < 67; n += 1) client.send({ ...good, stream_id: 'one' });
    await eventually(() => client.frames.filter(({ type }) => type === 'error').length === 2);
    expect(client.frames.filter(({ type }) => type === 'error')).toMatchObject(
      [1, 2].map(() => ({
        status: 503,
        stream_id: 'one',
        error: { code: 'server_overloaded', headers: { 'retry-after': '1' } },
      })),
    );
    expect(languageModel.started).toHaveLength(1);
    expect(languageModel.abortedAt).toHaveLength(0);
    client.socket.terminate();
    await eventually(() => languageModel.abortedAt.length === 1 && service.app.get(ActiveRequests).count === 0);
    expect(languageModel.started).toHaveLength(1);
  });

  it.each([
    ['closes', false],
    ['is disconnected', true],
  ])('that %s ends the work', async (_, disconnect) => {
    const languageModel = hangingModel(partial);
    service = await startTestService({ models: { m: languageModel } });
    const client = await openFrames(service.url, service.responsesHeaders);
    client.send(good);
    await eventually(() => client.frames.length > 2);
    if (disconnect) client.socket.terminate();
    else client.socket.close();
    await eventually(() => languageModel.abortedAt.length === 1);
    await eventually(() => service.app.get(ActiveRequests).count === 0 && service.app.get(ResponseSockets).count === 0);
    expect(service.log).toContainEqual(
      expect.objectContaining({ msg: 'request', transport: 'websocket', clientAbort: true, route: '/v1/responses' }),
    );
  });

  it('reports a late failure as a failed response, drops the response that it continued, and continues', async () => {
    const steps = [...partial, { type: 'throw', error: new Error('a secret of the machine') } as const];
    service = await startTestService({
      models: {
        m: createScriptedModel({
          id: 'm',
          script: { rules: [{ when: 'break', steps }], otherwise: textResponse('Hello.') },
        }),
      },
    });
    const client = await openFrames(service.url, service.responsesHeaders);
    const { response } = (await client.ask(good)) as unknown as { response: { id: string } };
    const failed = await client.ask({ ...good, input: 'break', previous_response_id: response.id });
    expect(failed).toMatchObject({
      type: 'response.failed',
      response: { status: 'failed', error: { code: 'server_error' } },
    });
    expect(JSON.stringify(failed)).not.toContain('secret');
    expect(await client.ask({ ...good, previous_response_id: response.id })).toMatchObject({
      error: { code: 'previous_response_not_found' },
    });
    expect((await client.ask(good)).type).toBe('response.completed');
    client.socket.terminate();
  });

  it('applies backpressure to the model when its client does not read, and aborts it on disconnect', async () => {
    const languageModel = endless();
    service = await startTestService({ models: { m: languageModel } });
    const client = await openFrames(service.url, service.responsesHeaders);
    client.socket.pause();
    client.send(good);
    await standstill(languageModel);
    const before = languageModel.emitted;
    await pause(200);
    expect(languageModel.emitted).toBe(before);
    client.socket.resume();
    await eventually(() => languageModel.emitted > before + 1000);
    client.socket.terminate();
    await eventually(() => service.app.get(ActiveRequests).count === 0);
  });

  it('closes once when its client only sends, whatever still arrives', async () => {
    const languageModel = hangingModel();
    service = await startTestService({ models: { m: languageModel } });
    const close = WebSocket.prototype.close;
    const closes: unknown[] = [];
    WebSocket.prototype.close = function (code) {
      closes.push(code);
      close.call(this, code);
    };
    const client = await openFrames(service.url, service.responsesHeaders);
    client.socket.pause();
    // The service rejects each frame with an error frame that repeats its input.
    for (let sent = 0; sent < 30; sent += 1)
      client.send({ type: 'response.steer', input: 'x'.repeat(1_000_000), previous_response_id: 'resp_1' });
    for (let sent = 0; sent < 30; sent += 1) client.send(good);
    await eventually(() => service.app.get(ResponseSockets).count === 0);
    WebSocket.prototype.close = close;
    expect(closes).toEqual([1008]);
    expect(languageModel.started).toHaveLength(0);
    client.socket.terminate();
  });

  it('is closed without heartbeats, and its work is aborted', async () => {
    const languageModel = hangingModel(partial);
    service = await startTestService({
      models: { m: languageModel },
      config: { websocket: { ...usual, heartbeatSeconds: 0.5 } },
    });
    const dead = await openFrames(service.url, service.responsesHeaders, { noPong: true });
    const living = await openFrames(service.url, service.responsesHeaders);
    dead.send(good);
    expect(await dead.closed).toBe(1006);
    await eventually(() => languageModel.abortedAt.length === 1);
    expect(living.socket.readyState).toBe(living.socket.OPEN);
    living.socket.terminate();
  });

  it('ends after its time, with an error that names it', async () => {
    service = await startTestService({
      models: { m: scriptedModel(...textResponse('Hello.')) },
      config: { websocket: { ...usual, maxConnectionMinutes: 0.005 } },
    });
    const client = await openFrames(service.url, service.responsesHeaders);
    expect(await client.closed).toBe(1000);
    expect(client.frames).toEqual([
      {
        type: 'error',
        status: 400,
        error: expect.objectContaining({ code: 'websocket_connection_limit_reached' }) as object,
      },
    ]);
  });

  it('completes the running response when its time limit ends', async () => {
    const [start, ...rest] = textResponse('Hello.');
    if (start === undefined) throw new Error('a response has a first event');
    service = await startTestService({
      models: { m: scriptedModel(start, { type: 'delay', ms: 2_500 }, ...rest) },
      config: { websocket: { ...usual, maxConnectionMinutes: 0.02 } },
    });
    const client = await openFrames(service.url, service.responsesHeaders);
    expect((await client.ask(good)).type).toBe('response.completed');
    expect(await client.closed).toBe(1000);
    expect(client.frames.at(-1)).toMatchObject({
      type: 'error',
      error: { code: 'websocket_connection_limit_reached' },
    });
  });

  it('is closed at its time limit when its client reads nothing of the running response', async () => {
    const languageModel = endless();
    service = await startTestService({
      models: { m: languageModel },
      config: { websocket: { ...usual, maxConnectionMinutes: 0.05 } },
    });
    const readers = service.app.get(StalledReaders);
    const lookOften = (): void => {
      for (let look = 0; look <= maxStalledChecks; look++) readers.check();
    };
    const client = await openFrames(service.url, service.responsesHeaders);
    client.socket.pause();
    client.send(good);
    await standstill(languageModel);
    lookOften();
    expect(service.app.get(ResponseSockets).count).toBe(1);
    await eventually(() => {
      lookOften();
      return service.app.get(ResponseSockets).count === 0 && service.app.get(ActiveRequests).count === 0;
    });
    client.socket.terminate();
  });

  it('is unusable after its key is revoked', async () => {
    service = await startTestService({ models: { m: scriptedModel(...textResponse('Hello.')) } });
    const client = await openFrames(service.url, service.responsesHeaders);
    expect((await client.ask(good)).type).toBe('response.completed');
    const authenticator = service.app.get(Authenticator);
    const known = authenticator.principalOf.bind(authenticator);
    authenticator.principalOf = () => Promise.reject(new EngineError('unauthenticated', 'The key is not valid.'));
    expect(await client.ask(good)).toMatchObject({ type: 'error', status: 401, error: { code: 'invalid_api_key' } });
    authenticator.principalOf = known;
    expect((await client.ask(good)).type).toBe('response.completed');
    client.socket.terminate();
  });

  it('counts towards the connection limit', async () => {
    service = await startTestService({
      models: { m: hangingModel() },
      config: { websocket: { ...usual, connections: 1 } },
    });
    const client = await openFrames(service.url, service.responsesHeaders);
    const refusal = await rejectedUpgrade(service.url, service.responsesHeaders);
    expect([refusal.status, refusal.headers['retry-after']]).toEqual([503, '5']);
    client.socket.terminate();
    await eventually(() => service.app.get(ResponseSockets).count === 0);
    (await openFrames(service.url, service.responsesHeaders)).socket.terminate();
  });

  it('counts towards the connection limit, even when several open at once', async () => {
    service = await startTestService({
      models: { m: hangingModel() },
      config: { websocket: { ...usual, connections: 2 } },
    });
    const known = delayKeyLookup();
    const sockets = Array.from({ length: 5 }, () => upgrading());
    await eventually(() => known.asked() === 5);
    known.respond();
    await eventually(() => sockets.every(({ readyState }) => readyState !== WebSocket.CONNECTING));
    expect(sockets.filter(({ readyState }) => readyState === WebSocket.OPEN)).toHaveLength(2);
    for (const socket of sockets) socket.terminate();
  });

  it('does not count for its key when its client disconnects during the key lookup', async () => {
    service = await startTestService({
      models: { m: hangingModel() },
      config: { keyLimits: Object.assign(new KeyLimitsSettings(), { connections: 1 }) },
    });
    const known = delayKeyLookup();
    const abandoned = upgrading();
    await eventually(() => known.asked() === 1);
    abandoned.terminate();
    await new Promise((resolve) => setTimeout(resolve, 100));
    known.respond();
    const { socket } = await openFrames(service.url, service.responsesHeaders);
    expect(socket.readyState).toBe(socket.OPEN);
    socket.terminate();
  });
});

/** A connection that is about to be opened. */
function upgrading(): WebSocket {
  const socket = new WebSocket(`${service.url.replace('http', 'ws')}/v1/responses`, {
    headers: service.responsesHeaders,
  });
  socket.on('error', () => undefined);
  return socket;
}

/** Delays key lookups: they return only after `release`. */
function delayKeyLookup(): { readonly asked: () => number; readonly respond: () => void } {
  const authenticator = service.app.get(Authenticator);
  const known = authenticator.principalOf.bind(authenticator);
  const gate = Promise.withResolvers<void>();
  let asked = 0;
  authenticator.principalOf = async (key) => {
    asked += 1;
    await gate.promise;
    return known(key);
  };
  return { asked: () => asked, respond: gate.resolve };
}

describe('a service that receives a stop signal', () => {
  /** Milliseconds. Other limits would also release a client that holds its connection, but after half a minute. */
  const maxStopMs = 15_000;
  async function timeToStop(): Promise<number> {
    const before = performance.now();
    await service.stop();
    return performance.now() - before;
  }

  it('accepts no connection whose key lookup was pending', async () => {
    service = await startTestService({
      models: { m: hangingModel() },
      config: { shutdown: { announceMs: 0, graceMs: 600_000 } },
    });
    const known = delayKeyLookup();
    const refused = rejectedUpgrade(service.url, service.responsesHeaders);
    await eventually(() => known.asked() === 1);
    const stopped = service.stop();
    await eventually(() => service.app.get(ActiveRequests).refusing);
    known.respond();
    expect(await refused).toMatchObject({
      status: 503,
      body: { error: { message: expect.stringContaining('shutting down') as string } },
    });
    await stopped;
  });

  it('closes idle connections with 1001 at once', async () => {
    service = await startTestService({
      models: { m: hangingModel() },
      config: { shutdown: { announceMs: 0, graceMs: 600_000 } },
    });
    const client = await openFrames(service.url, service.responsesHeaders);
    await service.stop();
    expect(await client.closed).toBe(1001);
  });

  it('closes idle connections with 1001 while a background response is still made', async () => {
    const goOn = Promise.withResolvers<void>();
    let started = false;
    const languageModel: LanguageModel = {
      ...scriptedModel(),
      async *generate() {
        started = true;
        await goOn.promise;
        yield* textResponse('Hello.');
      },
    };
    service = await startTestService({
      models: { m: languageModel },
      config: { shutdown: { announceMs: 0, graceMs: 600_000 } },
    });
    await createBackground(service);
    await eventually(() => started);
    const client = await openFrames(service.url, service.responsesHeaders);
    const stopped = service.stop();
    expect(await client.closed).toBe(1001);
    goOn.resolve();
    await stopped;
  });

  it('lets a running response finish before it closes its connection', async () => {
    const [start, ...rest] = textResponse('Hello.');
    if (start === undefined) throw new Error('a response has a first event');
    service = await startTestService({
      models: { m: scriptedModel(start, { type: 'delay', ms: 300 }, ...rest) },
      config: { shutdown: { announceMs: 0, graceMs: 5000 } },
    });
    const client = await openFrames(service.url, service.responsesHeaders);
    client.send(good);
    await eventually(() => client.frames.length > 0);
    const stopped = service.stop();
    expect(await client.closed).toBe(1001);
    expect(client.frames.at(-1)?.type).toBe('response.completed');
    await stopped;
  });

  it('ends an unfinished response with an error', async () => {
    const languageModel = hangingModel(partial);
    service = await startTestService({
      models: { m: languageModel },
      config: { shutdown: { announceMs: 0, graceMs: 200 } },
    });
    const client = await openFrames(service.url, service.responsesHeaders);
    client.send(good);
    await eventually(() => client.frames.length > 0);
    await service.stop();
    expect(await client.closed).toBe(1001);
    expect(client.frames.at(-1)).toMatchObject({ type: 'response.failed' });
    expect(languageModel.abortedAt).toHaveLength(1);
  });

  it('does not wait for a client that does not read', async () => {
    const languageModel = endless();
    service = await startTestService({
      models: { m: languageModel },
      config: { shutdown: { announceMs: 0, graceMs: 200 } },
    });
    const client = await openFrames(service.url, service.responsesHeaders);
    client.socket.pause();
    client.send(good);
    await standstill(languageModel);
    expect(await timeToStop()).toBeLessThan(maxStopMs);
    expect(service.log).toContainEqual(
      expect.objectContaining({ msg: 'request', transport: 'websocket', error: 'overloaded' }),
    );
    client.socket.terminate();
  });

  it('does not wait for a rejected client that does not close its half of the connection', async () => {
    service = await startTestService({
      models: { m: hangingModel() },
      config: { shutdown: { announceMs: 0, graceMs: 200 } },
    });
    const { hostname, port } = new URL(service.url);
    const client = connect({ host: hostname, port: Number(port), allowHalfOpen: true });
    client.write(
      'GET /v1/responses HTTP/1.1\r\nhost: x\r\nconnection: upgrade\r\nupgrade: websocket\r\nsec-websocket-version: 13\r\nsec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n',
    );
    const [data] = (await once(client, 'data')) as [Buffer];
    expect(data.toString()).toMatch(/^HTTP\/1\.1 401 /);
    expect(await timeToStop()).toBeLessThan(maxStopMs);
    client.destroy();
  });

  it('does not wait for a client that does not close', async () => {
    service = await startTestService({
      models: { m: hangingModel() },
      config: { shutdown: { announceMs: 0, graceMs: 200 } },
    });
    const client = await openFrames(service.url, service.responsesHeaders);
    client.socket.pause();
    expect(await timeToStop()).toBeLessThan(maxStopMs);
    client.socket.terminate();
  });
});

describe('a failure that cannot be reported', () => {
  it('closes the connection, whose client would wait forever, and nothing else', async () => {
    service = await startTestService({
      models: {
        m: scriptedModel(...partial, { type: 'throw', error: new EngineError('upstream-failed', 'Gone.') }),
        good: scriptedModel(...textResponse('Hello.')),
      },
    });
    const turns = service.app.get(Turns);
    const prepare = turns.prepare.bind(turns);
    turns.prepare = async (...request) => {
      const prepared = await prepare(...request);
      prepared.encoder.fail = () => {
        throw new TypeError('not to be told');
      };
      return prepared;
    };
    const client = await openFrames(service.url, service.responsesHeaders);
    client.send(good);
    expect(await client.closed).toBe(1006);
    await eventually(() => service.app.get(ActiveRequests).count === 0);
    expect(service.log.find(({ transport, status }) => transport === 'websocket' && status !== 101)).toMatchObject({
      error: 'internal',
      err: { message: 'not to be told' },
    });
    const other = await openFrames(service.url, service.responsesHeaders);
    expect(await other.ask({ ...good, model: 'good' })).toMatchObject({ type: 'response.completed' });
  });
});
