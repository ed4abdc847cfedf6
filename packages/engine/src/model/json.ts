/** A JSON value as `JSON.parse` gives it. */
export type JsonValue = null | boolean | number | string | readonly JsonValue[] | JsonObject;

/** A JSON object. Keys that are absent and keys that are `undefined` mean the same. */
export interface JsonObject {
  readonly [key: string]: JsonValue | undefined;
}
