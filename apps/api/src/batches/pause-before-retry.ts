import { type EngineError, growingPause, pauseWhileBusy } from '@org/engine';

/** What an upstream may have failed over the request itself is not tried for ever. */
const maxAttempts = 3;

/**
 * Milliseconds to wait before a request of a batch is made again that failed for the `tries`-th time; `undefined` where it has to count
 * as failed. Nobody waits for it, so a model that is busy or away is waited for until the batch expires.
 */
export function pauseBeforeRetry(failure: EngineError, tries: number): number | undefined {
  const { code, retryable } = failure;
  const isTransient =
    retryable !== false && (code === 'upstream-failed' || code === 'timed-out') && tries < maxAttempts;
  return isTransient ? growingPause(failure, tries) : pauseWhileBusy(failure, tries);
}
