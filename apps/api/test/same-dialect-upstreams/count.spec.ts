// Token counting at an upstream with the client's own dialect.
import type { LanguageModel } from '@org/engine';
import { createLanguageModel } from '#src/engine/create-language-model.js';
import { openPolicy } from '../kit/open-policy.js';
import { startTestService, type TestService } from '../kit/start-service.js';
import { startReplayUpstream, type ReplayUpstream } from './replay-upstream.js';

let upstream: ReplayUpstream;
let service: TestService;

beforeAll(async () => {
  upstream = await startReplayUpstream();
  const models: Record<string, LanguageModel> = {};
  for (const kind of ['messages', 'responses'] as const)
    models[kind] = await createLanguageModel(
      { name: kind, provider: { kind, baseUrl: upstream.baseUrl, upstreamPolicy: openPolicy } },
      {},
    );
  service = await startTestService({ models });
});
afterAll(async () => {
  await service.close();
  await upstream.close();
});

/** What the client gets for `reply`, and what the upstream was asked. */
async function count(
  path: string,
  body: object,
  reply: object,
): Promise<{ readonly returned: unknown; readonly asked: unknown }> {
  upstream.replay({ document: reply });
  const headers = path.startsWith('/v1/messages') ? service.messagesHeaders : service.responsesHeaders;
  const response = await service.post(path, body, headers);
  if (response.status !== 200) throw new Error(await response.text());
  expect(response.headers.get('x-service-warning')).toBeNull();
  return { returned: await response.json(), asked: upstream.requests.at(-1)?.body };
}

describe('a count of a client of messages, by an upstream of messages', () => {
  const messages = [{ role: 'user', content: 'Hi' }];
  const prompt = {
    messages,
    speed: 'fast',
    user_profile_id: 'u',
    workspace_id: 'w',
    billing_policy: { type: 'billing_policy' },
    context_management: { edits: [] },
    moon: { full: true },
  };

  it('receives every prompt field of the client', async () => {
    const compaction = { ...prompt, context_management: null, compaction: { type: 'summarize' } };
    expect(
      (await count('/v1/messages/count_tokens', { model: 'messages', ...compaction }, { input_tokens: 5 })).asked,
    ).toEqual({ model: 'messages', ...compaction });
    const { asked } = await count(
      '/v1/messages/count_tokens',
      { model: 'messages', ...prompt, max_tokens: 9, stream: true, temperature: 1, metadata: {} },
      { input_tokens: 5 },
    );
    expect(asked).toEqual({ model: 'messages', ...prompt });
  });

  it("returns the upstream's count", async () => {
    const reply = { input_tokens: 5, context_management: { original_input_tokens: 9 }, zz: 1 };
    expect((await count('/v1/messages/count_tokens', { model: 'messages', ...prompt }, reply)).returned).toEqual(reply);
  });
});

describe('a count of a client of responses, by an upstream of responses', () => {
  const prompt = { input: 'Hi', instructions: 'Be brief.', personality: 'friendly', moon: { full: true } };

  it('receives every prompt field of the client', async () => {
    const { asked } = await count(
      '/v1/responses/input_tokens',
      { model: 'responses', ...prompt, store: true, max_output_tokens: 9, temperature: 1, metadata: {} },
      { input_tokens: 5 },
    );
    expect(asked).toEqual({ model: 'responses', ...prompt });
  });

  it("returns the upstream's count", async () => {
    const reply = { object: 'response.input_tokens', input_tokens: 5, zz: 1 };
    expect((await count('/v1/responses/input_tokens', { model: 'responses', ...prompt }, reply)).returned).toEqual(
      reply,
    );
  });
});

describe('a count by a server that has no such question', () => {
  it.each(['messages', 'responses'] as const)('is an estimate with a warning: %s', async (kind) => {
    upstream.replay({ status: 404, document: { detail: 'Not Found' } });
    const response = await service.post(
      '/v1/messages/count_tokens',
      { model: kind, messages: [{ role: 'user', content: 'Hi' }] },
      service.messagesHeaders,
    );
    expect([response.status, await response.json()]).toEqual([200, { input_tokens: expect.any(Number) }]);
    expect(response.headers.get('x-service-warning')).toMatch(/^estimated input_tokens: /);
  });
});

describe('a count of a client of the other dialect', () => {
  it("uses the upstream's API and returns the result in this service's format", async () => {
    const body = { messages: [{ role: 'user', content: 'Hi' }], model: 'responses', context_management: { edits: [] } };
    const { returned, asked } = await count('/v1/messages/count_tokens', body, {
      object: 'response.input_tokens',
      input_tokens: 5,
      zz: 1,
    });
    expect(returned).toEqual({ input_tokens: 5, context_management: { original_input_tokens: 5 } });
    expect(Object.keys(asked as object).toSorted()).toEqual(['input', 'model']);
  });
});
