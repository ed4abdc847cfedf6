import type { LanguageModel } from '@org/engine';
import { scriptedModel, textResponse } from '../kit/scripts.js';
import { startTestService, type TestService } from '../kit/start-service.js';

let service: TestService;
afterEach(() => service.close());

// A closed service closes its models, so each test creates its own.
const models = (): Record<string, LanguageModel> => ({ m: scriptedModel(...textResponse('Hello.')) });
const origin = 'https://app.example';
const request = { model: 'm', max_tokens: 9, messages: [{ role: 'user', content: 'Hi' }] };

describe('a page of another origin', () => {
  it('may not call the service by default', async () => {
    service = await startTestService({ models: models() });
    const preflight = await fetch(`${service.url}/v1/messages`, {
      method: 'OPTIONS',
      headers: { origin, 'access-control-request-method': 'POST' },
    });
    expect(preflight.status).toBe(405);
    const response = await service.post('/v1/messages', request, { ...service.messagesHeaders, origin });
    expect(response.headers.get('access-control-allow-origin')).toBeNull();
  });

  it.each([false, true])('may when the setting names it, and reads the request id (streamed: %s)', async (stream) => {
    service = await startTestService({ models: models(), config: { corsOrigins: [origin] } });
    const asked =
      'authorization,anthropic-version,content-type,x-stainless-lang,anthropic-dangerous-direct-browser-access';
    const preflight = await fetch(`${service.url}/v1/messages`, {
      method: 'OPTIONS',
      headers: { origin, 'access-control-request-method': 'POST', 'access-control-request-headers': asked },
    });
    expect(preflight.status).toBe(204);
    expect(preflight.headers.get('access-control-allow-origin')).toBe(origin);
    expect(preflight.headers.get('access-control-allow-headers')).toBe(asked);
    // Else a browser asks again before almost every request.
    expect(preflight.headers.get('access-control-max-age')).toBe('7200');
    const response = await service.post('/v1/messages', { ...request, stream }, { ...service.messagesHeaders, origin });
    expect(response.status).toBe(200);
    expect(response.headers.get('access-control-allow-origin')).toBe(origin);
    expect(response.headers.get('access-control-expose-headers')).toContain('request-id');
    await response.text();
    const refused = await service.post('/v1/messages', request, { origin });
    expect([refused.status, refused.headers.get('access-control-allow-origin')]).toEqual([401, origin]);
    expect(refused.headers.get('x-should-retry')).toBe('false');
    expect(refused.headers.get('access-control-expose-headers')).toContain('x-should-retry');
  });

  it.each(['GET', 'POST', 'DELETE'])('may use the method %s, as the routes do', async (method) => {
    service = await startTestService({ models: models(), config: { corsOrigins: [origin] } });
    const preflight = await fetch(`${service.url}/v1/responses/resp_1`, {
      method: 'OPTIONS',
      headers: { origin, 'access-control-request-method': method },
    });
    expect(preflight.status).toBe(204);
    expect(preflight.headers.get('access-control-allow-methods')?.split(/, */)).toContain(method);
  });
});
