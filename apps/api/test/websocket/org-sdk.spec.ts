// The service's own client over a WebSocket, with a class that takes the standard arguments.
import { tool, ResponsesConnection, readTextDeltas, getOutputText, type ResponsesConnectionOptions } from '@org/sdk';
import { EngineError, type LanguageModel } from '@org/engine';
import { createScriptedModel } from '@org/engine/testing';
import { WebSocket } from 'ws';
import { ResponseSockets } from '#src/websocket/response-sockets.js';
import { recording } from '../conversations/recording.js';
import { eventually } from '../kit/eventually.js';
import { hangingModel, scriptedModel, textResponse } from '../kit/scripts.js';
import { startTestService, type TestService, type TestServiceOptions } from '../kit/start-service.js';

let service: TestService;
let connection: ResponsesConnection;
let protocols: string[] = [];
afterEach(async () => {
  connection.close();
  await service.close();
});

async function connect(
  models?: Readonly<Record<string, LanguageModel>>,
  config: TestServiceOptions['config'] = {},
  options: Partial<ResponsesConnectionOptions> = {},
): Promise<ResponsesConnection> {
  service = await startTestService({ ...(models !== undefined && { models }), config });
  const webSocket = (url: string, handshake: { readonly protocols: string[] }): WebSocket => {
    ({ protocols } = handshake);
    return new WebSocket(url, protocols);
  };
  connection = new ResponsesConnection({ baseUrl: service.url, apiKey: service.key, webSocket, ...options });
  return connection;
}

const usual = { connections: 1000, maxConnectionMinutes: 60, heartbeatSeconds: 30 };
const sockets = (): ResponseSockets => service.app.get(ResponseSockets);
const hello = (): LanguageModel => scriptedModel(...textResponse('Hello.'));
const partial = textResponse('An answer that never ends.').slice(0, 4);

/** Reads the first event of a stream and stops there. */
async function startReading(stream: AsyncIterable<unknown>): Promise<AsyncIterator<unknown>> {
  const events = stream[Symbol.asyncIterator]();
  await events.next();
  return events;
}

