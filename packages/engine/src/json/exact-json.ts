import type { JsonValue } from './json-value.js';

/**
 * Matches every text with a number that JavaScript would write differently: too many digits, a fraction that ends
 * with a zero, an exponent, or a negative zero.
 */
const nonCanonicalNumber = /\d(?:\.?\d){15}|\.\d*0(?!\d)|\d[eE][-+]?\d+(?![\w"-])|-0(?![.\w])/;

/** Makes a value that `JSON.stringify` writes as the given text. Older engines have none. */
const rawNumber = (JSON as { readonly rawJSON?: (digits: string) => JsonValue }).rawJSON;

/**
 * `JSON.parse` that preserves the notation of numbers: numbers that JavaScript would write differently become values
 * that only `JSON.stringify` can read, which writes them unchanged. For data that passes from one API to another
 * without calculation here. An id may have more digits than a double holds, and where integers and floats are
 * different types `20.0` is not `20`.
 */
export function parseExactly(text: string): JsonValue {
  return mayLoseDigits(text) ? (JSON.parse(text, asWritten) as JsonValue) : (JSON.parse(text) as JsonValue);
}

/** Whether a number in `text` may have digits that `JSON.parse` loses and {@link parseExactly} preserves. */
export function mayLoseDigits(text: string): boolean {
  return rawNumber !== undefined && nonCanonicalNumber.test(text);
}

function asWritten(_: string, value: unknown, context?: { readonly source?: string }): unknown {
  const source = context?.source;
  if (typeof value !== 'number' || source === undefined || String(value) === source) return value;
  return rawNumber?.(source) ?? value;
}
