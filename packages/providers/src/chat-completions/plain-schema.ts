import { isList, isObject, type JsonObject, type JsonValue } from '@org/engine';

/** Keywords that limit single values. The remaining ones define types and properties. */
const bounds: ReadonlySet<string> = new Set([
  'pattern',
  'format',
  'minLength',
  'maxLength',
  'minItems',
  'maxItems',
  'uniqueItems',
  'minimum',
  'maximum',
  'exclusiveMinimum',
  'exclusiveMaximum',
  'multipleOf',
  'minProperties',
  'maxProperties',
]);
/** Keywords that map names to schemas. */
const namedSchemas: ReadonlySet<string> = new Set([
  'properties',
  'patternProperties',
  'dependentSchemas',
  '$defs',
  'definitions',
]);
/** Keywords with arbitrary values. */
const values: ReadonlySet<string> = new Set(['const', 'enum', 'default', 'example', 'examples', 'required']);

/**
 * Removes the value limits from a schema: engines that compile it to a grammar support few of them and fail
 * completely at any other.
 */
export function plainSchema(schema: JsonObject): JsonObject {
  const remaining = Object.entries(schema).filter(([name]) => !bounds.has(name));
  return Object.fromEntries(
    remaining.map(([name, value]) => [
      name,
      values.has(name) ? value : namedSchemas.has(name) ? mapMembers(value) : plain(value),
    ]),
  );
}

function mapMembers(value: JsonValue | undefined): JsonValue | undefined {
  return isObject(value) ? Object.fromEntries(Object.entries(value).map(([name, own]) => [name, plain(own)])) : value;
}

function plain(value: JsonValue | undefined): JsonValue | undefined {
  if (isList(value)) return value.map((entry) => plain(entry) ?? null);
  return isObject(value) ? plainSchema(value) : value;
}
