// `fetch` may be from another library, whose Response class differs from the global one.
import { loadFixtures } from '@org/protocol/fixtures';
import { createRequire } from 'node:module';
import { ApiError, ModelResponseClient, type FetchedResponse, type FetchInit } from '#src/index.js';
import { listen, sendEvents, sendJson, type Loopback } from './loopback.js';

// The engine's own copy: neither clients nor this package depend on such a library.
interface Library {
  readonly fetch: (url: string, init: FetchInit & { readonly dispatcher?: unknown }) => Promise<FetchedResponse>;
  readonly Response: unknown;
  readonly Agent: new (options: { readonly headersTimeout: number }) => { destroy(): Promise<void> };
}
const {
  fetch,
  Response: OtherResponse,
  Agent,
} = createRequire(new URL('../../engine/package.json', import.meta.url))('undici') as Library;

let server: Loopback;
afterEach(() => server.close());

const client = (): ModelResponseClient => new ModelResponseClient({ baseUrl: server.url, apiKey: 'secret', fetch });
const [example] = loadFixtures('messages').filter((stored) => 'response' in stored);

describe('a fetch of another library', () => {
  it('has its own Response class', () => {
    server = { close: async () => undefined } as Loopback;
    expect(OtherResponse).not.toBe(Response);
  });

  it('returns the response after one request', async () => {
    server = await listen((response) => sendJson(response, 200, { id: 'resp_1', output: [] }));
    expect(await client().responses.create({ model: 'm', input: 'hi' })).toEqual({ id: 'resp_1', output: [] });
    expect(server.requests).toHaveLength(1);
  });

  it('returns an error response with its headers', async () => {
    server = await listen((response) =>
      sendJson(response, 404, { error: { message: 'No.', code: 'model_not_found' } }, { 'x-request-id': 'req_1' }),
    );
    const error = await client()
      .responses.create({ model: 'm', input: 'hi' })
      .catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({
      status: 404,
      code: 'model_not_found',
      requestId: 'req_1',
      headers: expect.any(Headers),
    });
  });

  it("reports a fetch timeout that is shorter than the client's", async () => {
    server = await listen(() => undefined);
    const dispatcher = new Agent({ headersTimeout: 100 });
    const hasty = new ModelResponseClient({
      baseUrl: server.url,
      apiKey: 'secret',
      fetch: (url, init) => fetch(url, { ...init, dispatcher }),
    });
    await expect(hasty.responses.create({ model: 'm', input: 'hi' })).rejects.toMatchObject({
      name: 'ConnectionError',
      message: expect.stringContaining('timeoutMs'),
    });
    expect(server.requests).toHaveLength(1);
    await dispatcher.destroy();
  });

  it("reports a fetch timeout of its own, such as Bun's after five minutes", async () => {
    server = await listen(() => undefined);
    const hasty = new ModelResponseClient({
      baseUrl: server.url,
      apiKey: 'secret',
      maxRetries: 0,
      fetch: (url, init) =>
        globalThis.fetch(url, { ...init, signal: AbortSignal.any([init.signal, AbortSignal.timeout(100)]) }),
    });
    await expect(hasty.responses.create({ model: 'm', input: 'hi' })).rejects.toMatchObject({
      name: 'ConnectionError',
      message: expect.stringContaining('timeoutMs'),
    });
  });

  it('uploads a file although it accepts only its own FormData', async () => {
    server = await listen((response) => sendJson(response, 200, { id: 'file_1' }));
    await client().files.create({ file: new File(['hello'], 'a.txt', { type: 'text/plain' }) });
    const { headers, body } = server.requests[0] ?? { headers: {}, body: '' };
    const form = await new Response(body, { headers: { 'content-type': headers['content-type'] ?? '' } }).formData();
    const file = form.get('file');
    expect([form.get('purpose'), file instanceof File ? [file.name, file.type, await file.text()] : file]).toEqual([
      'user_data',
      ['a.txt', 'text/plain', 'hello'],
    ]);
  });

  it('streams', async () => {
    server = await listen((response) => {
      sendEvents(response, (example?.events ?? []) as unknown as { type: string }[]);
      response.end();
    });
    expect(await client().messages.stream({ model: 'm', max_tokens: 8, messages: [] }).finalMessage()).toEqual(
      example?.response,
    );
  });
});
