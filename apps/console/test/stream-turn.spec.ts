import { streamTurn, type ResponseHead, type StreamEnd, type StreamEvent } from '#src/api/stream-turn.js';

const request = { method: 'POST', path: '/v1/messages', headers: {}, body: { model: 'm' } } as const;

interface Seen {
  readonly end: StreamEnd;
  readonly heads: readonly ResponseHead[];
  readonly events: readonly StreamEvent[];
}

async function stream(respond: typeof fetch, controller = new AbortController()): Promise<Seen> {
  const heads: ResponseHead[] = [];
  const events: StreamEvent[] = [];
  jest.spyOn(globalThis, 'fetch').mockImplementation(respond);
  const end = await streamTurn(request, 'secret', controller.signal, {
    onHead: (head) => void heads.push(head),
    onEvent: (event) => void events.push(event),
  });
  return { end, heads, events };
}

afterEach(() => jest.restoreAllMocks());

const frames = 'event: ping\ndata: {"type":"ping"}\n\n: comment\n\ndata: {"type":"last","n":"ä"}\n\ndata: [DONE]\n\n';

/** The bytes in chunks of `size`, which divide lines and characters. */
function chunked(text: string, size: number): ReadableStream<Uint8Array> {
  const bytes = new TextEncoder().encode(text);
  const parts = Array.from({ length: Math.ceil(bytes.length / size) }, (_, at) =>
    bytes.slice(at * size, (at + 1) * size),
  );
  return new ReadableStream({
    pull: (controller) => {
      const next = parts.shift();
      if (next === undefined) controller.close();
      else controller.enqueue(next);
    },
  });
}

describe('a stream', () => {
  it.each([1, 3, 1000])('has the same events in chunks of %d bytes', async (size) => {
    const { end, events, heads } = await stream(
      async () => new Response(chunked(frames, size), { headers: { 'request-id': 'req_1', 'x-service-warning': 'w' } }),
    );
    expect(end).toEqual({ kind: 'ended' });
    expect(events).toEqual([{ type: 'ping' }, { type: 'last', n: 'ä' }]);
    expect(heads).toEqual([{ status: 200, requestId: 'req_1', warning: 'w' }]);
  });

  it('sends the key in a header, and no cookie', async () => {
    const sent: (RequestInit | undefined)[] = [];
    await stream(async (_url, init) => {
      sent.push(init);
      return new Response('');
    });
    expect(sent).toEqual([
      expect.objectContaining({
        headers: { authorization: 'Bearer secret', 'content-type': 'application/json' },
        credentials: 'omit',
        redirect: 'error',
      }),
    ]);
  });

  it('reports all fields of an error response, of either dialect', async () => {
    const messages = {
      type: 'error',
      error: { type: 'invalid_request_error', message: 'a: no', details: { error_code: 'c' } },
    };
    const responses = { error: { type: 'invalid_request_error', message: 'a: no', code: 'c', param: 'a' } };
    for (const body of [messages, responses]) {
      const { end } = await stream(async () =>
        Response.json(body, { status: 400, headers: { 'request-id': 'req_1', 'retry-after': '3' } }),
      );
      expect(end).toMatchObject({
        kind: 'failed',
        failure: {
          status: 400,
          type: 'invalid_request_error',
          code: 'c',
          message: 'a: no',
          requestId: 'req_1',
          retryAfter: '3',
          body: JSON.stringify(body),
        },
      });
    }
  });

  it('shows the text of a proxy that responds without JSON', async () => {
    const { end } = await stream(async () => new Response('<h1>Bad gateway</h1>', { status: 502 }));
    expect(end).toMatchObject({ kind: 'failed', failure: { status: 502, message: '<h1>Bad gateway</h1>' } });
  });

  it('fails when the connection ends or an event is no JSON', async () => {
    const lost = await stream(async () => {
      throw new TypeError('Failed to fetch');
    });
    expect(lost.end).toMatchObject({ kind: 'failed', failure: { type: 'connection_error' } });
    const invalid = await stream(async () => new Response('data: {\n\n'));
    expect(invalid.end.kind).toBe('failed');
  });

  it('is stopped when its signal aborts, also in the middle', async () => {
    const controller = new AbortController();
    const { end, events } = await stream(
      async (_url, init) =>
        new Response(
          new ReadableStream({
            start(body) {
              body.enqueue(new TextEncoder().encode('data: {"type":"one"}\n\n'));
              init?.signal?.addEventListener('abort', () => body.error(init.signal?.reason));
              setTimeout(() => controller.abort(), 5);
            },
          }),
        ),
      controller,
    );
    expect([end, events]).toEqual([{ kind: 'stopped' }, [{ type: 'one' }]]);
  });
});
