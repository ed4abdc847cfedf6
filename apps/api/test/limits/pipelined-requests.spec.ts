// Requests that a client sends on one connection without waiting for their responses.
import { connect } from 'node:net';
import { scriptedModel, textResponse } from '../kit/scripts.js';
import { startTestService, type TestService } from '../kit/start-service.js';

let service: TestService;
beforeAll(async () => {
  service = await startTestService({ models: { m: scriptedModel(...textResponse('Hello.')) } });
});
afterAll(() => service.close());

/** Sends `count` requests at once, and returns the statuses of their responses when the connection closes. */
async function pipeline(count: number, isLast = (at: number): boolean => at === count - 1): Promise<number[]> {
  const { hostname, port } = new URL(service.url);
  const socket = connect({ host: hostname, port: Number(port) });
  let text = '';
  socket.on('error', () => undefined);
  socket.on('data', (data) => (text += data.toString()));
  const request = (at: number): string =>
    `GET /v1/models HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${service.key}\r\n` +
    `${isLast(at) ? 'connection: close\r\n' : ''}\r\n`;
  socket.write(Array.from({ length: count }, (_, at) => request(at)).join(''));
  await new Promise((resolve) => socket.once('close', resolve));
  return [...text.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status));
}

const times = (count: number, status: number): number[] => Array.from({ length: count }, () => status);

describe('pipelined requests', () => {
  it('get their responses in their order', async () => {
    expect(await pipeline(16)).toEqual(times(16, 200));
  });

  it('beyond 16 in progress get one error, and the connection closes after it', async () => {
    expect(await pipeline(300, () => false)).toEqual([...times(16, 200), 503]);
  });

  it('may be any number on a connection when the client waits for responses', async () => {
    const { hostname, port } = new URL(service.url);
    const socket = connect({ host: hostname, port: Number(port) });
    for (let at = 0; at < 40; at += 1) {
      const data = new Promise<Buffer>((resolve) => socket.once('data', resolve));
      socket.write(`GET /health/live HTTP/1.1\r\nhost: x\r\n\r\n`);
      expect(String(await data)).toContain('HTTP/1.1 200 ');
    }
    socket.destroy();
  });
});
