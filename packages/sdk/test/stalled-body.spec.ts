// Failures between the headers of a response and its end.
import type { ServerResponse } from 'node:http';
import { ApiError, ConnectionError, ModelResponseClient, StreamError, type RequestOptions } from '#src/index.js';
import { listen, sendJson, type Loopback } from './loopback.js';

let server: Loopback;
afterEach(() => server.close());

const payload = { id: 'resp_1', output: [] };
const params = { model: 'm', input: 'hi' };
const client = (options: RequestOptions = {}): ModelResponseClient =>
  new ModelResponseClient({ baseUrl: server.url, apiKey: 'secret', ...options });

/** Sends the headers and the first byte, and no more. */
function stall(response: ServerResponse, status = 200): void {
  response.writeHead(status, { 'content-type': 'application/json', 'content-length': '99' });
  response.write('{');
}

function disconnect(response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': '99' });
  response.write('{', () => response.socket?.destroy());
}

/** Aborts the first response and completes the second. */
const once =
  (fail: (response: ServerResponse) => void) =>
  (response: ServerResponse, attempt: number): void =>
    attempt === 0 ? fail(response) : sendJson(response, 200, payload);

describe('a response that stalls after its headers', () => {
  it('is aborted after the timeout, also at the service', async () => {
    server = await listen((response) => stall(response));
    // Long enough for the request to arrive on a busy machine.
    const waiting = client({ timeoutMs: 2000, maxRetries: 0 }).responses.create(params);
    await expect(waiting).rejects.toThrow('The service did not respond within 2000 ms');
    await expect(waiting).rejects.toBeInstanceOf(ConnectionError);
    await server.disconnected;
  });

  it('is retried where a repetition is safe', async () => {
    server = await listen(once(stall));
    expect(await client({ timeoutMs: 50 }).responses.retrieve('resp_1')).toEqual(payload);
  });

  it('is not made a second time because the first took too long', async () => {
    server = await listen(() => undefined);
    await expect(client({ timeoutMs: 50 }).responses.create(params)).rejects.toThrow(
      'The service did not respond within 50 ms',
    );
    expect(server.requests).toHaveLength(1);
  });

  it('is still an error response when its status indicates it', async () => {
    server = await listen((response) => stall(response, 400));
    const waiting = client({ timeoutMs: 50 }).responses.create(params);
    await expect(waiting).rejects.toBeInstanceOf(ApiError);
    await expect(waiting).rejects.toMatchObject({ status: 400 });
  });

  it.each([200, 400])('ends with the reason of the abort, also with the status %d', async (status) => {
    const controller = new AbortController();
    const reason = new Error('the user has left');
    server = await listen((response) => {
      stall(response, status);
      setTimeout(() => controller.abort(reason), 50);
    });
    const waiting = client().responses.create(params, { signal: controller.signal });
    await expect(waiting).rejects.toBe(reason);
    await server.disconnected;
    expect(server.requests).toHaveLength(1);
  });

  it('ends with the reason of the abort even when `fetch` does not listen to it', async () => {
    server = await listen((response) => stall(response));
    const deaf = new ModelResponseClient({
      baseUrl: server.url,
      apiKey: 'secret',
      fetch: (url, init) => fetch(url, { ...init, signal: null }),
    });
    await expect(deaf.responses.retrieve('resp_1', { signal: AbortSignal.timeout(50) })).rejects.toMatchObject({
      name: 'TimeoutError',
    });
  });
});

describe('an aborted response', () => {
  it('is asked for again when it was only read', async () => {
    server = await listen(once(disconnect));
    expect(await client().responses.retrieve('resp_1')).toEqual(payload);
    expect(server.requests).toHaveLength(2);
  });

  it('is asked for again when a key lets it be made once', async () => {
    server = await listen(once(disconnect));
    expect(await client().responses.create(params, { idempotencyKey: 'mine' })).toEqual(payload);
    expect(server.requests.map(({ headers }) => headers['idempotency-key'])).toEqual(['mine', 'mine']);
  });

  it('is an error where asking again would generate twice', async () => {
    server = await listen(once(disconnect));
    await expect(client().responses.create(params)).rejects.toMatchObject({
      name: 'ConnectionError',
      message: 'The connection closed before the response was complete.',
    });
    expect(server.requests).toHaveLength(1);
  });

  it('is an error when it stays so', async () => {
    server = await listen((response) => disconnect(response));
    await expect(client({ maxRetries: 1 }).responses.retrieve('resp_1')).rejects.toBeInstanceOf(ConnectionError);
    expect(server.requests).toHaveLength(2);
  });

  it('differs from a response with invalid JSON, which is not retried', async () => {
    server = await listen((response) => response.writeHead(200).end('<html>'));
    await expect(client().responses.retrieve('resp_1')).rejects.toMatchObject({
      name: 'ConnectionError',
      message: 'The response is not JSON.',
    });
    expect(server.requests).toHaveLength(1);
  });
});

describe('results of a batch that stall', () => {
  const first = '{"custom_id":"a","result":{"type":"canceled"}}\n';
  const read = async (options: RequestOptions): Promise<string[]> => {
    const ids: string[] = [];
    for await (const { custom_id: id } of client().messages.batches.results('b1', options)) ids.push(id);
    return ids;
  };
  const send = (response: ServerResponse): void =>
    void response.writeHead(200, { 'content-type': 'application/x-jsonl' }).write(first);

  it('fail after that much idle time', async () => {
    server = await listen(send);
    const waiting = read({ idleTimeoutMs: 50 });
    await expect(waiting).rejects.toBeInstanceOf(StreamError);
    await expect(waiting).rejects.toThrow('sent nothing for 50 ms');
    await server.disconnected;
  });

  it('end with the reason of the abort', async () => {
    const controller = new AbortController();
    const reason = new Error('the user has left');
    server = await listen((response) => {
      send(response);
      setTimeout(() => controller.abort(reason), 50);
    });
    await expect(read({ signal: controller.signal })).rejects.toBe(reason);
    await server.disconnected;
  });
});
