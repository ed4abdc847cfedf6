import type { EngineError } from '../errors/engine-error.js';

const first = 1_000;
const maxPauseMs = 60_000;

/**
 * Delay in milliseconds after failure number `attempts`: the retry-after of the error, otherwise growing with each
 * retry. Random jitter keeps clients from retrying at once.
 */
export function growingPause(
  { retryAfter }: EngineError,
  attempts: number,
  random: () => number = Math.random,
): number {
  const least =
    retryAfter === undefined ? Math.min(first * 2 ** (attempts - 1), maxPauseMs) : Math.max(first, retryAfter * 1_000);
  return least + Math.min(least / 4, maxPauseMs) * random();
}

/** The same delay where the model is busy; `undefined` where waiting does not help. */
export function pauseWhileBusy(error: EngineError, attempts: number, random?: () => number): number | undefined {
  const isTransient = error.code === 'rate-limited' || error.code === 'overloaded';
  return isTransient && error.retryable !== false ? growingPause(error, attempts, random) : undefined;
}
