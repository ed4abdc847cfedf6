import type { JsonValue } from './json.js';

/** Only such runs of digits can be more than a number of the language holds. */
const longRun = /\d{16}/;

/** Makes a value that `JSON.stringify` writes as the given text. Older engines have none. */
const rawNumber = (JSON as { readonly rawJSON?: (digits: string) => JsonValue }).rawJSON;

const { isRawJSON: isRaw } = JSON as { readonly isRawJSON?: (value: unknown) => boolean };

/**
 * `JSON.parse`, but numbers keep all of their digits: those that would lose some become values that only `JSON.stringify` can read,
 * which writes them as they came. For what goes from one wire to another and is not reckoned with here.
 */
export function parseExactly(text: string): JsonValue {
  return mayLoseDigits(text) ? (JSON.parse(text, keepDigits) as JsonValue) : (JSON.parse(text) as JsonValue);
}

/** Whether a number in `text` may have digits that `JSON.parse` loses and {@link parseExactly} keeps. */
export function mayLoseDigits(text: string): boolean {
  return rawNumber !== undefined && longRun.test(text);
}

/** Whether a value is a number that {@link parseExactly} kept as it came: to copy it member by member would break it. */
export function isExactNumber(value: object): boolean {
  return isRaw?.(value) === true;
}

function keepDigits(_: string, value: unknown, place?: { readonly source?: string }): unknown {
  const source = place?.source;
  if (typeof value !== 'number' || source === undefined || !longRun.test(source) || String(value) === source) return value;
  return rawNumber?.(source) ?? value;
}
