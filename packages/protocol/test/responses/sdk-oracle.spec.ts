// The official SDK, unmodified, must read our bytes to the same object.
import OpenAI, { APIError } from 'openai';
import { accumulateResponse as accumulateAsOpenai } from 'openai/lib/responses/ResponseAccumulator';
import { hasResponse, loadFixtures, type ResponsesCaseWithResponse, type ResponsesFailedCase } from '#src/fixtures.js';
import {
  accumulateResponse,
  createResponseAccumulation,
  checkResponseStream,
  findErrorKind,
  responseEvents,
  type Response as ApiResponse,
  type ResponseStreamEvent,
} from '#src/responses.js';

const cases = loadFixtures('responses');
const casesWithResponse = cases.filter((one): one is ResponsesCaseWithResponse => hasResponse(one));
const failed = cases.filter((one): one is ResponsesFailedCase => !hasResponse(one));

/** The bytes of a stream, split into chunks of `size` bytes. */
function sse(events: readonly object[], size: number): ReadableStream<Uint8Array> {
  const frames = events.map(
    (event) => `event: ${String(Reflect.get(event, 'type'))}\ndata: ${JSON.stringify(event)}\n\n`,
  );
  const bytes = new TextEncoder().encode(`${frames.join('')}data: [DONE]\n\n`);
  let at = 0;
  return new ReadableStream({
    pull(controller) {
      if (at >= bytes.length) return controller.close();
      controller.enqueue(bytes.subarray(at, (at += size)));
    },
  });
}

function clientOf(reply: () => Response): OpenAI {
  return new OpenAI({
    apiKey: 'test',
    baseURL: 'http://service.invalid/v1',
    maxRetries: 0,
    fetch: async () => reply(),
  });
}

const jsonReply = (body: unknown, status = 200): Response =>
  new Response(JSON.stringify(body), {
    status,
    headers: { 'content-type': 'application/json', 'x-request-id': 'req_1' },
  });

const streamReply = (events: readonly object[], size = 4096): Response =>
  new Response(sse(events, size), { headers: { 'content-type': 'text/event-stream' } });

/** Removes the SDK's convenience fields. */
const withoutExtras = (value: unknown): unknown =>
  without(value, ['output_text', 'output_parsed', 'parsed', 'parsed_arguments', '_request_id']);

function without(value: unknown, keys: readonly string[]): unknown {
  if (Array.isArray(value)) return value.map((entry) => without(entry, keys));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key]) => !keys.includes(key))
      .map(([key, entry]) => [key, without(entry, keys)]),
  );
}

describe.each(casesWithResponse)('openai reads $name', ({ request, response, events }) => {
  it('from JSON', async () => {
    const read = await clientOf(() => jsonReply(response)).responses.create({ model: request.model, stream: false });
    expect(withoutExtras(read)).toEqual(response);
  });

  it('from a stream, by its accumulator', async () => {
    const stream = clientOf(() => streamReply(events)).responses.stream({ model: request.model });
    expect(withoutExtras(await stream.finalResponse())).toEqual(response);
  });

  it('from a stream with keep-alives, by its accumulator', async () => {
    const kept = events.flatMap((event) => [event, { type: 'keepalive' }]);
    const stream = clientOf(() => streamReply(kept)).responses.stream({ model: request.model });
    expect(withoutExtras(await stream.finalResponse())).toEqual(response);
  });

  it('from a stream in chunks of seven bytes, event by event', async () => {
    const stream = await clientOf(() => streamReply(events, 7)).responses.create({
      model: request.model,
      stream: true,
    });
    const read: unknown[] = [];
    for await (const event of stream) read.push(event);
    expect(read).toEqual(events);
  });
});

