import { isList, isObject, type JsonObject, type JsonValue } from '@org/engine';

/**
 * The value types that a schema allows, with integers counted as numbers. Empty: the schema does not restrict the
 * type.
 */
export type ValueTypes = ReadonlySet<string>;

/** Schemas within schemas that are followed. */
const deepest = 16;

/** The types of one argument of a tool with this schema, or of the value at a path within it. */
export function argumentTypes(root: JsonObject, ...path: readonly string[]): ValueTypes {
  return typesOf(
    path.reduce((schema: JsonValue | undefined, key) => memberSchema(schema, key, root), root),
    root,
  );
}

/** The subschema of a member, or of every item of an array. */
function memberSchema(schema: JsonValue | undefined, key: string, root: JsonObject): JsonValue | undefined {
  const found = deref(schema, root);
  return found === undefined ? undefined : isObject(found['items']) ? found['items'] : argumentSchema(found, key);
}

/** Resolves references to the schema itself. */
export function deref(schema: JsonValue | undefined, root: JsonObject): JsonObject | undefined {
  let found = schema;
  for (let depth = 0; depth < deepest && isObject(found) && typeof found['$ref'] === 'string'; depth += 1)
    found = resolved(found['$ref'], root);
  return isObject(found) ? found : undefined;
}

/** The subschema of one argument in a tool's schema. */
export function argumentSchema(root: JsonObject, key: string): JsonValue | undefined {
  const { properties, additionalProperties } = root;
  return isObject(properties) && Object.hasOwn(properties, key) ? properties[key] : additionalProperties;
}

/** `known`: the types of schemas found so far, so that each schema is visited once, however often it is referenced. */
export function typesOf(
  schema: JsonValue | undefined,
  root: JsonObject,
  known = new Map<JsonObject, ValueTypes>(),
  depth = 0,
): ValueTypes {
  if (!isObject(schema) || depth > deepest) return new Set();
  const found = known.get(schema);
  if (found !== undefined) return found;
  // A self-reference adds no restriction.
  known.set(schema, new Set());
  const types = readTypes(schema, root, (inner) => typesOf(inner, root, known, depth + 1));
  known.set(schema, types);
  return types;
}

function readTypes(
  schema: JsonObject,
  root: JsonObject,
  typesIn: (inner: JsonValue | undefined) => ValueTypes,
): ValueTypes {
  const { $ref: reference, type, anyOf, oneOf, allOf } = schema;
  const values = schema['const'] === undefined ? schema['enum'] : [schema['const']];
  if (isList(values)) return new Set(values.map(typeOf));
  if (type !== undefined)
    return new Set((isList(type) ? type : [type]).map((one) => (one === 'integer' ? 'number' : String(one))));
  if (typeof reference === 'string') return typesIn(resolved(reference, root));
  const choices = [anyOf, oneOf].find(isList)?.map(typesIn);
  // A single unrestricted choice allows values of every type.
  if (choices !== undefined)
    return choices.some((types) => types.size === 0) ? new Set() : new Set(choices.flatMap((types) => [...types]));
  return (isList(allOf) ? allOf.map(typesIn).find((types) => types.size > 0) : undefined) ?? new Set();
}

/** An argument that a model wrote without the quotes of JSON, as JSON: of a type that the schema speaks of, if it can be, and otherwise a text. */
export function valueJson(text: string, types: ValueTypes): string {
  const trimmed = text.trim();
  const written = pythonNames.get(trimmed) ?? trimmed;
  const type = typeOfJson(written);
  const matchesType =
    type !== undefined &&
    (types.has('string') ? type !== 'string' && types.has(type) : type !== 'string' || types.size > 0);
  return matchesType ? written : JSON.stringify(text);
}

/** Escapes a segment of text for use within a JSON string, wherever the text was split. */
export function inJsonString(text: string): string {
  return text.replace(/["\\\p{Cc}]/gu, (char) => JSON.stringify(char).slice(1, -1));
}

const pythonNames: ReadonlyMap<string, string> = new Map([
  ['True', 'true'],
  ['False', 'false'],
  ['None', 'null'],
]);

function typeOfJson(text: string): string | undefined {
  try {
    return typeOf(JSON.parse(text) as JsonValue);
  } catch {
    return undefined;
  }
}

function typeOf(value: JsonValue): string {
  if (value === null) return 'null';
  return isList(value) ? 'array' : typeof value;
}

function resolved(reference: string, root: JsonObject): JsonValue | undefined {
  let found: JsonValue | undefined = reference.startsWith('#') ? root : undefined;
  for (const key of reference.split('/').slice(1))
    found = isObject(found) && Object.hasOwn(found, key) ? found[key] : undefined;
  return found;
}
