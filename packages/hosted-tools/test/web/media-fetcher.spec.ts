import { gzipSync } from 'node:zlib';
import { once } from 'node:events';
import { createServer, Socket, type AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { queryObjects } from 'node:v8';
import type { FetchSettings } from '#src/web/fetch-settings.js';
import { queryNameServers } from '#src/web/query-name-servers.js';
import type { MediaFetcherOptions } from '#src/web/media-fetcher.js';
import { MediaUrlError } from '#src/web/media-url-error.js';
import { png, resolving, startFetching, startSite, type Respond, type Fetching, type Site } from '#src/testing/web.js';

let site: Site;
let inside: Site;
beforeEach(async () => {
  site = await startSite('127.0.0.1');
  inside = await startSite('127.0.0.2', site.port);
});
afterEach(async () => {
  await Promise.all(open.splice(0).map(({ fetcher }) => fetcher.close()));
  await site.close();
  await inside.close();
});

const open: Fetching[] = [];
const fetching = (settings: Partial<FetchSettings> = {}, options: Partial<MediaFetcherOptions> = {}): Fetching => {
  const started = startFetching({ ports: [site.port], ...settings }, options);
  open.push(started);
  return started;
};
const never = new AbortController().signal;
const at = (path = '/a.png', host = '127.0.0.1'): string => `http://${host}:${site.port}${path}`;

async function refusal(url: string, { fetcher }: Fetching = fetching()): Promise<MediaUrlError> {
  const outcome = await fetcher.fetch(url, never).catch((error: unknown) => error);
  if (!(outcome instanceof MediaUrlError)) throw new Error(`expected a refusal, got ${String(outcome)}`);
  return outcome;
}

const unavailable = /^could not be fetched: a public address must respond/;

describe('a URL of the public Internet', () => {
  it('fetches a URL with headers that reveal nothing of the service', async () => {
    const { fetcher, logFields: records } = fetching();
    expect(await fetcher.fetch(at('/a.png?q=1'), never)).toEqual({ mediaType: 'image/png', bytes: png });
    const [request] = site.requests;
    expect(request?.url).toBe('/a.png?q=1');
    expect(Object.keys(request?.headers ?? {}).toSorted()).toEqual([
      'accept',
      'accept-encoding',
      'connection',
      'host',
      'user-agent',
    ]);
    expect(records).toEqual([{ host: '127.0.0.1', outcome: 'fetched' }]);
  });

  it('may redirect three times and not four', async () => {
    site.respond = ({ url = '' }, response) => {
      const remaining = Number(url.slice(1));
      if (remaining === 0) response.end(png);
      else response.writeHead(302, { location: `/${remaining - 1}` }).end();
    };
    await fetching().fetcher.fetch(at('/3'), never);
    expect((await refusal(at('/4'))).rule).toMatch(unavailable);
  });

  it('leaves no connections open', async () => {
    const { fetcher } = fetching();
    const fetch = async (times: number): Promise<void> => {
      for (let fetched = 0; fetched < times; fetched += 1) await fetcher.fetch(at(), never);
      site.requests.length = 0;
    };
    // Collects the garbage first.
    const sockets = (): number => Number(queryObjects(Socket, { format: 'count' }));
    await fetch(5);
    const before = sockets();
    await fetch(50);
    for (const end = performance.now() + 15_000; sockets() > before && performance.now() < end;) await sleep(20);
    expect(sockets()).toBeLessThanOrEqual(before);
  });

  it('closes its connection after every response', async () => {
    const { fetcher } = fetching();
    await fetcher.fetch(at(), never);
    for (let waited = 0; site.open.size > 0 && waited < 15_000; waited += 10) await sleep(10);
    expect(site.open.size).toBe(0);
  });
});

describe('a URL that is not allowed by its own text', () => {
  it.each([
    ['ftp://127.0.0.1/a', 'must be an http or https URL'],
    ['file:///etc/passwd', 'must be an http or https URL'],
    ['data:text/plain,a', 'must be an http or https URL'],
    ['gopher://127.0.0.1:25/', 'must be an http or https URL'],
    ['no url', 'must be an http or https URL'],
    ['http://', 'must be an http or https URL'],
    ['http://user:secret@127.0.0.1/', 'must not contain credentials'],
    ['http://user@127.0.0.1/', 'must not contain credentials'],
    ['http://127.0.0.1:22/', 'must use port 80 or 443'],
    ['https://127.0.0.1:8443/', 'must use port 80 or 443'],
  ])('%s: %s', async (url, rule) => {
    expect((await refusal(url, fetching({ ports: [80, 443] }))).rule).toBe(rule);
    expect(site.connections + inside.connections).toBe(0);
  });

  it('by a host that is not on the list', async () => {
    const resolve = resolving({
      'a.example.test': ['127.0.0.1'],
      'example.test': ['127.0.0.1'],
      'badexample.test': ['127.0.0.1'],
      'own.test': ['127.0.0.1'],
    });
    const listed = fetching({ allowedHosts: ['*.example.test', 'OWN.test'] }, { resolve });
    await listed.fetcher.fetch(at('/', 'A.Example.test'), never);
    await listed.fetcher.fetch(at('/', 'own.test'), never);
    for (const host of ['example.test', 'badexample.test', 'own.test.evil.test', '127.0.0.1']) {
      expect((await refusal(at('/', host), listed)).rule).toBe('has a host that this installation does not allow');
    }
  });
});

describe('an address that is not public', () => {
  it.each([
    ['127.0.0.2'],
    ['2130706434'],
    ['0x7f000002'],
    ['0177.0.0.2'],
    ['127.2'],
    ['[::1]'],
    ['[::ffff:127.0.0.2]'],
    ['169.254.169.254'],
  ])('is never connected to when it is written as %s', async (host) => {
    const { rule } = await refusal(at('/', host));
    expect(rule).toMatch(unavailable);
    expect(inside.connections).toBe(0);
  });

  it('never connects when a name resolves to a private address, alone or among others', async () => {
    const resolve = resolving({ 'inside.test': ['127.0.0.2'], 'both.test': ['127.0.0.1 127.0.0.2'] });
    for (const host of ['inside.test', 'both.test', 'nowhere.test'])
      expect((await refusal(at('/', host), fetching({}, { resolve }))).rule).toMatch(unavailable);
    expect([site.connections, inside.connections]).toEqual([0, 0]);
  });

  it('is never connected to after a redirect, by address or by name', async () => {
    const resolve = resolving({ 'inside.test': ['127.0.0.2'] });
    for (const location of [
      at('/', '127.0.0.2'),
      at('/', 'inside.test'),
      `//127.0.0.2:${site.port}/`,
      'http://127.0.0.2:22/',
      'file:///etc/passwd',
      `http://a:b@127.0.0.1:${site.port}/`,
    ]) {
      site.respond = (_, response) => response.writeHead(302, { location }).end();
      const error = await refusal(at(), fetching({}, { resolve }));
      expect(error.rule).toMatch(unavailable);
      expect(error.url).toBe(at());
    }
    expect(inside.connections).toBe(0);
  });

  it('never connects when a name resolves differently between two lookups', async () => {
    const resolve = resolving({ 'rebinding.test': ['127.0.0.1', '127.0.0.2'] });
    const { fetcher } = fetching({}, { resolve });
    site.respond = ({ url }, response) =>
      url === '/again' ? response.end(png) : response.writeHead(302, { location: '/again' }).end();
    expect((await refusal(at('/', 'rebinding.test'), { fetcher, logFields: [] })).rule).toMatch(unavailable);
    expect([site.connections, inside.connections]).toEqual([1, 0]);
  });

  it('does not find an unknown name through the name servers of the system either', async () => {
    // No label is that long, so no server is queried for it.
    const host = `${'a'.repeat(64)}.invalid`;
    expect((await refusal(at('/', host), fetching({}, { resolve: queryNameServers() }))).rule).toMatch(unavailable);
  });

  it('is found at the socket, too, should a resolver and a connection ever differ', async () => {
    let asked = 0;
    // The policy allows the lookup and reports the real address only when it checks the socket.
    const policy = (address: string): boolean => address === '127.0.0.1' || (asked += 1) === 1;
    const resolve = resolving({ 'odd.test': ['127.0.0.2'] });
    expect((await refusal(at('/', 'odd.test'), fetching({}, { policy, resolve }))).rule).toMatch(unavailable);
    expect(inside.requests).toHaveLength(0);
  });

  it('reports the same error as for a server that does not respond, rejects, or responds badly', async () => {
    const closed = await startSite('127.0.0.1');
    await closed.close();
    const rules = new Set<string>();
    rules.add((await refusal(at('/', '127.0.0.2'))).rule);
    rules.add((await refusal(`http://127.0.0.1:${closed.port}/`, fetching({ ports: [closed.port] }))).rule);
    rules.add((await refusal(at('/', 'nowhere.test'), fetching({}, { resolve: resolving({}) }))).rule);
    for (const status of [204, 301, 304, 401, 404, 500]) {
      site.respond = (_, response) => response.writeHead(status).end();
      rules.add((await refusal(at())).rule);
    }
    site.respond = (_, response) => void response.socket?.end('SSH-2.0-OpenSSH\r\n');
    rules.add((await refusal(at())).rule);
    expect(rules.size).toBe(1);
  });
});

describe('the response body', () => {
  const large = Buffer.concat([png, Buffer.alloc(4000)]);
  const small: Partial<FetchSettings> = { maxBytes: 2000 };
  const responders: readonly [string, Respond][] = [
    ['announced', (_, response) => response.writeHead(200, { 'content-length': large.length }).end(large)],
    [
      'not announced',
      (_, response) => void response.write(large.subarray(0, 1500), () => response.end(large.subarray(1500))),
    ],
    [
      'without an end',
      (_, response) => {
        response.write(png);
        const timer = setInterval(() => response.write(Buffer.alloc(500)), 5);
        response.on('close', () => clearInterval(timer));
      },
    ],
  ];

  it.each(responders)('is too large, %s', async (_, respond) => {
    site.respond = respond;
    expect((await refusal(at(), fetching(small))).rule).toBe('must return at most 2000 bytes');
  });

  it('is accepted when its server reports no compression', async () => {
    site.respond = (_, response) => response.writeHead(200, { 'content-encoding': 'identity' }).end(png);
    expect((await fetching().fetcher.fetch(at(), never)).bytes).toEqual(png);
  });

  it('is rejected when it is compressed, however small its declared size', async () => {
    const bomb = gzipSync(Buffer.alloc(5_000_000));
    site.respond = (_, response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end(bomb);
    expect((await refusal(at())).rule).toMatch(unavailable);
  });

  it.each([
    ['image/gif', Buffer.from('GIF89a...')],
    ['image/jpeg', Buffer.from([0xff, 0xd8, 0xff, 0xe0])],
    ['image/webp', Buffer.from('RIFF\0\0\0\0WEBPVP8 ')],
    ['application/pdf', Buffer.from('%PDF-1.7\n\0')],
    ['text/plain', Buffer.from('Grüße,\n\t"a";1')],
  ])('is %s by its bytes, whatever the server calls it', async (mediaType, bytes) => {
    site.respond = (_, response) => response.writeHead(200, { 'content-type': 'application/x-whatever' }).end(bytes);
    expect(await fetching().fetcher.fetch(at(), never)).toEqual({ mediaType, bytes });
  });

  it.each([
    ['a program', Buffer.from([0x7f, 0x45, 0x4c, 0x46, 0])],
    ['nothing', Buffer.alloc(0)],
    ['text that is no UTF-8', Buffer.from([0x61, 0xff, 0xfe])],
    ['a type that is not taken', Buffer.from('%PDF-1.7')],
  ])('is rejected when it is %s, though declared as an image', async (_, bytes) => {
    site.respond = (__, response) => response.writeHead(200, { 'content-type': 'image/png' }).end(bytes);
    expect((await refusal(at(), fetching({ types: ['image/png', 'text/plain'] }))).rule).toBe(
      'must return one of image/png, text/plain',
    );
  });

  it('may take only so long in all, drop by drop or not at all', async () => {
    const drops: Respond = (_, response) => {
      response.write(png);
      const timer = setInterval(() => response.write(Buffer.alloc(1)), 20);
      response.on('close', () => clearInterval(timer));
    };
    for (const respond of [drops, () => undefined]) {
      site.respond = respond;
      expect((await refusal(at(), fetching({ timeoutMs: 200 }))).rule).toMatch(unavailable);
    }
  });
});

describe('a request', () => {
  it('that is given up takes its fetches along', async () => {
    site.respond = () => undefined;
    const { fetcher, logFields: records } = fetching();
    const controller = new AbortController();
    const running = fetcher.fetch(at(), controller.signal).catch((error: unknown) => error);
    for (let waited = 0; site.requests.length === 0 && waited < 15_000; waited += 5) await sleep(5);
    controller.abort();
    expect(await running).toMatchObject({ code: 'cancelled' });
    for (let waited = 0; site.open.size > 0 && waited < 15_000; waited += 10) await sleep(10);
    expect(site.open.size).toBe(0);
    expect(records).toEqual([{ host: '127.0.0.1', outcome: 'cancelled' }]);
  });

  it('that is given up before there is a connection makes none', async () => {
    const mute = createServer().listen(0, '127.0.0.1');
    await once(mute, 'listening');
    const { port } = mute.address() as AddressInfo;
    const { fetcher } = fetching({ ports: [port], timeoutMs: 60_000 });
    const arrived = once(mute, 'connection');
    const controller = new AbortController();
    const running = fetcher
      .fetch(`https://127.0.0.1:${port}/a.png`, controller.signal)
      .catch((error: unknown) => error);
    const socket: unknown = (await arrived)[0];
    const closed = once((socket as Socket).resume(), 'close');
    controller.abort();
    expect(await running).toMatchObject({ code: 'cancelled' });
    await closed;
    mute.close();
  });

  it('waits in the queue with the others, within its own timeout', async () => {
    let maxBytes = 0;
    let now = 0;
    site.respond = (_, response) => {
      maxBytes = Math.max(maxBytes, (now += 1));
      setTimeout(() => {
        now -= 1;
        response.end(png);
      }, 20);
    };
    const { fetcher } = fetching({ concurrency: 2 });
    await Promise.all(Array.from({ length: 7 }, (_, n) => fetcher.fetch(at(`/${n}`), never)));
    expect(maxBytes).toBe(2);
    site.respond = () => undefined;
    const full = fetching({ concurrency: 1, timeoutMs: 150 });
    const rules = await Promise.all([refusal(at('/1'), full), refusal(at('/2'), full)]);
    expect(rules.map(({ rule }) => unavailable.test(rule))).toEqual([true, true]);
  });
});
