import { loadFixtures } from '@org/protocol/fixtures';
import { ApiError, ModelResponseClient, StreamError, readTextDeltas, getOutputText } from '#src/index.js';
import { listen, sendEvents, type Loopback } from './loopback.js';

const messages = loadFixtures('messages').filter((example) => 'response' in example);
const responses = loadFixtures('responses').filter((example) => 'response' in example);
const params = { model: 'm', max_tokens: 8, messages: [{ role: 'user' as const, content: 'hi' }] };

let server: Loopback;
afterEach(() => server.close());

function client(): ModelResponseClient {
  return new ModelResponseClient({ baseUrl: server.url, apiKey: 'secret', maxRetries: 0 });
}

function payload<Event>(events: readonly Event[]): { type: string }[] {
  return events as unknown as { type: string }[];
}

/** A response that ends with `type`, after two text deltas. */
function ending(type: string, end: object): { type: string }[] {
  const response = { id: 'resp_1', object: 'response', status: 'in_progress', error: null, output: [] };
  return payload([
    { type: 'response.created', sequence_number: 0, response },
    {
      type,
      sequence_number: 1,
      response: { ...response, output: [{ type: 'message', role: 'assistant', content: [] }], ...end },
    },
  ]);
}

async function thrownBy(work: Promise<unknown>): Promise<unknown> {
  return await work.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
}

async function serve(events: readonly { type: string }[]): Promise<void> {
  server = await listen((response) => {
    response.setHeader('x-request-id', 'req_1');
    response.setHeader('content-type', 'text/event-stream');
    for (const event of events) response.write(`data: ${JSON.stringify(event)}\n\n`);
    response.end();
  });
}

describe('a response that ends', () => {
  const asked = { model: 'm', input: 'hi' };

  const tooFast = { code: 'rate_limit_exceeded', message: 'Too fast.' };
  const announced = { type: 'error', sequence_number: 1, ...tooFast, param: null };
  const failed = ending('response.failed', { status: 'failed', error: tooFast });
  const disconnected = [...failed.slice(0, 1), announced];

  it.each([
    ['with an error event before it', failed.toSpliced(1, 0, announced)],
    ['as older services reported it', failed],
  ])('by failing yields all of its events and rejects with the failure: %s', async (_, events) => {
    await serve(events);
    const stream = client().responses.stream(asked);
    const seen: string[] = [];
    const read = async (): Promise<void> => {
      for await (const { type } of stream) seen.push(String(type));
    };
    for (const error of [await thrownBy(read()), await thrownBy(stream.finalResponse())]) {
      expect(error).toBeInstanceOf(ApiError);
      expect(error).toMatchObject({
        status: 429,
        code: 'rate_limit_exceeded',
        message: 'Too fast.',
        requestId: 'req_1',
        body: { id: 'resp_1', output: [{ role: 'assistant' }] },
      });
    }
    expect(seen).toEqual(['response.created', 'response.failed']);
  });

  it.each([
    ['after which the stream ends', []],
    ['after which another event arrives', [{ type: 'response.output_item.added', sequence_number: 2 }]],
  ])('by an error event %s fails with that', async (_, more) => {
    await serve([...disconnected, ...more]);
    await expect(client().responses.stream(asked).finalResponse()).rejects.toMatchObject({
      name: 'ApiError',
      status: 429,
      message: 'Too fast.',
      body: announced,
    });
  });

  it('by an error event before a disconnect fails with that error', async () => {
    server = await listen((response) => {
      response.setHeader('content-type', 'text/event-stream');
      for (const event of disconnected) response.write(`data: ${JSON.stringify(event)}\n\n`);
      setTimeout(() => response.destroy(), 50);
    });
    await expect(client().responses.stream(asked).finalResponse()).rejects.toMatchObject({
      name: 'ApiError',
      message: 'Too fast.',
      body: announced,
    });
  });

  it('by failing also rejects for followers', async () => {
    await serve(ending('response.failed', { status: 'failed', error: { code: 'server_error', message: 'Lost.' } }));
    await expect(client().responses.follow('resp_1').finalResponse()).rejects.toMatchObject({
      name: 'ApiError',
      status: 500,
      message: 'Lost.',
    });
  });

  it.each([
    ['response.incomplete', 'incomplete'],
    ['response.failed', 'cancelled'],
  ])('by %s with the status %s is a response', async (type, status) => {
    await serve(ending(type, { status }));
    expect(await client().responses.stream(asked).finalResponse()).toMatchObject({ status });
  });
});

