import { type EngineError, growingPause, pauseWhileBusy } from '@org/engine';

/** Maximum number of attempts for failures that the request itself may have caused. */
const maxAttempts = 3;

/**
 * Delay in milliseconds before the retry of a batch request that failed for the `attempts`-th time; `undefined` where it
 * counts as failed. No client waits for it, so the service waits for a busy or unavailable model until the batch
 * expires.
 */
export function pauseBeforeRetry(failure: EngineError, attempts: number): number | undefined {
  const { code, retryable } = failure;
  const isTransient =
    retryable !== false && (code === 'upstream-failed' || code === 'timed-out') && attempts < maxAttempts;
  return isTransient ? growingPause(failure, attempts) : pauseWhileBusy(failure, attempts);
}
