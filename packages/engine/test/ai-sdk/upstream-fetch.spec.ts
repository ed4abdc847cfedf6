import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createUpstreamFetch } from '#src/generators/ai-sdk/upstream-fetch.js';

it('a refusal without an end is cut off, and its connection with it', async () => {
  const piece = Buffer.alloc(64 * 1024, 'x');
  let sent = 0;
  let closed = false;
  const server = createServer((_, response) => {
    response.writeHead(500, { 'retry-after': '7', 'content-type': 'text/plain' });
    const write = (): void => {
      if (closed || sent > 64 * 1024 * 1024) return void response.end();
      sent += piece.length;
      response.write(piece, () => setImmediate(write));
    };
    response.on('close', () => (closed = true));
    write();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { fetch, close } = createUpstreamFetch(1_000);
  try {
    const answer = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([500, '7']);
    expect((await answer.text()).length).toBeLessThanOrEqual(piece.length);
    expect(sent).toBeLessThan(32 * 1024 * 1024);
  } finally {
    await close();
    await new Promise((resolve) => server.close(resolve));
  }
});
