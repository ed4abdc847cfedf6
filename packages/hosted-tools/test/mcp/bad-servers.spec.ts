import { setTimeout as sleep } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import type { ServerCallOutcome, McpServer } from '@org/engine';
import { buildContext } from '@org/engine/testing';
import type { McpServerPool } from '#src/mcp/mcp-server-pool.js';
import type { McpServerLimits } from '#src/mcp/mcp-server-settings.js';
import {
  event,
  json,
  oneTool,
  result,
  startRawMcpServer,
  stream,
  type RequestHandler,
  type RawMcpServer,
} from './raw-mcp-server.js';
import { byName, startMcpServers } from './kit.js';

const opened: { readonly site: RawMcpServer; readonly servers: McpServerPool }[] = [];
afterEach(async () => {
  for (const { site, servers } of opened.splice(0)) {
    await servers.close();
    await site.close();
  }
});

interface Meeting {
  readonly site: RawMcpServer;
  readonly server: McpServer;
}

async function meet(behave: RequestHandler, limits: Partial<McpServerLimits> = {}): Promise<Meeting> {
  const site = await startRawMcpServer(behave);
  const servers = startMcpServers({
    servers: [{ name: 'it', url: site.url, headers: {} }],
    limits: { callTimeoutMs: 5_000, listTimeoutMs: 5_000, ...limits },
  });
  opened.push({ site, servers });
  return { site, server: servers.open(byName('it'), buildContext()) };
}

/** Does it with the calls only. */
const onCall =
  (behave: RequestHandler): RequestHandler =>
  (asked, response) =>
    asked.message.method === 'tools/call' ? behave(asked, response) : false;
const onList =
  (behave: RequestHandler): RequestHandler =>
  (asked, response) =>
    asked.message.method === 'tools/list' ? behave(asked, response) : false;

async function failureOf(server: McpServer): Promise<ServerCallOutcome['failure']> {
  const { content, failure } = await server.call('do', '{}');
  expect(content).toEqual([]);
  return failure;
}

const unprotocolled = {
  kind: 'protocol',
  code: -32_700,
  message: 'The response of the MCP server does not follow the protocol.',
};
const early = { kind: 'http', code: 502, message: 'The response of the MCP server ended before it was complete.' };

describe('a server that is silent', () => {
  it('from the start fails after the timeout of each step, together with its calls', async () => {
    const { server } = await meet(() => true, { listTimeoutMs: 200 });
    await expect(server.list()).rejects.toMatchObject({
      code: 'mcp-server-failed',
      param: 'tools.0',
      message:
        'The service could not list the tools of the MCP server "it": The MCP server did not respond within 0.2 seconds.',
    });
    expect(await failureOf(server)).toEqual({
      kind: 'http',
      code: 504,
      message: 'The MCP server did not respond within 0.2 seconds.',
    });
  });

  it('during a call receives a cancellation and its connection is closed', async () => {
    let disconnected = false;
    const { site, server } = await meet(
      onCall((_, response) => {
        response.on('close', () => (disconnected = true));
      }),
      { callTimeoutMs: 200 },
    );
    expect(await failureOf(server)).toEqual({
      kind: 'http',
      code: 504,
      message: 'The MCP server did not respond within 0.2 seconds.',
    });
    await sleep(300);
    const called = site.requests.find(({ message }) => message.method === 'tools/call');
    expect(
      site.requests.find(({ message }) => message.method === 'notifications/cancelled')?.message.params?.['requestId'],
    ).toBe(called?.message.id);
    expect(disconnected).toBe(true);
  });

  it('in the middle of its response fails in time as well', async () => {
    const { server } = await meet(
      onCall((_, response) => void stream(response).write(': wait\n\n')),
      { callTimeoutMs: 200 },
    );
    expect((await failureOf(server))?.code).toBe(504);
  });

  it('to a cancellation does not delay anything', async () => {
    const { server } = await meet(
      ({ message }) => message.method === 'tools/call' || message.method === 'notifications/cancelled',
      { callTimeoutMs: 100 },
    );
    expect((await failureOf(server))?.code).toBe(504);
    const at = performance.now();
    await server.close();
    expect(performance.now() - at).toBeLessThan(2_000);
  });
});

