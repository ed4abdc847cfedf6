// Three hundred ways to name a non-public address: no socket connects to one, and all of them return the same
// error.
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { Socket } from 'node:net';
import { MediaUrlError } from '#src/web/media-url-error.js';
import { isPublicAddress } from '#src/web/public-address.js';
import { resolvePrivate, privateUrls } from '#src/testing/private-urls.js';
import { startFetching, startSite, type Fetching, type Site } from '#src/testing/web.js';

/** Addresses that any socket of this process began to connect to. */
const attempts: string[] = [];
const watch = (message: unknown): void =>
  void (message as { socket: Socket }).socket.on('connectionAttempt', (address: string) => attempts.push(address));
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

const rules = async ({ fetcher }: Fetching, wanted: readonly string[]): Promise<ReadonlySet<string>> => {
  const outcomes = new Set<string>();
  for (const url of wanted) {
    const outcome: unknown = await fetcher.fetch(url, new AbortController().signal).catch((error: unknown) => error);
    outcomes.add(outcome instanceof MediaUrlError ? outcome.rule : `${url}: ${String(outcome)}`);
  }
  return outcomes;
};

it('connects to no internal address for any URL', async () => {
  const fetching = startFetching({}, { policy: isPublicAddress, resolve: resolvePrivate });
  open.push(fetching);
  expect([...(await rules(fetching, privateUrls))]).toEqual([expect.stringMatching(/^could not be fetched/)]);
  expect(attempts).toEqual([]);
});

it('no URL leads inside by a redirect', async () => {
  // Only this machine's first loopback address represents the public Internet.
  const fetching = startFetching(
    { ports: [80, 443, site.port] },
    {
      policy: (address) => address === '127.0.0.1' || isPublicAddress(address),
      resolve: (name, done) => resolvePrivate(name === 'localhost' ? 'metadata' : name, done),
    },
  );
  open.push(fetching);
  const inside = privateUrls.filter((url) => !/localhost/i.test(url));
  let at = 0;
  site.respond = (_, response) =>
    response.writeHead(302, { location: encodeURI(inside[at++] ?? '').replaceAll('%25', '%') }).end();
  expect([
    ...(await rules(
      fetching,
      inside.map((_, n) => `http://127.0.0.1:${site.port}/${n}`),
    )),
  ]).toEqual([expect.stringMatching(/^could not be fetched/)]);
  expect(attempts).toEqual(inside.map(() => '127.0.0.1'));
});
