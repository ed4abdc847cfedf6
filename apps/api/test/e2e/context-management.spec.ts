// Long conversations made shorter by the service, as the unmodified official SDKs ask for it and read it.
import Anthropic from '@anthropic-ai/sdk';
import type {
  BetaCompact20260112Edit,
  BetaMessageParam,
  MessageCreateParamsNonStreaming,
} from '@anthropic-ai/sdk/resources/beta/messages';
import OpenAI from 'openai';
import { hasEnded, pollUntil } from '../kit/background.js';
import { startTestService, type TestService } from '../kit/start-service.js';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.close());

describe('the messages dialect', () => {
  const client = (): Anthropic => new Anthropic({ apiKey: service.key, baseURL: service.url, maxRetries: 0 });

  const long = 'The sky over the lake is grey and the wind comes from the west. '.repeat(6);
  const messages: BetaMessageParam[] = [
    { role: 'user', content: 'Watch the sky.' },
    ...[1, 2, 3, 4].flatMap((n): BetaMessageParam[] => [
      { role: 'assistant', content: [{ type: 'tool_use', id: `toolu_${n}`, name: 'look', input: {} }] },
      { role: 'user', content: [{ type: 'tool_result', tool_use_id: `toolu_${n}`, content: long }] },
    ]),
  ];
  const prompt = {
    model: 'demo',
    messages,
    tools: [{ name: 'look', input_schema: { type: 'object' as const } }],
    betas: ['context-management-2025-06-27'],
    context_management: {
      edits: [
        {
          type: 'clear_tool_uses_20250919' as const,
          trigger: { type: 'tool_uses' as const, value: 3 },
          keep: { type: 'tool_uses' as const, value: 1 },
        },
      ],
    },
  };
  const request: MessageCreateParamsNonStreaming = { ...prompt, max_tokens: 40 };

  it('clears old tool results, charges for the remaining tokens and reports the edit in JSON and in a stream', async () => {
    const { context_management: _, ...untouched } = request;
    const full = await client().beta.messages.create(untouched);
    expect(full.context_management ?? null).toBeNull();
    const message = await client().beta.messages.create(request);
    const edits = message.context_management?.applied_edits;
    expect(edits).toEqual([
      { type: 'clear_tool_uses_20250919', cleared_tool_uses: 3, cleared_input_tokens: expect.any(Number) },
    ]);
    const total = ({ usage }: typeof message): number =>
      usage.input_tokens + (usage.cache_read_input_tokens ?? 0) + (usage.cache_creation_input_tokens ?? 0);
    expect(total(full) - total(message)).toBe(edits?.[0]?.cleared_input_tokens);
    const streamed = await client().beta.messages.stream(request).finalMessage();
    expect(streamed.context_management).toEqual(message.context_management);
  });

  it('counts a prompt before and after', async () => {
    const { context_management: _, ...untouched } = prompt;
    const before = await client().beta.messages.countTokens(untouched);
    const after = await client().beta.messages.countTokens(prompt);
    expect(before.context_management ?? null).toBeNull();
    expect(after.context_management).toEqual({ original_input_tokens: before.input_tokens });
    expect(after.input_tokens).toBeLessThan(before.input_tokens);
  });

  it('reports an edit without effect and warns about an unknown edit', async () => {
    // An edit type of the future, which the types do not contain.
    const unknown = JSON.parse('{"type":"compact_20991231"}') as BetaCompact20260112Edit;
    const { data, response } = await client()
      .beta.messages.create({
        ...request,
        messages: [{ role: 'user', content: 'Hi.' }],
        context_management: { edits: [unknown, ...(request.context_management?.edits ?? [])] },
      })
      .withResponse();
    expect(data.context_management).toEqual({ applied_edits: [] });
    expect(response.headers.get('x-service-warning')).toContain('context_management.edits.0');
  });
});

describe('the responses dialect', () => {
  const client = (): OpenAI => new OpenAI({ apiKey: service.key, baseURL: `${service.url}/v1`, maxRetries: 0 });
  const longText = 'I walked around the lake and counted the boats, and then I went home again. '.repeat(8);
  const compacting = { context_management: [{ type: 'compaction', compact_threshold: 150 }] };

  it('summarizes a long chain, returns the summary as the first item and starts later turns from it', async () => {
    const first = await client().responses.create({ model: 'demo', input: longText });
    const second = await client().responses.create({
      model: 'demo',
      input: 'How are you?',
      previous_response_id: first.id,
      ...compacting,
    });
    expect(second.output.map(({ type }) => type)).toEqual(['compaction', 'message']);
    const third = { model: 'demo', input: 'And you?', previous_response_id: second.id };
    const complete = { model: 'demo', input: 'And you?', previous_response_id: first.id };
    const counted = await client().responses.inputTokens.count(third);
    expect(counted.input_tokens).toBeLessThan((await client().responses.inputTokens.count(complete)).input_tokens);
    expect((await client().responses.create(third)).usage?.input_tokens).toBe(counted.input_tokens);
  });

  it('does the same in a stream, and for a client that sends all items back', async () => {
    const history = [
      { role: 'user' as const, content: longText },
      { role: 'assistant' as const, content: 'I see.' },
      { role: 'user' as const, content: 'How are you?' },
    ];
    const response = await client()
      .responses.stream({ model: 'demo', input: history, store: false, ...compacting })
      .finalResponse();
    expect(response.output.map(({ type }) => type)).toEqual(['compaction', 'message']);
    const { output_text: text } = response;
    const compaction = response.output.find((item) => item.type === 'compaction');
    if (compaction?.type !== 'compaction') throw new Error('nothing was summarized');
    const count = async (...input: OpenAI.Responses.ResponseInput): Promise<number> =>
      (await client().responses.inputTokens.count({ model: 'demo', input })).input_tokens;
    const next = [
      compaction,
      { role: 'assistant' as const, content: text },
      { role: 'user' as const, content: 'And you?' },
    ];
    expect(await count(...history, ...next)).toBe(await count(...next));
  });

  it('summarizes a long conversation, which continues from the summary', async () => {
    const { id } = await client().conversations.create();
    await client().responses.create({ model: 'demo', input: longText, conversation: id });
    const count = async (): Promise<number> =>
      (await client().responses.inputTokens.count({ model: 'demo', input: 'And you?', conversation: id })).input_tokens;
    const before = await count();
    const response = await client().responses.create({
      model: 'demo',
      input: 'How are you?',
      conversation: id,
      ...compacting,
    });
    expect(response.output.map(({ type }) => type)).toEqual(['compaction', 'message']);
    expect(await count()).toBeLessThan(before);
  });

  it('does the same in the background', async () => {
    const input = [
      { role: 'user' as const, content: longText },
      { role: 'assistant' as const, content: 'I see.' },
      { role: 'user' as const, content: 'How are you?' },
    ];
    const { id } = await client().responses.create({ model: 'demo', input, background: true, ...compacting });
    const ended = await pollUntil(service, id, hasEnded, 30_000);
    expect(ended).toMatchObject({ status: 'completed', output: [{ type: 'compaction' }, { type: 'message' }] });
  });

  it('does not change a short chain', async () => {
    const { output } = await client().responses.create({ model: 'demo', input: 'Hi.', ...compacting });
    expect(output.map(({ type }) => type)).toEqual(['message']);
  });
});
