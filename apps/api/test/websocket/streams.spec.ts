import { once } from 'node:events';
import OpenAI from 'openai';
import { ResponsesWebSocketSession } from 'openai/lib/responses/responses-websocket-session';
import { ResponsesWS } from 'openai/resources/responses/ws';
import type { LanguageModel } from '@org/engine';
import { LimitSettings } from '#src/config/service-file.js';
import { ActiveRequests } from '#src/request-context/active-requests.js';
import { ResponseSockets } from '#src/websocket/response-sockets.js';
import { eventually } from '../kit/eventually.js';
import { openFrames, type Frame, type FrameClient } from '../kit/frames.js';
import { scriptedModel, textResponse } from '../kit/scripts.js';
import { startTestService, type TestService } from '../kit/start-service.js';

/** Repeats its input as soon as the test releases it. */
interface Gated extends LanguageModel {
  /** What it was asked, in this order. */
  readonly asked: readonly string[];
  release(text: string): void;
  aborted: number;
}

function gated(): Gated {
  const asked: string[] = [];
  const gates = new Map<string, () => void>();
  const inner = scriptedModel();
  const languageModel: Gated = {
    asked,
    aborted: 0,
    release: (text) => gates.get(text)?.(),
    modelInfo: () => inner.modelInfo(),
    close: () => inner.close(),
    async *generate({ messages }, { signal }) {
      const text =
        messages
          .at(-1)
          ?.parts.map((part) => (part.type === 'text' ? part.text : ''))
          .join('') ?? '';
      asked.push(text);
      signal.addEventListener('abort', () => (languageModel.aborted += 1));
      await new Promise<void>((resolve) => {
        gates.set(text, resolve);
        signal.addEventListener('abort', () => resolve());
      });
      signal.throwIfAborted();
      yield* textResponse(text.slice(0, 20));
    },
  };
  return languageModel;
}

const ask = (input: string, streamId?: string): object => ({
  type: 'response.create',
  model: 'm',
  store: false,
  input,
  ...(streamId === undefined ? {} : { stream_id: streamId }),
});

let service: TestService;
let model: Gated;
let client: FrameClient;
beforeEach(async () => {
  model = gated();
  service = await startTestService({ models: { m: model } });
  client = await openFrames(service.url, service.responsesHeaders);
});
afterEach(async () => {
  client.socket.terminate();
  await service.close();
});

const ends = (): readonly Frame[] =>
  client.frames.filter(({ type }) => type === 'response.completed' || type === 'error');

