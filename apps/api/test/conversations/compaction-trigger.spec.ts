// A `compaction_trigger` at the end of the input: Codex compacts by it before its built-in provider.
import OpenAI from 'openai';
import { EngineError } from '@org/engine';
import { scriptedModel } from '../kit/scripts.js';
import { startTestService, type TestService } from '../kit/start-service.js';
import { recording, type Recording } from './recording.js';

let service: TestService;
let model: Recording;
const start = async (...replies: readonly string[]): Promise<OpenAI> => {
  model = recording(...replies.map((reply) => [reply]));
  service = await startTestService({
    models: {
      m: model,
      full: scriptedModel({
        type: 'throw',
        error: new EngineError('context-overflow', 'prompt is too long: 9 tokens > 8 maximum'),
      }),
    },
  });
  return new OpenAI({ apiKey: service.key, baseURL: `${service.url}/v1`, maxRetries: 0 });
};
afterEach(() => service.close());

const trigger = { type: 'compaction_trigger' as const };
const talk = [
  { role: 'user' as const, content: 'My name is Anna.' },
  { type: 'function_call' as const, call_id: 'call_1', name: 'lookup', arguments: '{}' },
  { type: 'function_call_output' as const, call_id: 'call_1', output: 'Rome' },
];
const tools = [{ type: 'function' as const, name: 'lookup', parameters: { type: 'object' }, strict: false }];
const summary = 'user: [compaction] Summary of the conversation so far:\n\nAnna lives in Rome.';

describe('A compaction trigger', () => {
  it('returns a compaction alone, with which the client continues its own history', async () => {
    const client = await start('Anna lives in Rome.', 'Hello Anna.');
    const stream = client.responses.stream({
      model: 'm',
      store: false,
      instructions: 'Be brief.',
      tools,
      input: [...talk, trigger],
      context_management: [{ type: 'compaction', compact_threshold: 1000 }],
    });
    const eventTypes: string[] = [];
    for await (const { type } of stream) eventTypes.push(type);
    expect(eventTypes).toEqual([
      'response.created',
      'response.in_progress',
      'response.output_item.added',
      'response.output_item.done',
      'response.completed',
    ]);
    const { output, status, usage } = await stream.finalResponse();
    expect(status).toBe('completed');
    expect(usage).toMatchObject({ input_tokens: 7, output_tokens: 5 });
    expect(output).toMatchObject([
      { type: 'compaction', id: expect.stringMatching(/^cmp_/), encrypted_content: expect.any(String) },
    ]);
    expect(model.promptMessages().slice(0, -1)).toEqual([
      'system: Be brief.',
      'user: My name is Anna.',
      'assistant: lookup({})',
      'tool: = Rome',
    ]);
    expect(model.promptMessages().at(-1)).toMatch(/^user: Summarise/);
    expect(model.requests[0]).toMatchObject({ tools: [] });
    const [compaction] = output;
    if (compaction?.type !== 'compaction') throw new Error('nothing was compacted');
    await client.responses.create({
      model: 'm',
      store: false,
      input: [{ role: 'user', content: 'My name is Anna.' }, compaction, { role: 'user', content: 'Who am I?' }],
    });
    expect(model.promptMessages()).toEqual(['user: My name is Anna.', summary, 'user: Who am I?']);
  });

  it('makes a stored chain and a conversation small', async () => {
    const client = await start('Hello.', 'Anna lives in Rome.', 'Hello Anna.');
    const first = await client.responses.create({ model: 'm', input: 'My name is Anna.' });
    const compacted = await client.responses.create({ model: 'm', previous_response_id: first.id, input: [trigger] });
    expect(model.promptMessages().slice(0, -1)).toEqual(['user: My name is Anna.', 'assistant: Hello.']);
    await client.responses.create({ model: 'm', previous_response_id: compacted.id, input: 'Who am I?' });
    expect(model.promptMessages()).toEqual([summary, 'user: Who am I?']);
    expect((await client.responses.inputItems.list(compacted.id)).data).toMatchObject([{ type: 'compaction_trigger' }]);
    const { id } = await client.conversations.create({
      items: [{ type: 'message', role: 'user', content: 'My name is Anna.' }],
    });
    await client.responses.create({ model: 'm', conversation: id, input: [trigger] });
    await client.responses.create({ model: 'm', conversation: id, input: 'Who am I?' });
    expect(model.promptMessages()).toEqual([
      'user: [compaction] Summary of the conversation so far:\n\nHello Anna.',
      'user: Who am I?',
    ]);
  });

  it("summarizes the end of the transcript when the model's context is too small", async () => {
    const client = await start('Hello Anna.');
    const { output } = await client.responses.create({ model: 'full', store: false, input: [...talk, trigger] });
    await client.responses.create({ model: 'm', input: output as OpenAI.Responses.ResponseInputItem[] });
    expect(model.promptMessages()).toEqual([
      'user: [compaction] Summary of the conversation so far:\n\nUser: My name is Anna.\nAssistant: calls lookup with {}\nTool: Rome',
    ]);
  });

  it('is validated before anything else', async () => {
    const client = await start('Hello.');
    await expect(
      client.responses.create({ model: 'm', input: [trigger, { role: 'user', content: 'Hi.' }] }),
    ).rejects.toMatchObject({ status: 400, param: 'input.0', code: 'invalid_value' });
  });
});
