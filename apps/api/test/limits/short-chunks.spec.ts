// Chunked bodies whose chunks have a few bytes each: Node's parser spends as much time on one as on a long one.
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { scriptedModel, textResponse } from '../kit/scripts.js';
import { startTestService, type TestService } from '../kit/start-service.js';

let service: TestService;
beforeAll(async () => {
  service = await startTestService({ models: { m: scriptedModel(...textResponse('Hello.')) } });
});
afterAll(() => service.close());

interface ChunkedRequest {
  readonly socket: Socket;
  readonly reply: Promise<string>;
}

/** Opens a connection and sends the head of a request with a chunked body. */
function startChunked(key = service.key, connection = 'close'): ChunkedRequest {
  const { hostname, port } = new URL(service.url);
  const socket = connect({ host: hostname, port: Number(port) });
  let text = '';
  socket.on('error', () => undefined);
  socket.on('data', (data) => (text += data.toString()));
  const head = [
    'POST /v1/messages HTTP/1.1',
    'host: x',
    `authorization: Bearer ${key}`,
    'content-type: application/json',
    'transfer-encoding: chunked',
    'anthropic-version: 2023-06-01',
    `connection: ${connection}`,
  ];
  socket.write(`${head.join('\r\n')}\r\n\r\n`);
  return { socket, reply: new Promise((resolve) => socket.once('close', () => resolve(text))) };
}

const chunk = (text: string): string => `${text.length.toString(16)}\r\n${text}\r\n`;
const chunks = (text: string, size: number): string =>
  Array.from({ length: Math.ceil(text.length / size) }, (_, at) => chunk(text.slice(at * size, (at + 1) * size))).join(
    '',
  );
const request = (text: string): string =>
  JSON.stringify({ model: 'm', max_tokens: 9, messages: [{ role: 'user', content: text }] });

describe('a chunked body', () => {
  it('of thousands of chunks of one byte is accepted', async () => {
    const { socket, reply } = startChunked();
    socket.write(`${chunks(request('a'.repeat(8_000)), 1)}0\r\n\r\n`);
    expect(await reply).toContain('HTTP/1.1 200 ');
  });

  it('of any number of chunks of 16 bytes is accepted', async () => {
    const { socket, reply } = startChunked();
    socket.write(`${chunks(request('a'.repeat(600_000)), 16)}0\r\n\r\n`);
    expect(await reply).toContain('HTTP/1.1 200 ');
  });

  it('of more short chunks gets an error that names them, and its connection is closed', async () => {
    const { socket, reply } = startChunked();
    socket.write(chunks(request('a'.repeat(9_000)), 1));
    const text = await reply;
    expect(text).toContain('HTTP/1.1 400 ');
    expect(text).toContain('Send it in longer chunks.');
    expect(text).toContain('"type":"error"');
  });

  it('of short chunks counts also while it is discarded', async () => {
    const { socket, reply } = startChunked('wrong-key', 'keep-alive');
    await new Promise((resolve) => socket.once('data', resolve));
    const started = performance.now();
    socket.write(chunk(' ').repeat(9_000));
    expect(await reply).toContain('HTTP/1.1 401 ');
    // The grace of a discarded body is 2 s.
    expect(performance.now() - started).toBeLessThan(1_500);
  });

  it('lets other requests pass while many connections send short chunks', async () => {
    const all = Array.from({ length: 20 }, () => startChunked());
    await sleep(50);
    for (const { socket } of all) socket.write(chunk(' ').repeat(100_000));
    const replies = await Promise.all(all.map(({ reply }) => reply));
    // A connection that is reset while it sends may lose its response.
    expect(replies.filter((text) => !text.includes('HTTP/1.1 400 ') && text !== '')).toEqual([]);
    const { socket, reply } = startChunked();
    socket.write(`${chunk(request('Hello.'))}0\r\n\r\n`);
    expect(await reply).toContain('HTTP/1.1 200 ');
  });
});
