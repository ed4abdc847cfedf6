// Three hundred ways to name a non-public address as an MCP server: no socket connects to one, and all get the
// same error.
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { buildContext } from '@org/engine/testing';
import { resolvePrivate, privateUrls } from '#src/testing/private-urls.js';
import { resolving } from '#src/testing/web.js';
import { startRawMcpServer } from './raw-mcp-server.js';
import { byName, byUrl, startMcpServers, type KitOptions } from './kit.js';

/** Addresses that any socket of this process began to connect to. */
const attempts: string[] = [];
const watch = (message: unknown): void =>
  void (message as { socket: Socket }).socket.on('connectionAttempt', (address: string) => attempts.push(address));
beforeAll(() => subscribe('net.client.socket', watch));
afterAll(() => unsubscribe('net.client.socket', watch));
beforeEach(() => void attempts.splice(0));

/** Listens without responding, and records the first data of each connection. */
async function startListener(
  address: string,
): Promise<{ readonly port: number; readonly heard: number[]; close(): Promise<void> }> {
  const heard: number[] = [];
  const server: Server = createServer((socket) => {
    socket
      .on('error', () => undefined)
      .once('data', (data) => {
        heard.push(data[0] ?? 0);
        socket.destroy();
      });
  });
  await new Promise<void>((done) => server.listen(0, address, done));
  return {
    port: (server.address() as AddressInfo).port,
    heard,
    close: () => new Promise((done) => server.close(() => done())),
  };
}

/** What a client learns of each URL. */
async function outcomesOf(options: KitOptions, wanted: readonly string[]): Promise<readonly string[]> {
  const servers = startMcpServers({ anyPublicUrl: true, resolve: resolvePrivate, ...options });
  const sentences = await Promise.all(
    wanted.map(async (url) => {
      const outcome: unknown = await (async () => {
        const server = servers.open(byUrl(url), buildContext());
        try {
          return await server.list();
        } finally {
          await server.close();
        }
      })().catch((error: unknown) => error);
      return outcome instanceof Error ? outcome.message : `${url} was listed`;
    }),
  );
  await servers.close();
  return [...new Set(sentences)];
}

const notAllowed = 'tools.0: this installation does not allow clients to use that MCP server.';
const unreachable =
  'The service could not list the tools of the MCP server "some": The MCP server could not be reached.';

it('no URL leads inside', async () => {
  const secure = [...new Set(privateUrls.map((url) => url.replace(/^https?:/i, 'https:')))];
  expect(await outcomesOf({}, secure)).toEqual([unreachable]);
  expect(attempts).toEqual([]);
}, 60_000);

it('contacts no other server without encryption, wherever it is', async () => {
  expect(
    await outcomesOf({ ports: [80, 443] }, [
      'http://example.com/mcp',
      'http://127.0.0.1/mcp',
      'ws://example.com/',
      'file:///etc/passwd',
      'data:,x',
      'nonsense',
      '',
    ]),
  ).toEqual([notAllowed]);
  expect(attempts).toEqual([]);
});

it('contacts no other server unless the operator allows it', async () => {
  expect(await outcomesOf({ anyPublicUrl: false }, ['https://example.com/mcp', 'https://127.0.0.1/mcp'])).toEqual([
    notAllowed,
  ]);
});

it('rejects other ports, other hosts and credentials in the URL', async () => {
  const wanted = [
    'https://a.example.com:8443/mcp',
    'https://example.org/mcp',
    'https://example.com/mcp',
    'https://me:secret@a.example.com/mcp',
  ];
  expect(await outcomesOf({ allowedHosts: ['*.example.com'] }, wanted)).toEqual([notAllowed]);
  expect(attempts).toEqual([]);
});

it('a name is connected to where it was judged, encrypted, and not where it leads a moment later', async () => {
  const [open, inside] = [await startListener('127.0.0.1'), await startListener('127.0.0.2')];
  // Only this machine's first loopback address represents the public Internet.
  const policy = (address: string): boolean => address === '127.0.0.1';
  const options = { policy, ports: [open.port, inside.port], limits: { listTimeoutMs: 5_000 } };
  expect(
    await outcomesOf({ ...options, resolve: resolving({ 'a.test': ['127.0.0.1', '127.0.0.2'] }) }, [
      `https://a.test:${open.port}/mcp`,
    ]),
  ).toEqual([unreachable]);
  expect(new Set(attempts)).toEqual(new Set(['127.0.0.1']));
  // The first byte of a TLS record that greets.
  expect(open.heard[0]).toBe(0x16);
  attempts.splice(0);
  expect(
    await outcomesOf({ ...options, resolve: resolving({ 'a.test': ['127.0.0.2', '127.0.0.1'] }) }, [
      `https://a.test:${inside.port}/mcp`,
    ]),
  ).toEqual([unreachable]);
  expect(
    await outcomesOf({ ...options, resolve: resolving({ 'a.test': ['127.0.0.1 127.0.0.2'] }) }, [
      `https://a.test:${open.port}/mcp`,
    ]),
  ).toEqual([unreachable]);
  expect([attempts.filter((address) => address === '127.0.0.2'), inside.heard]).toEqual([[], []]);
  await Promise.all([open.close(), inside.close()]);
});

it('a server of the configuration may be anywhere, and is known by its name and by its URL, however that is written', async () => {
  const site = await startRawMcpServer();
  const servers = startMcpServers({
    servers: [{ name: 'docs', url: `http://LOCALHOST:${site.port}/a/../mcp`, headers: {} }],
  });
  for (const request of [
    byName('docs'),
    byUrl(`http://localhost:${site.port}/mcp`),
    byUrl(`HTTP://localhost:${site.port}/mcp#there`),
  ]) {
    const server = servers.open(request, buildContext());
    expect((await server.list()).map(({ name }) => name)).toEqual(['do']);
    await server.close();
  }
  for (const url of [
    `http://localhost:${site.port}/mcp/`,
    `http://localhost:${site.port}/mcp?x`,
    `http://localhost:${site.port}/MCP`,
    `http://127.0.0.1:${site.port}/mcp`,
    `http://me@localhost:${site.port}/mcp`,
  ]) {
    expect(() => servers.open(byUrl(url), buildContext())).toThrow(notAllowed);
  }
  for (const name of ['Docs', 'constructor', ''])
    expect(() => servers.open(byName(name), buildContext())).toThrow(notAllowed);
  await servers.close();
  await site.close();
});
