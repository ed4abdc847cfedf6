import { isList, isObject, type JsonObject, type JsonValue } from '../../../model/json.js';

/** The types of values that a schema speaks of, integers among the numbers. None: it does not say. */
export type ValueTypes = ReadonlySet<string>;

/** References within references that are followed. */
const deepest = 16;

/** The types of one argument of a tool with this schema. */
export function argumentTypes(root: JsonObject, key: string): ValueTypes {
  return typesOf(argumentSchema(root, key), root);
}

/** What the schema of a tool says of one argument. */
export function argumentSchema(root: JsonObject, key: string): JsonValue | undefined {
  const { properties, additionalProperties } = root;
  return isObject(properties) && Object.hasOwn(properties, key) ? properties[key] : additionalProperties;
}

export function typesOf(schema: JsonValue | undefined, root: JsonObject, depth = 0): ValueTypes {
  if (!isObject(schema) || depth > deepest) return new Set();
  const { $ref: reference, type, anyOf, oneOf, allOf } = schema;
  const values = schema['const'] === undefined ? schema['enum'] : [schema['const']];
  if (isList(values)) return new Set(values.map(typeOf));
  if (type !== undefined) return new Set((isList(type) ? type : [type]).map((one) => (one === 'integer' ? 'number' : String(one))));
  if (typeof reference === 'string') return typesOf(resolved(reference, root), root, depth + 1);
  const choices = [anyOf, oneOf].find(isList)?.map((choice) => typesOf(choice, root, depth + 1));
  // One choice that says nothing takes values of every type.
  if (choices !== undefined) return choices.some((types) => types.size === 0) ? new Set() : new Set(choices.flatMap((types) => [...types]));
  return isList(allOf) ? (allOf.map((part) => typesOf(part, root, depth + 1)).find((types) => types.size > 0) ?? new Set()) : new Set();
}

/** An argument that a model wrote without the quotes of JSON, as JSON: of a type that the schema speaks of, if it can be, and otherwise a text. */
export function valueJson(text: string, types: ValueTypes): string {
  const trimmed = text.trim();
  const written = pythonNames[trimmed] ?? trimmed;
  const type = typeOfJson(written);
  const fits = type !== undefined && (types.has('string') ? type !== 'string' && types.has(type) : type !== 'string' || types.size > 0);
  return fits ? written : JSON.stringify(text);
}

/** A piece of a text as it stands inside of a JSON string, wherever the text was cut. */
export function inJsonString(text: string): string {
  return text.replace(/["\\\p{Cc}]/gu, (char) => JSON.stringify(char).slice(1, -1));
}

const pythonNames: Readonly<Record<string, string>> = { True: 'true', False: 'false', None: 'null' };

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
  for (const key of reference.split('/').slice(1)) found = isObject(found) && Object.hasOwn(found, key) ? found[key] : undefined;
  return found;
}
