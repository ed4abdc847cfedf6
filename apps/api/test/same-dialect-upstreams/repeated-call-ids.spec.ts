// A server that restarts its call ids with every response, or sends none, in an agent loop.
import Anthropic from '@anthropic-ai/sdk';
import { createLanguageModel } from '#src/engine/create-language-model.js';
import { startTestService, type TestService } from '../kit/start-service.js';
import { startReplayUpstream, type ReplayUpstream } from './replay-upstream.js';

let upstream: ReplayUpstream;
let service: TestService;
let client: Anthropic;

beforeAll(async () => {
  upstream = await startReplayUpstream();
  const models = await Promise.all(
    (['messages', 'responses'] as const).map(
      async (kind) =>
        [
          kind,
          await createLanguageModel({ name: kind, provider: { kind, baseUrl: upstream.baseUrl, model: 'm' } }, {}),
        ] as const,
    ),
  );
  service = await startTestService({ models: Object.fromEntries(models) });
  client = new Anthropic({ baseURL: service.url, apiKey: service.key, maxRetries: 0 });
});
afterAll(async () => {
  await service.close();
  await upstream.close();
});

const responseOf = (item: object): object => ({
  id: 'resp_1',
  object: 'response',
  created_at: 1,
  model: 'm',
  output: [item],
  usage: { input_tokens: 1, output_tokens: 1, total_tokens: 2 },
});

/** Returns a response with a tool call of this id. */
const replies = {
  messages: (id: string | undefined) => [
    {
      type: 'message_start',
      message: {
        id: 'msg_1',
        type: 'message',
        role: 'assistant',
        model: 'm',
        content: [],
        stop_reason: null,
        stop_sequence: null,
        usage: { input_tokens: 1, output_tokens: 1 },
      },
    },
    { type: 'content_block_start', index: 0, content_block: { type: 'tool_use', id, name: 'look', input: {} } },
    { type: 'content_block_stop', index: 0 },
    { type: 'message_delta', delta: { stop_reason: 'tool_use', stop_sequence: null }, usage: { output_tokens: 1 } },
    { type: 'message_stop' },
  ],
  responses: (id: string | undefined) => {
    const item = { type: 'function_call', id: 'fc_0', call_id: id, name: 'look', arguments: '{}', status: 'completed' };
    return [
      {
        type: 'response.created',
        sequence_number: 0,
        response: { ...responseOf(item), status: 'in_progress', output: [] },
      },
      {
        type: 'response.output_item.added',
        sequence_number: 1,
        output_index: 0,
        item: { ...item, status: 'in_progress', arguments: '' },
      },
      { type: 'response.output_item.done', sequence_number: 2, output_index: 0, item },
      { type: 'response.completed', sequence_number: 3, response: { ...responseOf(item), status: 'completed' } },
    ];
  },
};

describe.each([
  ['messages', 'repeats', 'call_0'],
  ['messages', 'has an empty text for', ''],
  ['messages', 'leaves out', undefined],
  ['responses', 'repeats', 'call_0'],
  ['responses', 'has an empty text for', ''],
  ['responses', 'leaves out', undefined],
] as const)('an upstream of %s that %s the ids of its calls', (kind, _, callId) => {
  it.each([false, true])('is called on and on, streamed: %j', async (streamed) => {
    upstream.replay({ events: replies[kind](callId) });
    const messages: Anthropic.MessageParam[] = [{ role: 'user', content: 'Look around.' }];
    const ids = new Set<string>();
    for (let turn = 0; turn < 4; turn += 1) {
      const request = {
        model: kind,
        max_tokens: 100,
        tools: [{ name: 'look', input_schema: { type: 'object' as const } }],
        messages,
      };
      const { content } = streamed
        ? await client.messages.stream(request).finalMessage()
        : await client.messages.create(request);
      const calls = content.flatMap((block) => (block.type === 'tool_use' ? [block.id] : []));
      for (const id of calls) ids.add(id);
      messages.push(
        { role: 'assistant', content },
        { role: 'user', content: calls.map((id) => ({ type: 'tool_result', tool_use_id: id, content: 'A tree.' })) },
      );
    }
    expect(ids.size).toBe(4);
  });
});
