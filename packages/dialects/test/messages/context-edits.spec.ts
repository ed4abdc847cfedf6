// `context_management`: the edits that a request asks for, and the edits that its response reports.
import { BetaMessageStream } from '@anthropic-ai/sdk/lib/BetaMessageStream';
import { type AppliedEdit, emptyUsage, type Message, type TurnRequest } from '@org/engine';
import { addUsage } from '@org/engine/testing';
import { accumulateMessages, checkMessageStream } from '@org/protocol/messages';
import { countedMessages, encodeTokenCount, messagesDialect } from '#src/messages.js';
import { json, rebuiltBySdk, sent, stream } from './response-streams.js';
import { assistant, body, decode, decodeOptions, encodeContext, text, user } from './requests.js';

const editsOf = (...edits: readonly object[]) => decode({ context_management: { edits } });

describe('the edits that a request asks for', () => {
  it('clear tool uses above 100,000 tokens except the newest three by default', () => {
    expect(editsOf({ type: 'clear_tool_uses_20250919' }).edits).toEqual([
      {
        kind: 'clear-tool-results',
        trigger: { of: 'input-tokens', above: 100_000 },
        keep: 3,
        exceptTools: [],
        argumentsOf: 'none',
      },
    ]);
  });

  it('clear tool uses under the conditions of the request', () => {
    const edit = {
      type: 'clear_tool_uses_20250919',
      trigger: { type: 'tool_uses', value: 10 },
      keep: { type: 'tool_uses', value: 1 },
      clear_at_least: { type: 'input_tokens', value: 500 },
      exclude_tools: ['memory'],
    };
    const decoded = {
      kind: 'clear-tool-results',
      trigger: { of: 'tool-calls', above: 10 },
      keep: 1,
      atLeast: 500,
      exceptTools: ['memory'],
    };
    expect(editsOf({ ...edit, clear_tool_inputs: true }).edits).toEqual([{ ...decoded, argumentsOf: 'all' }]);
    expect(editsOf({ ...edit, clear_tool_inputs: ['write'] }).edits).toEqual([{ ...decoded, argumentsOf: ['write'] }]);
    expect(editsOf({ ...edit, trigger: { type: 'input_tokens', value: 9 } }).edits).toMatchObject([
      { trigger: { of: 'input-tokens', above: 9 } },
    ]);
  });

  it('clear thinking of all but the last turn, or of the number that it names', () => {
    expect(editsOf({ type: 'clear_thinking_20251015' }).edits).toEqual([{ kind: 'clear-reasoning', keep: 1 }]);
    expect(editsOf({ type: 'clear_thinking_20251015', keep: { type: 'thinking_turns', value: 4 } }).edits).toEqual([
      { kind: 'clear-reasoning', keep: 4 },
    ]);
  });

  it.each(['all', { type: 'all' }])('are none when all thinking is preserved: %j', (keep) => {
    const { edits, warnings } = editsOf({ type: 'clear_thinking_20251015', keep });
    expect({ edits, warnings }).toEqual({ edits: undefined, warnings: [] });
  });

  it('keep their order and warn of unknown edits', () => {
    const { edits, warnings } = editsOf(
      { type: 'clear_thinking_20251015' },
      { type: 'moon' },
      { type: 'clear_tool_uses_20250919', trigger: { type: 'moon', value: 1 } },
      { type: 'clear_tool_uses_20250919' },
    );
    expect(edits?.map(({ kind }) => kind)).toEqual(['clear-reasoning', 'clear-tool-results']);
    expect(warnings.map(({ kind, param }) => [kind, param])).toEqual([
      ['ignored', 'context_management.edits.1'],
      ['ignored', 'context_management.edits.2'],
    ]);
  });

  it('summarize above 150,000 tokens and continue from there by default', () => {
    const part: unknown = expect.any(Function);
    expect(editsOf({ type: 'compact_20260112' }).edits).toEqual([{ kind: 'summarize', above: 150_000, part }]);
    expect(
      editsOf({ type: 'compact_20260112', trigger: null, instructions: ' ', pause_after_compaction: false }).edits,
    ).toEqual([{ kind: 'summarize', above: 150_000, part }]);
    const own = {
      type: 'compact_20260112',
      trigger: { type: 'input_tokens', value: 50_000 },
      instructions: 'Keep names.',
      pause_after_compaction: true,
    };
    expect(editsOf(own).edits).toEqual([
      {
        kind: 'summarize',
        above: 50_000,
        instruction: 'Keep names.',
        part,
        pause: { messages: { stop_reason: 'compaction' } },
      },
    ]);
  });

  it('apply once each and warn of further entries', () => {
    const first = [
      { type: 'compact_20260112', trigger: { type: 'input_tokens', value: 9 } },
      { type: 'clear_tool_uses_20250919' },
      { type: 'clear_thinking_20251015' },
    ];
    const { edits, warnings } = editsOf(...first, ...first.map(({ type }) => ({ type })));
    expect(edits).toMatchObject([
      { kind: 'summarize', above: 9 },
      { kind: 'clear-tool-results' },
      { kind: 'clear-reasoning' },
    ]);
    expect(warnings.map(({ param }) => param)).toEqual([3, 4, 5].map((at) => `context_management.edits.${at}`));
  });

  it('summarize to a plain-text block with the tool changes that it replaces', () => {
    const [edit] = editsOf({ type: 'compact_20260112' }).edits ?? [];
    const removal = { type: 'tool_removal', tool: { type: 'tool_reference', name: 'look' } };
    const messages: Message[] = [
      { role: 'system', parts: [{ type: 'opaque', dialect: 'messages', apiType: 'tool_removal', value: removal }] },
    ];
    const value = { type: 'compaction', content: 'They counted.', encrypted_content: null, tool_changes: [removal] };
    expect(edit?.kind === 'summarize' && edit.part('They counted.', messages)).toMatchObject({
      value,
      text: 'They counted.',
      replacesEarlier: true,
    });
  });

  it('are left to an upstream that speaks this dialect', () => {
    const { edits, warnings } = decode(
      { context_management: { edits: [{ type: 'clear_thinking_20251015' }, { type: 'compact_20260112' }] } },
      { native: 'messages' },
    );
    expect({ edits, warnings }).toEqual({ edits: undefined, warnings: [] });
  });
});

