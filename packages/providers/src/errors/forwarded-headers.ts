import type { UpstreamMessages } from '../transport/upstream-options.js';
import type { TextRedactor } from './redactor.js';

/** By which clients decide when to retry. */
const retryHeaderNames: ReadonlySet<string> = new Set(['x-should-retry', 'retry-after', 'retry-after-ms']);
const limitHeaderName = /^(?:anthropic-ratelimit|x-ratelimit)-[\w-]{1,60}$/;
const headerValue = /^[\x20-\x7e]{1,200}$/;

/** The headers of an upstream's error response that clients receive: those of retries and, unless hidden, of rate limits. */
export function forwardedHeaders(
  headers: Readonly<Record<string, unknown>>,
  redactor: TextRedactor,
  mode: UpstreamMessages,
): Readonly<Record<string, string>> | undefined {
  const forwarded: Record<string, string> = {};
  for (const [given, value] of Object.entries(headers)) {
    const name = given.toLowerCase();
    if (!retryHeaderNames.has(name) && (mode === 'hide' || !limitHeaderName.test(name))) continue;
    if (typeof value === 'string' && headerValue.test(value) && redactor.accepts(value)) forwarded[name] = value;
  }
  return Object.keys(forwarded).length === 0 ? undefined : forwarded;
}
