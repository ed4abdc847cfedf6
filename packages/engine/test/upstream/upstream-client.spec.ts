import type { PendingRequest } from '#src/generators/upstream/stream-answer.js';
import { UpstreamClient } from '#src/generators/upstream/upstream-client.js';
import { buildContext } from '#src/testing/builders.js';

const pending = (body: () => string): PendingRequest => ({
  path: '/answers',
  body,
  createDecoder: () => ({ done: false, cut: false, push: () => undefined, end: () => undefined, pushDocument: () => undefined }),
  refit: () => false,
});

describe('the connections to an upstream', () => {
  it('stay free when a request cannot be written', async () => {
    const client = new UpstreamClient({ id: 'far', baseUrl: 'http://127.0.0.1:9/v1', maxConnections: 1 }, { modelsPath: '/models', keyHeader: 'authorization' });
    const tooLong = pending(() => {
      throw new RangeError('Invalid string length');
    });
    await expect(client.post(tooLong, buildContext())).rejects.toThrow(RangeError);
    const exchange = await client.post(pending(() => '{}'), buildContext());
    await exchange.next();
    expect(exchange.failure?.kind).toBe('connection');
    await client.close();
  });
});
