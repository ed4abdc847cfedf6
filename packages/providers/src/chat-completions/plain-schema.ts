import { isList, isObject, type JsonObject, type JsonValue } from '@org/engine';

/** Bounds of single values. What is left says of which kind they are, and which members there are. */
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
/** Members that hold schemas by names of their own. */
const namedSchemas: ReadonlySet<string> = new Set([
  'properties',
  'patternProperties',
  'dependentSchemas',
  '$defs',
  'definitions',
]);
/** Members that hold values, which may look like anything. */
const values: ReadonlySet<string> = new Set(['const', 'enum', 'default', 'example', 'examples', 'required']);

/** A schema without the bounds of its values: engines that make a grammar of it know few of them, and fail as a whole at any other. */
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
