// The configured base URL of a client.
import { ModelResponseClient } from '#src/index.js';
import { listen, sendJson, type Loopback } from './loopback.js';

let server: Loopback | undefined;
afterEach(async () => {
  await server?.close();
  server = undefined;
});

describe('baseUrl', () => {
  it.each(['', '/', '/v1', '/v1/', '/ai', '/ai/v1'])(
    'may end in %j: the paths of the service are appended to it',
    async (end) => {
      server = await listen((response) => sendJson(response, 200, { object: 'list', data: [] }));
      await new ModelResponseClient({ baseUrl: `${server.url}${end}`, apiKey: 'secret' }).models.list();
      expect(server.requests[0]?.url).toBe(end.startsWith('/ai') ? '/ai/v1/models' : '/v1/models');
    },
  );

  it.each(['127.0.0.1:8080', 'localhost:8080', 'ws://127.0.0.1:8080', '', '/ai', 7])(
    'is rejected immediately where %j is not an HTTP URL',
    (baseUrl) => {
      expect(() => new ModelResponseClient({ baseUrl: baseUrl as string, apiKey: 'secret' })).toThrow(
        new TypeError(`baseUrl must be a URL that starts with http:// or https://, but is ${JSON.stringify(baseUrl)}.`),
      );
    },
  );

  it('may be a path in a web page, relative to its server', () => {
    const page = globalThis as { location?: unknown };
    page.location = { href: 'https://example.org/chat' };
    try {
      expect(() => new ModelResponseClient({ baseUrl: '/ai', apiKey: 'secret' })).not.toThrow();
    } finally {
      delete page.location;
    }
  });
});
