import { growingPause, pauseWhileBusy } from '#src/turn/pause-while-busy.js';
import { EngineError } from '#src/errors/engine-error.js';

const never = (): number => 0;
const busy = (options: { retryAfter?: number; retryable?: boolean } = {}): EngineError =>
  new EngineError('rate-limited', 'Busy.', options);

describe('The pause before a busy model is asked again', () => {
  it('grows to a minute', () => {
    expect([1, 2, 3, 6, 7, 2_000].map((tries) => pauseWhileBusy(busy(), tries, never))).toEqual([
      1_000, 2_000, 4_000, 32_000, 60_000, 60_000,
    ]);
  });

  it('follows the retry-after, however long, and is never zero', () => {
    expect([0, 30, 7_200].map((retryAfter) => pauseWhileBusy(busy({ retryAfter }), 4, never))).toEqual([
      1_000, 30_000, 7_200_000,
    ]);
  });

  it('differs from one to the next, and is never shorter', () => {
    for (const chance of [0.1, 0.5, 0.999]) {
      const pause = growingPause(busy({ retryAfter: 10 }), 1, () => chance);
      expect(pause).toBeGreaterThan(10_000);
      expect(pause).toBeLessThan(12_500);
    }
  });

  it('is skipped where waiting does not help', () => {
    expect(pauseWhileBusy(busy({ retryable: false }), 1)).toBeUndefined();
    for (const code of ['upstream-failed', 'context-overflow', 'invalid-request', 'cancelled', 'internal'] as const)
      expect(pauseWhileBusy(new EngineError(code, 'No.'), 1)).toBeUndefined();
  });
});