describe('a connection of the client', () => {
  it('is opened once, by its first response, and continues unstored responses', async () => {
    const model = recording(['One.'], ['Two.']);
    await connect({ m: model });
    expect(sockets().count).toBe(0);
    const first = await connection.create({ model: 'm', input: 'A', store: false });
    const stream = connection.stream({ model: 'm', input: 'B', store: false, previous_response_id: first.id });
    let text = '';
    for await (const delta of readTextDeltas(stream)) text += delta;
    expect([text, getOutputText(await stream.finalResponse())]).toEqual(['Two.', 'Two.']);
    expect(model.promptMessages()).toEqual(['user: A', 'assistant: One.', 'user: B']);
    expect(sockets().count).toBe(1);
  });

  it('sends the key as a sub-protocol, or with headers where the WebSocket has them', async () => {
    await connect({ m: hello() });
    await connection.create({ model: 'm', input: 'A' });
    expect(protocols).toEqual(['responses', `openai-insecure-api-key.${service.key}`]);
    const headed = new ResponsesConnection({
      baseUrl: service.url,
      apiKey: service.key,
      webSocket: (url, { headers }) => new WebSocket(url, { headers }),
    });
    expect(getOutputText(await headed.create({ model: 'm', input: 'A' }))).toBe('Hello.');
    headed.close();
  });

  it('has 16 responses made at a time, and more wait', async () => {
    const model = hangingModel(partial);
    await connect({ m: model, quick: hello() });
    const streams = Array.from({ length: 15 }, () => connection.stream({ model: 'm', input: 'A' }));
    await Promise.all(streams.map(startReading));
    const responses = await Promise.all(
      Array.from({ length: 5 }, () => connection.create({ model: 'quick', input: 'A' })),
    );
    expect(responses.map(getOutputText)).toEqual(Array(5).fill('Hello.'));
    const last = connection.stream({ model: 'm', input: 'A' });
    await startReading(last);
    const waits = connection.create({ model: 'quick', input: 'A' }, { signal: AbortSignal.timeout(100) });
    await expect(waits).rejects.toMatchObject({ name: 'TimeoutError' });
    expect([model.started.length, sockets().count]).toEqual([16, 1]);
  });

  it('closes with an abandoned response, which aborts its work; the next response opens another', async () => {
    const model = hangingModel(partial);
    await connect({ m: model, quick: hello() });
    for await (const _ of connection.stream({ model: 'm', input: 'A' })) break;
    await eventually(() => model.abortedAt.length === 1 && sockets().count === 0);
    expect(getOutputText(await connection.create({ model: 'quick', input: 'B' }))).toBe('Hello.');
  });

  it('stays open when one of several responses is abandoned', async () => {
    const model = hangingModel(partial);
    await connect({ m: model, quick: hello() });
    const other = connection.stream({ model: 'm', input: 'A' });
    await startReading(other);
    const aborting = new AbortController();
    await startReading(connection.stream({ model: 'm', input: 'B' }, { signal: aborting.signal }));
    aborting.abort();
    expect(getOutputText(await connection.create({ model: 'quick', input: 'C' }))).toBe('Hello.');
    expect([model.abortedAt.length, sockets().count]).toEqual([0, 1]);
  });

  it('closes when all of its responses are abandoned at once, which aborts their work', async () => {
    const model = hangingModel(partial);
    await connect({ m: model });
    const aborting = new AbortController();
    const responses = [1, 2].map(() => connection.create({ model: 'm', input: 'A' }, { signal: aborting.signal }));
    await eventually(() => model.started.length === 2);
    aborting.abort();
    for (const response of responses) await expect(response).rejects.toMatchObject({ name: 'AbortError' });
    await eventually(() => model.abortedAt.length === 2 && sockets().count === 0);
  });

  it('reports a rejected response or connection as HTTP does', async () => {
    await connect({ m: hello() });
    await expect(connection.create({ model: 'other', input: 'A' })).rejects.toMatchObject({
      name: 'ApiError',
      status: 404,
      code: 'model_not_found',
      param: 'model',
    });
    expect(getOutputText(await connection.create({ model: 'm', input: 'A' }))).toBe('Hello.');
    const stranger = new ResponsesConnection({
      baseUrl: service.url,
      apiKey: 'nobody',
      webSocket: (url, handshake) => new WebSocket(url, handshake.protocols),
    });
    await expect(stranger.create({ model: 'm', input: 'A' })).rejects.toMatchObject({
      name: 'ApiError',
      status: 401,
      code: 'invalid_api_key',
    });
  });

  it('retries a temporarily rejected request when the service allows it', async () => {
    let asked = 0;
    const busy = { type: 'throw', error: new EngineError('overloaded', 'Busy.', { retryAfter: 0 }) } as const;
    await connect({
      m: createScriptedModel({ id: 'm', script: () => (asked++ === 0 ? [busy] : textResponse('Hello.')) }),
    });
    expect(getOutputText(await connection.create({ model: 'm', input: 'A' }))).toBe('Hello.');
    expect(asked).toBe(2);
  });

  it('is reopened after its time limit', async () => {
    await connect({ m: hello() }, { websocket: { ...usual, maxConnectionMinutes: 0.005 } });
    const { id } = await connection.create({ model: 'm', input: 'A' });
    await eventually(() => sockets().count === 0);
    expect(getOutputText(await connection.create({ model: 'm', input: 'B', previous_response_id: id }))).toBe('Hello.');
  });

  it('reports a shutdown of the service as HTTP does', async () => {
    const [start, ...rest] = textResponse('Hello.');
    if (start === undefined) throw new Error('a response has a first event');
    await connect({ m: scriptedModel(start, { type: 'delay', ms: 500 }, ...rest) });
    const first = connection.stream({ model: 'm', input: 'A' });
    await startReading(first);
    sockets().stop();
    await expect(connection.create({ model: 'm', input: 'B' }, { maxRetries: 0 })).rejects.toMatchObject({
      name: 'ApiError',
      status: 503,
      code: 'server_overloaded',
    });
  });

  it('reports a disconnect within a response as an error of its stream', async () => {
    await connect({ m: hangingModel(partial) });
    const stream = connection.stream({ model: 'm', input: 'A' });
    const reading = (async () => {
      for await (const _ of stream);
    })();
    await eventually(() => stream.head !== undefined);
    sockets().disconnect();
    await expect(reading).rejects.toMatchObject({ name: 'StreamError' });
  });

  it('treats silence beyond timeoutMs as a disconnect, and a missing response as a lost connection', async () => {
    await connect({ m: hangingModel(partial), mute: hangingModel() });
    await expect(connection.create({ model: 'm', input: 'A' }, { timeoutMs: 200 })).rejects.toMatchObject({
      name: 'StreamError',
      message: 'The service sent nothing for 200 ms.',
    });
    await expect(connection.create({ model: 'mute', input: 'A' }, { timeoutMs: 200 })).rejects.toMatchObject({
      name: 'ConnectionError',
      message: 'The service did not respond within 200 ms.',
    });
  });

  it('makes ready without asking a model', async () => {
    const model = recording(['One.']);
    await connect({ m: model });
    const ready = await connection.create({ model: 'm', input: 'A', generate: false, store: false });
    expect(ready).toMatchObject({ status: 'completed', output: [] });
    expect(
      getOutputText(await connection.create({ model: 'm', input: 'B', store: false, previous_response_id: ready.id })),
    ).toBe('One.');
  });

  it('runs tools and reports events and warnings', async () => {
    const heads: unknown[] = [];
    await connect(undefined, {}, { onResponse: (head) => heads.push(head) });
    const weather = tool({
      name: 'get_weather',
      description: 'Get the current weather in a given location',
      parameters: { type: 'object', properties: { location: { type: 'string' } }, required: ['location'] },
      parse: ({ location }) => String(location),
      run: (location) => `sunny in ${location}`,
    });
    const seen: string[] = [];
    const run = connection.runTools(
      { model: 'demo', input: 'What is the weather in Paris?', prompt_cache_retention: '24h' },
      [weather],
      { onEvent: ({ type }) => seen.push(String(type)) },
    );
    expect(getOutputText(await run.finalResponse())).toMatch(/sunny in Paris/);
    expect(seen).toContain('response.function_call_arguments.done');
    expect(heads).toMatchObject([{ method: 'GET', path: '/v1/responses', status: 101 }, { status: 101 }]);
  });

  it('creates no responses after it is closed', async () => {
    await connect({ m: hangingModel(partial) });
    const stream = connection.stream({ model: 'm', input: 'A' });
    await startReading(stream);
    connection.close();
    await expect(connection.create({ model: 'm', input: 'A' })).rejects.toMatchObject({ name: 'ClientError' });
    await eventually(() => sockets().count === 0);
  });
});
