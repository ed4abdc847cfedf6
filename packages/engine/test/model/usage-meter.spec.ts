import type { GenerationEvent } from '#src/model/generation-event.js';
import { EventGrammar } from '#src/testing/event-grammar.js';
import { ResultCollector } from '#src/model/generation-result.js';
import { emptyUsage, type Usage } from '#src/model/usage.js';
import { UsageMeter } from '#src/model/usage-meter.js';

const counted: Usage = {
  ...emptyUsage,
  inputTokens: 10,
  outputTokens: 4,
  cachedInputTokens: 6,
  raw: { prompt_tokens: 10 },
};
const start = (usage: Usage = emptyUsage): GenerationEvent => ({
  type: 'generation-start',
  model: 'm',
  usage,
  warnings: [],
});
const open: GenerationEvent = { type: 'part-start', index: 0, part: { type: 'text', text: '' } };
const textDelta: GenerationEvent = { type: 'part-delta', index: 0, delta: { type: 'text', text: 'a' } };
const reasoningDelta: GenerationEvent = { type: 'part-delta', index: 0, delta: { type: 'reasoning', text: 'a' } };
const reported: GenerationEvent = { type: 'generation-usage', usage: counted };

function usageAfter(...events: readonly GenerationEvent[]): Usage | undefined {
  const meter = new UsageMeter();
  for (const event of events) meter.push(event);
  return meter.usage;
}

describe('the usage of a stream', () => {
  it('is unknown before the start', () => {
    expect(usageAfter()).toBeUndefined();
  });

  it('is the usage of the end event, whatever was reported before', () => {
    expect(
      usageAfter(start(), open, textDelta, textDelta, {
        type: 'generation-end',
        finishReason: { unified: 'stop' },
        usage: counted,
      }),
    ).toBe(counted);
  });

  it('is the last reported usage for a truncated response', () => {
    expect(usageAfter(start(), open, textDelta, reported)).toBe(counted);
    expect(usageAfter(start(counted))).toBe(counted);
  });

  it('is estimated at one token per chunk when truncated before any report', () => {
    expect(usageAfter(start(), open, reasoningDelta, reasoningDelta, textDelta)).toEqual({
      ...emptyUsage,
      outputTokens: 3,
      reasoningTokens: 2,
      estimated: true,
    });
    expect(usageAfter(start())).toEqual({ ...emptyUsage, estimated: true });
  });

  it('retains the prompt count when truncated after it', () => {
    expect(usageAfter(start({ ...emptyUsage, inputTokens: 10, cachedInputTokens: 3 }), open, textDelta)).toEqual({
      ...emptyUsage,
      inputTokens: 10,
      cachedInputTokens: 3,
      outputTokens: 1,
      estimated: true,
    });
  });

  it('is in the result of a stream that never ended', () => {
    const collector = new ResultCollector();
    for (const event of [start(), open, textDelta, reported]) collector.push(event);
    expect(collector.complete).toBe(false);
    expect(collector.result().usage).toBe(counted);
  });
});

describe('the grammar of a stream that fails', () => {
  const check = (...events: readonly GenerationEvent[]): void => {
    const grammar = new EventGrammar();
    for (const event of events) grammar.push(event);
  };

  it('accepts one usage as the last event, inside a part or between parts', () => {
    expect(() => check(start(), reported)).not.toThrow();
    expect(() => check(start(), open, textDelta, reported)).not.toThrow();
  });

  it('accepts no usage before the start, and no event after it', () => {
    expect(() => check(reported)).toThrow('generation-usage may not stand before-start');
    expect(() => check(start(), reported, reported)).toThrow('failing');
    expect(() => check(start(), open, reported, textDelta)).toThrow('failing');
    expect(() =>
      check(start(), reported, { type: 'generation-end', finishReason: { unified: 'stop' }, usage: counted }),
    ).toThrow('failing');
  });

  it('is incomplete', () => {
    const grammar = new EventGrammar();
    for (const event of [start(), reported]) grammar.push(event);
    expect(() => grammar.end()).toThrow('without generation-end');
  });
});
