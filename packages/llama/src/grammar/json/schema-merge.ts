import { isList, isObject, type JsonObject, type JsonValue } from '@org/engine';
import { compareDecimals, decimalOf, isEqualJson } from './decimal.js';
import { annotations, hasOnly, typesIn } from './schema-keywords.js';

/**
 * Merges two schemas into one that enforces both. Where the merge would change the meaning, it returns the name of
 * the first conflicting keyword.
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

/** The first keyword of `parts` whose meaning would change when the parts are merged into one schema. */
export function keywordOfOnePart(parts: readonly JsonObject[]): string | undefined {
  const constraining = parts.filter((part) => !hasOnly(part));
  return constraining.length < 2
    ? undefined
    : unevaluated.find((key) => constraining.some((part) => part[key] !== undefined));
}

/** Keywords that apply to adjacent and nested keywords, not to the enclosing ones. */
const unevaluated = ['unevaluatedProperties', 'unevaluatedItems'] as const;

/** Returns a keyword whose meaning depends on adjacent keywords, so that it cannot move to another schema. */
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
  if (b === undefined || isEqualJson(a, b) || annotations.has(key)) return a;
  if (key === 'required' && isList(a) && isList(b)) return [...new Set<JsonValue>([...a, ...b])];
  // Built from both sides together with their keywords for other properties.
  if (key === 'properties' && isObject(a) && isObject(b)) return a;
  if (key === 'additionalProperties') return meet(a, b);
  const [first, second] = [decimalOf(a), decimalOf(b)];
  if (first !== undefined && second !== undefined) {
    const isLess = compareDecimals(first, second) < 0;
    if (key === 'minimum' || key === 'exclusiveMinimum' || key === 'minLength' || key === 'minItems')
      return isLess ? b : a;
    if (key === 'maximum' || key === 'exclusiveMaximum' || key === 'maxLength' || key === 'maxItems')
      return isLess ? a : b;
  }
  if (key === 'enum' && isList(a) && isList(b))
    return a.filter((value) => b.some((other) => isEqualJson(value, other)));
  if (key === 'type') return mergeTypes(a, b);
  return undefined;
}

/**
 * Merges every property that either side names with the other side's schema for it, by name or as an additional
 * property.
 */
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
  if (a === true || b === false || isEqualJson(a, b)) return b;
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
