import { brotliCompressSync, constants, gzipSync, zstdCompressSync } from 'node:zlib';
import { LimitSettings } from '#src/config/service-file.js';
import { MemoryBudget } from '#src/limits/memory-budget.js';
import { eventually } from '../kit/eventually.js';
import { openPost } from '../kit/raw-request.js';
import { scriptedModel, textResponse } from '../kit/scripts.js';
import { startTestService, type TestService } from '../kit/start-service.js';

let service: TestService;
beforeAll(async () => {
  service = await startTestService({
    models: { m: scriptedModel(...textResponse('Hello.')) },
    config: { limits: Object.assign(new LimitSettings(), { maxMemoryBytes: 60_000_000, maxQueueSeconds: 0 }) },
  });
});
afterEach(() => eventually(() => service.app.get(MemoryBudget).usedBytes === 0));
afterAll(() => service.close());

const message = JSON.stringify({ model: 'm', max_tokens: 10, messages: [{ role: 'user', content: 'Hi' }] });

describe('a compressed body', () => {
  it('reserves memory for all that it may become, before it is decoded', async () => {
    const { usedBytes } = service.app.get(MemoryBudget);
    expect(usedBytes).toBe(0);
    const headers = { ...service.messagesHeaders, 'content-encoding': 'br', 'content-length': '5000' };
    const socket = openPost(service.url, '/v1/messages', headers, '');
    try {
      // A mebibyte, whose values take five times as much.
      await eventually(() => service.app.get(MemoryBudget).usedBytes >= 5 * 1_048_576);
    } finally {
      socket.destroy();
    }
  });

  it.each([
    ['gzip', gzipSync(message)],
    ['br', brotliCompressSync(message)],
    ['zstd', zstdCompressSync(message)],
  ])('in %s gives its memory back', async (coding, body) => {
    const headers = { ...service.messagesHeaders, 'content-encoding': coding };
    const { status } = await service.post('/v1/messages', body, headers);
    expect(status).toBe(200);
  });

  it.each(['gzip', 'br', 'zstd', 'deflate'])(
    'that is no %s fails before it has arrived: its client receives the error, and the service goes on',
    async (coding) => {
      const headers = { ...service.messagesHeaders, 'content-encoding': coding, 'content-length': '20000000' };
      const socket = openPost(service.url, '/v1/messages', headers, 'x'.repeat(200_000));
      let received = '';
      socket.on('data', (chunk) => (received += String(chunk)));
      socket.on('error', () => undefined);
      await eventually(() => received.includes(`not valid ${coding} data`));
      expect(received).toMatch(/^HTTP\/1\.1 400 /);
      socket.destroy();
      const reply = await service.post('/v1/messages', message, service.messagesHeaders);
      expect(reply.status).toBe(200);
    },
  );

  it('in zstd that needs a window of more than 8 MiB is a 400', async () => {
    const large = Buffer.concat([Buffer.from(message), Buffer.alloc(9_000_000, 0x20)]);
    const body = zstdCompressSync(large, {
      params: { [constants.ZSTD_c_windowLog]: 27, [constants.ZSTD_c_contentSizeFlag]: 0 },
    });
    const reply = await service.post('/v1/messages', body, { ...service.messagesHeaders, 'content-encoding': 'zstd' });
    expect(reply.status).toBeGreaterThanOrEqual(400);
    expect(reply.status).toBeLessThan(500);
  });
});
