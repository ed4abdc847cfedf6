/**
 * The retry delay from the headers of an upstream error, as a value of `retry-after`. Some upstreams send it in
 * milliseconds only.
 */
export function retryAfterIn(headers: Readonly<Record<string, unknown>>): string | undefined {
  const milliseconds = textOf(headers['retry-after-ms']);
  return (
    textOf(headers['retry-after']) ?? (milliseconds === undefined ? undefined : String(Number(milliseconds) / 1000))
  );
}

/** Maximum retry delay that clients receive, in seconds. */
const maxRetryAfterSeconds = 7 * 24 * 3600;

/** Seconds of a `retry-after` header, which holds seconds, also with a fraction, or a date. To the millisecond. */
export function readRetryAfter(value: string | undefined): number | undefined {
  if (value === undefined || value === '') return undefined;
  const seconds = Number(value);
  if (Number.isFinite(seconds)) return within(seconds);
  const at = Date.parse(value);
  return Number.isNaN(at) ? undefined : within((at - Date.now()) / 1000);
}

function within(seconds: number): number {
  return Math.min(maxRetryAfterSeconds, Math.max(0, Math.round(seconds * 1000) / 1000));
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}