describe('a server that rejects requests', () => {
  it.each([401, 403, 404, 429, 500, 503])(
    'with status %i is reported by its status without its page',
    async (status) => {
      const { server } = await meet((_, response) =>
        json(response, '<h1>secret</h1>', status, {
          'content-type': 'text/html',
          'www-authenticate': 'Bearer error="insufficient_scope", scope="all"',
        }),
      );
      const failure = { kind: 'http', code: status, message: `The MCP server returned HTTP status ${status}.` };
      expect(await failureOf(server)).toEqual(failure);
      await expect(server.list()).rejects.toMatchObject({
        code: 'mcp-server-failed',
        message: `The service could not list the tools of the MCP server "it": ${failure.message}`,
      });
    },
  );

  it('with a protocol error is quoted in one short line', async () => {
    const long = `no\u0007 such\r\n\u202Ething ${'x'.repeat(10_000)}`;
    const { server } = await meet(
      onCall((_, response) => json(response, { jsonrpc: '2.0', id: null, error: { code: -1, message: long } }, 400)),
    );
    const failure = await failureOf(server);
    expect(failure).toMatchObject({
      kind: 'http',
      code: 400,
      message: expect.stringMatching(/^The MCP server returned HTTP status 400: no such thing x+…$/),
    });
    expect(failure?.message.length).toBeLessThan(600);
  });

  it('a call with a protocol error is reported by its code', async () => {
    const { server } = await meet(
      onCall(({ message: { id } }, response) =>
        json(response, { jsonrpc: '2.0', id, error: { code: -32_042, message: 'Not\ttoday', data: { secret: 1 } } }),
      ),
    );
    expect(await failureOf(server)).toEqual({ kind: 'protocol', code: -32_042, message: 'Not today' });
  });

  it('to list its tools is not quoted to the client', async () => {
    const { server } = await meet(
      onList(({ message: { id } }, response) =>
        json(response, { jsonrpc: '2.0', id, error: { code: -32_000, message: 'Your wallet, please' } }),
      ),
    );
    await expect(server.list()).rejects.toMatchObject({
      message: 'The service could not list the tools of the MCP server "it": The MCP server returned error -32000.',
    });
  });

  it.each([301, 302, 303, 307, 308])('by sending elsewhere with status %i is not followed', async (status) => {
    const elsewhere = await startRawMcpServer();
    const { server } = await meet((_, response) => void response.writeHead(status, { location: elsewhere.url }).end());
    expect(await failureOf(server)).toEqual({
      kind: 'http',
      code: status,
      message:
        'The MCP server responded with a redirect, which the service does not follow: use the URL of the redirect target.',
    });
    expect(elsewhere.connections).toBe(0);
    await elsewhere.close();
  });

  it('by sending to itself is not followed, either', async () => {
    const { site, server } = await meet(
      onCall((_, response) => void response.writeHead(307, { location: '/other' }).end()),
    );
    expect((await failureOf(server))?.code).toBe(307);
    expect(site.requests.filter(({ message }) => message.method === 'tools/call')).toHaveLength(1);
  });
});

describe('a server with an unexpected response', () => {
  it.each<[string, string, string]>([
    ['a page', 'text/html', '<p>hello'],
    ['what is no JSON', 'application/json', '{"jsonrpc":'],
    ['what is no message', 'application/json', '{"hello":"world"}'],
    ['nothing', 'application/json', ''],
    ['a result that is none of a tool', 'application/json', '{"jsonrpc":"2.0","id":ID,"result":{"content":"text"}}'],
    [
      'a block of a kind that there is not',
      'application/json',
      '{"jsonrpc":"2.0","id":ID,"result":{"content":[{"type":"hologram"}]}}',
    ],
  ])('%s fails', async (_, type, body) => {
    const { server } = await meet(
      onCall(({ message: { id } }, response) =>
        json(response, body.replace('ID', JSON.stringify(id)), 200, { 'content-type': type }),
      ),
    );
    expect(await failureOf(server)).toEqual(unprotocolled);
  });

  it('responses to other requests are ignored', async () => {
    const { server } = await meet(
      onCall((_, response) => void stream(response).end(event({ id: 4711, result: { content: [] } }))),
    );
    expect(await failureOf(server)).toEqual(early);
  });

  it('a deeply nested response is harmless', async () => {
    const deep = '['.repeat(400_000) + ']'.repeat(400_000);
    const { server } = await meet(
      onCall(({ message: { id } }, response) =>
        json(response, `{"jsonrpc":"2.0","id":${id},"result":{"content":[],"structuredContent":{"a":${deep}}}}`),
      ),
    );
    const outcome = await server.call('do', '{}');
    expect(outcome.content).toEqual([]);
    expect((await server.call('do', '{}')).content).toEqual([]);
  });
});

