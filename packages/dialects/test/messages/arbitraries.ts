// Generated neutral results: everything a language model may produce, and what only a faulty adapter would.
import type { FinishReason, GenerationResult, Part, Usage } from '@org/engine';
import * as fc from 'fast-check';

const anyText = fc.oneof(
  fc.string(),
  fc.string({ unit: 'grapheme' }),
  fc.string({ unit: 'binary' }),
  fc.constantFrom('', ' ', '\n\n', ' a', 'a ', '\ud83d'),
);
const id = fc.string({ unit: fc.constantFrom(...'abcdefghij0123456789_'), minLength: 1, maxLength: 12 });

const textPart: fc.Arbitrary<Part> = fc.record(
  {
    type: fc.constant('text' as const),
    text: anyText,
    refusal: fc.constant(true as const),
    extensions: fc.constant({
      messages: {
        citations: [
          {
            type: 'char_location',
            cited_text: 'a',
            document_index: 0,
            document_title: null,
            start_char_index: 0,
            end_char_index: 1,
          },
        ],
      },
    }),
  },
  { requiredKeys: ['type', 'text'] },
);

const reasoningPart: fc.Arbitrary<Part> = fc.record(
  {
    type: fc.constant('reasoning' as const),
    text: anyText,
    signature: fc.record({
      signer: fc.constantFrom('local', 'foreign'),
      form: fc.constantFrom('signature', 'encrypted', 'redacted'),
      data: id,
    }),
  },
  { requiredKeys: ['type', 'text'] },
);

const functionCall: fc.Arbitrary<Part> = fc.record({
  type: fc.constant('tool-call' as const),
  callId: id,
  name: id,
  kind: fc.constant('function' as const),
  argumentsText: fc.oneof(
    fc.dictionary(id, fc.jsonValue()).map((value) => JSON.stringify(value)),
    fc.dictionary(id, fc.jsonValue()).map((value) => JSON.stringify(value, null, 2)),
    fc.constant('{}'),
    fc.constant(''),
  ),
});

const customCall: fc.Arbitrary<Part> = fc.record({
  type: fc.constant('tool-call' as const),
  callId: id,
  name: id,
  kind: fc.constant('custom' as const),
  argumentsText: anyText,
});

const otherPart: fc.Arbitrary<Part> = fc.constantFrom<Part>(
  { type: 'media', media: 'image', source: { type: 'url', url: 'https://a.example/b.png' } },
  {
    type: 'opaque',
    dialect: 'responses',
    apiType: 'web_search_call',
    value: { type: 'web_search_call', id: 'ws_1', status: 'completed' },
  },
  {
    type: 'opaque',
    dialect: 'messages',
    apiType: 'server_tool_use',
    value: { type: 'server_tool_use', id: 'srvtoolu_1', name: 'web_search', input: { query: 'a' } },
  },
  {
    type: 'opaque',
    dialect: 'messages',
    apiType: 'web_search_tool_result',
    value: { type: 'web_search_tool_result', tool_use_id: 'srvtoolu_1', content: [] },
  },
);

const finishReason: fc.Arbitrary<FinishReason> = fc.oneof(
  fc.record({
    unified: fc.constantFrom(
      'stop',
      'length',
      'context-window',
      'tool-calls',
      'refusal',
      'content-filter',
      'paused',
      'stop-sequence',
    ),
    raw: fc.string(),
  }),
  fc.record({ unified: fc.constant('stop-sequence' as const), stopSequence: anyText }),
);

const count = fc.nat(100_000);

const usage: fc.Arbitrary<Usage> = fc
  .record({
    uncached: count,
    cachedInputTokens: count,
    cacheWriteTokens: count,
    outputTokens: count,
    reasoningTokens: count,
  })
  .map(({ uncached, ...counts }) => ({
    ...counts,
    inputTokens: uncached + counts.cachedInputTokens + counts.cacheWriteTokens,
  }));

export const anyResult: fc.Arbitrary<GenerationResult> = fc.record({
  model: id,
  parts: fc.array(fc.oneof(textPart, reasoningPart, functionCall, customCall, otherPart), { maxLength: 6 }),
  finishReason,
  usage,
  warnings: fc.constant([]),
});

/** A response that reached its token limit in the middle of a call. */
export const anyTruncatedResult: fc.Arbitrary<GenerationResult> = fc
  .tuple(anyResult, fc.dictionary(id, fc.jsonValue()), fc.nat(40))
  .map(([result, input, length]) => ({
    ...result,
    finishReason: { unified: 'length' },
    parts: [
      ...result.parts,
      {
        type: 'tool-call',
        callId: 'cut',
        name: 'cut',
        kind: 'function',
        argumentsText: JSON.stringify(input).slice(0, length),
      },
    ],
  }));
