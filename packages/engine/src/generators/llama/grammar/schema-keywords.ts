import type { JsonObject, JsonValue } from '../../../model/json.js';

/** The types that a `type` keyword names. */
export function typesIn(value: JsonValue | undefined): readonly string[] {
  const list = Array.isArray(value) ? (value as readonly JsonValue[]) : [value];
  return list.filter((type): type is string => typeof type === 'string');
}

export function isObject(value: JsonValue | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Keywords that say nothing about which values are valid. */
export const annotations: ReadonlySet<string> = new Set([
  '$schema', '$id', '$anchor', '$comment', '$defs', 'definitions', 'title', 'description', 'default', 'examples', 'deprecated',
  'readOnly', 'writeOnly', 'contentEncoding', 'contentMediaType', 'contentSchema', 'strict', 'nullable',
]);

/** The value of a keyword that holds a number. */
export function numberAt(schema: JsonObject, keyword: string): number | undefined {
  const value = schema[keyword];
  return typeof value === 'number' ? value : undefined;
}
