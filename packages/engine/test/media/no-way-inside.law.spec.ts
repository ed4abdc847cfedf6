// Three hundred ways to name what is not public: no socket ever connects for one, and all of them are told the same.
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { Socket } from 'node:net';
import * as fc from 'fast-check';
import { MediaUrlError } from '#src/media/media-url-error.js';
import { isPublicAddress } from '#src/media/public-address.js';
import { startFetching, startSite, type Fetching, type Site } from './web.js';

const inside4 = fc.constantFrom(
  [0, 0, 0, 0], [10, 0, 0, 1], [100, 64, 0, 1], [100, 100, 100, 200], [127, 0, 0, 2], [127, 255, 255, 254], [169, 254, 169, 254], [172, 16, 0, 1], [172, 31, 255, 255], [192, 0, 0, 192], [192, 168, 1, 1], [198, 18, 0, 1], [168, 63, 129, 16], [224, 0, 0, 1], [255, 255, 255, 255],
);
const inside6 = fc.constantFrom('::', '::1', '::ffff:10.0.0.1', '::ffff:7f00:2', '::127.0.0.1', '64:ff9b::a00:1', '64:ff9b:1::1', '2002:7f00:1::', '2001:0:1::1', 'fc00::1', 'fd00:ec2::254', 'fe80::1', 'fec0::1', 'ff02::1', '100::1', '2001:db8::1');
const writing = fc.constantFrom<(octets: readonly number[]) => string>(
  (octets) => octets.join('.'),
  (octets) => String(octets.reduce((sum, octet) => sum * 256 + octet, 0)),
  (octets) => `0x${octets.map((octet) => octet.toString(16).padStart(2, '0')).join('')}`,
  (octets) => octets.map((octet) => `0${octet.toString(8)}`).join('.'),
  (octets) => octets.map((octet, index) => (index % 2 === 0 ? `0x${octet.toString(16)}` : String(octet))).join('.'),
  (octets) => `${octets[0]}.${((octets[1] ?? 0) * 256 + (octets[2] ?? 0)) * 256 + (octets[3] ?? 0)}`,
  (octets) => `${octets.join('.')}.`,
  (octets) => octets.join('%2e'),
  (octets) => octets.join('\u3002'),
  (octets) => `${octets.join('-')}.inside.test`,
);
const host = fc.oneof(fc.tuple(inside4, writing).map(([octets, write]) => write(octets)), inside6.map((address) => `[${address}]`), fc.constantFrom('localhost', 'LOCALHOST.', 'metadata.inside.test', 'none.inside.test'));
const path = fc.constantFrom('', '/', '/latest/meta-data/', '/a.png?x=1#y', '\\@example.com/', '/%0d%0aHost:%20x');
const urls = fc.sample(fc.tuple(fc.constantFrom('http', 'https', 'HTTP'), host, path).map(([scheme, name, rest]) => `${scheme}://${name}${rest}`), { numRuns: 300, seed: 20_260 });

/** Addresses that any socket of this process began to connect to. */
const attempts: string[] = [];
const watch = (message: unknown): void => void (message as { socket: Socket }).socket.on('connectionAttempt', (address: string) => attempts.push(address));
let site: Site;
const open: Fetching[] = [];
beforeAll(async () => {
  site = await startSite('127.0.0.1');
  subscribe('net.client.socket', watch);
});
afterAll(async () => {
  unsubscribe('net.client.socket', watch);
  await Promise.all(open.map(({ fetcher }) => fetcher.close()));
  await site.close();
});

/** Names below `inside.test` lead to the address they spell, `localhost` to this machine. */
const resolve = (name: string, done: (error: Error | null, addresses: readonly { address: string; family: number }[]) => void): void => {
  const spelled = /^([\d-]+)\.inside\.test\.?$/.exec(name)?.[1]?.replaceAll('-', '.');
  const address = spelled ?? (/^localhost\.?$/.test(name) ? '127.0.0.1' : name.startsWith('metadata') ? '169.254.169.254' : undefined);
  if (address === undefined) done(new Error('no such name'), []);
  else done(null, [{ address, family: 4 }]);
};

const rules = async ({ fetcher }: Fetching, wanted: readonly string[]): Promise<ReadonlySet<string>> => {
  const told = new Set<string>();
  for (const url of wanted) {
    const outcome: unknown = await fetcher.fetch(url, new AbortController().signal).catch((error: unknown) => error);
    told.add(outcome instanceof MediaUrlError ? outcome.rule : `${url}: ${String(outcome)}`);
  }
  return told;
};

it('no URL leads inside by itself', async () => {
  const fetching = startFetching({}, { policy: isPublicAddress, resolve });
  open.push(fetching);
  expect([...(await rules(fetching, urls))]).toEqual([expect.stringMatching(/^could not be fetched/)]);
  expect(attempts).toEqual([]);
});

it('no URL leads inside by a redirect', async () => {
  // This machine's first address stands for the public Internet, and only that one.
  const fetching = startFetching({ ports: [80, 443, site.port] }, { policy: (address) => address === '127.0.0.1' || isPublicAddress(address), resolve: (name, done) => resolve(name === 'localhost' ? 'metadata' : name, done) });
  open.push(fetching);
  const inside = urls.filter((url) => !/localhost/i.test(url));
  let at = 0;
  site.answer = (_, response) => response.writeHead(302, { location: encodeURI(inside[at++] ?? '').replaceAll('%25', '%') }).end();
  expect([...(await rules(fetching, inside.map((_, n) => `http://127.0.0.1:${site.port}/${n}`)))]).toEqual([expect.stringMatching(/^could not be fetched/)]);
  expect(attempts).toEqual(inside.map(() => '127.0.0.1'));
});