describe('a server that breaks off', () => {
  it('in a stream fails at once', async () => {
    const { server } = await meet(onCall((_, response) => void stream(response).end(': bye\n\n')));
    expect(await failureOf(server)).toEqual(early);
  });

  it('by cutting the connection in a stream fails at once', async () => {
    const { server } = await meet(
      onCall((_, response) => void stream(response).write('data: {"jsonrpc"', () => response.destroy())),
    );
    expect(await failureOf(server)).toEqual(early);
  });

  it('by cutting the connection in a document fails at once', async () => {
    const { server } = await meet(
      onCall(
        (_, response) =>
          void response
            .writeHead(200, { 'content-type': 'application/json', 'content-length': '100' })
            .write('{', () => response.destroy()),
      ),
    );
    expect(await failureOf(server)).toEqual(early);
  });

  it('before it responds fails at once', async () => {
    const { server } = await meet(onCall((_, response) => void response.destroy()));
    expect(await failureOf(server)).toEqual({
      kind: 'http',
      code: 502,
      message: 'The MCP server could not be reached.',
    });
  });

  it('and numbers its events gets a request for the rest', async () => {
    const { site, server } = await meet(({ http, message }, response) => {
      if (http.method === 'GET')
        return void stream(response).end(
          event({ id: id ?? 0, result: { content: [{ type: 'text', text: 'at last' }] } }, '2'),
        );
      if (message.method !== 'tools/call') return false;
      id = message.id;
      return void stream(response).end('id: 1\nretry: 10\ndata: \n\n');
    });
    let id: string | number | undefined;
    expect((await server.call('do', '{}')).content).toEqual([{ type: 'text', text: 'at last' }]);
    expect(site.requests.find(({ http }) => http.method === 'GET')?.http.headers['last-event-id']).toBe('1');
  });

  it('and requests a delay of weeks leaves no timer', async () => {
    const { server } = await meet(
      onCall((_, response) => void stream(response).end('id: 1\nretry: 2000000000\ndata: \n\n')),
      { callTimeoutMs: 300 },
    );
    await server.list();
    const before = timers();
    const calls = [server.call('do', '{}'), server.call('do', '{}'), server.call('do', '{}')];
    expect((await Promise.all(calls)).map(({ failure }) => failure?.code)).toEqual([504, 504, 504]);
    await server.close();
    // Each call would have left one timer. The HTTP client sometimes has its own timer.
    expect(timers()).toBeLessThan(before + calls.length);
  });
});

function timers(): number {
  return process.getActiveResourcesInfo().filter((kind) => kind === 'Timeout').length;
}

describe('a server that sends too much', () => {
  const mebibyte = 'x'.repeat(1024 * 1024);

  it('in a document is aborted', async () => {
    const { server } = await meet(
      onCall(({ message }, response) => result(response, message, { content: [{ type: 'text', text: mebibyte }] })),
    );
    expect(await failureOf(server)).toEqual({
      kind: 'http',
      code: 502,
      message: 'The MCP server returned more than 1048576 bytes, which exceeds the limit.',
    });
  });

  it('in an endless stream is aborted', async () => {
    let disconnected = false;
    const { server } = await meet(
      onCall((_, response) => {
        const out = stream(response);
        const more = (): void => void (out.write(`: ${mebibyte}\n`) && setImmediate(more));
        out
          .on('drain', more)
          .on('close', () => (disconnected = true))
          .on('error', () => undefined);
        more();
      }),
    );
    expect(await failureOf(server)).toMatchObject({
      kind: 'http',
      code: 502,
      message: expect.stringContaining('more than 1048576 bytes'),
    });
    await sleep(50);
    expect(disconnected).toBe(true);
  });

  it('in a compressed body is aborted, too', async () => {
    const { server } = await meet(
      onCall(
        (_, response) =>
          void response
            .writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' })
            .end(gzipSync(mebibyte)),
      ),
    );
    expect(await failureOf(server)).toEqual({
      kind: 'http',
      code: 502,
      message: 'The MCP server responded with a compressed body, which the service does not support.',
    });
  });

  it('in an error response is read only up to the limit', async () => {
    const { server } = await meet(onCall((_, response) => json(response, { error: { message: mebibyte } }, 500)));
    expect(await failureOf(server)).toEqual({
      kind: 'http',
      code: 500,
      message: 'The MCP server returned HTTP status 500.',
    });
  });

  it('with requests of its own gets only a few replies', async () => {
    const asks = 500;
    let heard = (): void => undefined;
    const first = new Promise<void>((resolve) => (heard = resolve));
    let replies = 0;
    const { server } = await meet(async ({ message }, response) => {
      if (message.method === undefined && message.id !== undefined) {
        replies += 1;
        heard();
        return void response.writeHead(202).end();
      }
      if (message.method !== 'tools/call') return false;
      const out = stream(response);
      for (let id = 0; id < asks; id += 1) out.write(event({ id, method: 'ping' }));
      await first;
      await sleep(300);
      out.end(event({ id: message.id, result: { content: [] } }));
      return undefined;
    });
    expect((await server.call('do', '{}')).failure).toBeUndefined();
    expect(replies).toBeGreaterThan(0);
    for (let before = 0; before < replies; await sleep(500)) before = replies;
    expect(replies).toBeLessThan(asks / 4);
  });
});

