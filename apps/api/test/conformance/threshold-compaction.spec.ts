// `compact_20260112` as the unmodified official SDK requests it: the service summarizes a conversation while it
// grows.
import Anthropic from '@anthropic-ai/sdk';
import type {
  BetaCompact20260112Edit,
  BetaMessage,
  BetaMessageParam,
  MessageCreateParamsNonStreaming,
} from '@anthropic-ai/sdk/resources/beta/messages';
import { testSetups, type TestSetup } from './test-setups.js';

const gist = 'Summary of the conversation so far:\n\nHello.';
const sentence = 'I walked around the lake and counted the boats. ';
const talk: BetaMessageParam[] = [
  { role: 'user', content: sentence.repeat(20) },
  { role: 'assistant', content: 'I see.' },
  { role: 'user', content: 'How are you?' },
];
/** The summary that later turns start from; it also replaces the last messages. */
const block = {
  type: 'compaction',
  content: `${gist}\n\nThen:\n\nUser: How are you?`,
  encrypted_content: null,
  tool_changes: [],
};

function asking(
  messages: BetaMessageParam[],
  edit: Partial<BetaCompact20260112Edit> = {},
): MessageCreateParamsNonStreaming {
  return {
    model: 'm',
    max_tokens: 100,
    system: 'Be exact.',
    messages,
    betas: ['compact-2026-01-12'],
    context_management: {
      edits: [{ type: 'compact_20260112', trigger: { type: 'input_tokens', value: 100 }, ...edit }],
    },
  };
}

/** Worlds whose upstream supports token counting or reports that it does not. */
const counting = testSetups.filter(({ name }) => !name.includes('template'));

describe.each(counting)('a conversation above its trigger, before $name', ({ start }) => {
  let world: TestSetup;
  beforeAll(async () => {
    world = await start();
  });
  afterAll(() => world.close());

  const client = (): Anthropic =>
    new Anthropic({ apiKey: world.service.key, baseURL: world.service.url, maxRetries: 0 });
  const createMessage = (request: MessageCreateParamsNonStreaming, stream: boolean): Promise<BetaMessage> =>
    stream ? client().beta.messages.stream(request).finalMessage() : client().beta.messages.create(request);
  const promptMessages = (): readonly { readonly role: string; readonly text: string }[] =>
    (world.observedRequests.at(-1)?.messages ?? []).map(({ role, text }) => ({ role, text }));

  it.each([false, true])(
    'returns the summary before its message and continues from it when the message is sent back (streamed: %s)',
    async (stream) => {
      const message = await createMessage(asking(talk), stream);
      expect(message).toMatchObject({
        content: [block, { type: 'text', text: 'Hello.' }],
        stop_reason: 'end_turn',
        context_management: { applied_edits: [] },
      });
      expect(
        promptMessages()
          .map(({ text }) => text)
          .join('\n'),
      ).toBe(`Be exact.\n${gist}\nHow are you?`);
      const [summary, own, ...more] = message.usage.iterations ?? [];
      expect([summary?.type, own?.type, more]).toEqual(['compaction', 'message', []]);
      const counts = ({
        input_tokens,
        output_tokens,
      }: {
        readonly input_tokens: number;
        readonly output_tokens: number;
      }): number[] => [input_tokens, output_tokens];
      expect(own && counts(own)).toEqual(counts(message.usage));
      expect(summary?.output_tokens).toBeGreaterThan(0);

      const next = await createMessage(
        asking([...talk, { role: 'assistant', content: message.content }, { role: 'user', content: 'And you?' }]),
        stream,
      );
      expect(next.content).toMatchObject([{ type: 'text', text: 'Hello.' }]);
      expect(next.usage.iterations ?? null).toBeNull();
      expect(promptMessages().map(({ role }) => role)).toEqual(['system', 'user', 'assistant', 'user']);
      expect(JSON.stringify(promptMessages())).not.toContain('boats');
    },
  );

  it.each([false, true])(
    "pauses with its summary under the request's instructions and continues when that is sent back (streamed: %s)",
    async (stream) => {
      const request = asking(talk, { pause_after_compaction: true, instructions: 'Say only the names.' });
      const message = await createMessage(request, stream);
      expect(promptMessages().at(-1)?.text).toBe('Say only the names.');
      expect(message).toMatchObject({
        content: [block],
        stop_reason: 'compaction',
        usage: { input_tokens: 0, output_tokens: 0, iterations: [{ type: 'compaction' }] },
      });
      const next = await createMessage(
        { ...request, messages: [...talk, { role: 'assistant', content: message.content }] },
        stream,
      );
      expect(next).toMatchObject({ content: [{ type: 'text', text: 'Hello.' }], stop_reason: 'end_turn' });
      expect(promptMessages()).toEqual([
        { role: 'system', text: 'Be exact.' },
        { role: 'user', text: block.content },
      ]);
    },
  );

  it.each([
    { stream: false, pauses: false },
    { stream: true, pauses: false },
    { stream: false, pauses: true },
  ])('does so in a thread (streamed: $stream, pauses: $pauses)', async ({ stream, pauses }) => {
    const first = await createMessage(
      { ...asking(talk.slice(0, 1)), context_management: null, thread: { type: 'create' } },
      stream,
    );
    const second = await createMessage(
      {
        ...asking(talk.slice(2), { pause_after_compaction: pauses }),
        thread: { type: 'continue', previous_message_id: first.id },
      },
      stream,
    );
    expect(second.content.map(({ type }) => type)).toEqual(pauses ? ['compaction'] : ['compaction', 'text']);
    await createMessage(
      {
        ...asking(pauses ? [] : [{ role: 'user', content: 'And you?' }]),
        thread: { type: 'continue', previous_message_id: second.id },
      },
      stream,
    );
    expect(promptMessages().map(({ role }) => role)).toEqual(
      pauses ? ['system', 'user'] : ['system', 'user', 'assistant', 'user'],
    );
    expect(promptMessages()[1]?.text).toBe(block.content);
  });

  it('is summarized with the results of server tools, which can be most of its tokens', async () => {
    const tools = [{ name: 'look', input_schema: { type: 'object' as const } }];
    const working: BetaMessageParam[] = [
      { role: 'user', content: 'Hi.' },
      { role: 'assistant', content: 'Hello.' },
      { role: 'user', content: 'Look around.' },
      { role: 'assistant', content: [{ type: 'tool_use', id: 'toolu_1', name: 'look', input: {} }] },
      { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'toolu_1', content: sentence.repeat(20) }] },
    ];
    const message = await createMessage({ ...asking(working), tools }, false);
    expect(message.content).toMatchObject([
      { type: 'compaction', content: expect.stringContaining('The tool said') },
      { type: 'text' },
    ]);
    expect(promptMessages().map(({ role }) => role)).toEqual(['system', 'user']);
    expect(JSON.stringify(promptMessages())).not.toContain(sentence.repeat(20));
  });

  it('is the same message in both forms', async () => {
    const { id: _, ...complete } = await createMessage(asking(talk), false);
    const { id: __, ...streamed } = await createMessage(asking(talk), true);
    expect(streamed).toMatchObject({ ...complete });
  });

  it('is not compacted below the trigger', async () => {
    const message = await createMessage(asking([{ role: 'user', content: 'Hi.' }]), false);
    expect(message).toMatchObject({ content: [{ type: 'text' }], context_management: { applied_edits: [] } });
    expect(message.usage.iterations ?? null).toBeNull();
  });
});
