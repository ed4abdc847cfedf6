import { isDeepStrictEqual } from 'node:util';

import type { JsonObject, JsonValue } from '../../../model/json.js';
import { annotations, isObject, typesIn } from './schema-keywords.js';

/**
 * One schema that holds a value to two. Only what can be said in one schema without changing its meaning: the name of the
 * first keyword that stands in the way is returned instead.
 */
export function mergeSchemas(a: JsonObject, b: JsonObject): JsonObject | string {
  const merged: Record<string, JsonValue | undefined> = { ...a };
  for (const [key, value] of Object.entries(b)) {
    const other = merged[key];
    const both = other === undefined ? value : mergeKeyword(key, other, value);
    if (both === undefined && value !== undefined) return key;
    merged[key] = both;
  }
  return merged;
}

function mergeKeyword(key: string, a: JsonValue, b: JsonValue | undefined): JsonValue | undefined {
  if (b === undefined || isDeepStrictEqual(a, b) || annotations.has(key)) return a;
  if (key === 'required' && Array.isArray(a) && Array.isArray(b)) return [...new Set<JsonValue>([...(a as readonly JsonValue[]), ...(b as readonly JsonValue[])])];
  if (key === 'properties' && isObject(a) && isObject(b)) return mergeProperties(a, b);
  if (typeof a === 'number' && typeof b === 'number') {
    if (key === 'minimum' || key === 'exclusiveMinimum' || key === 'minLength' || key === 'minItems') return Math.max(a, b);
    if (key === 'maximum' || key === 'exclusiveMaximum' || key === 'maxLength' || key === 'maxItems') return Math.min(a, b);
  }
  if (key === 'enum' && Array.isArray(a) && Array.isArray(b)) {
    const [first, second] = [a as readonly JsonValue[], b as readonly JsonValue[]];
    return first.filter((value) => second.some((other) => isDeepStrictEqual(value, other)));
  }
  if (key === 'type') return mergeTypes(a, b);
  return undefined;
}

function mergeProperties(a: JsonObject, b: JsonObject): JsonObject {
  const merged: Record<string, JsonValue | undefined> = { ...a };
  for (const [name, value] of Object.entries(b)) {
    const other = merged[name];
    merged[name] = other === undefined || value === undefined || isDeepStrictEqual(other, value) ? value : { allOf: [other, value] };
  }
  return merged;
}

function mergeTypes(a: JsonValue, b: JsonValue): JsonValue | undefined {
  const [first, second] = [typesIn(a), typesIn(b)];
  const shared = first.filter((type) => second.includes(type));
  if (shared.length > 0) return shared;
  if (first.includes('integer') && second.includes('number')) return 'integer';
  return second.includes('integer') && first.includes('number') ? 'integer' : undefined;
}