describe('a stream', () => {
  it('accumulates to the response of every messages fixture', async () => {
    for (const example of messages) {
      server = await listen((response) => {
        sendEvents(response, payload(example.events));
        response.end();
      });
      expect(await client().messages.stream(params).finalMessage()).toEqual(example.response);
      await server.close();
    }
  });

  it('accumulates to the response of every responses fixture, or rejects with its error', async () => {
    for (const example of responses) {
      server = await listen((response) => {
        sendEvents(response, payload(example.events));
        response.end('data: [DONE]\n\n');
      });
      const failed = (error: unknown): unknown =>
        example.response.status === 'failed' && error instanceof ApiError ? error.body : error;
      expect(await client().responses.stream({ model: 'm', input: 'hi' }).finalResponse().catch(failed)).toEqual(
        example.response,
      );
      await server.close();
    }
  });

  it('that is truncated is an error, never a shorter response', async () => {
    const [example] = messages;
    server = await listen((response) => {
      sendEvents(response, payload(example?.events.slice(0, -1) ?? []));
      response.end();
    });
    await expect(client().messages.stream(params).finalMessage()).rejects.toBeInstanceOf(StreamError);
  });

  it("that fails in the service rejects with the service's error", async () => {
    server = await listen((response) => {
      sendEvents(response, payload(messages[0]?.events.slice(0, 2) ?? []));
      sendEvents(response, [
        { type: 'error', error: { type: 'overloaded_error', message: 'Too much to do.' } } as { type: string },
      ]);
      response.end();
    });
    const error = await client()
      .messages.stream(params)
      .finalMessage()
      .catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({ type: 'overloaded_error', message: 'Too much to do.' });
  });

  it.each<[number, object]>([
    [529, { error: { type: 'overloaded_error', message: 'x' } }],
    [400, { error: { type: 'invalid_request_error', message: 'x' } }],
    [503, { error: { type: 'api_error', message: 'x', details: { error_code: 'cmek_key_unreachable' } } }],
    [500, { error: { type: 'api_error', message: 'x' } }],
    [500, { error: { type: 'constructor', message: 'x' } }],
    [503, { error: { type: 'service_unavailable_error', code: 'server_overloaded', message: 'x' } }],
    [404, { error: { type: 'not_found_error', code: 'gone', message: 'x' } }],
    [504, { code: 'timeout', message: 'x', param: null }],
    [500, { error: { type: 'server_error', code: 'server_error', message: 'x' } }],
    [503, { error: { type: 'service_unavailable_error', code: 'server_error', message: 'x' } }],
    [418, { status: 418, error: { type: 'overloaded_error', message: 'x' } }],
    [500, { message: 'x' }],
  ])('that the service fails has the status %d for %j', async (status, event) => {
    server = await listen((response) => {
      sendEvents(response, [{ type: 'error', ...event }]);
      response.end();
    });
    await expect(client().messages.stream(params).finalMessage()).rejects.toMatchObject({
      name: 'ApiError',
      status,
      message: 'x',
    });
  });

  it('that fails without naming a type has none', async () => {
    server = await listen((response) => {
      sendEvents(response, payload([{ type: 'error', code: 'timeout', message: 'x', param: 'input' }]));
      response.end();
    });
    await expect(client().messages.stream(params).finalMessage()).rejects.toMatchObject({
      type: undefined,
      code: 'timeout',
      param: 'input',
    });
  });

  it('that is left early closes the connection', async () => {
    server = await listen((response) => sendEvents(response, payload(messages[0]?.events.slice(0, 3) ?? [])));
    const stream = client().messages.stream(params);
    for await (const event of stream) {
      expect(event.type).toBe('message_start');
      break;
    }
    await server.disconnected;
    await expect(stream.finalMessage()).rejects.toBeInstanceOf(StreamError);
  });

  it('that is left at its last event is complete', async () => {
    server = await listen((response) => {
      sendEvents(response, payload(messages[0]?.events ?? []));
    });
    const stream = client().messages.stream(params);
    for await (const event of stream) if (event.type === 'message_stop') break;
    expect(await stream.finalMessage()).toEqual(messages[0]?.response);
  });

  it('returns the complete response from final() within the loop, at the last event', async () => {
    server = await listen((response) => {
      sendEvents(response, payload(messages[0]?.events ?? []));
      response.end();
    });
    const stream = client().messages.stream(params);
    const seen: unknown[] = [];
    for await (const { type } of stream) if (type === 'message_stop') seen.push(await stream.finalMessage());
    expect(seen).toEqual([messages[0]?.response]);
  });

  it('yields no further events after an abort, although more had arrived', async () => {
    server = await listen((response) =>
      response.end(messages[0]?.events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join('')),
    );
    const stream = client().messages.stream(params);
    const seen: unknown[] = [];
    const read = async (): Promise<void> => {
      for await (const { type } of stream) {
        seen.push(type);
        stream.abort();
      }
    };
    await expect(read()).rejects.toMatchObject({ name: 'AbortError' });
    await expect(stream.finalMessage()).rejects.toMatchObject({ name: 'AbortError' });
    expect(seen).toEqual(['message_start']);
  });

  it('can be aborted from outside', async () => {
    server = await listen((response) => sendEvents(response, payload(messages[0]?.events.slice(0, 3) ?? [])));
    const stream = client().messages.stream(params);
    setTimeout(() => stream.abort(), 50);
    await expect(stream.finalMessage()).rejects.toMatchObject({ name: 'AbortError' });
    await server.disconnected;
  });
});

