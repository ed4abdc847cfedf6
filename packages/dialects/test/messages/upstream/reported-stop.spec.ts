import type { JsonObject } from '@org/engine';
import type { FilterOptions } from '@org/providers/testing';
import { stream, clientViewOfStream } from './client-view.js';

const text = [
  { type: 'text', text: '' },
  { type: 'text_delta', text: 'Hi there' },
] as const;
const call = [{ type: 'tool_use', id: 'a', name: 'f', input: {} }] as const;
type Blocks = Parameters<typeof stream>[0];

/** The end of the client's stream; its JSON response has the same. */
function stopOf(blocks: Blocks, stop: JsonObject, filtered: Partial<FilterOptions> = {}): JsonObject {
  const { events, message } = clientViewOfStream(stream(blocks, stop), filtered);
  const { stop_reason, stop_sequence, stop_details } = (events.at(-2)?.['delta'] ?? {}) as JsonObject;
  const stopFields = { stop_reason, stop_sequence, stop_details } as JsonObject;
  expect(message).toMatchObject(stopFields);
  return stopFields;
}

describe('the stop reason is forwarded as the upstream reported it', () => {
  it.each<readonly [string, Blocks, JsonObject]>([
    ['tool_use without a call', [text], { stop_reason: 'tool_use' }],
    ['a stop sequence with a call', [call], { stop_reason: 'stop_sequence', stop_sequence: 'X' }],
    ['a reason of tomorrow with a sequence', [text], { stop_reason: 'of_tomorrow', stop_sequence: 'X' }],
    [
      'details of a kind of tomorrow',
      [text],
      { stop_reason: 'end_turn', stop_details: { type: 'future_kind', reason: 'r' } },
    ],
    ['a refusal without details', [text], { stop_reason: 'refusal' }],
    [
      'a refusal with less than all details',
      [text],
      { stop_reason: 'refusal', stop_details: { type: 'refusal', category: 'bio' } },
    ],
  ])('%s', (_, blocks, stop) =>
    expect(stopOf(blocks, stop)).toEqual({ stop_sequence: null, stop_details: null, ...stop }),
  );
});

describe('a stop reason that clients would misread is mapped to its meaning', () => {
  it.each<readonly [string, Blocks, JsonObject, string]>([
    ['end_turn with a call', [text, call], { stop_reason: 'end_turn' }, 'tool_use'],
    ["another API's reason with a call", [call], { stop_reason: 'stop' }, 'tool_use'],
    ["another API's value for calls", [call], { stop_reason: 'tool_calls' }, 'tool_use'],
    ["another API's value for an end", [text], { stop_reason: 'stop' }, 'end_turn'],
    ["another API's value for a token limit, with a call", [call], { stop_reason: 'length' }, 'max_tokens'],
    ["another API's value for a refusal", [text], { stop_reason: 'content_filter' }, 'refusal'],
  ])('%s', (_, blocks, stop, meant) =>
    expect(stopOf(blocks, stop)).toMatchObject({ stop_reason: meant, stop_sequence: null }),
  );

  it('and preserves its details', () =>
    expect(stopOf([call], { stop_reason: 'end_turn', stop_details: { type: 'future_kind' } })).toEqual({
      stop_reason: 'tool_use',
      stop_sequence: null,
      stop_details: { type: 'future_kind' },
    }));
});

describe('the stop reason is that of this service where it changed the end', () => {
  it('a response that ended at a stop sequence', () =>
    expect(stopOf([text], { stop_reason: 'tool_use' }, { stopSequences: ['there'] })).toEqual({
      stop_reason: 'stop_sequence',
      stop_sequence: 'there',
      stop_details: null,
    }));

  it('a response that reached a token limit which is the context', () =>
    expect(stopOf([text], { stop_reason: 'max_tokens' }, { capIsContext: true })).toMatchObject({
      stop_reason: 'model_context_window_exceeded',
    }));

  it('a response of which no tokens were requested', () =>
    expect(
      stopOf([call], { stop_reason: 'tool_use', stop_details: { type: 'future_kind' } }, { silent: true }),
    ).toEqual({ stop_reason: 'max_tokens', stop_sequence: null, stop_details: null }));
});
