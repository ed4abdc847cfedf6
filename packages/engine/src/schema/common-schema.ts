import { isList, isObject, type JsonObject, type JsonValue } from '../json/json-value.js';

/** Members that hold schemas by names of their own. */
const namedSchemas: ReadonlySet<string> = new Set([
  'properties',
  'patternProperties',
  'dependentSchemas',
  '$defs',
  'definitions',
]);
/** Members that hold a schema, or a list of them. */
const schemas: ReadonlySet<string> = new Set([
  'items',
  'prefixItems',
  'contains',
  'anyOf',
  'oneOf',
  'allOf',
  'not',
  'if',
  'then',
  'else',
]);
/** Members whose value may be null. */
const values: ReadonlySet<string> = new Set(['const', 'default', 'example']);

/**
 * The same schema in the form that all servers read, the same object where nothing changes. Generators write `true` for values of any type, and
 * null for what is not given (`required: null` is Go's empty list). Ollama, llama.cpp and others refuse the whole request over the first, and
 * whoever checks schemas, as SGLang, llama.cpp and Mistral do, over the second. So `{}` stands for `true`, and members that are null are left out.
 */
export function commonSchema(schema: JsonObject): JsonObject {
  const given = hasEmpty(schema)
    ? Object.fromEntries(Object.entries(schema).filter((member) => !isEmpty(member)))
    : schema;
  return mapMembers(given, inSchema);
}

/** Asks for no list of the members, of which nearly every schema keeps all. */
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
  // Everybody knows this one as a boolean, too.
  return name === 'additionalProperties' && isObject(value) ? commonSchema(value) : value;
}

function asObject(value: JsonValue): JsonValue {
  return value === true ? {} : isObject(value) ? commonSchema(value) : value;
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
  return changed === undefined
    ? object
    : Object.fromEntries(Object.entries(object).map(([name, value]) => [name, changed.get(name) ?? value]));
}

function mapEntries(list: readonly JsonValue[]): readonly JsonValue[] {
  const entries = list.map(asObject);
  return entries.some((entry, index) => entry !== list[index]) ? entries : list;
}
