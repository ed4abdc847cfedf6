import { EngineError, type ErrorCode } from '@org/engine';
import { pauseBeforeRetry } from '#src/batches/pause-before-retry.js';

const waits = (code: ErrorCode, tries: number, retryable?: boolean): boolean =>
  pauseBeforeRetry(new EngineError(code, 'words', retryable === undefined ? {} : { retryable }), tries) !== undefined;

describe('A request of a batch that failed', () => {
  it.each(['upstream-failed', 'timed-out'] as const)(
    'with %s is tried three times, unless a retry cannot help',
    (code) => {
      expect([1, 2, 3].map((tries) => waits(code, tries))).toEqual([true, true, false]);
      expect([waits(code, 2, true), waits(code, 1, false)]).toEqual([true, false]);
    },
  );

  it('over a model that is busy is made again until the batch expires', () => {
    expect([waits('overloaded', 1), waits('overloaded', 1_000), waits('rate-limited', 1_000)]).toEqual([
      true,
      true,
      true,
    ]);
  });

  it('over what it asks for is made once', () => {
    expect([waits('invalid-request', 1), waits('internal', 1), waits('unknown-model', 1)]).toEqual([
      false,
      false,
      false,
    ]);
  });
});