describe('the streams of a connection', () => {
  it('start their responses in the order of the frames, also after a frame that takes long to parse', async () => {
    client.send(ask('a'.repeat(8_000_000), 'a'));
    client.send(ask('b1', 'a'));
    await eventually(() => model.asked.length === 1);
    expect(model.asked[0]?.slice(0, 2)).toBe('aa');
  });

  it('run their responses one after another, and different streams run in parallel', async () => {
    for (const [input, streamId] of [
      ['a1', 'a'],
      ['a2', 'a'],
      ['b1', 'b'],
      ['n1', undefined],
      ['n2', undefined],
    ] as const)
      client.send(ask(input, streamId));
    await eventually(() => model.asked.length === 3);
    // Those of different streams in any order.
    expect(model.asked.toSorted()).toEqual(['a1', 'b1', 'n1']);
    for (const text of ['b1', 'n1']) model.release(text);
    await eventually(() => model.asked.includes('n2'));
    model.release('a1');
    await eventually(() => model.asked.includes('a2'));
    for (const text of ['a2', 'n2']) model.release(text);
    await eventually(() => ends().length === 5);
    const textsOf = (streamId: string | undefined): unknown =>
      client.frames
        .filter((frame) => frame['stream_id'] === streamId && frame.type === 'response.output_text.delta')
        .map((frame) => frame['delta']);
    expect([textsOf('a'), textsOf('b'), textsOf(undefined)]).toEqual([['a1', 'a2'], ['b1'], ['n1', 'n2']]);
  });

  it('run 16 responses at a time, and the next one when one ends', async () => {
    for (let n = 0; n < 18; n += 1) client.send(ask(`q${n}`, `s${n}`));
    await eventually(() => model.asked.length === 16);
    model.release('q3');
    await eventually(() => ends().length === 1);
    await eventually(() => model.asked.length === 17);
    expect(model.asked.at(-1)).toBe('q16');
    expect(ends()).toMatchObject([{ type: 'response.completed', stream_id: 's3' }]);
  });

  it("reuse a queued response's memory reservation when it starts", async () => {
    client.socket.terminate();
    await service.close();
    service = await startTestService({
      models: { m: model },
      config: { limits: Object.assign(new LimitSettings(), { maxMemoryBytes: 9_000_000, maxQueueSeconds: 0 }) },
    });
    client = await openFrames(service.url, service.responsesHeaders);
    // One owner may use five twelfths of the budget: enough for this request, but not for it twice.
    const long = 'x'.repeat(700_000);
    client.send(ask('first'));
    client.send(ask(long));
    // An immediate rejection proves that all earlier frames have arrived.
    await client.ask({ type: 'response.steer', input: [], previous_response_id: 'resp_none' });
    model.release('first');
    await eventually(() => model.asked.length === 2 || ends().length === 2);
    expect(ends().map(({ type }) => type)).toEqual(['response.completed']);
    model.release(long);
    await eventually(() => ends().length === 2);
    // The memory is free for the next request when that one has ended.
    client.send(ask(`${long}y`));
    await eventually(() => model.asked.length === 3);
  });

  it('are at most 32 named streams', async () => {
    for (let n = 0; n < 33; n += 1) client.send(ask(`q${n}`, `s${n}`));
    await eventually(() => ends().length === 1);
    expect(ends()).toMatchObject([
      {
        type: 'error',
        status: 400,
        stream_id: 's32',
        error: { type: 'invalid_request_error', code: 'websocket_stream_limit_reached', param: 'stream_id' },
      },
    ]);
    client.send(ask('again', 's0'));
    model.release('q0');
    await eventually(() => model.asked.length === 17);
    expect(ends()).toHaveLength(2);
  });

  it('abort all their work when the client disconnects', async () => {
    for (const streamId of ['a', 'b', 'c']) client.send(ask(streamId, streamId));
    await eventually(() => model.asked.length === 3);
    client.socket.terminate();
    await eventually(() => service.app.get(ActiveRequests).count === 0);
    expect(model.aborted).toBe(3);
  });

  it('may finish running responses before the connection closes, and start no more', async () => {
    for (const [input, streamId] of [
      ['a1', 'a'],
      ['b1', 'b'],
      ['a2', 'a'],
    ] as const)
      client.send(ask(input, streamId));
    await eventually(() => model.asked.length === 2);
    service.app.get(ResponseSockets).stop();
    client.send(ask('c1', 'c'));
    // The service responds to a ping when it has received the frames before it.
    client.socket.ping();
    await once(client.socket, 'pong');
    model.release('a1');
    await eventually(() => ends().length === 1);
    model.release('b1');
    expect(await client.closed).toBe(1001);
    expect(ends().map(({ type, stream_id }) => [type, stream_id])).toEqual([
      ['response.completed', 'a'],
      ['response.completed', 'b'],
      ['error', 'a'],
      ['error', 'c'],
    ]);
    expect(model.asked.toSorted()).toEqual(['a1', 'b1']);
  });

  it('are the parallel streams of a session of the openai package', async () => {
    const socket = new ResponsesWS(new OpenAI({ apiKey: service.key, baseURL: `${service.url}/v1` }));
    await new Promise((resolve) => void socket.socket.on('open', resolve));
    const session = new ResponsesWebSocketSession(socket, {
      maxLanes: 4,
      maxBufferedEvents: 1_000,
      maxBufferedBytes: 1_000_000,
    });
    const streams = ['left', 'right'].map((name) => ({ name, stream: session.lane(name) }));
    for (const { name, stream } of streams) stream.create({ model: 'm', store: false, input: name });
    await eventually(() => model.asked.length === 2);
    for (const { name } of streams.toReversed()) model.release(name);
    expect(await Promise.all(streams.map(async ({ stream }) => (await stream.finalResponse()).output_text))).toEqual([
      'left',
      'right',
    ]);
    session.close();
    socket.close();
  });
});
