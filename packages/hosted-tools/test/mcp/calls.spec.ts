import { getEventListeners } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ServerCallOutcome } from '@org/engine';
import { buildContext } from '@org/engine/testing';
import { LegacyServerCache } from '#src/mcp/legacy-server-cache.js';
import { toOutcome } from '#src/mcp/to-outcome.js';
import type { McpRequestRecord } from '#src/mcp/server-session.js';
import { event, result, startRawMcpServer, stream, type RequestHandler, type RawMcpServer } from './raw-mcp-server.js';
import { byName, byUrl, startMcpServers } from './kit.js';
import { startMcpServer, type ServerKind } from './mcp-server.js';

const endings: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const end of endings.splice(0).toReversed()) await end();
});

function started<Part extends { close(): Promise<void> }>(part: Part): Part {
  endings.push(() => part.close());
  return part;
}

describe('arguments', () => {
  it.each(['streams', 'documents', 'modern'] satisfies ServerKind[])(
    'arrive with their numbers as the model wrote them, %s',
    async (kind) => {
      const site = started(await startMcpServer(kind));
      const server = started(startMcpServers({ servers: [{ name: 'it', url: site.url, headers: {} }] })).open(
        byName('it'),
        buildContext(),
      );
      const text = '{"id":12345678901234567890,"price":1.0,"small":1e-7,"list":[20.00,-0],"__proto__":{"a":1.50}}';
      await server.call('echo', text);
      expect(site.received.find(({ body }) => body.includes('"tools/call"'))?.body).toContain(`"arguments":${text}`);
      await server.close();
    },
  );
});

it.each(['stream', 'document'])(
  'preserves numbers of schemas and structured content as a server writes them, %s',
  async (form) => {
    const schema =
      '{"type":"object","properties":{"id":{"type":"integer","maximum":9223372036854775807,"enum":[1234567890123456789,20.0]}}}';
    const content = '{"id":1234567890123456789,"price":20.0}';
    const site = started(
      await startRawMcpServer(({ message }, response) => {
        const results: Readonly<Record<string, string>> = {
          'tools/list': `{"tools":[{"name":"pay","inputSchema":${schema}}]}`,
          'tools/call': `{"content":[],"structuredContent":${content}}`,
        };
        const found = results[message.method ?? ''];
        if (found === undefined) return false;
        const text = `{"jsonrpc":"2.0","id":${JSON.stringify(message.id)},"result":${found}}`;
        response.setHeader('content-type', form === 'stream' ? 'text/event-stream' : 'application/json');
        response.end(form === 'stream' ? `event: message\ndata: ${text}\n\n` : text);
        return true;
      }),
    );
    const server = started(startMcpServers({ servers: [{ name: 'it', url: site.url, headers: {} }] })).open(
      byName('it'),
      buildContext(),
    );
    expect(JSON.stringify((await server.list())[0]?.inputSchema)).toBe(schema);
    expect((await server.call('pay', '{}')).content).toEqual([{ type: 'text', text: content }]);
    await server.close();
  },
);

it('sends arguments in headers for a tool that declares them', async () => {
  const tool = {
    name: 'echo',
    inputSchema: {
      type: 'object',
      properties: {
        n: { type: 'integer', 'x-mcp-header': 'Count' },
        region: { type: 'string', 'x-mcp-header': 'Region' },
      },
    },
  };
  const site = started(await startMcpServer('modern', { tools: [tool] }));
  const server = started(startMcpServers({ servers: [{ name: 'it', url: site.url, headers: {} }] })).open(
    byName('it'),
    buildContext(),
  );
  await server.list();
  expect((await server.call('echo', '{"n":1.0,"region":"eu"}')).content).toEqual([
    { type: 'text', text: '{"n":1,"region":"eu"}' },
  ]);
  expect(site.received.find(({ body }) => body.includes('"tools/call"'))?.headers).toMatchObject({
    'mcp-param-count': '1',
    'mcp-param-region': 'eu',
  });
  await server.close();
});

