// POST /v1/responses/compact through the unmodified `openai` package.
import { compactedResponseSchema } from '@org/protocol/responses';
import { EngineError, type LanguageModel, type Store } from '@org/engine';
import OpenAI from 'openai';
import { STORE } from '#src/engine/tokens.js';
import { ActiveRequests } from '#src/request-context/active-requests.js';
import { openFrames } from '../kit/frames.js';
import { eventually } from '../kit/eventually.js';
import { openPost } from '../kit/raw-request.js';
import { scriptedModel, textResponse } from '../kit/scripts.js';
import { otherKey, startTestService, type TestService } from '../kit/start-service.js';
import { recording, type Recording } from './recording.js';

let service: TestService;
let model: Recording;
const start = async (...replies: readonly string[]): Promise<void> => {
  model = recording(...replies.map((response) => [response]));
  service = await startTestService({
    models: {
      m: model,
      mute: recording([]),
      full: scriptedModel({
        type: 'throw',
        error: new EngineError('context-overflow', 'prompt is too long: 9 tokens > 8 maximum'),
      }),
    },
  });
};
afterEach(() => service.close());

const connect = (apiKey = service.key): OpenAI => new OpenAI({ apiKey, baseURL: `${service.url}/v1`, maxRetries: 0 });
const talk = [
  { role: 'user' as const, content: 'My name is Anna.' },
  { role: 'assistant' as const, content: 'Noted.' },
  { type: 'function_call' as const, call_id: 'call_1', name: 'lookup', arguments: '{}' },
  { type: 'function_call_output' as const, call_id: 'call_1', output: 'Rome' },
  { role: 'user' as const, content: 'And now?' },
];
/** What the SDK gives and what it takes differ in type only. */
const toInputItems = (output: OpenAI.Responses.ResponseOutputItem[]): OpenAI.Responses.ResponseInputItem[] =>
  output as OpenAI.Responses.ResponseInputItem[];

