import { connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { loadConfig } from '#src/config/load-config.js';
import { scriptedModel, textResponse } from '../kit/scripts.js';
import { startTestService, type TestService } from '../kit/start-service.js';

let service: TestService;
beforeAll(async () => {
  const { limits } = loadConfig({}, '/');
  service = await startTestService({
    models: { m: scriptedModel(...textResponse('Hello.')) },
    config: { limits: { ...limits, headerTimeoutSeconds: 1, requestTimeoutSeconds: 2 } },
  });
});
afterAll(() => service.close());

/** Sends `head`, then a byte every 200 ms, and returns the response once the server has closed the connection. */
async function dribble(head: string): Promise<string> {
  const { hostname, port } = new URL(service.url);
  const socket = connect({ host: hostname, port: Number(port) });
  let reply = '';
  socket.on('data', (data) => (reply += data.toString()));
  socket.on('error', () => undefined);
  socket.write(head);
  for (const end = performance.now() + 20_000; !socket.closed && performance.now() < end;) {
    await pause(200);
    if (!socket.closed) socket.write(' ');
  }
  socket.destroy();
  return reply;
}

describe('a client that sends too slowly', () => {
  it.each([
    ['its headers', 'POST /v1/messages HTTP/1.1\r\nhost: x\r\nx-slow:'],
    [
      'its body',
      'POST /v1/messages HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 100000\r\nanthropic-version: 2023-06-01\r\nauthorization: Bearer KEY\r\n\r\n{',
    ],
  ])('gets an error and is disconnected: %s', async (_, head) => {
    const reply = await dribble(head.replace('KEY', service.key));
    expect(reply).toMatch(/^HTTP\/1\.1 408 /);
    expect(reply).toMatch(/request-id: req_/);
    expect(reply).toContain('"message":"The request did not arrive in time."');
  });
});