describe('the content of a result', () => {
  const text = (of: string): object => ({ type: 'text', text: of });

  it.each<[string, object, ServerCallOutcome]>([
    [
      'text',
      { content: [text('a'), text('')] },
      {
        content: [
          { type: 'text', text: 'a' },
          { type: 'text', text: '' },
        ],
      },
    ],
    [
      'a picture',
      { content: [{ type: 'image', data: 'AAAA', mimeType: 'image/png' }] },
      {
        content: [{ type: 'media', media: 'image', source: { type: 'base64', mediaType: 'image/png', data: 'AAAA' } }],
      },
    ],
    [
      'a sound',
      { content: [{ type: 'audio', data: 'AAAA', mimeType: 'audio/wav' }] },
      {
        content: [{ type: 'media', media: 'audio', source: { type: 'base64', mediaType: 'audio/wav', data: 'AAAA' } }],
      },
    ],
    [
      'a resource of text',
      { content: [{ type: 'resource', resource: { uri: 'file:///a', text: 'b' } }] },
      { content: [{ type: 'text', text: 'b' }] },
    ],
    [
      'a resource of bytes',
      { content: [{ type: 'resource', resource: { uri: 'file:///a', blob: 'AAAA', mimeType: 'application/pdf' } }] },
      {
        content: [
          { type: 'media', media: 'document', source: { type: 'base64', mediaType: 'application/pdf', data: 'AAAA' } },
        ],
      },
    ],
    [
      'a resource that is a picture',
      { content: [{ type: 'resource', resource: { uri: 'file:///a', blob: 'AAAA', mimeType: 'image/gif' } }] },
      {
        content: [{ type: 'media', media: 'image', source: { type: 'base64', mediaType: 'image/gif', data: 'AAAA' } }],
      },
    ],
    [
      'bytes of no type',
      { content: [{ type: 'resource', resource: { uri: 'file:///a', blob: 'AAAA' } }] },
      { content: [{ type: 'text', text: 'file:///a' }] },
    ],
    [
      'a link',
      { content: [{ type: 'resource_link', uri: 'https://a.test/', name: 'n', title: 'A page' }] },
      { content: [{ type: 'text', text: 'A page: https://a.test/' }] },
    ],
    [
      'structured content with text',
      { content: [text('a')], structuredContent: { b: 1 } },
      { content: [{ type: 'text', text: 'a' }] },
    ],
    [
      'structure alone',
      { content: [], structuredContent: { b: [1, 'c'] } },
      { content: [{ type: 'text', text: '{"b":[1,"c"]}' }] },
    ],
    ['nothing', { content: [] }, { content: [] }],
    ['an error', { content: [text('no')], isError: true }, { content: [{ type: 'text', text: 'no' }], isError: true }],
    ['no error', { content: [], isError: false }, { content: [] }],
  ])('of %s', (_, payload, outcome) => {
    expect(toOutcome(payload)).toEqual(outcome);
  });
});

describe('the revision of the protocol', () => {
  const asksFor = (site: RawMcpServer, method: string): number =>
    site.requests.filter(({ message }) => message.method === method).length;

  it('of an older server is asked for once, and not again for ten minutes', async () => {
    const site = started(await startRawMcpServer());
    const servers = started(startMcpServers({ servers: [{ name: 'it', url: site.url, headers: {} }] }));
    for (const count of [1, 1]) {
      const server = servers.open(byName('it'), buildContext());
      expect(await server.list()).toHaveLength(1);
      await server.close();
      expect(asksFor(site, 'server/discover')).toBe(count);
    }
    expect(asksFor(site, 'initialize')).toBe(2);
    let now = 0;
    const known = new LegacyServerCache(() => now);
    known.markLegacy('a');
    for (let n = 0; n < 999; n += 1) known.markLegacy(`b${n}`);
    expect([known.isLegacy('a'), known.isLegacy('c')]).toEqual([true, false]);
    known.markLegacy('c');
    expect([known.isLegacy('a'), known.isLegacy('c')]).toEqual([false, true]);
    now += 600_001;
    expect(known.isLegacy('c')).toBe(false);
  });

  it.each<[string, RequestHandler]>([
    ['fails', (_, response) => void response.writeHead(500).end('Oops')],
    [
      'responds with a page',
      (_, response) => void response.writeHead(200, { 'content-type': 'text/html' }).end('<p>hello'),
    ],
    [
      'responds with half a message',
      (_, response) => void response.writeHead(200, { 'content-type': 'application/json' }).end('{'),
    ],
    ['closes its stream', (_, response) => void stream(response).end()],
    ['has a result that is none', ({ message }, response) => result(response, message, { hello: 'world' })],
  ])('is guessed for an older server that %s when it is asked for it', async (_, behave) => {
    const site = started(
      await startRawMcpServer((asked, response) =>
        asked.message.method === 'server/discover' ? behave(asked, response) : false,
      ),
    );
    const server = started(startMcpServers({ servers: [{ name: 'it', url: site.url, headers: {} }] })).open(
      byName('it'),
      buildContext(),
    );
    expect(await server.list()).toHaveLength(1);
    await server.close();
  });
});

