import { isList, isObject, type JsonObject, type JsonValue } from '../json/json-value.js';

/** Keywords that map names to schemas. */
const namedSchemas: ReadonlySet<string> = new Set(
  'properties patternProperties dependentSchemas $defs definitions'.split(' '),
);
/** Keywords whose value is a schema or a list of schemas. */
const schemas: ReadonlySet<string> = new Set(
  'items prefixItems contains anyOf oneOf allOf not if then else'.split(' '),
);
/** Keywords whose value may be null. */
const values: ReadonlySet<string> = new Set(['const', 'default', 'example']);

/**
 * Converts a schema to the form that all servers accept; returns the same object when nothing changes. Schema
 * libraries write `true` for values of any type and null for absent values (`required: null` is Go's empty list).
 * Ollama, llama.cpp and others reject the complete request because of the first; servers that validate schemas, such
 * as SGLang, llama.cpp and Mistral, reject the second. The function therefore replaces `true` with `{}` and omits
 * null members.
 */
export function commonSchema(schema: JsonObject): JsonObject {
  const given = hasEmpty(schema)
    ? Object.fromEntries(Object.entries(schema).filter((member) => !isEmpty(member)))
    : schema;
  return mapMembers(given, inSchema);
}

/** Checks without building a list of the members, because nearly every schema retains all of them. */
function hasEmpty(schema: JsonObject): boolean {
  for (const name in schema) if (isEmpty([name, schema[name]])) return true;
  return false;
}

function isEmpty([name, value]: readonly [string, JsonValue | undefined]): boolean {
  return value === null && !values.has(name);
}

function inSchema(value: JsonValue, name: string): JsonValue {
  if (namedSchemas.has(name)) return isObject(value) ? mapMembers(value, asObject) : value;
  if (schemas.has(name)) return isList(value) ? mapEntries(value) : asObject(value);
  // All servers accept a boolean for this keyword, too.
  return name === 'additionalProperties' && isObject(value) ? commonSchema(value) : value;
}

function asObject(value: JsonValue): JsonValue {
  return value === true ? {} : isObject(value) ? commonSchema(value) : value;
}

function mapMembers(object: JsonObject, map: (value: JsonValue, name: string) => JsonValue): JsonObject {
  let changed: Map<string, JsonValue> | undefined;
  for (const name in object) {
    const value = object[name];
    // Strings and numbers, which are most of the values, contain no schema.
    if (value !== true && (typeof value !== 'object' || value === null)) continue;
    const mapped = map(value, name);
    if (mapped !== value) (changed ??= new Map()).set(name, mapped);
  }
  return changed === undefined
    ? object
    : Object.fromEntries(Object.entries(object).map(([name, value]) => [name, changed.get(name) ?? value]));
}

function mapEntries(list: readonly JsonValue[]): readonly JsonValue[] {
  const entries = list.map(asObject);
  return entries.some((entry, index) => entry !== list[index]) ? entries : list;
}
