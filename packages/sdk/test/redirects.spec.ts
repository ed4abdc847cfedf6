// What a proxy that sends the client elsewhere makes of a call: `http:` where it wants `https:`, or a page to sign in on.
import { ConnectionError, ModelResponseClient } from '#src/index.js';
import { listen, sendJson, type Loopback } from './loopback.js';

let proxy: Loopback | undefined;
let service: Loopback;
beforeEach(async () => {
  service = await listen((response) => sendJson(response, 200, { id: 'resp_1', output: [], data: [] }));
});
afterEach(() => Promise.all([proxy?.close(), service.close()]));

const asked = { model: 'm', input: 'hi' };
const redirecting = async (status: number, headers: Record<string, string>): Promise<ModelResponseClient> => {
  proxy = await listen((response) => void response.writeHead(status, headers).end('<h1>Moved</h1>'));
  return new ModelResponseClient({ baseUrl: `${proxy.url}/ai`, apiKey: 'secret' });
};

describe('a redirect', () => {
  it.each([301, 302, 303, 307, 308])(
    'by %d is an immediate error that names both URLs, and no other server is called',
    async (status) => {
      const client = await redirecting(status, { location: `${service.url}/v1/other` });
      for (const ask of [
        () => client.responses.create(asked),
        () => client.models.list(),
        () => client.responses.stream(asked).finalResponse(),
      ]) {
        const error: unknown = await ask().then(
          () => undefined,
          (thrown: unknown) => thrown,
        );
        expect(error).toBeInstanceOf(ConnectionError);
        expect(error).toMatchObject({
          message: expect.stringContaining(`${proxy?.url}/ai redirects to ${service.url}/v1/other,`),
        });
      }
      expect([proxy?.requests.length, service.requests.length]).toEqual([3, 0]);
    },
  );

  it.each([
    ['/login', () => `${proxy?.url}/login`],
    ['http://[', () => 'http://['],
  ])('to %s is reported as precisely as possible', async (location, expected) => {
    const client = await redirecting(302, { location });
    await expect(client.models.list()).rejects.toThrow(`/ai redirects to ${expected()},`);
  });

  it("that a browser's `fetch` hides is still reported", async () => {
    const client = new ModelResponseClient({
      apiKey: 'secret',
      fetch: async () => ({ ok: false, status: 0, headers: [], body: null, text: async () => '' }),
    });
    await expect(client.models.list()).rejects.toThrow('redirects to another address,');
  });
});
