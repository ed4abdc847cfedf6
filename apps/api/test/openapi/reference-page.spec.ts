import { fastify } from 'fastify';
import { serveReferencePage } from '#src/openapi/reference-page.js';

describe('the page of the reference', () => {
  it('is read again after it could not be read, and once when it could', async () => {
    let reads = 0;
    const server = fastify();
    serveReferencePage(server, async () => {
      reads += 1;
      if (reads === 1) throw new Error('EMFILE: too many open files');
      return Buffer.from('The reference.');
    });
    const look = async (): Promise<readonly [number, string]> => {
      const { statusCode, body } = await server.inject({ url: '/docs/' });
      return [statusCode, body];
    };
    expect((await look())[0]).toBe(500);
    expect(await look()).toEqual([200, 'The reference.']);
    expect(await look()).toEqual([200, 'The reference.']);
    expect(reads).toBe(2);
    await server.close();
  });

  it('has the page and its script as files of the build, and redirects /docs to it', async () => {
    const server = fastify();
    serveReferencePage(server);
    const types = await Promise.all(
      ['/docs/', '/docs/js/scalar.js'].map(async (url) => {
        const { statusCode, headers, rawPayload } = await server.inject({ url });
        expect(rawPayload.length).toBeGreaterThan(100);
        return [statusCode, headers['content-type'], typeof headers['content-security-policy']];
      }),
    );
    expect(types).toEqual([
      [200, 'text/html; charset=utf-8', 'string'],
      [200, 'text/javascript; charset=utf-8', 'string'],
    ]);
    const { statusCode, headers } = await server.inject({ url: '/docs' });
    expect([statusCode, headers.location]).toEqual([301, '/docs/']);
    await server.close();
  });
});
