import { readMessage } from '../../read-response.js';

const message = {
  id: 'msg_1',
  type: 'message' as const,
  role: 'assistant' as const,
  model: 'm',
  content: [{ type: 'text' as const, text: 'I cannot.', citations: null }],
  stop_reason: 'refusal',
  stop_sequence: null,
  usage: {
    input_tokens: 30,
    output_tokens: 9,
    cache_creation_input_tokens: 10,
    cache_read_input_tokens: 60,
    output_tokens_details: { thinking_tokens: 4 },
  },
};

describe('a message of an upstream that speaks this dialect', () => {
  it('becomes a result', () =>
    expect(readMessage(message)).toEqual({
      model: 'm',
      parts: [{ type: 'text', text: 'I cannot.' }],
      finishReason: { unified: 'refusal', raw: 'refusal' },
      usage: {
        inputTokens: 100,
        outputTokens: 9,
        cachedInputTokens: 60,
        cacheWriteTokens: 10,
        reasoningTokens: 4,
        raw: message.usage,
      },
      warnings: [],
      extensions: { messages: { stop_reason: 'refusal' } },
    }));

  it.each([
    ['apart from the prompt, as in this API', { total_tokens: 109 }, 100, 60, 10],
    ['apart from the prompt, without a total', {}, 100, 60, 10],
    ['in the prompt as well, where the total gives it away', { input_tokens: 100, total_tokens: 109 }, 100, 60, 10],
    ['in the prompt as well, more of them than it has', { input_tokens: 50, total_tokens: 59 }, 50, 50, 0],
  ])(
    'counts cached tokens once when they are reported %s',
    (_, reported, inputTokens, cachedInputTokens, cacheWriteTokens) =>
      expect(readMessage({ ...message, usage: { ...message.usage, ...reported } }).usage).toMatchObject({
        inputTokens,
        cachedInputTokens,
        cacheWriteTokens,
      }),
  );

  it.each([
    ['end_turn', 'stop'],
    ['max_tokens', 'length'],
    ['stop_sequence', 'stop-sequence'],
    ['tool_use', 'tool-calls'],
    ['pause_turn', 'paused'],
    ['model_context_window_exceeded', 'context-window'],
    ['of_tomorrow', 'stop'],
  ])('that stopped by %s finished by %s, with its original reason preserved', (stopReason, unified) =>
    expect(readMessage({ ...message, stop_reason: stopReason, stop_sequence: 'END' }).finishReason).toMatchObject({
      unified,
      raw: stopReason,
    }),
  );

  it('names the stop sequence that was met', () =>
    expect(
      readMessage({ ...message, stop_reason: 'stop_sequence', stop_sequence: 'END' }).finishReason.stopSequence,
    ).toBe('END'));
});
