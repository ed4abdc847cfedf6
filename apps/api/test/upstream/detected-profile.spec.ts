// A server that identifies itself, for a model whose settings do not identify it.
import { keywordScript, type ScriptedUpstream, startScriptedUpstream } from '@org/providers/testing';
import { ChatCompletionsSettings } from '#src/config/providers/chat-completions-settings.js';
import { startTestService, type TestService } from '../kit/start-service.js';

let upstream: ScriptedUpstream;
let service: TestService;

async function start(owner: string): Promise<void> {
  upstream = await startScriptedUpstream({ model: { id: 'm', owned_by: owner } });
  const script = keywordScript();
  upstream.play((call) => (call.record.path === '/tokenize' ? call.reply(200, { count: 7 }) : script(call)));
  const provider = Object.assign(new ChatCompletionsSettings(), {
    kind: 'chat-completions' as const,
    baseUrl: upstream.baseUrl,
  });
  service = await startTestService({ config: { models: [{ name: 'm', provider: provider }] } });
}

afterEach(async () => {
  await service.close();
  await upstream.close();
});

async function post(path: string, body: object): Promise<Response> {
  const headers = { 'content-type': 'application/json', ...service.messagesHeaders };
  return await fetch(service.url + path, {
    method: 'POST',
    headers,
    body: JSON.stringify({ model: 'm', messages: [{ role: 'user', content: 'tokens=3' }], ...body }),
  });
}

it('uses a detected vLLM as such: tokens are counted, reasoning is switched, and its cache is separated by owner', async () => {
  await start('vllm');
  const counted = await post('/v1/messages/count_tokens', {});
  expect([counted.status, await counted.json()]).toEqual([200, { input_tokens: 7 }]);
  const response = await post('/v1/messages', { max_tokens: 2000, thinking: { type: 'enabled', budget_tokens: 1024 } });
  expect(response.status).toBe(200);
  expect(upstream.records.at(-1)?.body).toMatchObject({
    chat_template_kwargs: { enable_thinking: true },
    cache_salt: expect.any(String),
  });
});

it('sends only universally supported fields to an unidentified server', async () => {
  await start('somebody');
  const counted = await post('/v1/messages/count_tokens', {});
  expect([counted.status, await counted.json()]).toEqual([200, { input_tokens: expect.any(Number) }]);
  expect(counted.headers.get('x-service-warning')).toMatch(/^estimated input_tokens: /);
  expect((await post('/v1/messages', { max_tokens: 2000 })).status).toBe(200);
  expect(Object.keys(upstream.records.at(-1)?.body ?? {})).not.toContain('cache_salt');
});
