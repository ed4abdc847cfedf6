import type { McpServerRequest } from '@org/engine';
import { buildContext } from '@org/engine/testing';
import { requestHeaders } from '#src/mcp/request-headers.js';
import type { ConfiguredMcpServer } from '#src/mcp/mcp-server-settings.js';
import { startRawMcpServer, type RawMcpServer } from './raw-mcp-server.js';
import { byName, byUrl, startMcpServers } from './kit.js';

type Credentials = NonNullable<McpServerRequest['credentials']>;

const open: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const part of open.splice(0).toReversed()) await part.close();
});

/** What a server is sent of these headers, in every request the same. */
async function headersSentTo(
  at: RawMcpServer,
  server: Omit<ConfiguredMcpServer, 'name' | 'url'>,
  credentials: Credentials,
  ...names: string[]
): Promise<Record<string, unknown>> {
  const servers = startMcpServers({ servers: [{ name: 'it', url: at.url, ...server }] });
  open.push(servers);
  const session = servers.open(byUrl(at.url, { credentials }), buildContext());
  await session.list();
  await session.call('do', '{}');
  await session.close();
  const seen = at.requests
    .splice(0)
    .map(({ http }) => Object.fromEntries(names.map((name) => [name, http.headers[name]])));
  expect(new Set(seen.map((one) => JSON.stringify(one))).size).toBe(1);
  return seen[0] ?? {};
}

async function site(): Promise<RawMcpServer> {
  const made = await startRawMcpServer();
  open.push(made);
  return made;
}

describe('a configured server', () => {
  it('gets the credentials of the operator and not those of the client', async () => {
    const own = { headers: { Authorization: 'Bearer operator', 'X-Tenant': 'a' } };
    const given = { authorization: 'client', headers: { 'x-tenant': 'b', 'x-trace': 'c' } };
    expect(await headersSentTo(await site(), own, given, 'authorization', 'x-tenant', 'x-trace')).toEqual({
      authorization: 'Bearer operator',
      'x-tenant': 'a',
    });
  });

  it("that accepts them gets the client's authorization, and no other operator header from the client", async () => {
    const own = { headers: { authorization: 'Bearer operator', 'x-tenant': 'a' }, clientCredentials: true };
    const given = { authorization: 'client', headers: { 'X-Tenant': 'b', 'x-trace': 'c' } };
    const at = await site();
    expect(await headersSentTo(at, own, given, 'authorization', 'x-tenant', 'x-trace')).toEqual({
      authorization: 'Bearer client',
      'x-tenant': 'a',
      'x-trace': 'c',
    });
    expect(await headersSentTo(at, own, {}, 'authorization', 'x-tenant')).toEqual({
      authorization: 'Bearer operator',
      'x-tenant': 'a',
    });
  });

  it('without credentials of the operator gets those of the client, unless it takes none', async () => {
    const given = { authorization: 'Basic YTpi' };
    const at = await site();
    expect(await headersSentTo(at, { headers: {} }, given, 'authorization')).toEqual({ authorization: 'Basic YTpi' });
    expect(await headersSentTo(at, { headers: {}, clientCredentials: false }, given, 'authorization')).toEqual({});
  });

  it('does not share its credentials with other servers', async () => {
    const [one, other] = [await site(), await site()];
    const servers = startMcpServers({
      servers: [
        { name: 'one', url: one.url, headers: { authorization: 'Bearer secret' } },
        { name: 'other', url: other.url, headers: {} },
      ],
    });
    open.push(servers);
    for (const name of ['one', 'other']) {
      const session = servers.open(byName(name), buildContext());
      await session.call('do', '{}');
      await session.close();
    }
    expect(other.requests.map(({ http }) => http.headers.authorization)).toEqual(other.requests.map(() => undefined));
  });
});

describe('the headers of a client', () => {
  it.each<[Credentials, object]>([
    [{}, {}],
    [{ authorization: 'token' }, { authorization: 'Bearer token' }],
    [{ authorization: 'Bearer token' }, { authorization: 'Bearer token' }],
    [{ authorization: 'bearer  token' }, { authorization: 'bearer  token' }],
    [{ headers: { Authorization: 'Digest a=b', 'X-Key': ' v ' } }, { authorization: 'Digest a=b', 'x-key': 'v' }],
    [{ authorization: 'token', headers: { authorization: 'Basic x' } }, { authorization: 'Bearer token' }],
  ])('%j are sent as %j', (credentials, headers) => {
    expect(requestHeaders({ credentials, param: 'tools.0' })).toEqual(headers);
  });

  it.each<[string, Credentials, string]>([
    ['a name that is none', { headers: { 'a b': 'c' } }, 'tools.0.headers must contain valid names of HTTP headers.'],
    [
      'a line break',
      { headers: { a: 'b\r\nc: d' } },
      'tools.0.headers must contain values of printable ASCII characters.',
    ],
    [
      'a character beyond ASCII',
      { headers: { a: 'é' } },
      'tools.0.headers must contain values of printable ASCII characters.',
    ],
    [
      'a line break in a token',
      { authorization: 'a\nb: c' },
      'tools.0.authorization must contain values of printable ASCII characters.',
    ],
    ...[
      'Host',
      'content-length',
      'Connection',
      'transfer-encoding',
      'Upgrade',
      'TE',
      'Proxy-Authorization',
      'Mcp-Session-Id',
      'accept',
      'expect',
    ].map((name): [string, Credentials, string] => [
      name,
      { headers: { [name]: 'x' } },
      `tools.0.headers must not contain the header ${name.toLowerCase()}, which the service sets itself.`,
    ]),
    [
      'too much',
      { headers: { a: 'x'.repeat(8193) } },
      'tools.0.headers must contain values of at most 8192 characters.',
    ],
    [
      'too many',
      { headers: Object.fromEntries(Array.from({ length: 33 }, (_, n) => [`h${n}`, 'x'])) },
      'tools.0.headers must contain at most 32 headers.',
    ],
  ])('with %s are rejected', (_, credentials, message) => {
    expect(() => requestHeaders({ credentials, param: 'tools.0' })).toThrow(
      expect.objectContaining({ code: 'invalid-request', message }),
    );
  });

  it('are named as the client names them', () => {
    const request = {
      credentials: { authorization: 'a\nb' },
      param: 'mcp_servers.0',
      authorizationMember: 'authorization_token',
    };
    expect(() => requestHeaders(request)).toThrow(
      expect.objectContaining({
        param: 'mcp_servers.0.authorization_token',
        message: expect.stringContaining('mcp_servers.0.authorization_token must'),
      }),
    );
  });
});
