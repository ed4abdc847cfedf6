// What a reverse proxy needs of the service, and the service of it.
import { loadConfig } from '#src/config/load-config.js';
import { publicOrigin } from '#src/batches/public-origin.js';
import { eventually } from '../kit/eventually.js';
import { scriptedModel, textResponse } from '../kit/scripts.js';
import { startTestService, type TestService } from '../kit/start-service.js';

const request = (headers: Record<string, string>): Parameters<typeof publicOrigin>[0] => ({
  headers,
  protocol: 'http',
  host: '10.0.0.7:8080',
});

describe('the base URL in a response', () => {
  it.each([
    [{}, 'http://10.0.0.7:8080'],
    [{ 'x-forwarded-proto': 'https', 'x-forwarded-host': 'ai.example.com' }, 'https://ai.example.com'],
    [
      { 'x-forwarded-proto': 'https,http', 'x-forwarded-host': 'ai.example.com:8443, inner.local' },
      'https://ai.example.com:8443',
    ],
    [{ 'x-forwarded-proto': ' HTTPS , http' }, 'https://10.0.0.7:8080'],
    [{ 'x-forwarded-proto': 'http, https', 'x-forwarded-host': '' }, 'http://10.0.0.7:8080'],
    [{ 'x-forwarded-proto': 'javascript', 'x-forwarded-host': 'not a host' }, 'http://10.0.0.7:8080'],
  ])('is the one that the client used, which is the first entry of each list: %j', (headers, origin) => {
    expect(publicOrigin(request(headers))).toBe(origin);
  });

  it('is the configured one, whatever the request contains', () => {
    expect(publicOrigin(request({ 'x-forwarded-host': 'elsewhere.test' }), 'https://ai.example.com/models')).toBe(
      'https://ai.example.com/models',
    );
  });
});

describe('PUBLIC_URL', () => {
  it.each([
    ['https://ai.example.com', 'https://ai.example.com'],
    ['https://ai.example.com/', 'https://ai.example.com'],
    ['http://ai.example.com:8443/models//', 'http://ai.example.com:8443/models'],
  ])('%s is accepted', (text, publicUrl) => {
    expect(loadConfig({ PUBLIC_URL: text }, '/')).toMatchObject({ publicUrl });
  });

  it.each([
    'ai.example.com',
    'ftp://ai.example.com',
    'https://me:hunter2@ai.example.com',
    'https://ai.example.com/?a=b',
    'https://ai.example.com/#a',
  ])('rejects %s', (text) => {
    expect(() => loadConfig({ PUBLIC_URL: text }, '/')).toThrow(
      'environment: PUBLIC_URL must be an http or https URL without credentials, query and fragment',
    );
  });
});

describe('a service after a proxy', () => {
  let service: TestService;
  afterEach(() => service.close());

  it('names the results of a batch by its public address', async () => {
    service = await startTestService({
      models: { m: scriptedModel(...textResponse('Hello.')) },
      config: { publicUrl: 'https://ai.example.com/models' },
    });
    const { id } = (await (
      await service.post('/v1/messages/batches', {
        requests: [
          { custom_id: 'a', params: { model: 'm', max_tokens: 5, messages: [{ role: 'user', content: 'Hi' }] } },
        ],
      })
    ).json()) as { id: string };
    const shown = async (): Promise<{ processing_status: string; results_url: string }> =>
      (await (
        await fetch(`${service.url}/v1/messages/batches/${id}`, { headers: service.messagesHeaders })
      ).json()) as { processing_status: string; results_url: string };
    await eventually(() => service.log.some(({ msg }) => msg === 'job'));
    expect(await shown()).toMatchObject({
      processing_status: 'ended',
      results_url: `https://ai.example.com/models/v1/messages/batches/${id}/results`,
    });
  });

  it('holds idle connections open for the configured time, so that the proxy closes them first', async () => {
    const { limits } = loadConfig({}, '/');
    expect(limits.keepAliveSeconds).toBe(75);
    service = await startTestService({
      models: { m: scriptedModel(...textResponse('Hello.')) },
      config: { limits: { ...limits, keepAliveSeconds: 620 } },
    });
    expect(service.app.getHttpServer().keepAliveTimeout).toBe(620_000);
    const response = await fetch(`${service.url}/health/live`);
    expect(response.headers.get('keep-alive')).toBe('timeout=620');
  });
});