describe('the snapshot of a response', () => {
  const started = { id: 'resp_1', object: 'response', status: 'in_progress', error: null, output: [], usage: null };
  const item = { id: 'msg_1', type: 'message', role: 'assistant', status: 'in_progress', content: [] };
  const position = { item_id: 'msg_1', output_index: 0, content_index: 0 };
  const textEvents = payload([
    { type: 'response.created', sequence_number: 0, response: started },
    { type: 'response.output_item.added', sequence_number: 1, output_index: 0, item },
    {
      type: 'response.content_part.added',
      sequence_number: 2,
      ...position,
      part: { type: 'output_text', text: '', annotations: [] },
    },
    { type: 'response.output_text.delta', sequence_number: 3, ...position, delta: 'Once upon' },
  ]);
  const audioEvents = payload([
    {
      type: 'message_start',
      message: {
        id: 'msg_1',
        type: 'message',
        role: 'assistant',
        content: [],
        usage: { input_tokens: 1, output_tokens: 1 },
      },
    },
    { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } },
    { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: 'Once upon' } },
  ]);
  const ask = {
    responses: () => client().responses.stream({ model: 'm', input: 'hi' }),
    messages: () => client().messages.stream(params),
  };

  it.each([
    ['responses', textEvents],
    ['messages', audioEvents],
  ] as const)('stays available when a stream of %s is aborted or disconnected', async (dialect, events) => {
    server = await listen((response, attempt) => {
      sendEvents(response, events);
      if (attempt > 0) setTimeout(() => response.destroy(), 50);
    });
    const stopped = ask[dialect]();
    expect(stopped.snapshot).toBeUndefined();
    for await (const text of readTextDeltas(stopped)) {
      expect(text).toBe('Once upon');
      break;
    }
    const disconnected = ask[dialect]();
    const final = 'finalMessage' in disconnected ? disconnected.finalMessage() : disconnected.finalResponse();
    await expect(final).rejects.toBeInstanceOf(StreamError);
    for (const { snapshot } of [stopped, disconnected])
      expect(snapshot === undefined ? undefined : getOutputText(snapshot)).toBe('Once upon');
  });

  it('equals the response once it is complete', async () => {
    await serve(payload(messages[0]?.events ?? []));
    const stream = client().messages.stream(params);
    await stream.finalMessage();
    expect(stream.snapshot).toEqual(messages[0]?.response);
  });

  it('grows without changing earlier snapshots', async () => {
    await serve([
      ...textEvents,
      ...payload([{ type: 'response.output_text.delta', sequence_number: 4, ...position, delta: ' a time' }]),
    ]);
    const stream = ask.responses();
    const seen: string[] = [];
    const states: (typeof stream.snapshot)[] = [];
    const read = async (): Promise<void> => {
      for await (const text of readTextDeltas(stream)) {
        seen.push(text);
        states.push(stream.snapshot);
      }
    };
    await expect(read()).rejects.toBeInstanceOf(StreamError);
    expect(seen).toEqual(['Once upon', ' a time']);
    expect(states.map((state) => (state === undefined ? undefined : getOutputText(state)))).toEqual([
      'Once upon',
      'Once upon a time',
    ]);
  });
});
