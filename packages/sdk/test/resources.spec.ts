// Every call sends the request of a service route and returns its response.
import { ApiError, ConnectionError, ModelResponseClient } from '#src/index.js';
import { listen, sendJson, type Loopback } from './loopback.js';

let server: Loopback;
afterEach(() => server.close());

const payload = { id: 'x_1', object: 'x', answered: true };
const message = { model: 'm', max_tokens: 8, messages: [{ role: 'user' as const, content: 'hi' }] };

async function connect(reply: (path: string) => unknown = () => payload): Promise<ModelResponseClient> {
  server = await listen((response, attempt) => sendJson(response, 200, reply(server.requests[attempt]?.url ?? '')));
  return new ModelResponseClient({ baseUrl: server.url, apiKey: 'secret', maxRetries: 0 });
}

type Call = (client: ModelResponseClient) => Promise<unknown>;

describe('a call', () => {
  it.each<[string, string, unknown, Call]>([
    ['POST', '/v1/conversations', {}, (client) => client.conversations.create()],
    [
      'POST',
      '/v1/conversations',
      { metadata: { a: 'b' } },
      (client) => client.conversations.create({ metadata: { a: 'b' } }),
    ],
    ['GET', '/v1/conversations/c%2F1', undefined, (client) => client.conversations.retrieve('c/1')],
    [
      'POST',
      '/v1/conversations/c1',
      { metadata: null },
      (client) => client.conversations.update('c1', { metadata: null }),
    ],
    ['DELETE', '/v1/conversations/c1', undefined, (client) => client.conversations.delete('c1')],
    [
      'POST',
      '/v1/conversations/c1/items',
      { items: [] },
      (client) => client.conversations.items.create('c1', { items: [] }),
    ],
    [
      'GET',
      '/v1/conversations/c1/items/i%201',
      undefined,
      (client) => client.conversations.items.retrieve('c1', 'i 1'),
    ],
    [
      'GET',
      '/v1/responses/r1?include%5B%5D=reasoning.encrypted_content',
      undefined,
      (client) => client.responses.retrieve('r1', { include: ['reasoning.encrypted_content'] }),
    ],
    [
      'POST',
      '/v1/conversations/c1/items?include%5B%5D=a&include%5B%5D=b',
      { items: [] },
      (client) => client.conversations.items.create('c1', { items: [] }, { include: ['a', 'b'] }),
    ],
    [
      'GET',
      '/v1/conversations/c1/items/i1?include%5B%5D=a',
      undefined,
      (client) => client.conversations.items.retrieve('c1', 'i1', { include: ['a'] }),
    ],
    ['DELETE', '/v1/conversations/c1/items/i1', undefined, (client) => client.conversations.items.delete('c1', 'i1')],
    [
      'POST',
      '/v1/responses/input_tokens',
      { model: 'm', input: 'hi' },
      (client) => client.responses.countTokens({ model: 'm', input: 'hi' }),
    ],
    [
      'POST',
      '/v1/responses/compact',
      { model: 'm', input: 'hi' },
      (client) => client.responses.compact({ model: 'm', input: 'hi' }),
    ],
    ['GET', '/v1/files/f%2F1', undefined, (client) => client.files.retrieve('f/1')],
    ['DELETE', '/v1/files/f1', undefined, (client) => client.files.delete('f1')],
    ['GET', '/v1/models/org%2Fm', undefined, (client) => client.models.retrieve('org/m')],
    [
      'POST',
      '/v1/messages/batches',
      { requests: [{ custom_id: 'a', params: message }] },
      (client) => client.messages.batches.create({ requests: [{ custom_id: 'a', params: message }] }),
    ],
    ['GET', '/v1/messages/batches/b1', undefined, (client) => client.messages.batches.retrieve('b1')],
    ['POST', '/v1/messages/batches/b1/cancel', undefined, (client) => client.messages.batches.cancel('b1')],
    ['DELETE', '/v1/messages/batches/b1', undefined, (client) => client.messages.batches.delete('b1')],
  ])('is %s %s', async (method, url, body, call) => {
    const client = await connect();
    expect(await call(client)).toEqual(payload);
    const [request] = server.requests;
    expect(request).toMatchObject({ method, url });
    expect(request?.body === '' ? undefined : JSON.parse(request?.body ?? '')).toEqual(body);
    expect(request?.headers['vendor-version']).toBe(url.startsWith('/v1/messages') ? '2026-10-21' : undefined);
  });

  it('gives the models', async () => {
    const client = await connect(() => ({ object: 'list', data: [payload] }));
    expect(await client.models.list()).toEqual([payload]);
  });
});

