import type { EngineError, ErrorCode } from '@org/engine';

/**
 * Failures that a client may retry, but whose retry cannot succeed or would generate the same response twice. Claude
 * Code retries ten times with an invalid key.
 */
const notRetryableCodes: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  'unauthenticated',
  'conflict',
  'upstream-rejected',
  'timed-out',
  'cancelled',
]);

/** Transient failures, which always state when to retry. */
const passing: ReadonlySet<ErrorCode> = new Set<ErrorCode>(['rate-limited', 'overloaded']);

const defaultRetryAfter = 1;
/** Seconds that an automatic retry may wait: the SDKs obey any delay. */
const maxWaitSeconds = 600;

/**
 * Headers that control both official SDKs' retries: `retry-after` in integer seconds, and `x-should-retry`, which
 * overrides the status. The error's own settings override the upstream's headers, and those the default of its code.
 */
export function retryHeaders(error: EngineError): Record<string, string> {
  const headers: Record<string, string> = {};
  const seconds = error.retryAfter ?? (passing.has(error.code) ? defaultRetryAfter : undefined);
  if (seconds !== undefined) headers['retry-after'] = String(Math.max(0, Math.ceil(seconds)));
  const isFutile =
    (error.forwarded === undefined && notRetryableCodes.has(error.code)) ||
    (seconds !== undefined && seconds > maxWaitSeconds);
  if (isFutile) headers['x-should-retry'] = 'false';
  const { retryable } = error;
  return {
    ...headers,
    ...error.headers,
    ...(retryable !== undefined && { 'x-should-retry': String(retryable) }),
  };
}
