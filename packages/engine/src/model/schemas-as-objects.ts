import { isList, isObject, type JsonObject, type JsonValue } from './json.js';

/** Members that hold schemas by names of their own. */
const namedSchemas: ReadonlySet<string> = new Set(['properties', 'patternProperties', 'dependentSchemas', '$defs', 'definitions']);
/** Members that hold a schema, or a list of them. */
const schemas: ReadonlySet<string> = new Set(['items', 'prefixItems', 'contains', 'anyOf', 'oneOf', 'allOf', 'not', 'if', 'then', 'else']);

/**
 * The same schema with `{}` where it says `true`, the same object where nothing changes. Both allow anything, and generators write the second for
 * values of any type; but Ollama, llama.cpp and others refuse the whole request over it.
 */
export function schemasAsObjects(schema: JsonObject): JsonObject {
  return mapMembers(schema, (value, name) => {
    if (namedSchemas.has(name)) return isObject(value) ? mapMembers(value, asObject) : value;
    if (schemas.has(name)) return isList(value) ? mapEntries(value) : asObject(value);
    // Everybody knows this one as a boolean, too.
    return name === 'additionalProperties' && isObject(value) ? schemasAsObjects(value) : value;
  });
}

function asObject(value: JsonValue | undefined): JsonValue | undefined {
  return value === true ? {} : isObject(value) ? schemasAsObjects(value) : value;
}

function mapMembers(object: JsonObject, map: (value: JsonValue | undefined, name: string) => JsonValue | undefined): JsonObject {
  let changed: Map<string, JsonValue | undefined> | undefined;
  for (const name of Object.keys(object)) {
    const mapped = map(object[name], name);
    if (mapped !== object[name]) (changed ??= new Map()).set(name, mapped);
  }
  return changed === undefined ? object : Object.fromEntries(Object.entries(object).map(([name, value]) => [name, changed.get(name) ?? value]));
}

function mapEntries(list: readonly JsonValue[]): readonly JsonValue[] {
  const entries = list.map((entry) => asObject(entry) ?? null);
  return entries.some((entry, index) => entry !== list[index]) ? entries : list;
}
