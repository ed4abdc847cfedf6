// Each provider against a server that responds as its documentation shows.
import type { IncomingMessage } from 'node:http';
import { gzipSync } from 'node:zlib';
import { openSearchProvider } from '#src/web-search/open-search-provider.js';
import type { SearchProvider, SearchQuery } from '#src/web-search/search-provider.js';
import type { WebSearchProviderName, WebSearchSettings } from '#src/web-search/web-search-settings.js';
import { startSite, type Respond, type Site } from '#src/testing/web.js';
import { never, searchSettings } from './kit.js';

let site: Site;
let bodies: string[];
const open: SearchProvider[] = [];
beforeEach(async () => {
  site = await startSite('127.0.0.1');
  bodies = [];
});
afterEach(async () => {
  await Promise.all(open.splice(0).map((one) => one.close()));
  await site.close();
});

function provider(name: WebSearchProviderName, rest: Partial<WebSearchSettings> = {}): SearchProvider {
  const opened = openSearchProvider(
    searchSettings({ provider: name, baseUrl: `http://127.0.0.1:${site.port}`, key: 'the-key', ...rest }),
  );
  open.push(opened);
  return opened;
}

/** Responds with `body` and records the body of the request. */
function respondWith(body: unknown, status = 200): Respond {
  return (request, response) => {
    let text = '';
    request.on('data', (chunk: Buffer) => (text += chunk.toString()));
    request.on('end', () => {
      bodies.push(text);
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    });
  };
}

const query: SearchQuery = { query: 'blue & whales', count: 8, wantsLongText: false };
const urlOf = (request: IncomingMessage | undefined): URL => new URL(request?.url ?? '', 'http://provider.test');

describe('SearXNG', () => {
  it('receives GET /search with format=json and returns title, url, content and publishedDate', async () => {
    site.respond = respondWith({
      query: 'blue whales',
      number_of_results: 0,
      results: [
        {
          url: 'https://a.example/1',
          title: 'One',
          content: 'Text one',
          engine: 'x',
          publishedDate: '2026-03-01T00:00:00',
        },
        { url: 'https://b.example/2', title: '', content: 'Text two', publishedDate: null },
        { title: 'without a URL' },
      ],
    });
    expect(await provider('searxng', { key: '' }).search({ ...query, allowedDomains: ['a.example'] }, never)).toEqual({
      type: 'hits',
      hits: [
        { url: 'https://a.example/1', title: 'One', text: 'Text one', pageAge: '2026-03-01T00:00:00' },
        { url: 'https://b.example/2', title: 'https://b.example/2', text: 'Text two' },
      ],
    });
    const [request] = site.requests;
    expect(urlOf(request).pathname).toBe('/search');
    expect(Object.fromEntries(urlOf(request).searchParams)).toEqual({
      q: 'blue & whales site:a.example',
      format: 'json',
      safesearch: '1',
    });
    expect(request?.headers.authorization).toBeUndefined();
  });

  it('is refused while its settings do not enable the format json, with status 403', async () => {
    site.respond = respondWith({}, 403);
    expect(await provider('searxng').search(query, never)).toEqual({ type: 'failed', reason: 'refused' });
  });

  it('may be below a path', async () => {
    site.respond = respondWith({ results: [] });
    const below = provider('searxng', { baseUrl: `http://127.0.0.1:${site.port}/searx` });
    expect(await below.search(query, never)).toEqual({ type: 'hits', hits: [] });
    expect(urlOf(site.requests[0]).pathname).toBe('/searx/search');
  });
});

