import { fastify } from 'fastify';
import { serveReferencePage } from '#src/openapi/reference-page.js';

it('the page of the reference is loaded again after its load has failed, and once when it has not', async () => {
  let loads = 0;
  const server = fastify();
  serveReferencePage(server, async () => {
    loads += 1;
    if (loads === 1) throw new Error('EMFILE: too many open files');
    const page = fastify();
    page.get('/docs/', async (_, reply) => reply.type('text/html').send('The reference.'));
    return page;
  });
  const look = async (): Promise<readonly [number, string]> => {
    const { statusCode, body } = await server.inject({ url: '/docs/' });
    return [statusCode, body];
  };
  expect((await look())[0]).toBe(500);
  expect(await look()).toEqual([200, 'The reference.']);
  expect(await look()).toEqual([200, 'The reference.']);
  expect(loads).toBe(2);
  await server.close();
});
