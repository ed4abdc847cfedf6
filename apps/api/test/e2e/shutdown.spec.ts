import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { EngineError, type LanguageModel } from '@org/engine';
import { createBackground } from '../kit/background.js';
import { eventually } from '../kit/eventually.js';
import { openPost, rawRequest } from '../kit/raw-request.js';
import { hangingModel, scriptedModel, textResponse } from '../kit/scripts.js';
import { startTestService, type TestService } from '../kit/start-service.js';

const request = { model: 'm', max_tokens: 50, stream: true, messages: [{ role: 'user', content: 'Hi' }] };

/** Opens a connection and sends the start of a request head. */
async function startRequest({ url }: TestService): Promise<Socket> {
  const { hostname, port } = new URL(url);
  const socket = connect({ host: hostname, port: Number(port) });
  socket.on('error', () => undefined);
  socket.write('GET /health/live HTTP/1.1\r\n');
  // The service processes data in order: a response to later data proves that it has read the start.
  await rawRequest(url, 'GET /health/live HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n');
  return socket;
}

describe('a service that receives a stop signal', () => {
  it('lets a running stream finish', async () => {
    const [start, ...rest] = textResponse('Hello.');
    if (start === undefined) throw new Error('a response has a first event');
    const service = await startTestService({
      models: { m: scriptedModel(start, { type: 'delay', ms: 200 }, ...rest) },
      config: { shutdown: { announceMs: 0, graceMs: 5000 } },
    });
    const response = await service.post('/v1/messages', request);
    const text = response.text();
    const closed = service.close();
    expect(await text).toContain('message_stop');
    await closed;
  });

  it('reports not ready while it still serves, for the configured time', async () => {
    const service = await startTestService({
      models: { m: scriptedModel(...textResponse('Hello.')) },
      config: { shutdown: { announceMs: 2_000, graceMs: 300 } },
    });
    expect((await fetch(`${service.url}/health/ready`)).status).toBe(200);
    const closed = service.close();
    const ready = await fetch(`${service.url}/health/ready`);
    expect([ready.status, await ready.json()]).toEqual([503, { status: 'draining', store: 'ok', models: 'ok' }]);
    expect((await service.post('/v1/messages', request)).status).toBe(200);
    await closed;
    await expect(fetch(`${service.url}/health/ready`)).rejects.toThrow('fetch failed');
  });

  it('does not log an error for a model that was still loading', async () => {
    let giveUp: (reason: Error) => void = () => undefined;
    const loading = new Promise<void>((_, reject) => (giveUp = reject));
    const m: LanguageModel = {
      ...scriptedModel(...textResponse('Hello.')),
      warmUp: () => loading,
      close: async () => giveUp(new EngineError('cancelled', 'The request was cancelled.')),
    };
    const service = await startTestService({ models: { m } });
    await service.close();
    expect(service.log.map(({ msg }) => msg)).not.toContainEqual(expect.stringContaining('failed to warm up'));
  });

  it('rejects a request that arrives after a running one', async () => {
    const service = await startTestService({
      models: { m: hangingModel(textResponse('Hello.').slice(0, 2)) },
      config: { shutdown: { announceMs: 0, graceMs: 1_000 } },
    });
    const socket = openPost(service.url, '/v1/messages', service.messagesHeaders, request);
    let received = '';
    socket.on('data', (data) => (received += data.toString()));
    await eventually(() => received.includes('message_start'));
    const closed = service.close();
    socket.write(`GET /v1/models HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${service.key}\r\n\r\n`);
    await closed;
    expect(received).toMatch(/HTTP\/1\.1 503 [^]*connection: close[^]*The service is shutting down/i);
  });

  it('still reports live to a supervisor after a running request', async () => {
    const service = await startTestService({
      models: { m: hangingModel(textResponse('Hello.').slice(0, 2)) },
      config: { shutdown: { announceMs: 0, graceMs: 1_000 } },
    });
    const socket = openPost(service.url, '/v1/messages', service.messagesHeaders, request);
    let received = '';
    socket.on('data', (data) => (received += data.toString()));
    await eventually(() => received.includes('message_start'));
    const closed = service.close();
    socket.write('GET /health/live HTTP/1.1\r\nhost: x\r\n\r\n');
    await closed;
    expect(received).toMatch(/HTTP\/1\.1 200 [^]*\{"status":"live"\}/);
  });

  it('closes a connection whose request never completes', async () => {
    const service = await startTestService({ models: {}, config: { shutdown: { announceMs: 0, graceMs: 100 } } });
    const socket = await startRequest(service);
    const closed = once(socket, 'close');
    await service.close();
    await expect(closed).resolves.toBeDefined();
  });

  it('does not wait for a connection without data', async () => {
    const service = await startTestService({ models: {}, config: { shutdown: { announceMs: 0, graceMs: 600_000 } } });
    const { hostname, port } = new URL(service.url);
    const socket = connect({ host: hostname, port: Number(port) });
    socket.on('error', () => undefined);
    const closed = once(socket, 'close');
    await rawRequest(service.url, 'GET /health/live HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n');
    await service.close();
    await expect(closed).resolves.toBeDefined();
  });

  it('accepts no connections while a background response runs and closes those that are finished', async () => {
    const order: string[] = [];
    const goOn = Promise.withResolvers<void>();
    const response = textResponse('Hello.');
    const languageModel: LanguageModel = {
      ...scriptedModel(),
      async *generate() {
        order.push('begun');
        await goOn.promise;
        order.push('ended');
        yield* response;
      },
    };
    const service = await startTestService({
      models: { m: languageModel },
      config: { shutdown: { announceMs: 0, graceMs: 600_000 } },
    });
    await createBackground(service);
    await eventually(() => order.length === 1);
    const socket = await startRequest(service);
    socket.once('data', () => order.push('answered'));
    socket.once('close', () => order.push('left alone'));
    const closed = service.close().then(() => order.push('closed'));
    await eventually(() =>
      rawRequest(service.url, 'GET /health/live HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n').then(
        () => false,
        (error: Error) => error.message.includes('ECONNREFUSED'),
      ),
    );
    order.push('refused');
    socket.write('host: x\r\n\r\n');
    await once(socket, 'close');
    goOn.resolve();
    await closed;
    expect(order).toEqual(['begun', 'refused', 'answered', 'left alone', 'ended', 'closed']);
  });

  it('ends a long stream with a retryable error and exits soon after', async () => {
    const languageModel = hangingModel(textResponse('Hello.').slice(0, 4));
    const service = await startTestService({
      models: { m: languageModel },
      config: { shutdown: { announceMs: 0, graceMs: 100 } },
    });
    const response = await service.post('/v1/messages', request);
    const text = response.text();
    await service.close();
    expect(await text).toMatch(/event: error\n.*overloaded_error.*shutting down/);
    await eventually(() => languageModel.abortedAt.length === 1);
  });

  it('responds to an unfinished JSON request with a typed error', async () => {
    const languageModel = hangingModel();
    const service = await startTestService({
      models: { m: languageModel },
      config: { shutdown: { announceMs: 0, graceMs: 100 } },
    });
    const response = service.post('/v1/messages', { ...request, stream: false });
    await eventually(() => languageModel.started.length === 1);
    await service.close();
    expect((await response).status).toBe(529);
  });
});

describe('a service that cannot start', () => {
  it('reports the port in use in one sentence', async () => {
    const service = await startTestService({ models: { m: hangingModel() } });
    const port = Number(new URL(service.url).port);
    await expect(startTestService({ models: { m: hangingModel() }, config: { port } })).rejects.toThrow(
      `another program uses PORT ${port} of 127.0.0.1; set PORT to a free one`,
    );
    await service.close();
  });
});