describe('Brave', () => {
  it('receives the key in X-Subscription-Token and returns descriptions with extra_snippets without markup', async () => {
    site.respond = respondWith({
      type: 'search',
      query: { original: 'blue whales' },
      web: {
        type: 'search',
        results: [
          {
            title: 'Blue whale',
            url: 'https://a.example/whale',
            description: 'The <strong>blue whale</strong> &amp; others',
            extra_snippets: ['More', 'text'],
            page_age: '2026-02-01T08:00:00',
          },
        ],
      },
    });
    expect(
      await provider('brave').search({ ...query, country: 'de', count: 50, blockedDomains: ['bad.example'] }, never),
    ).toEqual({
      type: 'hits',
      hits: [
        {
          url: 'https://a.example/whale',
          title: 'Blue whale',
          text: 'The blue whale & others\nMore\ntext',
          pageAge: '2026-02-01T08:00:00',
        },
      ],
    });
    const [request] = site.requests;
    expect(request?.headers['x-subscription-token']).toBe('the-key');
    expect(urlOf(request).pathname).toBe('/res/v1/web/search');
    expect(Object.fromEntries(urlOf(request).searchParams)).toEqual({
      q: 'blue & whales -site:bad.example',
      count: '20',
      country: 'DE',
    });
  });

  it('receives at most 50 words', async () => {
    site.respond = respondWith({ query: {} });
    expect(await provider('brave').search({ ...query, query: 'a '.repeat(90) }, never)).toEqual({
      type: 'hits',
      hits: [],
    });
    expect(urlOf(site.requests[0]).searchParams.get('q')?.split(' ')).toHaveLength(50);
  });

  it('receives at most 400 characters, and filters only where they leave room for all words', async () => {
    site.respond = respondWith({ query: {} });
    const blockedDomains = Array.from({ length: 20 }, (_, at) => `a-long-name-of-a-domain-${at}.example`);
    const sent = async (rest: Partial<SearchQuery>): Promise<string> => {
      await provider('brave').search({ ...query, ...rest }, never);
      return urlOf(site.requests.at(-1)).searchParams.get('q') ?? '';
    };
    const words = 'whale '.repeat(45).trim();
    const q = await sent({ query: words, blockedDomains });
    expect(q.startsWith(`${words} -site:${blockedDomains[0]}`)).toBe(true);
    expect(q.split(' ').length).toBeLessThanOrEqual(50);
    expect(q.length).toBeLessThanOrEqual(400);
    expect(await sent({ query: words, allowedDomains: ['a.example', 'b.example', 'c.example', 'd.example'] })).toBe(
      words,
    );
    expect(await sent({ query: 'x'.repeat(500), blockedDomains })).toBe('x'.repeat(400));
  });
});

describe('Tavily', () => {
  it('receives POST /search with the domains and returns content', async () => {
    site.respond = respondWith({
      query: 'blue whales',
      results: [{ title: 'T', url: 'https://a.example/', content: 'C', score: 0.9, raw_content: null }],
      response_time: 1,
    });
    expect(
      await provider('tavily').search(
        { ...query, allowedDomains: ['a.example'], blockedDomains: ['b.example'], wantsLongText: true },
        never,
      ),
    ).toEqual({ type: 'hits', hits: [{ url: 'https://a.example/', title: 'T', text: 'C' }] });
    expect(site.requests[0]).toMatchObject({
      method: 'POST',
      url: '/search',
      headers: { authorization: 'Bearer the-key' },
    });
    expect(JSON.parse(bodies[0] ?? '')).toEqual({
      query: 'blue & whales',
      max_results: 8,
      search_depth: 'advanced',
      include_domains: ['a.example'],
      exclude_domains: ['b.example'],
    });
  });

  it.each([432, 433])('has reached the limit of its plan with status %s', async (status) => {
    site.respond = respondWith({ detail: {} }, status);
    expect(await provider('tavily').search(query, never)).toEqual({ type: 'failed', reason: 'limited' });
  });
});

describe('Exa', () => {
  it('receives the key in x-api-key and returns highlights, or the text', async () => {
    site.respond = respondWith({
      requestId: 'r',
      results: [
        {
          id: '1',
          title: 'T',
          url: 'https://a.example/1',
          publishedDate: '2026-01-01',
          text: 'full',
          highlights: ['h1', 'h2'],
        },
        { id: '2', title: null, url: 'https://a.example/2', text: 'full text' },
      ],
    });
    expect(await provider('exa').search({ ...query, country: 'us', allowedDomains: ['a.example'] }, never)).toEqual({
      type: 'hits',
      hits: [
        { url: 'https://a.example/1', title: 'T', text: 'h1\nh2', pageAge: '2026-01-01' },
        { url: 'https://a.example/2', title: 'https://a.example/2', text: 'full text' },
      ],
    });
    expect(site.requests[0]).toMatchObject({ method: 'POST', url: '/search', headers: { 'x-api-key': 'the-key' } });
    expect(JSON.parse(bodies[0] ?? '')).toEqual({
      query: 'blue & whales',
      numResults: 8,
      contents: { highlights: true, text: { maxCharacters: 1500 } },
      includeDomains: ['a.example'],
      userLocation: 'US',
    });
  });
});