describe('calls that create a resource', () => {
  const keyOf = (index: number): unknown => server.requests[index]?.headers['idempotency-key'];

  it.each<[string, Call]>([
    ['a conversation', (client) => client.conversations.create()],
    ['items of one', (client) => client.conversations.items.create('c1', { items: [] })],
    ['a batch', (client) => client.messages.batches.create({ requests: [] })],
    ['a file', (client) => client.files.create({ file: new Blob(['x']), filename: 'x.txt' })],
    ['a background response', (client) => client.responses.create({ model: 'm', input: 'hi', background: true })],
  ])('is made once, however often it is sent: %s', async (_, call) => {
    server = await listen((response, attempt) =>
      attempt === 0 ? response.socket?.destroy() : sendJson(response, 200, payload),
    );
    const client = new ModelResponseClient({ baseUrl: server.url, apiKey: 'secret' });
    expect(await call(client)).toEqual(payload);
    expect(keyOf(0)).toMatch(/^[0-9a-f]{32}$/);
    expect(keyOf(1)).toBe(keyOf(0));
    await call(client);
    expect(keyOf(2)).not.toBe(keyOf(0));
  });

  it('has the key that its caller names, and what ends with its connection has none else', async () => {
    const client = await connect();
    await client.responses.create({ model: 'm', input: 'hi' }, { idempotencyKey: 'mine' });
    await client.responses.create({ model: 'm', input: 'hi' });
    await client.messages.create(message);
    await client.responses.retrieve('resp_1', { idempotencyKey: 'mine' });
    expect([0, 1, 2, 3].map(keyOf)).toEqual(['mine', undefined, undefined, undefined]);
  });
});

describe('a list', () => {
  const pages: Record<string, unknown> = {
    '': { data: [{ id: 'a' }, { id: 'b' }], has_more: true, first_id: 'a', last_id: 'b' },
    b: { data: [{ id: 'c' }], has_more: false, first_id: 'c', last_id: 'c' },
    c: { data: [], has_more: false, first_id: null, last_id: null },
  };
  const paged = (path: string): unknown => {
    const query = new URL(path, 'http://x').searchParams;
    return pages[query.get('after') ?? query.get('after_id') ?? ''];
  };
  const idsOf = async (list: AsyncIterable<unknown>): Promise<unknown[]> => {
    const ids: unknown[] = [];
    for await (const item of list) ids.push((item as { id: string }).id);
    return ids;
  };

  it('is read page by page', async () => {
    const client = await connect(paged);
    expect(await idsOf(client.responses.inputItems('r1', { limit: 2, order: 'asc', include: ['x', 'y'] }))).toEqual([
      'a',
      'b',
      'c',
    ]);
    expect(await idsOf(client.conversations.items.list('c1'))).toEqual(['a', 'b', 'c']);
    expect(await idsOf(client.messages.batches.list({ limit: 2 }))).toEqual(['a', 'b', 'c']);
    expect(server.requests.map(({ url }) => decodeURIComponent(url))).toEqual([
      '/v1/responses/r1/input_items?limit=2&order=asc&include[]=x&include[]=y',
      '/v1/responses/r1/input_items?limit=2&order=asc&include[]=x&include[]=y&after=b',
      '/v1/conversations/c1/items',
      '/v1/conversations/c1/items?after=b',
      '/v1/messages/batches?limit=2',
      '/v1/messages/batches?limit=2&after_id=b',
    ]);
  });

  it('ends with a page without a last item, regardless of has_more', async () => {
    const client = await connect(() => ({ data: [], has_more: true, first_id: null, last_id: null }));
    expect(await idsOf(client.messages.batches.list())).toEqual([]);
    expect(server.requests).toHaveLength(1);
  });

  it('starts after the given item', async () => {
    const client = await connect(paged);
    expect(await idsOf(client.conversations.items.list('c1', { after: 'b' }))).toEqual(['c']);
    expect(await idsOf(client.conversations.items.list('c1', { after: 'c' }))).toEqual([]);
  });

  it('returns one page with the cursor of the next', async () => {
    const client = await connect(paged);
    const first = await client.conversations.items.list('c1').page();
    expect([first.data.map(({ id }) => id), first.has_more]).toEqual([['a', 'b'], true]);
    const second = await client.conversations.items.list('c1', { after: first.last_id }).page();
    expect([second.data.map(({ id }) => id), second.has_more]).toEqual([['c'], false]);
    expect(server.requests).toHaveLength(2);
  });

  it('requests no page that is not read', async () => {
    const client = await connect(paged);
    for await (const page of client.conversations.items.list('c1').pages()) {
      expect(page.has_more).toBe(true);
      break;
    }
    expect(server.requests).toHaveLength(1);
  });
});