describe('our accumulator', () => {
  it.each(casesWithResponse)(
    "has the same state as openai's accumulator after every event of $name",
    ({ response, events }) => {
      for (const stream of [events, responseEvents(response)]) {
        let ours = createResponseAccumulation<ApiResponse>();
        let theirs: Parameters<typeof accumulateAsOpenai>[1];
        for (const event of stream) {
          // The openai SDK throws the error and discards its state.
          if (event.type === 'error') break;
          ours = accumulateResponse(ours, event);
          theirs = accumulateAsOpenai(JSON.parse(JSON.stringify(event)), theirs);
          // The openai SDK pushes the log-probabilities of a delta into a shared array; we add them at the end of the
          // text.
          const onTheirWay = event.type === 'response.output_text.delta' ? ['logprobs'] : [];
          const comparable = (object: unknown): unknown => without(JSON.parse(JSON.stringify(object)), onTheirWay);
          expect(comparable(ours.response)).toEqual(withoutExtras(comparable(theirs)));
        }
      }
    },
  );
});

/** Every stream that differs from `events` by one event: omitted, repeated, or swapped with its successor. */
function* spoiled(events: readonly ResponseStreamEvent[]): Generator<readonly ResponseStreamEvent[]> {
  for (const [index, event] of events.entries()) {
    const next = events[index + 1];
    yield events.toSpliced(index, 1);
    yield events.toSpliced(index, 0, event);
    if (next !== undefined) yield events.toSpliced(index, 2, next, event);
  }
}

const renumbered = (events: readonly ResponseStreamEvent[]): ResponseStreamEvent[] =>
  events.map((event, index) => ({ ...event, sequence_number: index }));

const throws = (check: () => void): boolean => {
  try {
    check();
    return false;
  } catch {
    return true;
  }
};

describe('the grammar', () => {
  it.each(casesWithResponse)(
    "rejects every corrupted stream of $name that openai's accumulator rejects",
    async ({ events }) => {
      const missed: string[] = [];
      for (const stream of [...spoiled(events)].map((one) => renumbered(one))) {
        if (throws(() => checkResponseStream(stream))) continue;
        const read = clientOf(() => streamReply(stream)).responses.stream({ model: 'demo' });
        await read.finalResponse().catch((reason: unknown) => missed.push(String(reason)));
      }
      expect(missed).toEqual([]);
    },
  );
});

/** The class that the official SDK raises for a status. */
function sdkErrorClassOf(status: number): string {
  if (status >= 500) return 'InternalServerError';
  const names: Readonly<Record<number, string>> = {
    400: 'BadRequestError',
    401: 'AuthenticationError',
    403: 'PermissionDeniedError',
    404: 'NotFoundError',
    409: 'ConflictError',
    422: 'UnprocessableEntityError',
    429: 'RateLimitError',
  };
  return names[status] ?? 'APIError';
}

describe.each(failed)('openai reads $name', ({ status, error }) => {
  it('as the error class, type, code and param of the table', async () => {
    const thrown: unknown = await clientOf(() => jsonReply(error, status))
      .responses.create({ model: 'demo', stream: false })
      .then(
        () => undefined,
        (reason: unknown) => reason,
      );
    expect(thrown).toBeInstanceOf(APIError);
    expect(thrown).toMatchObject({
      status,
      type: error.error.type,
      code: error.error.code,
      param: error.error.param,
      requestID: 'req_1',
    });
    expect(findErrorKind(status, error.error.code)?.status).toBe(status);
    expect(thrown?.constructor.name).toBe(sdkErrorClassOf(status));
  });
});

describe('openai and an error event', () => {
  const flat = { type: 'error', code: 'server_error', message: 'It broke.', param: null, sequence_number: 0 };
  const both = { ...flat, error: { type: 'server_error', code: 'server_error', message: 'It broke.', param: null } };

  it.each([
    ['flat', flat],
    ['flat and nested', both],
  ])('throws an APIError for a %s one', async (_form, event) => {
    const stream = clientOf(() => streamReply([event])).responses.stream({ model: 'demo' });
    await expect(stream.finalResponse()).rejects.toBeInstanceOf(APIError);
  });
});
