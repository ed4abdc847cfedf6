/** A JSON value as `JSON.parse` gives it. */
export type JsonValue = null | boolean | number | string | readonly JsonValue[] | JsonObject;

/** A JSON object. Keys that are absent and keys that are `undefined` mean the same. */
export interface JsonObject {
  readonly [key: string]: JsonValue | undefined;
}

const { isRawJSON: isRaw } = JSON as { readonly isRawJSON?: (value: unknown) => boolean };

/** Whether a value is a number that `parseExactly` preserved; copying it member by member would break it. */
export function isExactNumber(value: unknown): boolean {
  return isRaw?.(value) === true;
}

/** Whether a value, as `JSON.parse` or `parseExactly` gives it, is an object. */
export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !isExactNumber(value);
}

/** Whether a JSON value is an array. */
export function isList(value: JsonValue | undefined): value is readonly JsonValue[] {
  return Array.isArray(value);
}