describe.each(['searxng', 'brave', 'tavily', 'exa'] as const)('a failure of %s', (name) => {
  const cases: readonly [string, Respond, string][] = [
    ['status 429', (_, response) => response.writeHead(429).end(), 'limited'],
    ['status 500', (_, response) => response.writeHead(500).end('{"results": []}'), 'unavailable'],
    ['status 503', (_, response) => response.writeHead(503).end(), 'unavailable'],
    ['status 401', (_, response) => response.writeHead(401).end(), 'refused'],
    [
      'a redirect',
      (_, response) =>
        response.writeHead(302, { location: '/elsewhere' }).end('{"results": [], "web": {"results": []}}'),
      'invalid',
    ],
    ['no JSON', (_, response) => response.end('<html>'), 'invalid'],
    ['other JSON', (_, response) => response.end('{"results": {"a": 1}, "web": 3}'), 'invalid'],
    ['truncated JSON', (_, response) => response.end('{"results": [{"url": "https://a.ex'), 'invalid'],
    ['a closed connection', (_, response) => response.destroy(), 'unavailable'],
    ['a response without an end', (_, response) => void response.writeHead(200).write('{"results": ['), 'unavailable'],
    ['no response', () => undefined, 'unavailable'],
    [
      'drops',
      (_, response) => {
        const timer = setInterval(() => response.write(' '), 50);
        response.on('close', () => clearInterval(timer));
      },
      'unavailable',
    ],
    [
      'a response that is too large',
      (_, response) => response.end(JSON.stringify({ results: ['a'.repeat(20_000)] })),
      'invalid',
    ],
    [
      'a compressed response that unpacks to too much',
      (_, response) =>
        response
          .writeHead(200, { 'content-encoding': 'gzip' })
          .end(gzipSync(JSON.stringify({ results: ['a'.repeat(200_000)] }))),
      'invalid',
    ],
  ];

  it.each(cases)('by %s', async (_, respond, reason) => {
    site.respond = respond;
    expect(await provider(name, { timeoutMs: 400, maxBytes: 10_000 }).search(query, never)).toEqual({
      type: 'failed',
      reason,
    });
    expect(site.requests).toHaveLength(1);
  });

  it('is none when the response is compressed', async () => {
    const results = [{ url: 'https://a.example/', title: 'T', content: 'C', description: 'C', text: 'C' }];
    site.respond = (_, response) =>
      response
        .writeHead(200, { 'content-encoding': 'gzip' })
        .end(gzipSync(JSON.stringify({ results, web: { results } })));
    expect(await provider(name).search(query, never)).toMatchObject({
      type: 'hits',
      hits: [{ title: 'T', text: 'C' }],
    });
  });

  it('by an abort ends within 200 ms and closes the connection', async () => {
    site.respond = () => undefined;
    const controller = new AbortController();
    const searching = provider(name)
      .search(query, controller.signal)
      .catch((error: unknown) => error);
    while (site.requests.length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
    const aborted = performance.now();
    controller.abort();
    expect(await searching).toMatchObject({ code: 'cancelled' });
    expect(performance.now() - aborted).toBeLessThan(200);
  });
});

it('providers name the setting that they need', () => {
  expect(() => openSearchProvider(searchSettings({ provider: 'searxng' }))).toThrow(
    'The provider searxng needs a baseUrl.',
  );
  for (const name of ['brave', 'tavily', 'exa'] as const)
    expect(() => openSearchProvider(searchSettings({ provider: name }))).toThrow(`The provider ${name} needs a key.`);
  expect(() => openSearchProvider(searchSettings({ provider: 'local' }))).toThrow('needs a folder or pages');
});
