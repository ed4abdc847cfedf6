import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createUpstreamFetch } from '#src/generators/ai-sdk/upstream-fetch.js';

const piece = Buffer.alloc(64 * 1024, 'x');

async function refusal(answer: RequestListener): Promise<{ readonly status: number; readonly retryAfter: string | null; readonly text: string }> {
  const server = createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { fetch, close } = createUpstreamFetch(1_000);
  try {
    const response = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
    return { status: response.status, retryAfter: response.headers.get('retry-after'), text: await response.text() };
  } finally {
    await close();
    await new Promise((resolve) => server.close(resolve));
  }
}

it('a refusal without an end is cut off, and its connection with it', async () => {
  let sent = 0;
  const { text, ...head } = await refusal((_, response) => {
    let closed = false;
    response.writeHead(500, { 'retry-after': '7', 'content-type': 'text/plain' });
    const write = (): void => {
      if (closed || sent > 64 * 1024 * 1024) return void response.end();
      sent += piece.length;
      response.write(piece, () => setImmediate(write));
    };
    response.on('close', () => (closed = true));
    write();
  });
  expect(head).toEqual({ status: 500, retryAfter: '7' });
  expect(text.length).toBeLessThanOrEqual(piece.length);
  expect(sent).toBeLessThan(32 * 1024 * 1024);
});

it('a refusal whose body breaks off is the refusal that it is', async () => {
  const { text, ...head } = await refusal((_, response) => {
    response.writeHead(503, { 'retry-after': '7', 'content-length': '1000' });
    response.write('{"error":', () => setTimeout(() => response.destroy(), 20));
  });
  expect(head).toEqual({ status: 503, retryAfter: '7' });
  expect(text).toBe('{"error":');
});
