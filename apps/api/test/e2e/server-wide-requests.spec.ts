import { rawRequest } from '../kit/raw-request.js';
import { startTestService, type TestService } from '../kit/start-service.js';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.close());

describe.each(['GET', 'HEAD', 'OPTIONS', 'POST'])('%s *', (method) => {
  it.each(['', 'anthropic-version: 2023-06-01\r\n'])('is an unknown path, with the header %j', async (header) => {
    const { status, headers } = await rawRequest(
      service.url,
      `${method} * HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\ncontent-length: 0\r\n${header}\r\n`,
    );
    expect(status).toBe(404);
    expect(headers['request-id']).toMatch(/^req_/);
  });
});
