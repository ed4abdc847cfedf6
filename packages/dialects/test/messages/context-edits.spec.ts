// `context_management`: what a request asks for, and what its answer says was done.
import { BetaMessageStream } from '@anthropic-ai/sdk/lib/BetaMessageStream';
import type { AppliedEdit } from '@org/engine/model/context-edit';
import { emptyUsage } from '@org/engine/model/usage';
import { accumulateMessages, checkMessageStream } from '@org/protocol/messages';
import type { TurnRequest } from '@org/engine/turn/turn-request';
import { countedMessages, encodeTokenCount } from '#src/messages.js';
import { json, rebuiltBySdk, sent, stream } from './answer-streams.js';
import { assistant, body, decode, decodeOptions, text, user } from './requests.js';

const editsOf = (...edits: readonly object[]) => decode({ context_management: { edits } });

describe('the edits that a request asks for', () => {
  it('clear tool uses above 100,000 tokens but for the newest three, unless it says otherwise', () => {
    expect(editsOf({ type: 'clear_tool_uses_20250919' }).edits).toEqual([
      { kind: 'clear-tool-results', trigger: { of: 'input-tokens', above: 100_000 }, keep: 3, exceptTools: [], argumentsOf: 'none' },
    ]);
  });

  it('clear tool uses under its own conditions', () => {
    const edit = {
      type: 'clear_tool_uses_20250919',
      trigger: { type: 'tool_uses', value: 10 },
      keep: { type: 'tool_uses', value: 1 },
      clear_at_least: { type: 'input_tokens', value: 500 },
      exclude_tools: ['memory'],
    };
    const decoded = { kind: 'clear-tool-results', trigger: { of: 'tool-calls', above: 10 }, keep: 1, atLeast: 500, exceptTools: ['memory'] };
    expect(editsOf({ ...edit, clear_tool_inputs: true }).edits).toEqual([{ ...decoded, argumentsOf: 'all' }]);
    expect(editsOf({ ...edit, clear_tool_inputs: ['write'] }).edits).toEqual([{ ...decoded, argumentsOf: ['write'] }]);
    expect(editsOf({ ...edit, trigger: { type: 'input_tokens', value: 9 } }).edits).toMatchObject([{ trigger: { of: 'input-tokens', above: 9 } }]);
  });

  it('clear thinking of all but the last turn, or of the number that it names', () => {
    expect(editsOf({ type: 'clear_thinking_20251015' }).edits).toEqual([{ kind: 'clear-reasoning', keep: 1 }]);
    expect(editsOf({ type: 'clear_thinking_20251015', keep: { type: 'thinking_turns', value: 4 } }).edits).toEqual([{ kind: 'clear-reasoning', keep: 4 }]);
  });

  it.each(['all', { type: 'all' }])('are none where all thinking is kept: %j', (keep) => {
    const { edits, warnings } = editsOf({ type: 'clear_thinking_20251015', keep });
    expect({ edits, warnings }).toEqual({ edits: undefined, warnings: [] });
  });

  it('keep their order, and those that are not known are told of', () => {
    const { edits, warnings } = editsOf({ type: 'clear_thinking_20251015' }, { type: 'compact_20260112' }, { type: 'clear_tool_uses_20250919', trigger: { type: 'moon', value: 1 } }, { type: 'clear_tool_uses_20250919' });
    expect(edits?.map(({ kind }) => kind)).toEqual(['clear-reasoning', 'clear-tool-results']);
    expect(warnings.map(({ kind, param }) => [kind, param])).toEqual([
      ['ignored', 'context_management.edits.1'],
      ['ignored', 'context_management.edits.2'],
    ]);
  });

  it('are left to an upstream that speaks this dialect', () => {
    const { edits, warnings } = decode({ context_management: { edits: [{ type: 'clear_thinking_20251015' }, { type: 'compact_20260112' }] } }, { native: 'messages' });
    expect({ edits, warnings }).toEqual({ edits: undefined, warnings: [] });
  });
});

describe('a compaction block', () => {
  it('stands for everything before it', () => {
    const { input } = decode({ messages: [user('One?'), assistant([{ type: 'compaction', content: 'They counted.' }, text('Two.')]), user('Three?')] });
    expect(input[1]?.parts[0]).toMatchObject({ type: 'opaque', text: 'They counted.', replacesEarlier: true });
  });
});

describe('an answer to a request that asked for edits', () => {
  const request = { ...body({ context_management: { edits: [] } }), model: 'm', max_tokens: 9, messages: [] };
  const edits: readonly AppliedEdit[] = [
    { kind: 'clear-reasoning', turns: 2, inputTokens: 900 },
    { kind: 'clear-tool-results', toolCalls: 7, inputTokens: 7310 },
  ];
  const result = { model: 'm', parts: [{ type: 'text' as const, text: 'Done.' }], finishReason: { unified: 'stop' as const }, usage: emptyUsage, warnings: [] };
  const applied = [
    { type: 'clear_thinking_20251015', cleared_thinking_turns: 2, cleared_input_tokens: 900 },
    { type: 'clear_tool_uses_20250919', cleared_tool_uses: 7, cleared_input_tokens: 7310 },
  ];

  it('says what was done, in both forms', async () => {
    const whole = sent(json(request, { ...result, edits }));
    expect(whole.context_management).toEqual({ applied_edits: applied });
    const events = stream(request, { ...result, edits }, 2);
    checkMessageStream(events);
    expect(events.find(({ type }) => type === 'message_delta')).toMatchObject({ context_management: { applied_edits: applied } });
    expect(accumulateMessages(sent(events))).toEqual(whole);
    expect(await rebuiltBySdk(events, BetaMessageStream)).toMatchObject({ ...whole });
  });

  it('says when nothing was done', () => {
    expect(json(request, { ...result, edits: [] }).context_management).toEqual({ applied_edits: [] });
    expect(json(request, result).context_management).toEqual({ applied_edits: [] });
  });

  it('says nothing to a request that did not ask', () => {
    expect(json({ ...request, context_management: null }, result)).not.toHaveProperty('context_management');
  });
});

describe('a token count', () => {
  const prompt = { model: 'm', messages: [user('Hi')] };
  const count = { inputTokens: 3, originalInputTokens: 5 };

  it('tells a request that asked for edits how long the prompt was before them', () => {
    const counted = (request: object): TurnRequest => countedMessages.decodeRequest(countedMessages.parseRequest(request), decodeOptions());
    const asking = counted({ ...prompt, context_management: { edits: [{ type: 'clear_tool_uses_20250919' }] } });
    expect(asking.edits).toHaveLength(1);
    expect(encodeTokenCount(asking, count)).toEqual({ input_tokens: 3, context_management: { original_input_tokens: 5 } });
    expect(encodeTokenCount(counted(prompt), count)).toEqual({ input_tokens: 3 });
  });
});
