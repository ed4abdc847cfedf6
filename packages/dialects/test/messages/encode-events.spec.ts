import { BetaMessageStream } from '@anthropic-ai/sdk/lib/BetaMessageStream';
import {
  emptyUsage,
  EngineError,
  type GenerationEvent,
  type GenerationResult,
  type OpaquePart,
  type Part,
} from '@org/engine';
import { replay } from '@org/engine/testing';
import { accumulateMessages, checkMessageStream } from '@org/protocol/messages';
import { messagesDialect } from '#src/messages.js';
import { json, rebuiltBySdk, sent, stream } from './response-streams.js';
import { body, encodeContext } from './requests.js';
import { testSigner } from '../test-signer.js';

const usage = { inputTokens: 100, outputTokens: 9, cachedInputTokens: 60, cacheWriteTokens: 10, reasoningTokens: 4 };
const request = messagesDialect.parseRequest(body());
const result = (
  parts: readonly Part[],
  unified: GenerationResult['finishReason']['unified'] = 'stop',
): GenerationResult => ({
  model: 'm',
  parts,
  finishReason: { unified },
  usage,
  warnings: [],
});
const call: Part = { type: 'tool-call', callId: 'c1', name: 'look', kind: 'function', argumentsText: '{"at":1.0}' };

describe('a stream', () => {
  it('starts with an empty message that has the true counts of the prompt', () => {
    expect(stream(request, result([{ type: 'text', text: 'a' }]), 9)[0]).toEqual({
      type: 'message_start',
      message: {
        id: 'msg_1',
        type: 'message',
        role: 'assistant',
        model: 'm',
        content: [],
        stop_reason: null,
        stop_sequence: null,
        stop_details: null,
        container: null,
        diagnostics: null,
        usage: {
          input_tokens: 30,
          cache_creation_input_tokens: 10,
          cache_read_input_tokens: 60,
          cache_creation: null,
          output_tokens: 0,
          output_tokens_details: { thinking_tokens: 0 },
          server_tool_use: null,
          service_tier: null,
          inference_geo: null,
          speed: null,
        },
      },
    });
  });

  it('starts with an estimate when there is no count, which the final counts replace completely', async () => {
    const response = result([{ type: 'text', text: 'a' }]);
    const encoder = messagesDialect.createEncoder(request, encodeContext());
    const uncounted = { usage: emptyUsage, estimatedInputTokens: 25 };
    const events = [...replay(response)].flatMap((event) =>
      encoder.push(event.type === 'generation-start' ? { ...event, ...uncounted } : event),
    );
    expect(events[0]).toMatchObject({
      message: {
        usage: { input_tokens: 25, cache_creation_input_tokens: 0, cache_read_input_tokens: 0, output_tokens: 0 },
      },
    });
    const complete = sent(json(request, response));
    expect(accumulateMessages(sent(events))).toEqual(complete);
    expect(await rebuiltBySdk(events)).toMatchObject({
      usage: { input_tokens: 30, cache_read_input_tokens: 60, output_tokens: 9 },
    });
    expect(await rebuiltBySdk(events)).not.toHaveProperty('usage.estimated');
  });

  it('sends reasoning, text and a call one after another', () => {
    const parts: Part[] = [{ type: 'reasoning', text: 'Hm.' }, { type: 'text', text: 'Let me see.' }, call];
    expect(stream(request, result(parts, 'tool-calls'), 6).slice(1)).toEqual([
      { type: 'content_block_start', index: 0, content_block: { type: 'thinking', thinking: '', signature: '' } },
      { type: 'content_block_delta', index: 0, delta: { type: 'thinking_delta', thinking: 'Hm.' } },
      { type: 'content_block_delta', index: 0, delta: { type: 'signature_delta', signature: testSigner.sign('Hm.') } },
      { type: 'content_block_stop', index: 0 },
      { type: 'content_block_start', index: 1, content_block: { type: 'text', text: '' } },
      { type: 'content_block_delta', index: 1, delta: { type: 'text_delta', text: 'Let me' } },
      { type: 'content_block_delta', index: 1, delta: { type: 'text_delta', text: ' see.' } },
      { type: 'content_block_stop', index: 1 },
      { type: 'content_block_start', index: 2, content_block: { type: 'tool_use', id: 'c1', name: 'look', input: {} } },
      { type: 'content_block_delta', index: 2, delta: { type: 'input_json_delta', partial_json: '{"at":' } },
      { type: 'content_block_delta', index: 2, delta: { type: 'input_json_delta', partial_json: '1.0}' } },
      { type: 'content_block_stop', index: 2 },
      {
        type: 'message_delta',
        delta: { stop_reason: 'tool_use', stop_sequence: null, stop_details: null, container: null },
        usage: {
          input_tokens: 30,
          cache_creation_input_tokens: 10,
          cache_read_input_tokens: 60,
          output_tokens: 9,
          output_tokens_details: { thinking_tokens: 4 },
          server_tool_use: null,
        },
      },
      { type: 'message_stop' },
    ]);
  });

  it('withholds white space until visible text follows, and skips no block index', () => {
    const events = stream(
      request,
      result([{ type: 'text', text: '\n\n' }, { type: 'text', text: ' a' }, call], 'tool-calls'),
      1,
    );
    expect(events.filter(({ type }) => type === 'content_block_start')).toMatchObject([
      { index: 0, content_block: { type: 'text' } },
      { index: 1, content_block: { type: 'tool_use' } },
    ]);
    expect(events[2]).toEqual({ type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: ' a' } });
  });

  it('sends citations before their block ends', () => {
    const citation = {
      type: 'char_location',
      cited_text: 'a',
      document_index: 0,
      document_title: null,
      start_char_index: 0,
      end_char_index: 1,
    };
    const events = stream(
      request,
      result([{ type: 'text', text: 'a', extensions: { messages: { citations: [citation] } } }]),
      9,
    );
    expect(events[3]).toEqual({ type: 'content_block_delta', index: 0, delta: { type: 'citations_delta', citation } });
  });

  it('encodes free text of a custom tool as one JSON object', () => {
    const text = 'say "hi"\n\u{1f600}';
    const parts: Part[] = [{ type: 'tool-call', callId: 'c1', name: 'run', kind: 'custom', argumentsText: text }];
    const deltas = stream(request, result(parts), 1).flatMap((event) =>
      event.type === 'content_block_delta' && event.delta.type === 'input_json_delta' ? [event.delta.partial_json] : [],
    );
    expect(JSON.parse(deltas.join(''))).toEqual({ input: text });
    expect(json(request, result(parts)).content).toEqual([
      { type: 'tool_use', id: 'c1', name: 'run', input: { input: text } },
    ]);
  });
});