describe('the results of a batch', () => {
  it('arrive line by line for any chunk boundaries', async () => {
    server = await listen((response) => {
      response.writeHead(200, { 'content-type': 'application/x-jsonl' });
      response.write('{"custom_id":"a","result":{"type":"canc');
      response.write('eled"}}\n\n{"custom_id":"ü","result":{"type":"expired"}}\n');
      response.end('{"custom_id":"c","result":{"type":"canceled"}}');
    });
    const ids: string[] = [];
    for await (const { custom_id: id } of new ModelResponseClient({
      baseUrl: server.url,
      apiKey: 'k',
    }).messages.batches.results('b1'))
      ids.push(id);
    expect(ids).toEqual(['a', 'ü', 'c']);
  });

  it('that break off are an error', async () => {
    server = await listen((response) => {
      response.writeHead(200, { 'content-length': '999' });
      response.write('{"custom_id":"a","result":{"type":"canceled"}}\n', () => response.socket?.destroy());
    });
    const read = async (): Promise<void> => {
      for await (const line of new ModelResponseClient({ baseUrl: server.url, apiKey: 'k' }).messages.batches.results(
        'b1',
      ))
        expect(line.custom_id).toBe('a');
    };
    await expect(read()).rejects.toMatchObject({ name: 'StreamError' });
  });

  it('are rejected while the batch runs', async () => {
    server = await listen((response) =>
      sendJson(response, 404, { type: 'error', error: { type: 'not_found_error', message: 'Not yet.' } }),
    );
    const results = new ModelResponseClient({
      baseUrl: server.url,
      apiKey: 'k',
      maxRetries: 0,
    }).messages.batches.results('b1');
    await expect(results.next()).rejects.toBeInstanceOf(ApiError);
  });
});

describe('the wait for a batch', () => {
  const counts = (succeeded: number): object => ({
    id: 'b1',
    processing_status: succeeded < 2 ? 'in_progress' : 'ended',
    request_counts: { succeeded },
  });

  it('polls until the batch has ended and reports its progress', async () => {
    server = await listen((response, attempt) => sendJson(response, 200, counts(attempt)));
    const seen: unknown[] = [];
    const ended = await new ModelResponseClient({ baseUrl: server.url, apiKey: 'k' }).messages.batches.wait('b1', {
      maxPollIntervalMs: 1,
      onProgress: (batch) => seen.push(batch),
    });
    expect(ended).toEqual(counts(2));
    expect(seen).toEqual([counts(0), counts(1), counts(2)]);
  });

  it('outlasts a service that is away, for resumeMs', async () => {
    server = await listen((response, attempt) =>
      attempt === 0
        ? response.socket?.destroy()
        : attempt === 1
          ? sendJson(response, 503, {})
          : sendJson(response, 200, counts(2)),
    );
    const { batches } = new ModelResponseClient({ baseUrl: server.url, apiKey: 'k', maxRetries: 0 }).messages;
    await expect(batches.wait('b1', { resumeMs: 0 })).rejects.toBeInstanceOf(ConnectionError);
    expect(await batches.wait('b1')).toEqual(counts(2));
    expect(server.requests).toHaveLength(3);
  });

  it('ends with an error response or its signal', async () => {
    server = await listen((response, attempt) =>
      attempt === 0 ? sendJson(response, 404, {}) : sendJson(response, 200, counts(0)),
    );
    const { batches } = new ModelResponseClient({ baseUrl: server.url, apiKey: 'k' }).messages;
    await expect(batches.wait('b1')).rejects.toMatchObject({ name: 'ApiError', status: 404 });
    await expect(batches.wait('b1', { signal: AbortSignal.timeout(50) })).rejects.toMatchObject({
      name: 'TimeoutError',
    });
  });
});
