// The page at the root URL of the service.
import { operations } from '#src/openapi/operations.js';
import { startTestService } from '../kit/start-service.js';

describe('the page at /', () => {
  it('lists every route, and needs no key', async () => {
    const service = await startTestService();
    const text = await (await fetch(service.url)).text();
    const lines = text.split('\n').map((line) => line.split(/\s+/).slice(0, 2).join(' '));
    expect(lines).toEqual(
      expect.arrayContaining(operations.map(({ method, path }) => `${method.toUpperCase()} ${path}`)),
    );
    await service.close();
  });
});
