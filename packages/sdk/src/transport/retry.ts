// When to send a request again, and after how long. Only before anything of the answer was seen.

const retryable = new Set([408, 409, 429]);
/** Milliseconds that a caller is let wait; whoever is asked for more is told so, and asks again when it suits. */
const maxRetryAfterMs = 60_000;

/**
 * Whether a failed answer may be asked for again, and soon enough: not when the service wants more than a minute of peace. Else its
 * `x-should-retry` decides when it is there.
 */
export function mayRetry(status: number, headers: Headers, now: number): boolean {
  if ((retryHint(headers, now) ?? 0) > maxRetryAfterMs) return false;
  const hint = headers.get('x-should-retry');
  if (hint === 'true') return true;
  if (hint === 'false') return false;
  return retryable.has(status) || status >= 500;
}

/**
 * Milliseconds to wait before attempt `attempt` (0 is the first retry): what the service asks for, else
 * half a second that doubles up to eight, less up to a quarter by `random` (0 to 1) so that clients spread.
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
