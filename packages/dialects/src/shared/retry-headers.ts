import type { EngineError, ErrorCode } from '@org/engine';

/**
 * Failures that a client may retry, but whose retry cannot mend them or would generate the same answer twice. Claude Code
 * comes ten times with a key that is not valid.
 */
const futile: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  'unauthenticated',
  'conflict',
  'upstream-rejected',
  'timed-out',
  'cancelled',
]);

/** Failures that pass with time: they always say when to come back. */
const passing: ReadonlySet<ErrorCode> = new Set<ErrorCode>(['rate-limited', 'overloaded']);

const defaultRetryAfter = 1;

/**
 * The headers that steer both official SDKs' retries: `retry-after` in whole seconds, and `x-should-retry`, which wins
 * over the status. The error's own words win over what its code suggests.
 */
export function retryHeaders(error: EngineError): Record<string, string> {
  const headers: Record<string, string> = {};
  const seconds = error.retryAfter ?? (passing.has(error.code) ? defaultRetryAfter : undefined);
  if (seconds !== undefined) headers['retry-after'] = String(Math.max(0, Math.ceil(seconds)));
  const retryable = error.retryable ?? (futile.has(error.code) ? false : undefined);
  if (retryable !== undefined) headers['x-should-retry'] = String(retryable);
  return headers;
}