describe('a session', () => {
  it('lasts one turn under the id that the server assigned', async () => {
    const site = started(await startMcpServer('streams'));
    const servers = started(startMcpServers({ servers: [{ name: 'it', url: site.url, headers: {} }] }));
    const server = servers.open(byName('it'), buildContext());
    await Promise.all([server.list(), server.call('echo', '{}'), server.call('echo', '{}')]);
    expect(site.sessions.size).toBe(1);
    expect(site.received.filter(({ body }) => body.includes('"initialize"'))).toHaveLength(1);
    // The server could send messages on a separate stream, which the service never reads.
    expect(site.received.filter(({ method }) => method === 'GET')).toEqual([]);
    const [session] = site.sessions;
    const asked = site.received.filter(({ body }) => body.includes('"tools/'));
    expect(asked.map(({ headers }) => headers['mcp-session-id'])).toEqual([session, session, session]);
    await server.close();
    expect(site.sessions.size).toBe(0);
    expect(site.received.at(-1)?.method).toBe('DELETE');
  });

  it('that the server lost is restarted once', async () => {
    let sessions = 0;
    let forgets = true;
    const site = started(
      await startRawMcpServer(({ message, http }, response) => {
        if (message.method === 'initialize') {
          sessions += 1;
          response.setHeader('mcp-session-id', `s${sessions}`);
          return false;
        }
        if (message.method !== 'tools/call' || (!forgets && http.headers['mcp-session-id'] === 's2')) return false;
        return void response.writeHead(404).end();
      }),
    );
    const servers = started(startMcpServers({ servers: [{ name: 'it', url: site.url, headers: {} }] }));
    const first = servers.open(byName('it'), buildContext());
    expect((await first.call('do', '{}')).failure).toMatchObject({ kind: 'http', code: 404 });
    expect(sessions).toBe(2);
    await first.close();
    [sessions, forgets] = [0, false];
    const second = servers.open(byName('it'), buildContext());
    expect((await second.call('do', '{}')).content).toEqual([{ type: 'text', text: 'done' }]);
    await second.close();
  });

  it('is asked for more input than the arguments in vain', async () => {
    const site = started(
      await startRawMcpServer(({ message }, response) => {
        if (message.method === 'server/discover')
          return void result(response, message, {
            resultType: 'complete',
            supportedVersions: ['2026-07-28'],
            capabilities: { tools: {} },
            _meta: {},
            ttlMs: 0,
            cacheScope: 'private',
          });
        if (message.method === 'tools/call')
          return void result(response, message, {
            resultType: 'input_required',
            inputRequests: {
              a: {
                method: 'elicitation/create',
                params: { message: 'Who are you?', requestedSchema: { type: 'object', properties: {} } },
              },
            },
          });
        return false;
      }),
    );
    const server = started(startMcpServers({ servers: [{ name: 'it', url: site.url, headers: {} }] })).open(
      byName('it'),
      buildContext(),
    );
    expect((await server.call('do', '{}')).failure).toEqual({
      kind: 'protocol',
      code: -32_601,
      message: 'The tool requests input beyond its arguments, which the service does not support.',
    });
    await server.close();
  });
});

