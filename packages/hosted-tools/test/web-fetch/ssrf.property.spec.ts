// Three hundred ways to name a non-public address, as URLs that the user wrote and as targets of redirects: no socket
// connects to one.
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { Socket } from 'node:net';
import { isPublicAddress } from '#src/web/public-address.js';
import { WebFetch } from '#src/web-fetch/web-fetch.js';
import type { PageReader } from '#src/web-fetch/page-reader.js';
import { privateUrls, resolvePrivate } from '#src/testing/private-urls.js';
import { resolving, startSite, type Site } from '#src/testing/web.js';
import { pageReader, turnOf, userMessage } from '../web-search/kit.js';

const attempts: string[] = [];
const watch = (message: unknown): void =>
  void (message as { socket: Socket }).socket.on('connectionAttempt', (address: string) => attempts.push(address));
let site: Site;
const open: PageReader[] = [];
beforeAll(async () => {
  site = await startSite('127.0.0.1');
  subscribe('net.client.socket', watch);
});
beforeEach(() => {
  attempts.length = 0;
});
afterAll(async () => {
  unsubscribe('net.client.socket', watch);
  await Promise.all(open.map((reader) => reader.close()));
  await site.close();
});

async function codesOf(pages: PageReader, urls: readonly string[]): Promise<ReadonlySet<string>> {
  open.push(pages);
  const codes = new Set<string>();
  for (const url of urls) {
    const turn = turnOf({ messages: [userMessage(url)] });
    const tool = await new WebFetch(pages).open({ kind: 'web-fetch', param: 'tools.0' }, turn);
    const { hosted } = await tool.call('web_fetch', JSON.stringify({ url }));
    codes.add(hosted?.type === 'failed' ? hosted.code : `${url}: ${JSON.stringify(hosted)}`);
  }
  return codes;
}

/** Codes of a URL that is not read. */
const refusals = ['invalid-input', 'url-not-accessible', 'url-not-allowed', 'url-not-in-context'];

it('connects to no internal address for any URL', async () => {
  const codes = await codesOf(
    pageReader({ obeyRobots: true }, { policy: isPublicAddress, resolve: resolvePrivate }),
    privateUrls,
  );
  expect([...codes].filter((code) => !refusals.includes(code))).toEqual([]);
  expect(attempts).toEqual([]);
});

it('no URL leads inside by a redirect, of a page or of its robots.txt', async () => {
  const inside = privateUrls.filter((url) => !/localhost/i.test(url));
  let at = 0;
  site.respond = (_, response) =>
    response.writeHead(302, { location: encodeURI(inside[at++] ?? '').replaceAll('%25', '%') }).end();
  for (const obeyRobots of [false, true]) {
    at = 0;
    const pages = pageReader(
      { obeyRobots },
      {
        policy: (address) => address === '127.0.0.1' || isPublicAddress(address),
        ports: [80, 443, site.port],
        resolve: (name, done) => resolvePrivate(name === 'localhost' ? 'metadata' : name, done),
      },
    );
    const urls = inside.map((_, n) => `http://127.0.0.1:${site.port}/${n}`);
    const codes = await codesOf(pages, urls);
    expect([...codes].filter((code) => !refusals.includes(code))).toEqual([]);
  }
  expect(new Set(attempts)).toEqual(new Set(['127.0.0.1']));
});

it('a name that resolves differently the second time leads nowhere', async () => {
  site.respond = ({ url }, response) =>
    url === '/again' ? response.end('text') : response.writeHead(302, { location: '/again' }).end();
  const pages = pageReader(
    {},
    { ports: [site.port], resolve: resolving({ 'rebinding.example': ['127.0.0.1', '127.0.0.2'] }) },
  );
  expect([...(await codesOf(pages, [`http://rebinding.example:${site.port}/`]))]).toEqual(['url-not-accessible']);
  expect(attempts).toEqual(['127.0.0.1']);
});
