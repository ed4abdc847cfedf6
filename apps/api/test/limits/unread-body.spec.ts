// Requests that the service rejects without their body: it responds at once, and soon closes the connection.
import { connect } from 'node:net';
import { scriptedModel, textResponse } from '../kit/scripts.js';
import { startTestService, type TestService } from '../kit/start-service.js';

let service: TestService;
beforeAll(async () => {
  service = await startTestService({ models: { m: scriptedModel(...textResponse('Hello.')) } });
});
afterAll(() => service.close());

/** Sends the head of a request whose body of 1 MB never arrives, and returns the reply when the connection closes. */
async function replyWithoutBody(requestLine: string, headers: readonly string[]): Promise<string> {
  const { hostname, port } = new URL(service.url);
  const socket = connect({ host: hostname, port: Number(port) });
  let reply = '';
  socket.on('error', () => undefined);
  socket.on('data', (data) => (reply += data.toString()));
  const head = [`${requestLine} HTTP/1.1`, 'host: x', ...headers, 'content-length: 1000000'];
  socket.write(`${head.join('\r\n')}\r\n\r\n`);
  await new Promise((resolve) => socket.once('close', resolve));
  return reply;
}

describe('a request whose body does not arrive', () => {
  const json = 'content-type: application/json';
  it.each([
    ['an unknown path', 'POST /v1/nothing', [json], 404],
    ['a method that the path does not support', 'DELETE /v1/messages', [json], 405],
    ['no key', 'POST /v1/messages', [json], 401],
    [
      'a media type that is not JSON',
      'POST /v1/messages',
      ['content-type: text/plain', 'authorization: Bearer KEY'],
      415,
    ],
  ])('gets its error without the body, and the connection is closed: %s', async (_, requestLine, headers, status) => {
    const withKey = headers.map((header) => header.replace('KEY', service.key));
    expect(await replyWithoutBody(requestLine, withKey)).toContain(`HTTP/1.1 ${status} `);
  });
});
