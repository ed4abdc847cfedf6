// The second step of a tool loop, for upstreams that reject it without their own output of the first step.
import type { JsonObject } from '@org/engine';
import { type ScriptedUpstream, startScriptedUpstream, type UpstreamCall } from '@org/providers/testing';
import { ChatCompletionsSettings } from '#src/config/providers/chat-completions-settings.js';
import { startTestService, type TestService } from '../kit/start-service.js';

type Json = Readonly<Record<string, unknown>>;

let upstream: ScriptedUpstream;
let service: TestService;

beforeAll(async () => {
  upstream = await startScriptedUpstream();
  upstream.play(reply);
  const settings = (profile: 'generic' | 'deepseek') =>
    Object.assign(new ChatCompletionsSettings(), {
      kind: 'chat-completions' as const,
      baseUrl: upstream.baseUrl,
      profile,
    });
  service = await startTestService({
    config: {
      models: [
        { name: 'signs', provider: settings('generic') },
        { name: 'thinks', provider: settings('deepseek') },
      ],
    },
  });
});
afterAll(async () => {
  await service.close();
  await upstream.close();
});

const signature = { google: { thought_signature: 'SIG' } };

function reply(call: UpstreamCall): void {
  const messages = call.body['messages'] as readonly JsonObject[];
  const earlier = messages.find(({ role }) => role === 'assistant');
  if (earlier === undefined) {
    if (call.body['model'] === 'thinks') call.delta({ reasoning_content: 'Look first.' });
    call.delta({
      tool_calls: [
        {
          index: 0,
          id: 'call_9',
          type: 'function',
          function: { name: 'look', arguments: '{}' },
          ...(call.body['model'] === 'signs' && { extra_content: signature }),
        },
      ],
    });
    call.finish('tool_calls');
    return;
  }
  const [called] = earlier['tool_calls'] as readonly JsonObject[];
  const stored =
    call.body['model'] === 'thinks'
      ? earlier['reasoning_content'] === 'Look first.'
      : JSON.stringify(called?.['extra_content']) === JSON.stringify(signature);
  if (!stored) call.reply(400, { error: { message: 'Something has to be passed back.', code: 400 } });
  else {
    call.delta({ content: 'Blue.' });
    call.finish();
  }
}

async function post(path: string, headers: Readonly<Record<string, string>>, body: Json): Promise<Json> {
  const response = await fetch(service.url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
  return { status: response.status, ...((await response.json()) as Json) };
}

const schema = { type: 'object', properties: {} };

describe.each(['signs', 'thinks'])('an upstream that %s receives its own output with a call again', (model) => {
  it('through /v1/messages', async () => {
    const ask = async (messages: readonly unknown[]) =>
      await post('/v1/messages', service.messagesHeaders, {
        model,
        max_tokens: 2000,
        thinking: { type: 'enabled', budget_tokens: 1024 },
        tools: [{ name: 'look', input_schema: schema }],
        messages,
      });
    const question = { role: 'user', content: 'What colour?' };
    const first = await ask([question]);
    expect(first).toMatchObject({ status: 200, stop_reason: 'tool_use' });
    const second = await ask([
      question,
      { role: 'assistant', content: first['content'] },
      { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'call_9', content: 'blue' }] },
    ]);
    expect(second).toMatchObject({ status: 200, content: [{ type: 'text', text: 'Blue.' }] });
  });

  const result = { type: 'function_call_output', call_id: 'call_9', output: 'blue' };
  const respond = async (body: Json) =>
    await post('/v1/responses', service.responsesHeaders, {
      model,
      reasoning: { effort: 'high' },
      tools: [{ type: 'function', name: 'look', parameters: schema }],
      ...body,
    });
  const messageOf = (response: Json): unknown =>
    (response['output'] as readonly Json[]).find(({ type }) => type === 'message');

  it('through /v1/responses, from the store', async () => {
    const first = await respond({ input: 'What colour?' });
    const second = await respond({ previous_response_id: first['id'], input: [result] });
    expect([first['status'], second['status'], messageOf(second)]).toMatchObject([
      'completed',
      'completed',
      { content: [{ text: 'Blue.' }] },
    ]);
  });

  it('through /v1/responses, from a stateless client', async () => {
    const stored = { store: false, include: ['reasoning.encrypted_content'] };
    const first = await respond({ ...stored, input: 'What colour?' });
    const second = await respond({
      ...stored,
      input: [{ role: 'user', content: 'What colour?' }, ...(first['output'] as readonly Json[]), result],
    });
    expect(messageOf(second)).toMatchObject({ content: [{ text: 'Blue.' }] });
  });
});
