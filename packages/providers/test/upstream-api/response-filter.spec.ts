import { ResponseFilter, type FilterOptions } from '#src/upstream-api/response-filter.js';
import { emptyUsage, type GenerationEvent, type GenerationResult, ResultCollector } from '@org/engine';
import { buildResult, checkGrammar, replay } from '@org/engine/testing';

function filtered(
  result: GenerationResult,
  options: Partial<FilterOptions>,
  deltaLength = 3,
): { result: GenerationResult; stopped: boolean; events: readonly GenerationEvent[] } {
  const events: GenerationEvent[] = [];
  const filter = new ResponseFilter({ stopSequences: [], silent: false, capIsContext: false, ...options }, (event) =>
    events.push(event),
  );
  for (const event of replay(result, deltaLength)) filter.emit(event);
  checkGrammar(events);
  const collector = new ResultCollector();
  for (const event of events) collector.push(event);
  return { result: collector.result(), stopped: filter.stopped, events };
}

const response = buildResult([{ type: 'reasoning', text: 'STOP is a word' }, 'one two STOP three']);

describe('a response that needs no filtering', () => {
  it('is forwarded unchanged', () => {
    expect(filtered(response, {})).toMatchObject({ result: response, stopped: false });
    expect(filtered(response, { stopSequences: ['never'] }).result).toEqual(response);
  });
});

describe('a stop sequence', () => {
  it.each([1, 3, 100])('ends the response before it, in deltas of %i', (length) => {
    const { result, stopped } = filtered(response, { stopSequences: ['STOP'] }, length);
    expect(stopped).toBe(true);
    expect(result.parts.at(-1)).toEqual({ type: 'text', text: 'one two ' });
    expect(result.finishReason).toEqual({ unified: 'stop-sequence', stopSequence: 'STOP' });
  });

  it('marks the counts of the ended response as estimated: a delta is a token, reasoning is counted separately', () => {
    const untold = { ...response, usage: emptyUsage };
    const { usage } = filtered(untold, { stopSequences: ['STOP'] }, 7).result;
    expect(usage).toEqual({ ...emptyUsage, outputTokens: 4, reasoningTokens: 2, estimated: true });
  });

  it('preserves the counts that the upstream had reported by then', () => {
    const { usage } = filtered(response, { stopSequences: ['STOP'] }, 100).result;
    expect(usage).toEqual({ ...emptyUsage, inputTokens: 7, outputTokens: 2, reasoningTokens: 1, estimated: true });
  });

  it('is none in reasoning', () => {
    expect(filtered(response, { stopSequences: ['word'] })).toMatchObject({
      stopped: false,
      result: { finishReason: { unified: 'stop' } },
    });
  });

  it('that only starts at the end of a text is text', () => {
    expect(filtered(buildResult(['one ST']), { stopSequences: ['STOP'] }).result.parts).toEqual([
      { type: 'text', text: 'one ST' },
    ]);
  });
});

describe('a request without any output', () => {
  it('gets its end alone', () => {
    const { result, events } = filtered(response, { silent: true });
    expect(events.map(({ type }) => type)).toEqual(['generation-start', 'generation-end']);
    expect(result).toMatchObject({ finishReason: { unified: 'length' }, usage: { outputTokens: 0, inputTokens: 7 } });
  });
});

describe('a response that reaches a token limit', () => {
  const stopped = buildResult(['one'], { finishReason: { unified: 'length', raw: 'max_tokens' } });

  it('ended at the context when the limit was its own', () => {
    expect(filtered(stopped, { capIsContext: true }).result.finishReason).toEqual({
      unified: 'context-window',
      raw: 'max_tokens',
    });
    expect(filtered(stopped, {}).result.finishReason).toEqual(stopped.finishReason);
  });
});
