// Generated neutral results: everything that a language model may produce.
import type { FinishKind, GenerationResult, Part } from '@org/engine';
import * as fc from 'fast-check';

const text = fc.oneof(fc.string(), fc.string({ unit: 'grapheme' }), fc.constantFrom('', ' ', '\n\n', '\ud83d'));
const name = fc.string({ unit: fc.constantFrom(...'abcdefghij0123456789_'), minLength: 1, maxLength: 12 });
const logprob = fc.record({
  token: text,
  bytes: fc.array(fc.nat(255), { maxLength: 4 }),
  logprob: fc.constantFrom(0, -0.5, -12.25),
});

const textPart = fc.record(
  {
    type: fc.constant('text' as const),
    text,
    refusal: fc.constant(true as const),
    logprobs: fc.array(
      logprob.chain((entry) => fc.array(logprob, { maxLength: 2 }).map((top) => ({ ...entry, top }))),
      { maxLength: 3 },
    ),
    extensions: fc.constantFrom(
      { responses: { item: { phase: 'commentary' } } },
      { responses: { item: { id: 'msg_kept', status: 'completed' }, parts: 2 } },
      {
        responses: {
          content: {
            annotations: [
              { type: 'url_citation', url: 'https://example.org', title: 't', start_index: 0, end_index: 1 },
            ],
          },
        },
      },
      { messages: { citations: [] } },
    ),
  },
  { requiredKeys: ['type', 'text'] },
);

const reasoningPart = fc.record(
  {
    type: fc.constant('reasoning' as const),
    text,
    signature: fc.record({
      signer: fc.constantFrom('local', 'foreign'),
      form: fc.constantFrom('signature', 'encrypted', 'redacted'),
      data: name,
    }),
    extensions: fc.constantFrom(
      {
        responses: {
          item: {
            summary: [
              { type: 'summary_text', text: 'a' },
              { type: 'summary_text', text: 'b' },
            ],
          },
        },
      },
      { responses: { item: { summary: [], content: [{ type: 'reasoning_text', text: 'raw' }] } } },
    ),
  },
  { requiredKeys: ['type', 'text'] },
);

const callPart = fc.record(
  {
    type: fc.constant('tool-call' as const),
    callId: name,
    name,
    namespace: name,
    kind: fc.constantFrom('function', 'custom'),
    argumentsText: text,
  },
  { requiredKeys: ['type', 'callId', 'name', 'kind', 'argumentsText'] },
);

const otherPart = fc.constantFrom<Part>(
  { type: 'tool-result', callId: 'call_s', kind: 'function', content: [{ type: 'text', text: 'r' }] },
  { type: 'media', media: 'image', source: { type: 'base64', mediaType: 'image/png', data: 'iVBORw0KGgo=' } },
  { type: 'media', media: 'audio', source: { type: 'url', url: 'https://example.org/a.mp3' } },
  {
    type: 'opaque',
    dialect: 'responses',
    apiType: 'web_search_call',
    value: { type: 'web_search_call', id: 'ws_1', status: 'completed', action: { type: 'search', query: 'q' } },
  },
  {
    type: 'opaque',
    dialect: 'responses',
    apiType: 'mcp_call',
    value: {
      type: 'mcp_call',
      id: 'mcp_1',
      server_label: 's',
      name: 'n',
      arguments: '{"a":1}',
      output: 'o',
      status: 'completed',
    },
  },
  {
    type: 'opaque',
    dialect: 'messages',
    apiType: 'server_tool_use',
    value: { type: 'server_tool_use', id: 'srvtoolu_1' },
    text: 'Searched.',
  },
);

const finish = fc.constantFrom<FinishKind>(
  'stop',
  'stop-sequence',
  'length',
  'context-window',
  'tool-calls',
  'refusal',
  'content-filter',
  'paused',
);
const count = fc.nat(100_000);

/** Results whose items can appear in one response: item ids and call ids are unique. */
export const anyResult: fc.Arbitrary<GenerationResult> = fc
  .record({
    model: name,
    parts: fc.array(
      fc.oneof(
        { weight: 3, arbitrary: textPart },
        { weight: 2, arbitrary: reasoningPart },
        { weight: 2, arbitrary: callPart },
        { weight: 1, arbitrary: otherPart },
      ),
      { maxLength: 6 },
    ),
    finishReason: finish.map((unified) => ({ unified })),
    usage: fc.record({
      inputTokens: count,
      outputTokens: count,
      cachedInputTokens: count,
      cacheWriteTokens: count,
      reasoningTokens: count,
    }),
    warnings: fc.constant([]),
    sampling: fc.option(
      fc.record(
        {
          temperature: fc.constantFrom(0, 0.5),
          topP: fc.constantFrom(0.9, 1),
          presencePenalty: fc.constantFrom(-1, 0),
          topLogprobs: fc.nat(20),
        },
        { requiredKeys: [] },
      ),
      { nil: undefined },
    ),
  })
  .map(({ sampling, ...result }) => ({ ...result, ...(sampling !== undefined && { sampling }) }))
  .filter(({ parts }) => unique(parts.flatMap(identitiesOf)))
  .map((result) => result as GenerationResult);

function identitiesOf(part: object): string[] {
  const payload = JSON.stringify(part).match(/"(?:id|callId)":"[^"]*"/g) ?? [];
  return [...payload];
}

function unique(values: readonly string[]): boolean {
  return new Set(values).size === values.length;
}