describe('a list of tools', () => {
  const tools = (...names: string[]): object => ({ tools: names.map((name) => ({ ...oneTool, name })) });

  it('is read to its last page', async () => {
    const { server } = await meet(
      onList(({ message }, response) => {
        const page = Number(message.params?.['cursor'] ?? 0);
        result(response, message, { ...tools(`t${page}`), ...(page < 20 ? { nextCursor: String(page + 1) } : {}) });
      }),
    );
    expect((await server.list()).map(({ name }) => name)).toEqual(Array.from({ length: 21 }, (_, page) => `t${page}`));
  });

  it.each<[string, (page: number) => object, string]>([
    ['has no end', (page) => ({ ...tools(`t${page}`), nextCursor: String(page + 1) }), 'offers more than 10 tools'],
    [
      'has empty pages without end',
      (page) => ({ tools: [], nextCursor: String(page + 1) }),
      'has more than 10 pages of tools',
    ],
    ['turns in a circle', () => ({ ...tools('t'), nextCursor: '0' }), 'does not follow the protocol'],
    [
      'sends too much',
      (page) => ({
        tools: [{ ...oneTool, name: `t${page}`, description: 'x'.repeat(600) }],
        nextCursor: String(page + 1),
      }),
      'describes its tools with more than 2000 characters',
    ],
    ['is none', () => ({ tools: 'none' }), 'does not follow the protocol'],
  ])('that %s fails', async (_, pageOf, reason) => {
    const { server } = await meet(
      onList(({ message }, response) => result(response, message, pageOf(Number(message.params?.['cursor'] ?? 0)))),
      { maxTools: 10, maxToolCharacters: 2000 },
    );
    await expect(server.list()).rejects.toMatchObject({
      code: 'mcp-server-failed',
      message: expect.stringContaining(reason),
    });
  });

  it('is accepted without tools that no model can use', async () => {
    const deep = {
      type: 'object',
      properties: { a: JSON.parse('{"items":'.repeat(40) + '{}' + '}'.repeat(40)) as object },
    };
    const { server } = await meet(
      onList(({ message }, response) =>
        result(response, message, {
          tools: [
            { name: 'no-schema' },
            { name: 'no-object', inputSchema: { type: 'string' } },
            { name: 'true', inputSchema: true },
            { name: 'deep', inputSchema: deep },
            { name: '', inputSchema: oneTool.inputSchema },
            { name: 'two words', inputSchema: oneTool.inputSchema },
            { name: 'x'.repeat(129), inputSchema: oneTool.inputSchema },
            { name: 7, inputSchema: oneTool.inputSchema },
            { name: 'task', inputSchema: oneTool.inputSchema, execution: { taskSupport: 'required' } },
            'nothing',
            null,
            {
              name: 'good.one',
              inputSchema: oneTool.inputSchema,
              description: 7,
              annotations: { readOnlyHint: true },
              outputSchema: { type: 'nonsense' },
              icons: [],
            },
            { name: 'good.one', inputSchema: oneTool.inputSchema, description: 'again' },
          ],
        }),
      ),
    );
    expect(await server.list()).toEqual([
      { name: 'good.one', inputSchema: { type: 'object' }, annotations: { readOnlyHint: true } },
    ]);
  });

  it('is empty for a server that has none', async () => {
    const { site, server } = await meet(({ message }, response) =>
      message.method === 'initialize'
        ? void result(response, message, {
            protocolVersion: message.params?.['protocolVersion'],
            capabilities: {},
            serverInfo: { name: 'n', version: '1' },
          })
        : false,
    );
    expect(await server.list()).toEqual([]);
    expect(site.requests.some(({ message }) => message.method === 'tools/list')).toBe(false);
  });
});
