import { isDeepStrictEqual } from 'node:util';

import { isList, isObject, type JsonObject, type JsonValue } from '@org/engine';
import { annotations, hasOnly, typesIn } from './schema-keywords.js';

/**
 * One schema that holds a value to two. Only what can be said in one schema without changing its meaning: the name of the
 * first keyword that stands in the way is returned instead.
 */
export function mergeSchemas(a: JsonObject, b: JsonObject): JsonObject | string {
  const conflict = contextDependentKeyword(a, b);
  if (conflict !== undefined) return conflict;
  const merged: Record<string, JsonValue | undefined> = { ...a };
  for (const [key, value] of Object.entries(b)) {
    const other = merged[key];
    const both = other === undefined ? value : mergeKeyword(key, other, value);
    if (both === undefined && value !== undefined) return key;
    merged[key] = both;
  }
  if (a['properties'] === undefined && b['properties'] === undefined) return merged;
  return { ...merged, properties: mergeProperties(a, b) };
}

/** The first keyword of `parts` that would mean something else in one schema with the other parts. */
export function keywordOfOnePart(parts: readonly JsonObject[]): string | undefined {
  const speaking = parts.filter((part) => !hasOnly(part));
  return speaking.length < 2 ? undefined : unevaluated.find((key) => speaking.some((part) => part[key] !== undefined));
}

/** What they say is of everything beside them and below, not of what stands around them. */
const unevaluated = ['unevaluatedProperties', 'unevaluatedItems'] as const;

/** Keywords whose meaning depends on what stands beside them, so that they cannot move to another place. */
function contextDependentKeyword(a: JsonObject, b: JsonObject): string | undefined {
  if (hasOnly(a) || hasOnly(b)) return undefined;
  for (const key of unevaluated) if (b[key] !== undefined) return key;
  const isTuple = (schema: JsonObject): boolean => schema['prefixItems'] !== undefined || isList(schema['items']);
  const restrictsItems =
    a['items'] !== undefined ||
    b['items'] !== undefined ||
    a['additionalItems'] !== undefined ||
    b['additionalItems'] !== undefined;
  return isTuple(a) !== isTuple(b) && restrictsItems ? 'items' : undefined;
}

function mergeKeyword(key: string, a: JsonValue, b: JsonValue | undefined): JsonValue | undefined {
  if (b === undefined || isDeepStrictEqual(a, b) || annotations.has(key)) return a;
  if (key === 'required' && isList(a) && isList(b)) return [...new Set<JsonValue>([...a, ...b])];
  // Written anew from both sides, together with what they say of other properties.
  if (key === 'properties' && isObject(a) && isObject(b)) return a;
  if (key === 'additionalProperties') return meet(a, b);
  if (typeof a === 'number' && typeof b === 'number') {
    if (key === 'minimum' || key === 'exclusiveMinimum' || key === 'minLength' || key === 'minItems')
      return Math.max(a, b);
    if (key === 'maximum' || key === 'exclusiveMaximum' || key === 'maxLength' || key === 'maxItems')
      return Math.min(a, b);
  }
  if (key === 'enum' && isList(a) && isList(b))
    return a.filter((value) => b.some((other) => isDeepStrictEqual(value, other)));
  if (key === 'type') return mergeTypes(a, b);
  return undefined;
}

/** Every property that one side names, held to what the other side says of it, by name or as one of the others. */
function mergeProperties(a: JsonObject, b: JsonObject): JsonObject {
  const [ofA, ofB] = [propertiesOf(a), propertiesOf(b)];
  const names = [...new Set([...Object.keys(ofA), ...Object.keys(ofB)])];
  const schemaOf = (schema: JsonObject, properties: JsonObject, name: string): JsonValue =>
    (Object.hasOwn(properties, name) ? properties[name] : schema['additionalProperties']) ?? true;
  return Object.fromEntries(names.map((name) => [name, meet(schemaOf(a, ofA, name), schemaOf(b, ofB, name))]));
}

function propertiesOf(schema: JsonObject): JsonObject {
  return isObject(schema['properties']) ? schema['properties'] : {};
}

/** A schema for what both allow. */
function meet(a: JsonValue, b: JsonValue): JsonValue {
  if (a === true || b === false || isDeepStrictEqual(a, b)) return b;
  if (b === true || a === false) return a;
  return { allOf: [a, b] };
}

function mergeTypes(a: JsonValue, b: JsonValue): JsonValue | undefined {
  const [first, second] = [typesIn(a), typesIn(b)];
  const shared = first.filter((type) => second.includes(type));
  if (shared.length > 0) return shared;
  if (first.includes('integer') && second.includes('number')) return 'integer';
  return second.includes('integer') && first.includes('number') ? 'integer' : undefined;
}
