import type { UpstreamMessages } from '../transport/upstream-options.js';
import type { TextRedactor } from './redactor.js';

/** By which clients decide when to retry, and the values that they can read: numbers, dates and flags. */
const retryHeaders: ReadonlyMap<string, RegExp> = new Map([
  ['x-should-retry', /^(?:true|false)$/],
  ['retry-after', /^(?:\d{1,10}(?:\.\d{1,10})?|[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT)$/],
  ['retry-after-ms', /^\d{1,13}(?:\.\d{1,10})?$/],
]);
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
    const isLimit = mode === 'forward' && limitHeaderName.test(name) && redactor.accepts(name);
    const form = retryHeaders.get(name) ?? (isLimit ? headerValue : undefined);
    if (typeof value === 'string' && form?.test(value) === true && redactor.accepts(value)) forwarded[name] = value;
  }
  return Object.keys(forwarded).length === 0 ? undefined : forwarded;
}
