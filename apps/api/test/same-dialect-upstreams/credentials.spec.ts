// The service sends the upstream's key only to the upstream.
import { createLanguageModel } from '#src/engine/create-language-model.js';
import { startTestService, type TestService } from '../kit/start-service.js';
import { startReplayUpstream, type ReplayUpstream } from './replay-upstream.js';

const key = 'sk-upstream-key-0815';
const errorText = 'WORDS-OF-THE-UPSTREAM';

let upstream: ReplayUpstream;
let elsewhere: ReplayUpstream;
let service: TestService;

beforeAll(async () => {
  upstream = await startReplayUpstream();
  elsewhere = await startReplayUpstream();
  const upstreamModel = (kind: 'messages' | 'responses'): ReturnType<typeof createLanguageModel> =>
    createLanguageModel(
      {
        name: kind,
        provider: { kind, baseUrl: upstream.baseUrl, apiKeyEnv: 'KEY', headers: { 'x-gateway': 'g' }, retries: 0 },
      },
      { KEY: key },
    );
  service = await startTestService({
    models: { messages: await upstreamModel('messages'), responses: await upstreamModel('responses') },
  });
});
afterAll(async () => {
  await service.close();
  await upstream.close();
  await elsewhere.close();
});

const bodies = {
  messages: { model: 'messages', max_tokens: 10, messages: [{ role: 'user', content: 'hi' }] },
  responses: { model: 'responses', input: 'hi' },
};

describe.each(['messages', 'responses'] as const)('a %s upstream', (kind) => {
  it.each([400, 401, 403, 404, 429, 500, 529])(
    'does not quote its key, and its message only where the request is at fault: status %i',
    async (status) => {
      upstream.replay({
        status,
        document: { type: 'error', error: { type: errorText, code: errorText, message: `${errorText} ${key}` } },
      });
      const response = await service.post(`/v1/${kind}`, bodies[kind]);
      expect(response.status).toBeGreaterThanOrEqual(400);
      const text = await response.text();
      expect(text).not.toContain(key);
      expect(text.includes(errorText)).toBe(status === 400);
      expect(JSON.stringify([...response.headers])).not.toContain(key);
    },
  );

  it("reports the upstream's own size limit in its own words, not the service's limit on bodies", async () => {
    upstream.replay({
      status: 413,
      document: { type: 'error', error: { type: 'request_too_large', message: errorText } },
    });
    const response = await service.post(`/v1/${kind}`, bodies[kind]);
    expect(response.status).toBe(413);
    expect(await response.text()).toContain(errorText);
  });

  it('that fails in the middle of a stream is not quoted either', async () => {
    const error = {
      type: 'error',
      error: { type: 'overloaded_error', code: 'server_overloaded', message: `${errorText} ${key}` },
    };
    upstream.replay({ events: [error] });
    const response = await service.post(`/v1/${kind}`, { ...bodies[kind], stream: true });
    const text = await response.text();
    expect(text).toMatch(/overloaded/);
    expect(text).not.toContain(key);
    expect(text).not.toContain(errorText);
  });

  it("receives the key in its API's header and the configured headers, but no credentials of the client", async () => {
    upstream.replay({ status: 500, document: {} });
    await service.post(`/v1/${kind}`, bodies[kind]);
    const headers = upstream.requests.at(-1)?.headers ?? {};
    expect(headers).toMatchObject(kind === 'messages' ? { 'x-api-key': key } : { authorization: `Bearer ${key}` });
    expect(headers[kind === 'messages' ? 'authorization' : 'x-api-key']).toBeUndefined();
    expect(headers['x-gateway']).toBe('g');
    expect(JSON.stringify(headers)).not.toContain(service.key);
  });

  it('that redirects is not followed', async () => {
    upstream.replay({ status: 307, headers: { location: `${elsewhere.baseUrl}/v1/${kind}` }, document: {} });
    expect((await service.post(`/v1/${kind}`, bodies[kind])).status).toBe(502);
    expect(elsewhere.requests).toEqual([]);
  });
});

describe('the log', () => {
  it('never contains the key', () => {
    expect(service.log.length).toBeGreaterThan(0);
    expect(JSON.stringify(service.log)).not.toContain(key);
  });
});
