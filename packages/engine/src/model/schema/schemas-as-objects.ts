import { isList, isObject, type JsonObject, type JsonValue } from '../json.js';

/** Members that hold schemas by names of their own. */
const namedSchemas: ReadonlySet<string> = new Set(['properties', 'patternProperties', 'dependentSchemas', '$defs', 'definitions']);
/** Members that hold a schema, or a list of them. */
const schemas: ReadonlySet<string> = new Set(['items', 'prefixItems', 'contains', 'anyOf', 'oneOf', 'allOf', 'not', 'if', 'then', 'else']);

/**
 * The same schema with `{}` where it says `true`, the same object where nothing changes. Both allow anything, and generators write the second for
 * values of any type; but Ollama, llama.cpp and others refuse the whole request over it.
 */
export function schemasAsObjects(schema: JsonObject): JsonObject {
  return mapMembers(schema, inSchema);
}

function inSchema(value: JsonValue, name: string): JsonValue {
  if (namedSchemas.has(name)) return isObject(value) ? mapMembers(value, asObject) : value;
  if (schemas.has(name)) return isList(value) ? mapEntries(value) : asObject(value);
  // Everybody knows this one as a boolean, too.
  return name === 'additionalProperties' && isObject(value) ? schemasAsObjects(value) : value;
}

function asObject(value: JsonValue): JsonValue {
  return value === true ? {} : isObject(value) ? schemasAsObjects(value) : value;
}

function mapMembers(object: JsonObject, map: (value: JsonValue, name: string) => JsonValue): JsonObject {
  let changed: Map<string, JsonValue> | undefined;
  for (const name in object) {
    const value = object[name];
    // Texts and numbers, the most of what there is, hold no schema.
    if (value !== true && (typeof value !== 'object' || value === null)) continue;
    const mapped = map(value, name);
    if (mapped !== value) (changed ??= new Map()).set(name, mapped);
  }
  return changed === undefined ? object : Object.fromEntries(Object.entries(object).map(([name, value]) => [name, changed.get(name) ?? value]));
}

function mapEntries(list: readonly JsonValue[]): readonly JsonValue[] {
  const entries = list.map(asObject);
  return entries.some((entry, index) => entry !== list[index]) ? entries : list;
}
