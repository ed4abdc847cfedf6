import { RouteTable } from '#src/http/route-table.js';
import { rawRequest } from '../kit/raw-request.js';
import { scriptedModel, textResponse } from '../kit/scripts.js';
import { startTestService, type TestService } from '../kit/start-service.js';

/** Routes that need no key; every other route responds 401 without one. */
const publicRoutes = new Set([
  '/',
  '/health/live',
  '/health/ready',
  '/openapi.json',
  '/console/:file',
  '/docs',
  '/docs/',
  '/docs/:file',
]);

let service: TestService;
beforeAll(async () => {
  service = await startTestService({ models: { m: scriptedModel(...textResponse('Hello.')) } });
});
afterAll(() => service.close());

const body = JSON.stringify({ model: 'm', max_tokens: 5, input: 'Hi', messages: [{ role: 'user', content: 'Hi' }] });

function attempt(method: string, path: string, headers = ''): Promise<{ status: number }> {
  const content = method === 'POST' ? `content-type: application/json\r\ncontent-length: ${body.length}\r\n` : '';
  return rawRequest(
    service.url,
    `${method} ${path} HTTP/1.1\r\nhost: x\r\nanthropic-version: 2023-06-01\r\n${headers}${content}connection: close\r\n\r\n${method === 'POST' ? body : ''}`,
  );
}

describe('without a key', () => {
  it('only the public routes respond', async () => {
    const { routes } = service.app.get(RouteTable);
    expect(routes.size).toBeGreaterThan(10);
    for (const [url, methods] of routes) {
      for (const method of methods) {
        const { status } = await attempt(method, url.replace(':id', 'resp_1'));
        expect([method, url, status === 401]).toEqual([method, url, !publicRoutes.has(url)]);
      }
    }
  });

  const paths = [
    '/v1/messages',
    '/v1/messages/count_tokens',
    '/v1/responses',
    '/v1/responses/input_tokens',
    '/v1/models',
    '/v1/responses/resp_1',
  ];
  const spellings: readonly ((path: string) => string)[] = [
    (path) => `/${path}`,
    (path) => path.replaceAll('/', '//'),
    (path) => path.replace('m', '%6d').replace('r', '%72'),
    (path) => path.replace('/v1/', '/v1%2f'),
    (path) => path.replace('/v1/', '/v1;x=y/'),
    (path) => `${path};x`,
    (path) => `${path}/`,
    (path) => `${path}/.`,
    (path) => `/health/../${path.slice(1)}`,
    (path) => `/health/live/..%2f..${path}`,
    (path) => path.toUpperCase(),
    (path) => path.replace('/v1', '/V1'),
    (path) => `${path}?x=/health/live`,
    (path) => `${path}#/health/live`,
    (path) => `http://x${path}`,
    (path) => path.replaceAll('/', '\\'),
    (path) => `${path}%00`,
    (path) => `${path}%20`,
  ];

  it('no spelling of a path opens it', async () => {
    for (const path of paths) {
      for (const spelling of spellings) {
        for (const method of ['GET', 'POST', 'DELETE', 'HEAD']) {
          const { status } = await attempt(method, spelling(path));
          expect([method, spelling(path), status >= 400]).toEqual([method, spelling(path), true]);
        }
      }
    }
  });

  it('no other header authenticates', async () => {
    for (const header of [
      'x-original-url: /health/live',
      'x-rewrite-url: /health/live',
      'x-forwarded-for: 127.0.0.1',
      'x-http-method-override: GET',
      'authorization: Bearer',
      'authorization: bearer null',
      'x-api-key: undefined',
    ]) {
      expect([header, (await attempt('POST', '/v1/messages', `${header}\r\n`)).status]).toEqual([header, 401]);
    }
  });
});

describe('a percent-encoded path with a key', () => {
  it('is the same route', async () => {
    const { status } = await attempt('POST', '/v1/%6dessages', `x-api-key: ${service.key}\r\n`);
    expect(status).toBe(200);
  });
});
