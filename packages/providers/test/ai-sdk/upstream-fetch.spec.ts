import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createUpstreamFetch } from '#src/ai-sdk/upstream-fetch.js';

const block = Buffer.alloc(64 * 1024, 'x');

async function refusal(
  respond: RequestListener,
): Promise<{ readonly status: number; readonly retryAfter: string | null; readonly text: string }> {
  const server = createServer(respond);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { fetch, close } = createUpstreamFetch({ connectTimeout: 1_000 });
  try {
    const response = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
    return { status: response.status, retryAfter: response.headers.get('retry-after'), text: await response.text() };
  } finally {
    await close();
    await new Promise((resolve) => server.close(resolve));
  }
}

it('truncates an endless error body and closes its connection', async () => {
  let sent = 0;
  const { text, ...head } = await refusal((_, response) => {
    let closed = false;
    response.writeHead(500, { 'retry-after': '7', 'content-type': 'text/plain' });
    const write = (): void => {
      if (closed || sent > 64 * 1024 * 1024) return void response.end();
      sent += block.length;
      response.write(block, () => setImmediate(write));
    };
    response.on('close', () => (closed = true));
    write();
  });
  expect(head).toEqual({ status: 500, retryAfter: '7' });
  expect(text.length).toBeLessThanOrEqual(block.length);
  expect(sent).toBeLessThan(32 * 1024 * 1024);
});

it('reports an error response even if its body breaks off', async () => {
  const { text, ...head } = await refusal((_, response) => {
    response.writeHead(503, { 'retry-after': '7', 'content-length': '1000' });
    response.write('{"error":', () => setTimeout(() => response.destroy(), 20));
  });
  expect(head).toEqual({ status: 503, retryAfter: '7' });
  expect(text).toBe('{"error":');
});

it('never sends an unpaired surrogate, which UTF-8 cannot encode', async () => {
  let body = '';
  const server = createServer((request, response) => {
    request
      .setEncoding('utf8')
      .on('data', (text: string) => (body += text))
      .on('end', () => response.end('{}'));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { fetch, close } = createUpstreamFetch({ connectTimeout: 1_000 });
  await (
    await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`, {
      method: 'POST',
      body: JSON.stringify({ text: 'cut \ud83d' }),
    })
  ).text();
  await close();
  await new Promise((resolve) => server.close(resolve));
  expect(JSON.parse(body)).toEqual({ text: 'cut \ufffd' });
});

describe('a successful response', () => {
  const bounds = { line: 1000, responseBytes: 5000 };
  /** Requests a response of these chunks and reads it to its end, or to its error. */
  async function fetchBounded(
    chunks: readonly string[],
    type = 'text/event-stream',
  ): Promise<{ readonly text: string; readonly encoding: unknown; readonly error: unknown }> {
    let encoding: unknown;
    const server = createServer((request, response) => {
      encoding = request.headers['accept-encoding'];
      response.writeHead(200, { 'content-type': type });
      const write = (index: number): void => {
        const next = chunks[index];
        if (next === undefined) response.end();
        else response.write(next, () => setImmediate(write, index + 1));
      };
      write(0);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { fetch, close } = createUpstreamFetch({ connectTimeout: 1_000, bounds });
    let text = '';
    try {
      const response = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`, {
        headers: { 'x-key': 'k' },
      });
      for await (const chunk of response.body ?? []) text += Buffer.from(chunk as Uint8Array).toString();
      return { text, encoding, error: undefined };
    } catch (error) {
      return { text, encoding, error };
    } finally {
      await close();
      await new Promise((resolve) => server.close(resolve));
    }
  }

  it('is handed through, and not asked for in a packed form, which could be any length', async () => {
    const lines = Array.from({ length: 9 }, (_, index) => `data: ${String(index).repeat(400)}\n\n`);
    expect(await fetchBounded(lines)).toEqual({ text: lines.join(''), encoding: 'identity', error: undefined });
  });

  it.each([
    ['a line', ['data: ', 'x'.repeat(600), 'x'.repeat(600), 'x'.repeat(600)], 'text/event-stream'],
    ['a document', ['x'.repeat(900), 'x'.repeat(900)], 'application/json'],
    ['all', Array.from({ length: 20 }, () => `data: ${'x'.repeat(400)}\n\n`), 'text/event-stream'],
    ['bytes without lines', Array.from({ length: 20 }, () => 'x'.repeat(400)), 'application/vnd.amazon.eventstream'],
  ])('is aborted when %s of it is too long', async (_, chunks, type) => {
    const { error, text } = await fetchBounded(chunks, type);
    expect(error).toMatchObject({
      cause: { code: 'upstream-failed', message: 'The upstream sent a response that is too long.' },
    });
    expect(text.length).toBeLessThanOrEqual(bounds.responseBytes);
  });
});