describe('calls of one server', () => {
  it('queue across all turns when there are too many', async () => {
    let running = 0;
    let max = 0;
    const site = started(
      await startMcpServer('modern', {
        async call() {
          running += 1;
          max = Math.max(max, running);
          await sleep(30);
          running -= 1;
          return { content: [] };
        },
      }),
    );
    const servers = started(
      startMcpServers({ servers: [{ name: 'it', url: site.url, headers: {} }], limits: { concurrentCalls: 2 } }),
    );
    const open = [1, 2, 3].map(() => servers.open(byName('it'), buildContext()));
    const outcomes = await Promise.all(
      open.flatMap((server) => [server.call('echo', '{}'), server.call('echo', '{}')]),
    );
    expect([max, outcomes.filter(({ failure }) => failure !== undefined)]).toEqual([2, []]);
    await Promise.all(open.map((server) => server.close()));
  });

  it('time out when they wait too long', async () => {
    const site = started(await startMcpServer('modern'));
    const servers = started(
      startMcpServers({
        servers: [{ name: 'it', url: site.url, headers: {} }],
        limits: { concurrentCalls: 1, callTimeoutMs: 1_500 },
      }),
    );
    const server = servers.open(byName('it'), buildContext());
    const outcomes = await Promise.all([server.call('wait', '{}'), server.call('echo', '{}')]);
    expect(outcomes.map(({ failure }) => failure?.code)).toEqual([504, 504]);
    expect((await server.call('echo', '{}')).failure).toBeUndefined();
    await server.close();
  });
});

describe('after a turn', () => {
  it('leaves no listener, socket or timer, whatever the outcome', async () => {
    const site = started(await startMcpServer('streams'));
    const servers = startMcpServers({ servers: [{ name: 'it', url: site.url, headers: {} }] });
    const leaving = new AbortController();
    const ways: ((server: ReturnType<typeof servers.open>) => Promise<unknown>)[] = [
      async () => undefined,
      (server) => server.list(),
      (server) => Promise.all([server.call('echo', '{}'), server.call('fail', '{}'), server.call('echo', '[')]),
      async (server) => void server.call('wait', '{}').catch(() => undefined),
      async (server) => {
        const call = server.call('wait', '{}').catch(() => undefined);
        await sleep(50);
        await server.close();
        await call;
      },
    ];
    for (const use of ways) {
      const server = servers.open(byName('it'), buildContext({ signal: leaving.signal }));
      await use(server);
      await server.close();
    }
    expect(getEventListeners(leaving.signal, 'abort')).toHaveLength(0);
    expect(servers.inUse).toBe(0);
    expect(site.sessions.size).toBe(0);
    await servers.close();
    for (let tries = 0; site.sockets.size > 0 && tries < 100; tries += 1) await sleep(10);
    expect(site.sockets.size).toBe(0);
  });

  it('a server that was opened and never asked needs no end', async () => {
    const servers = startMcpServers({
      servers: [{ name: 'it', url: 'http://127.0.0.1:1/', headers: {} }],
      anyPublicUrl: true,
    });
    const leaving = new AbortController();
    for (const request of [byName('it'), byUrl('https://example.com/')])
      servers.open(request, buildContext({ signal: leaving.signal }));
    expect([servers.inUse, getEventListeners(leaving.signal, 'abort').length]).toEqual([0, 0]);
    await servers.close();
  });

  it('closes open connections with the service and opens no new ones', async () => {
    const site = started(await startMcpServer('streams'));
    const servers = startMcpServers({ servers: [{ name: 'it', url: site.url, headers: {} }] });
    const server = servers.open(byName('it'), buildContext());
    const call = server.call('wait', '{}');
    await sleep(100);
    await Promise.all([servers.close(), expect(call).rejects.toMatchObject({ code: 'cancelled' })]);
    expect(site.sessions.size).toBe(0);
    expect(() => servers.open(byName('it'), buildContext())).toThrow('shutting down');
  });
});

it('logs the server, the method and the outcome without any content', async () => {
  const records: McpRequestRecord[] = [];
  const site = started(
    await startRawMcpServer(({ message }, response) =>
      message.method === 'tools/call'
        ? void stream(response).end(event({ id: message.id, error: { code: -32_000, message: 'secret' } }))
        : false,
    ),
  );
  const servers = started(
    startMcpServers({ servers: [{ name: 'it', url: site.url, headers: { authorization: 'secret' } }] }),
  );
  servers.listen((record) => records.push(record));
  const server = servers.open(byName('it'), buildContext());
  await server.list();
  await server.call('do', '{"a":"secret"}');
  await server.close();
  expect(records).toEqual([
    {
      server: 'it',
      configured: true,
      requestId: 'req_test',
      operation: 'list',
      outcome: 'completed',
      totalMs: expect.any(Number),
    },
    {
      server: 'it',
      configured: true,
      requestId: 'req_test',
      operation: 'call',
      outcome: 'failed',
      totalMs: expect.any(Number),
      failure: { kind: 'protocol', code: -32_000 },
    },
  ]);
});
