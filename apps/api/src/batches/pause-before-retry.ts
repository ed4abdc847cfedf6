import type { EngineError } from '@org/engine/errors/engine-error';

const first = 1_000;
const longest = 60_000;
/** What an upstream may have failed over the request itself is not tried for ever. */
const mostTries = 3;

/**
 * Milliseconds to wait before a request of a batch is made again that failed for the `tries`-th time; `undefined` where it has to count
 * as failed. Nobody waits for it, so a model that is busy or away is waited for until the batch expires.
 */
export function pauseBeforeRetry({ code, retryAfter, retryable }: EngineError, tries: number): number | undefined {
  const passes = code === 'rate-limited' || code === 'overloaded';
  const mayPass = (code === 'upstream-failed' || code === 'timed-out') && tries < mostTries;
  if (retryable === false || (!passes && !mayPass)) return undefined;
  return Math.min(retryAfter === undefined ? first * 2 ** (tries - 1) : Math.max(first, retryAfter * 1_000), longest);
}
