/** A JSON value as `JSON.parse` gives it. */
export type JsonValue = null | boolean | number | string | readonly JsonValue[] | JsonObject;

/** A JSON object. Keys that are absent and keys that are `undefined` mean the same. */
export interface JsonObject {
  readonly [key: string]: JsonValue | undefined;
}

/** Whether a value, as `JSON.parse` gives it, is an object. */
export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Whether a JSON value is an array. */
export function isList(value: JsonValue | undefined): value is readonly JsonValue[] {
  return Array.isArray(value);
}
