// When to retry a request, and after what delay. Only before any of the response was received.

const retryable = new Set([408, 409, 429]);
/** Maximum delay in milliseconds; for a longer retry-after the caller receives the error and decides when to retry. */
const maxRetryAfterMs = 60_000;

/**
 * Whether a failed request may be retried soon: not when the service requests more than a minute. Otherwise its
 * `x-should-retry` decides, if present.
 */
export function mayRetry(status: number, headers: Headers, now: number): boolean {
  if ((retryHint(headers, now) ?? 0) > maxRetryAfterMs) return false;
  const hint = headers.get('x-should-retry');
  if (hint === 'true') return true;
  if (hint === 'false') return false;
  return retryable.has(status) || status >= 500;
}

/**
 * Delay in milliseconds before retry `attempt` (0 is the first): the service's retry-after, else half a second that
 * doubles up to eight, reduced by up to a quarter by `random` (0 to 1) so that clients spread out.
 */
export function retryDelay(attempt: number, headers: Headers | undefined, now: number, random: number): number {
  const hint = headers === undefined ? undefined : retryHint(headers, now);
  if (hint !== undefined && hint >= 0) return hint;
  return Math.min(500 * 2 ** attempt, 8000) * (1 - random * 0.25);
}

function retryHint(headers: Headers, now: number): number | undefined {
  const milliseconds = Number.parseFloat(headers.get('retry-after-ms') ?? '');
  if (Number.isFinite(milliseconds)) return milliseconds;
  const after = headers.get('retry-after');
  if (after === null) return undefined;
  const seconds = Number.parseFloat(after);
  if (Number.isFinite(seconds)) return seconds * 1000;
  const date = Date.parse(after);
  return Number.isNaN(date) ? undefined : date - now;
}
