import { readFile } from 'node:fs/promises';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { fastify, type FastifyInstance } from 'fastify';
import { operations } from '#src/openapi/operations.js';
import { servePages, type ReadFile } from '#src/pages/serve-pages.js';

const browser = { accept: 'text/html,*/*;q=0.8', 'accept-encoding': 'gzip, br' };
const opened: FastifyInstance[] = [];
afterEach(() => Promise.all(opened.splice(0).map((server) => server.close())));

function serverOf(read?: ReadFile): FastifyInstance {
  const server = fastify();
  servePages(server, read);
  opened.push(server);
  return server;
}

/** The files that a page loads, without those of the other page. */
async function filesOf(server: FastifyInstance, page: string): Promise<readonly string[]> {
  const { body } = await server.inject({ url: page, headers: { accept: 'text/html' } });
  return [...body.matchAll(/(?:src|href)="(\/(?:console|docs)\/[^"]+)"/g)].map(([, path = '']) => path);
}

describe('GET /', () => {
  it('is text with every route for a client that does not ask for HTML', async () => {
    const { headers, body } = await serverOf().inject({ url: '/', headers: { accept: '*/*' } });
    expect(headers['content-type']).toBe('text/plain; charset=utf-8');
    const lines = body.split('\n').map((line) => line.split(/\s+/).slice(0, 2).join(' '));
    expect(lines).toEqual(
      expect.arrayContaining(operations.map(({ method, path }) => `${method.toUpperCase()} ${path}`)),
    );
  });

  it('is the console for a browser, and caches keep both apart', async () => {
    const server = serverOf();
    const { statusCode, headers, rawPayload } = await server.inject({ url: '/', headers: browser });
    expect([statusCode, headers['content-type'], headers['content-encoding']]).toEqual([
      200,
      'text/html; charset=utf-8',
      'br',
    ]);
    expect(brotliDecompressSync(rawPayload).toString()).toContain('<div id="app">');
    const text = await server.inject({ url: '/' });
    expect([headers['vary'], text.headers['vary']]).toEqual(['accept, accept-encoding', 'accept']);
  });

  it('responds 304 to a browser that has the page', async () => {
    const server = serverOf();
    const { headers } = await server.inject({ url: '/', headers: browser });
    expect(headers['cache-control']).toBe('no-cache');
    const again = await server.inject({ url: '/', headers: { ...browser, 'if-none-match': String(headers['etag']) } });
    expect([again.statusCode, again.rawPayload.length, again.headers['etag']]).toEqual([304, 0, headers['etag']]);
    const plain = await server.inject({ url: '/', headers: { accept: 'text/html' } });
    expect(plain.headers['etag']).not.toBe(headers['etag']);
  });
});

describe.each(['/', '/docs/'])('the page %s', (page) => {
  it('allows no inline script, no other host and no frame', async () => {
    const { headers } = await serverOf().inject({ url: page, headers: browser });
    const policy = new Map(
      String(headers['content-security-policy'])
        .split('; ')
        .map((directive) => [directive.split(' ', 1)[0] ?? '', directive.split(' ').slice(1)]),
    );
    expect(policy.get('script-src')).toEqual(["'self'"]);
    expect(policy.get('frame-ancestors')).toEqual(["'none'"]);
    expect(policy.get('base-uri')).toEqual(["'none'"]);
    for (const sources of policy.values()) expect(sources.join(' ')).not.toMatch(/\*|https?:|unsafe-eval/);
    expect(headers['cross-origin-resource-policy']).toBe('same-origin');
  });

  it('has no inline script or style in its HTML', async () => {
    const { body } = await serverOf().inject({ url: page, headers: { accept: 'text/html' } });
    expect(body).not.toMatch(/<style|<script(?![^>]*\ssrc=)|\son\w+=|\sstyle=/);
  });

  it('loads files that clients may cache forever, each in every encoding', async () => {
    const server = serverOf();
    const files = await filesOf(server, page);
    expect(files.length).toBeGreaterThanOrEqual(3);
    for (const url of files) {
      const plain = await server.inject({ url });
      expect([url, plain.statusCode, plain.headers['cache-control']]).toEqual([
        url,
        200,
        'public, max-age=31536000, immutable',
      ]);
      const br = await server.inject({ url, headers: { 'accept-encoding': 'br' } });
      const gzip = await server.inject({ url, headers: { 'accept-encoding': 'gzip' } });
      expect([br.headers['content-encoding'], gzip.headers['content-encoding']]).toEqual(['br', 'gzip']);
      expect(brotliDecompressSync(br.rawPayload).equals(plain.rawPayload)).toBe(true);
      expect(gunzipSync(gzip.rawPayload).equals(plain.rawPayload)).toBe(true);
    }
  });
});

describe('the console', () => {
  it('has no unsafe source at all, and creates no markup from strings', async () => {
    const { headers } = await serverOf().inject({ url: '/', headers: browser });
    const policy = String(headers['content-security-policy']);
    expect(policy).not.toContain('unsafe');
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("require-trusted-types-for 'script'");
  });

  it('has at most 60 kB of compressed scripts', async () => {
    const server = serverOf();
    const sizes = await Promise.all(
      (await filesOf(server, '/'))
        .filter((url) => url.endsWith('.js'))
        .map(async (url) => (await server.inject({ url, headers: { 'accept-encoding': 'gzip' } })).rawPayload.length),
    );
    expect(sizes.length).toBeGreaterThan(0);
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(60_000);
  });

  it.each(['/console/unknown.js', '/console/files.json', '/console/index.html.br', '/console/..%2fmain.js'])(
    'has no file %s',
    async (url) => {
      expect((await serverOf().inject({ url })).statusCode).toBeGreaterThanOrEqual(400);
    },
  );
});

describe('the reference', () => {
  it('has the title and the icon of the service', async () => {
    const { body } = await serverOf().inject({ url: '/docs/' });
    expect(body).toContain('<title>API reference · Model Response Service</title>');
    expect(body).toMatch(/<link rel="icon" type="image\/svg\+xml" href="\/console\/icon-[\w-]+\.svg" \/>/);
  });

  it('is where /docs redirects to', async () => {
    const { statusCode, headers } = await serverOf().inject({ url: '/docs' });
    expect([statusCode, headers.location]).toEqual([301, '/docs/']);
  });
});

describe('a file of a page', () => {
  it('is read again after it could not be read, and once when it could', async () => {
    const reads: string[] = [];
    const server = serverOf(async (file) => {
      reads.push(file.pathname.split('/').at(-1) ?? '');
      if (reads.length === 1) throw new Error('EMFILE: too many open files');
      return readFile(file);
    });
    const look = async (): Promise<number> => (await server.inject({ url: '/docs/' })).statusCode;
    expect(await look()).toBe(500);
    expect(await look()).toBe(200);
    expect(await look()).toBe(200);
    expect(reads).toEqual(['files.json', 'files.json', 'index.html']);
  });
});