describe('a compaction block', () => {
  it('replaces everything before it', () => {
    const { input } = decode({
      messages: [
        user('One?'),
        assistant([{ type: 'compaction', content: 'They counted.' }, text('Two.')]),
        user('Three?'),
      ],
    });
    expect(input[1]?.parts[0]).toMatchObject({ type: 'opaque', text: 'They counted.', replacesEarlier: true });
  });
});

describe('a response to a request with context edits', () => {
  const request = { ...body({ context_management: { edits: [] } }), model: 'm', max_tokens: 9, messages: [] };
  const edits: readonly AppliedEdit[] = [
    { kind: 'clear-reasoning', turns: 2, inputTokens: 900 },
    { kind: 'clear-tool-results', toolCalls: 7, inputTokens: 7310 },
  ];
  const result = {
    model: 'm',
    parts: [{ type: 'text' as const, text: 'Done.' }],
    finishReason: { unified: 'stop' as const },
    usage: emptyUsage,
    warnings: [],
  };
  const applied = [
    { type: 'clear_thinking_20251015', cleared_thinking_turns: 2, cleared_input_tokens: 900 },
    { type: 'clear_tool_uses_20250919', cleared_tool_uses: 7, cleared_input_tokens: 7310 },
  ];

  it('reports the applied edits, streaming and non-streaming', async () => {
    const complete = sent(json(request, { ...result, edits }));
    expect(complete.context_management).toEqual({ applied_edits: applied });
    const events = stream(request, { ...result, edits }, 2);
    checkMessageStream(events);
    expect(events.find(({ type }) => type === 'message_delta')).toMatchObject({
      context_management: { applied_edits: applied },
    });
    expect(accumulateMessages(sent(events))).toEqual(complete);
    expect(await rebuiltBySdk(events, BetaMessageStream)).toMatchObject({ ...complete });
  });

  it('reports that no edit was applied', () => {
    expect(json(request, { ...result, edits: [] }).context_management).toEqual({ applied_edits: [] });
    expect(json(request, result).context_management).toEqual({ applied_edits: [] });
  });

  it('reports no edits to a request without context_management', () => {
    expect(json({ ...request, context_management: null }, result)).not.toHaveProperty('context_management');
  });
});