describe('a compaction', () => {
  it("retains the user's messages and one item that only the service can read", async () => {
    await start('Anna lives in Rome.');
    const compacted = await connect().responses.compact({
      model: 'm',
      input: talk,
      instructions: 'Be brief.',
      prompt_cache_key: 'k',
    });
    expect(compactedResponseSchema.parse(compacted)).toEqual(compacted);
    expect(compacted).toMatchObject({
      id: expect.stringMatching(/^resp_/),
      object: 'response.compaction',
      created_at: expect.any(Number),
      usage: { input_tokens: 7, output_tokens: 5, total_tokens: 12 },
    });
    expect(compacted.output.map((item) => item.type)).toEqual(['message', 'message', 'compaction']);
    expect(compacted.output[0]).toMatchObject({
      id: expect.stringMatching(/^msg_/),
      role: 'user',
      status: 'completed',
      content: [{ type: 'input_text', text: 'My name is Anna.' }],
    });
    expect(JSON.stringify(compacted)).not.toContain('Rome');
    expect(model.requests).toHaveLength(1);
    expect(model.promptMessages().slice(0, -1)).toEqual([
      'system: Be brief.',
      'user: My name is Anna.',
      'assistant: Noted. lookup({})',
      'tool: = Rome',
      'user: And now?',
    ]);
    expect(model.promptMessages().at(-1)).toMatch(/^user: Summarise/);
    expect(model.requests[0]).toMatchObject({ tools: [], truncation: 'auto', cacheKey: 'k' });
  });

  it('is charged in the log for what it has read and written', async () => {
    await start('Anna lives in Rome.');
    await connect().responses.compact({ model: 'm', input: talk });
    const line = (): (typeof service.log)[number] | undefined => service.log.find(({ msg }) => msg === 'request');
    await eventually(() => line() !== undefined);
    expect(line()).toMatchObject({ route: '/v1/responses/compact', model: 'm', inputTokens: 7, outputTokens: 5 });
  });

  it.each(['/v1/responses/compact', '/v1/responses/input_tokens'])(
    'is logged as finished, like a count at %s, when its work ends, not when its client disconnects',
    async (route) => {
      const work = Promise.withResolvers<void>();
      let started = false;
      const response = async (): Promise<void> => {
        started = true;
        await work.promise;
      };
      const inner = scriptedModel();
      const deaf: LanguageModel = {
        modelInfo: () => inner.modelInfo(),
        close: () => inner.close(),
        async countTokens() {
          await response();
          return { inputTokens: 1 };
        },
        async *generate() {
          await response();
          yield* textResponse('Anna lives in Rome.');
        },
      };
      service = await startTestService({ models: { deaf } });
      const socket = openPost(service.url, route, service.responsesHeaders, { model: 'deaf', input: 'Hi' });
      await eventually(() => started);
      socket.destroy();
      const lines = (): number => service.log.filter(({ msg }) => msg === 'request').length;
      await eventually(() => [...service.app.get(ActiveRequests)].every(({ signal }) => signal.aborted));
      expect(lines()).toBe(0);
      work.resolve();
      await eventually(() => lines() === 1);
    },
  );

  it('is accepted as the input of a new chain and continued', async () => {
    await start('Anna lives in Rome.', 'Hello Anna.', 'Bye.');
    const { output } = await connect().responses.compact({ model: 'm', input: talk });
    const first = await connect().responses.create({
      model: 'm',
      input: [...toInputItems(output), { role: 'user', content: 'Who am I?' }],
    });
    const context = [
      'user: My name is Anna.',
      'user: And now?',
      'user: [compaction] Summary of the conversation so far:\n\nAnna lives in Rome.',
      'user: Who am I?',
    ];
    expect(model.promptMessages()).toEqual(context);
    await connect().responses.create({ model: 'm', previous_response_id: first.id, input: 'Bye!' });
    expect(model.promptMessages()).toEqual([...context, 'assistant: Hello Anna.', 'user: Bye!']);
    expect((await connect().responses.inputItems.list(first.id, { order: 'asc' })).data.map((item) => item.id)).toEqual(
      [...output.map((item) => item.id), expect.any(String)],
    );
  });

  it('of a chain replaces no more history when it is resent with later turns, as VS Code does', async () => {
    await start('Hello.', 'Anna lives in Rome.', 'Second.', 'Third.');
    const ask = (input: OpenAI.Responses.ResponseInput, more: object): Promise<OpenAI.Responses.Response> =>
      connect().responses.create({ model: 'm', input, ...more });
    const userMessage = (content: string): OpenAI.Responses.ResponseInputItem => ({ role: 'user', content });
    const first = await ask([userMessage('My name is Anna.')], {});
    const second = await ask([userMessage('Two?')], {
      previous_response_id: first.id,
      context_management: [{ type: 'compaction', compact_threshold: 1 }],
    });
    const third = await ask([userMessage('Three?')], { previous_response_id: second.id });
    await ask([...toInputItems(second.output.slice(0, 1)), userMessage('Four?')], { previous_response_id: third.id });
    const [summary, ...since] = model.promptMessages();
    expect(summary).toMatch(/^user: \[compaction\] Summary[^]*Anna lives in Rome\./);
    expect(since).toEqual(['assistant: Second.', 'user: Three?', 'assistant: Third.', 'user: Four?']);
  });

  it('is added to a conversation', async () => {
    await start('Anna lives in Rome.', 'Hello Anna.');
    const { output } = await connect().responses.compact({ model: 'm', input: talk });
    const { id } = await connect().conversations.create({ items: toInputItems(output) });
    await connect().responses.create({ model: 'm', conversation: id, input: 'Who am I?' });
    expect(model.promptMessages()).toContain(
      'user: [compaction] Summary of the conversation so far:\n\nAnna lives in Rome.',
    );
  });

  it('cannot be decrypted by other owners', async () => {
    await start('Anna lives in Rome.');
    const { output } = await connect().responses.compact({ model: 'm', input: talk });
    const use = connect(otherKey).responses.create({
      model: 'm',
      input: [...toInputItems(output), { role: 'user', content: 'Who am I?' }],
    });
    await expect(use).rejects.toMatchObject({ status: 400, param: expect.stringMatching(/^input/) });
    expect(model.requests).toHaveLength(1);
  });

  it('can be made of a stored chain, and of a compaction', async () => {
    await start('Hello.', 'First summary.', 'Second summary.');
    const { id } = await connect().responses.create({ model: 'm', input: 'Hi.', instructions: 'Not carried over.' });
    const first = await connect().responses.compact({ model: 'm', previous_response_id: id });
    expect(model.promptMessages().slice(0, -1)).toEqual(['user: Hi.', 'assistant: Hello.']);
    const second = await connect().responses.compact({ model: 'm', input: toInputItems(first.output) });
    expect(model.promptMessages()).toContain(
      'user: [compaction] Summary of the conversation so far:\n\nFirst summary.',
    );
    expect(second.output.map((item) => item.type)).toEqual(['message', 'compaction']);
    expect(second.output[0]).toEqual(first.output[0]);
  });

  it.each(['mute', 'full'])('of a model that is %s contains the end of the transcript', async (name) => {
    await start('Hello.');
    const { output, usage } = await connect().responses.compact({ model: name, input: talk });
    await connect().responses.create({ model: 'm', input: toInputItems(output) });
    expect(model.promptMessages().at(-1)).toBe(
      'user: [compaction] Summary of the conversation so far:\n\nUser: My name is Anna.\nAssistant: Noted.\nAssistant: calls lookup with {}\nTool: Rome\nUser: And now?',
    );
    expect(usage.total_tokens).toBe(name === 'mute' ? 12 : 0);
  });

  it('requires a model and input to compact, and rejects items of other owners', async () => {
    await start('Hello.');
    const refusal = async (body: object, key = service.key): Promise<unknown> => {
      const response = await service.post('/v1/responses/compact', body, { authorization: `Bearer ${key}` });
      const { error } = (await response.json()) as { error: { code: string | null; param: string } };
      return [response.status, error.param];
    };
    expect(await refusal({ input: 'x' })).toEqual([400, 'model']);
    expect(await refusal({ model: 'm' })).toEqual([400, 'input']);
    expect(await refusal({ model: 'nobody', input: 'x' })).toEqual([404, 'model']);
    expect(await refusal({ model: 'm', input: [{ role: 'user', content: 1 }] })).toEqual([400, 'input.0.content']);
    const { id } = await connect().responses.create({ model: 'm', input: 'x' });
    expect(await refusal({ model: 'm', previous_response_id: id }, otherKey)).toEqual([400, 'previous_response_id']);
  });

  it('is rejected everywhere when it cannot be decrypted, because it replaces the history', async () => {
    await start('Anna lives in Rome.');
    const { output } = await connect().responses.compact({ model: 'm', input: talk });
    const asked = model.requests.length;
    const changed = output.map((item) =>
      item.type === 'compaction'
        ? { ...item, encrypted_content: item.encrypted_content.replace(/.{4}$/, 'AAAA') }
        : item,
    );
    const refusal = {
      error: { type: 'invalid_request_error', code: 'invalid_encrypted_content', param: 'input.2.encrypted_content' },
    };
    for (const path of ['/v1/responses', '/v1/responses/compact', '/v1/responses/input_tokens']) {
      const response = await service.post(path, {
        model: 'm',
        input: [...changed, { role: 'user', content: 'Who am I?' }],
      });
      expect([path, response.status]).toEqual([path, 400]);
      expect(await response.json()).toMatchObject(refusal);
    }
    const connection = await openFrames(service.url, service.responsesHeaders);
    for (const generate of [true, false]) {
      expect(await connection.ask({ type: 'response.create', model: 'm', generate, input: changed })).toMatchObject({
        type: 'error',
        status: 400,
        ...refusal,
      });
    }
    connection.socket.terminate();
    expect(model.requests).toHaveLength(asked);
  });

  it('that cannot be opened makes a conversation unanswerable until it is deleted', async () => {
    await start('Hello.');
    const client = connect();
    const signedElsewhere = { type: 'compaction' as const, encrypted_content: 'Z2FyYmFnZQ==' };
    await expect(client.conversations.create({ items: [signedElsewhere] })).rejects.toMatchObject({
      status: 400,
      code: 'invalid_encrypted_content',
      param: 'items.0.encrypted_content',
    });
    // The item was readable when it was added, but the server's secret has changed since.
    const { id } = await client.conversations.create();
    const store = service.app.get<Store>(STORE);
    expect(
      await store.addConversationItems('name:alice', id, [{ id: 'cmp_1', value: { ...signedElsewhere, id: 'cmp_1' } }]),
    ).toBe(true);
    await expect(client.responses.create({ model: 'm', conversation: id, input: 'Hi' })).rejects.toMatchObject({
      status: 400,
      code: 'invalid_encrypted_content',
      param: 'conversation',
    });
    const [item] = (await client.conversations.items.list(id)).data;
    await client.conversations.items.delete(item?.id ?? '', { conversation_id: id });
    expect((await client.responses.create({ model: 'm', conversation: id, input: 'Hi' })).output_text).toBe('Hello.');
  });
});
