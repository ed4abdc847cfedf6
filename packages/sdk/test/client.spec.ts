import { ApiError, ConnectionError, ModelResponseClient } from '#src/index.js';
import { listen, sendJson, type Loopback } from './loopback.js';

const message = {
  id: 'msg_1',
  type: 'message',
  role: 'assistant',
  model: 'm',
  content: [{ type: 'text', text: 'hi' }],
  stop_reason: 'end_turn',
  stop_sequence: null,
  usage: { input_tokens: 1, output_tokens: 1 },
};
const params = { model: 'm', max_tokens: 8, messages: [{ role: 'user' as const, content: 'hi' }] };

let server: Loopback;
afterEach(() => server.close());

function client(): ModelResponseClient {
  return new ModelResponseClient({ baseUrl: `${server.url}/`, apiKey: 'secret' });
}

describe('the client', () => {
  it('sends key, version and body, and gives back the message', async () => {
    server = await listen((response) => sendJson(response, 200, message));
    expect(await client().messages.create(params)).toEqual(message);
    const [request] = server.requests;
    expect(request).toMatchObject({ method: 'POST', url: '/v1/messages' });
    expect(request?.headers).toMatchObject({
      authorization: 'Bearer secret',
      'vendor-version': '2026-10-21',
      'content-type': 'application/json',
    });
    expect(JSON.parse(request?.body ?? '')).toEqual({ ...params, stream: false });
  });

  it.each(['sec\nret', 'se\u0000cret', 'secret\u2026'])(
    'rejects the key %j, which is not valid in a header, without repeating it',
    (apiKey) => {
      server = { close: async () => undefined } as Loopback;
      expect(() => new ModelResponseClient({ apiKey })).toThrow(
        new TypeError('apiKey contains a character that an HTTP header cannot contain.'),
      );
    },
  );

  it.each([undefined, null, '', ' ', 7])('needs a key, which %j is not', (apiKey) => {
    server = { close: async () => undefined } as Loopback;
    expect(() => new ModelResponseClient({ apiKey: apiKey as string })).toThrow(TypeError);
    expect(() => new ModelResponseClient({ apiKey: apiKey as string })).toThrow('apiKey must be a non-empty string');
  });

  it('requires options and names the missing ones', () => {
    server = { close: async () => undefined } as Loopback;
    const Untyped = ModelResponseClient as unknown as new () => ModelResponseClient;
    expect(() => new Untyped()).toThrow(new TypeError('apiKey must be a non-empty string, but is undefined.'));
  });

  it('rejects stream: true in non-streaming calls', async () => {
    server = await listen((response) => sendJson(response, 200, message));
    const streamed = { ...params, input: 'hi', stream: true };
    await expect(client().messages.create(streamed)).rejects.toThrow(
      new TypeError('create() returns the complete response; use stream() to receive its events.'),
    );
    await expect(client().responses.create(streamed)).rejects.toThrow(TypeError);
    expect(server.requests).toEqual([]);
  });

  it('sends the headers of its options and of the request, the latter first, in whatever case', async () => {
    server = await listen((response) => sendJson(response, 200, message));
    const mine = new ModelResponseClient({
      baseUrl: server.url,
      apiKey: 'secret',
      headers: { Authorization: 'Basic x', 'X-Team': 'a', 'X-Place': 'b' },
    });
    await mine.messages.create(params, { headers: { 'x-team': 'c' } });
    expect(server.requests[0]?.headers).toMatchObject({ authorization: 'Basic x', 'x-team': 'c', 'x-place': 'b' });
  });

  it('omits a header that is undefined, such as an unset variable', async () => {
    server = await listen((response) => sendJson(response, 200, message));
    const mine = new ModelResponseClient({
      baseUrl: server.url,
      apiKey: 'secret',
      headers: { 'x-team': 'a', 'x-place': undefined },
    });
    await mine.messages.create(params, { headers: { 'x-team': undefined } });
    expect(server.requests[0]?.headers).toMatchObject({ 'x-team': 'a' });
    expect(server.requests[0]?.headers).not.toHaveProperty('x-place');
  });

  it('throws immediately for an invalid header', async () => {
    server = await listen((response) => sendJson(response, 200, message));
    await expect(client().messages.create(params, { headers: { 'x-team': 'a\nb' } })).rejects.toMatchObject({
      name: 'TypeError',
    });
    expect(server.requests).toEqual([]);
  });

  it("throws the service's error with its type, field and request id", async () => {
    const body = {
      type: 'error',
      error: { type: 'invalid_request_error', message: 'max_tokens: Field required' },
      request_id: 'req_1',
    };
    server = await listen((response) => sendJson(response, 400, body, { 'request-id': 'req_1' }));
    const error = await client()
      .messages.create(params)
      .catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({
      status: 400,
      type: 'invalid_request_error',
      message: 'max_tokens: Field required',
      requestId: 'req_1',
      body,
    });
    expect(server.requests).toHaveLength(1);
  });

  it('reads the finer code and the field of a responses error', async () => {
    server = await listen((response) =>
      sendJson(response, 404, {
        error: { message: 'no such model', type: 'invalid_request_error', param: 'model', code: 'model_not_found' },
      }),
    );
    await expect(client().responses.create({ model: 'x', input: 'hi' })).rejects.toMatchObject({
      status: 404,
      code: 'model_not_found',
      param: 'model',
    });
  });

  it('retries after an overload, as the service requests', async () => {
    server = await listen((response, attempt) =>
      attempt === 0 ? sendJson(response, 529, {}, { 'retry-after-ms': '1' }) : sendJson(response, 200, message),
    );
    await client().messages.create(params);
    expect(server.requests).toHaveLength(2);
  });

  it('does not try again when the service forbids it', async () => {
    server = await listen((response) => sendJson(response, 500, {}, { 'x-should-retry': 'false' }));
    await expect(client().messages.create(params)).rejects.toMatchObject({ status: 500 });
    expect(server.requests).toHaveLength(1);
  });

  it.each([['3600'], [new Date(Date.now() + 3_600_000).toUTCString()]])(
    'does not try again before it may: the service wants to be asked again at %s',
    async (after) => {
      server = await listen((response) => sendJson(response, 429, {}, { 'retry-after': after }));
      await expect(client().messages.create(params)).rejects.toMatchObject({ name: 'ApiError', status: 429 });
      expect(server.requests).toHaveLength(1);
    },
  );

  it('reports an unreachable service', async () => {
    server = await listen((response) => response.socket?.destroy());
    await expect(client().messages.create(params, { maxRetries: 0 })).rejects.toBeInstanceOf(ConnectionError);
  });

  it('gives up after its time limit', async () => {
    server = await listen(() => undefined);
    await expect(client().messages.create(params, { maxRetries: 0, timeoutMs: 1000 })).rejects.toThrow(
      'The service did not respond within 1000 ms',
    );
    await server.disconnected;
  });

  it('stops when its caller aborts', async () => {
    const controller = new AbortController();
    server = await listen(() => controller.abort());
    const waiting = client().messages.create(params, { signal: controller.signal });
    await expect(waiting).rejects.toMatchObject({ name: 'AbortError' });
    await server.disconnected;
  });

  it('takes up a stream after the last event that it saw', async () => {
    server = await listen((response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.end(
        `event: response.completed\ndata: ${JSON.stringify({ type: 'response.completed', sequence_number: 8, response: { id: 'resp_1', status: 'completed', output: [] } })}\n\ndata: [DONE]\n\n`,
      );
    });
    expect(await client().responses.follow('resp_1', { startingAfter: 7 }).finalResponse()).toMatchObject({
      id: 'resp_1',
      status: 'completed',
    });
    expect(server.requests[0]).toMatchObject({
      method: 'GET',
      url: '/v1/responses/resp_1?stream=true&starting_after=7',
    });
  });

  it('cancels a background response', async () => {
    server = await listen((response) => sendJson(response, 200, { id: 'resp_1', status: 'cancelled' }));
    expect(await client().responses.cancel('resp_1')).toMatchObject({ status: 'cancelled' });
    expect(server.requests[0]).toMatchObject({ method: 'POST', url: '/v1/responses/resp_1/cancel' });
  });

  it('retrieves and deletes by an id of any characters', async () => {
    server = await listen((response) =>
      sendJson(response, 200, { id: 'a/b', object: 'response.deleted', deleted: true }),
    );
    await client().responses.delete('a/b');
    expect(server.requests[0]).toMatchObject({ method: 'DELETE', url: '/v1/responses/a%2Fb' });
  });

  it('deletes a thread by its last message, as the dialect of that version', async () => {
    server = await listen((response) => sendJson(response, 200, { id: 'msg_1', type: 'message_thread_deleted' }));
    expect(await client().messages.deleteThread('msg_1')).toEqual({ id: 'msg_1', type: 'message_thread_deleted' });
    expect(server.requests[0]).toMatchObject({
      method: 'DELETE',
      url: '/v1/messages/threads/msg_1',
      headers: { 'vendor-version': '2026-10-21' },
    });
  });
});
