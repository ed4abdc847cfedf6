import { LimitSettings } from '#src/config/service-file.js';
import { OpenConnections } from '#src/http/connections/open-connections.js';
import { eventually } from '../kit/eventually.js';
import { openFrames, rejectedUpgrade } from '../kit/frames.js';
import { openPost, rawRequest, type RawReply } from '../kit/raw-request.js';
import { hangingModel, textResponse } from '../kit/scripts.js';
import { startTestService, type TestService } from '../kit/start-service.js';

const maxConnections = 8;
let service: TestService;
const sockets: { destroy(): void }[] = [];

beforeEach(async () => {
  service = await startTestService({
    models: { slow: hangingModel(textResponse('Hello.').slice(0, 3)) },
    config: { limits: Object.assign(new LimitSettings(), { maxConnections }) },
  });
});
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  await service.close();
});

function get(path: string, headers: Readonly<Record<string, string>> = service.responsesHeaders): Promise<RawReply> {
  const lines = Object.entries({ host: 'a', ...headers }).map(([name, value]) => `${name}: ${value}\r\n`);
  return rawRequest(service.url, `GET ${path} HTTP/1.1\r\n${lines.join('')}\r\n`);
}

/** Fills the service with requests in progress. */
async function fill(): Promise<void> {
  const body = { model: 'slow', input: 'Hi', stream: true };
  for (let count = 0; count < maxConnections; count += 1) {
    const socket = openPost(service.url, '/v1/responses', service.responsesHeaders, body);
    sockets.push(socket);
    await new Promise((resolve) => socket.once('data', resolve));
  }
}

it('serves health alone on connections beyond the limit, and 503 in either dialect', async () => {
  await fill();
  expect(service.app.get(OpenConnections).count).toBe(maxConnections);
  for (const path of ['/health/live', '/health/ready'])
    expect(await get(path)).toMatchObject({ status: 200, headers: { connection: 'close' } });
  const refused = await get('/v1/models');
  expect(refused).toMatchObject({ status: 503, headers: { 'retry-after': '5', connection: 'close' } });
  expect(JSON.parse(refused.body)).toMatchObject({
    error: { message: 'The service has reached its limit of open connections.' },
  });
  expect(await get('/v1/models', service.messagesHeaders)).toMatchObject({
    status: 529,
    headers: { 'retry-after': '5' },
  });
  expect(await rejectedUpgrade(service.url, service.responsesHeaders)).toMatchObject({ status: 503 });
  sockets.shift()?.destroy();
  await eventually(async () => (await get('/v1/models')).status === 200);
}, 30_000);

it('lets WebSockets take half of the connections', async () => {
  const clients = [];
  for (let count = 0; count < maxConnections / 2; count += 1)
    clients.push(await openFrames(service.url, service.responsesHeaders));
  expect(await rejectedUpgrade(service.url, service.responsesHeaders)).toMatchObject({ status: 503 });
  expect((await get('/v1/models')).status).toBe(200);
  for (const { socket } of clients) socket.terminate();
}, 30_000);