describe('a call whose input is nested too deeply to be serialized', () => {
  const deep = (levels: number): Part => ({
    ...call,
    argumentsText: `{"a":${'['.repeat(levels)}${']'.repeat(levels)}}`,
  });

  it('is a fault of the upstream', () => {
    expect(() => json(request, result([deep(20_000)]))).toThrow(expect.objectContaining({ code: 'upstream-failed' }));
    expect(JSON.stringify(json(request, result([deep(900)])))).toContain('[[[[');
  });

  it('is not one with many brackets in its text', () => {
    expect(
      json(request, result([{ ...call, argumentsText: JSON.stringify({ a: `${'['.repeat(5000)}\\"` }) }])).content,
    ).toHaveLength(1);
  });
});

describe('an empty response', () => {
  it.each([[], [{ type: 'text', text: '' }]] as const)('still has content: %j', (...parts) => {
    const nothing = result(parts.filter((part) => part !== undefined));
    expect(json(request, nothing).content).toEqual([
      { type: 'text', text: 'The model ended its turn without a response.' },
    ]);
    checkMessageStream(stream(request, nothing, 5));
  });

  it.each([[], [{ type: 'text', text: '' }]] as const)(
    'has no content when a stop sequence was its first text, which the official SDK accepts: %j',
    async (...parts) => {
      const nothing: GenerationResult = {
        ...result(parts.filter((part) => part !== undefined)),
        finishReason: { unified: 'stop-sequence', stopSequence: 'END' },
      };
      const complete = json(request, nothing);
      expect(complete).toMatchObject({ content: [], stop_reason: 'stop_sequence', stop_sequence: 'END' });
      const events = stream(request, nothing, 5);
      checkMessageStream(events);
      expect(events.map(({ type }) => type)).toEqual(['message_start', 'message_delta', 'message_stop']);
      expect(accumulateMessages(sent(events))).toEqual(complete);
      expect(await rebuiltBySdk(events)).toMatchObject({
        content: [],
        stop_reason: 'stop_sequence',
        stop_sequence: 'END',
      });
      expect(await rebuiltBySdk(events, BetaMessageStream)).toMatchObject({ content: [] });
    },
  );
});

describe('a failure', () => {
  const error = new EngineError('overloaded', 'Too many requests are waiting.');
  const failed = { type: 'error', error: { type: 'overloaded_error', message: 'Too many requests are waiting.' } };

  it('is one error event, before the first event and after any', () => {
    for (const events of [[], stream(request, result([{ type: 'text', text: 'abc' }]), 1).slice(0, 3)]) {
      const encoder = messagesDialect.createEncoder(request, encodeContext());
      expect(encoder.fail(error)).toEqual([failed]);
      checkMessageStream([...events, ...encoder.fail(error)]);
    }
  });
});

describe('a refusal', () => {
  it('is reported as the stop reason, with the text as an ordinary block', () => {
    const refused = result([{ type: 'text', text: 'I cannot.', refusal: true }]);
    expect(json(request, refused)).toMatchObject({
      content: [{ type: 'text', text: 'I cannot.' }],
      stop_reason: 'refusal',
      stop_details: { type: 'refusal', category: null, explanation: null },
    });
    checkMessageStream(stream(request, refused, 2));
  });
});

describe('the keep-alive frame', () => {
  it('is a complete ping event', () =>
    expect(messagesDialect.keepAlive.frame(undefined)).toBe('event: ping\ndata: {"type":"ping"}\n\n'));
});

describe('the events of an item of the other dialect', () => {
  it('are left out', () => {
    const part: OpaquePart = {
      type: 'opaque',
      dialect: 'responses',
      apiType: 'web_search_call',
      value: { type: 'web_search_call', id: 'ws_1' },
    };
    const events: GenerationEvent[] = [
      { type: 'part-start', index: 0, part },
      { type: 'part-end', index: 0, part },
    ];
    const encoder = messagesDialect.createEncoder(request, encodeContext());
    expect(events.flatMap((event) => encoder.push(event))).toEqual([]);
  });
});