describe('a response that starts with a summary', () => {
  const request = {
    ...body({ context_management: { edits: [{ type: 'compact_20260112' }] } }),
    model: 'm',
    max_tokens: 9,
    messages: [],
  };
  const value = { type: 'compaction', content: 'They counted.', encrypted_content: null, tool_changes: [] };
  const summary = {
    type: 'opaque' as const,
    dialect: 'messages' as const,
    apiType: 'compaction',
    value,
    text: 'They counted.',
    replacesEarlier: true as const,
  };
  const spent = {
    inputTokens: 160_000,
    outputTokens: 90,
    cachedInputTokens: 1000,
    cacheWriteTokens: 2,
    reasoningTokens: 7,
  };
  const own = { inputTokens: 300, outputTokens: 4, cachedInputTokens: 10, cacheWriteTokens: 1, reasoningTokens: 3 };
  const started = {
    model: 'm',
    parts: [summary],
    finishReason: { unified: 'stop' as const },
    warnings: [],
    edits: [{ kind: 'summarize' as const, inputTokens: 159_000, usage: spent }],
  };
  const compaction = {
    type: 'compaction',
    input_tokens: 158_998,
    output_tokens: 90,
    cache_creation_input_tokens: 2,
    cache_read_input_tokens: 1000,
    cache_creation: null,
  };

  it('returns the summary as first block and both token counts separately: the totals are those of the response', async () => {
    const result = {
      ...started,
      parts: [summary, { type: 'text' as const, text: 'Done.' }],
      usage: addUsage(own, spent),
    };
    const complete = sent(json(request, result));
    expect(complete.content).toEqual([value, { type: 'text', text: 'Done.' }]);
    const counts = { input_tokens: 289, output_tokens: 4, cache_creation_input_tokens: 1, cache_read_input_tokens: 10 };
    expect(complete.usage).toMatchObject({
      ...counts,
      output_tokens_details: { thinking_tokens: 3 },
      iterations: [compaction, { type: 'message', model: null, ...counts, cache_creation: null }],
    });
    expect(complete.context_management).toEqual({ applied_edits: [] });
    const events = stream(request, result, 2);
    checkMessageStream(events);
    expect(events[0]).toMatchObject({
      message: { usage: { input_tokens: 289, cache_read_input_tokens: 10, output_tokens: 0 } },
    });
    expect(accumulateMessages(sent(events))).toEqual(complete);
    expect(await rebuiltBySdk(events, BetaMessageStream)).toMatchObject({ ...complete });
  });

  it('may contain only the summary', async () => {
    const result = { ...started, usage: spent, extensions: { messages: { stop_reason: 'compaction' } } };
    const complete = sent(json(request, result));
    expect(complete).toMatchObject({
      content: [value],
      stop_reason: 'compaction',
      usage: { input_tokens: 0, output_tokens: 0, iterations: [compaction] },
    });
    const events = stream(request, result, 2);
    checkMessageStream(events);
    expect(accumulateMessages(sent(events))).toEqual(complete);
    expect(await rebuiltBySdk(events, BetaMessageStream)).toMatchObject({ ...complete });
  });

  it('estimates the prompt size of the response at its start when there is no count', () => {
    const encoder = messagesDialect.createEncoder(request, encodeContext());
    const start = {
      type: 'generation-start' as const,
      model: 'm',
      usage: spent,
      estimatedInputTokens: 12,
      warnings: [],
      edits: started.edits,
    };
    expect(encoder.push(start)).toMatchObject([
      { message: { usage: { input_tokens: 12, cache_read_input_tokens: 0 } } },
    ]);
  });
});

describe('a token count', () => {
  const prompt = { model: 'm', messages: [user('Hi')] };
  const count = { inputTokens: 3, originalInputTokens: 5 };

  it('returns the prompt size before the edits to a request with context edits', () => {
    const counted = (request: object): TurnRequest =>
      countedMessages.decodeRequest(countedMessages.parseRequest(request), decodeOptions());
    const asking = counted({ ...prompt, context_management: { edits: [{ type: 'clear_tool_uses_20250919' }] } });
    expect(asking.edits).toHaveLength(1);
    expect(encodeTokenCount(asking, count)).toEqual({
      input_tokens: 3,
      context_management: { original_input_tokens: 5 },
    });
    expect(encodeTokenCount(counted(prompt), count)).toEqual({ input_tokens: 3 });
  });
});
