import type { JsonValue } from './json.js';

/** Only such runs of digits can be more than a number of the language holds. */
const longRun = /\d{16}/;

/** Makes a value that `JSON.stringify` writes as the given text. Older engines have none. */
const rawNumber = (JSON as { readonly rawJSON?: (digits: string) => JsonValue }).rawJSON;

/**
 * `JSON.parse`, but numbers keep all of their digits: those that would lose some become values that only `JSON.stringify` can read,
 * which writes them as they came. For what goes from one wire to another and is not reckoned with here.
 */
export function parseExactly(text: string): JsonValue {
  if (rawNumber === undefined || !longRun.test(text)) return JSON.parse(text) as JsonValue;
  return JSON.parse(text, keepDigits) as JsonValue;
}

function keepDigits(_: string, value: unknown, place?: { readonly source?: string }): unknown {
  const source = place?.source;
  if (typeof value !== 'number' || source === undefined || !longRun.test(source) || String(value) === source) return value;
  return rawNumber?.(source) ?? value;
}
