import { isList, isObject, type JsonObject, type JsonValue } from '@org/engine';

/** Location of an error that invalidates a schema in every version of JSON Schema, and the expected value. */
export interface SchemaFault {
  /** Names and indices from the root, `properties.at.type`; empty for the root itself. */
  readonly path: string;
  /** Without any value of the schema. */
  readonly rule: string;
}

/** Maximum number of visited schemas within one: more than any tool has. */
const maxVisitedNodes = 10_000;

const types: ReadonlySet<JsonValue | undefined> = new Set([
  'null',
  'boolean',
  'object',
  'array',
  'number',
  'string',
  'integer',
]);
const ofOne = [
  'additionalProperties',
  'additionalItems',
  'not',
  'if',
  'then',
  'else',
  'contains',
  'propertyNames',
  'unevaluatedItems',
  'unevaluatedProperties',
];
const subschemaArrays = ['anyOf', 'oneOf', 'allOf', 'prefixItems'];
const ofNamed = ['properties', 'patternProperties', '$defs', 'definitions', 'dependentSchemas'];

interface Subschema {
  readonly schema: JsonValue | undefined;
  readonly path: string;
}

/**
 * Returns the first definite error of a schema; undefined without one, or when it is only deep in a huge schema. Null
 * counts as missing.
 */
export function schemaFault(root: JsonObject): SchemaFault | undefined {
  const subschemas: Subschema[] = [{ schema: root, path: '' }];
  for (let at = 0; at < Math.min(subschemas.length, maxVisitedNodes); at += 1) {
    const { schema, path = '' } = subschemas[at] ?? {};
    if (typeof schema === 'boolean') continue;
    if (!isObject(schema)) return { path, rule: 'a schema should be an object' };
    const fault = directFault(schema) ?? addInner(schema, path, subschemas);
    if (fault !== undefined) return { ...fault, path: below(path, fault.path) };
  }
  return undefined;
}

function directFault({ type, required, enum: values }: JsonObject): SchemaFault | undefined {
  if (given(type) && !(isList(type) ? type.length > 0 && type.every((one) => types.has(one)) : types.has(type)))
    return { path: 'type', rule: 'it should be the name of a type of JSON, or a list of such names' };
  if (given(required) && !(isList(required) && required.every((name) => typeof name === 'string')))
    return { path: 'required', rule: 'it should be a list of names' };
  return given(values) && !isList(values) ? { path: 'enum', rule: 'it should be a list of values' } : undefined;
}

/** Adds nested schemas to the schemas to visit. */
function addInner(schema: JsonObject, path: string, subschemas: Subschema[]): SchemaFault | undefined {
  const add = (keyword: string, inner: JsonValue | undefined): void =>
    void subschemas.push({ schema: inner, path: below(path, keyword) });
  for (const keyword of ofOne) if (given(schema[keyword])) add(keyword, schema[keyword]);
  const { items } = schema;
  if (isList(items)) items.forEach((inner, index) => add(`items.${index}`, inner));
  else if (given(items)) add('items', items);
  for (const keyword of subschemaArrays) {
    const inner = schema[keyword];
    if (!given(inner)) continue;
    if (!isList(inner)) return { path: keyword, rule: 'it should be a list of schemas' };
    inner.forEach((one, index) => add(`${keyword}.${index}`, one));
  }
  for (const keyword of ofNamed) {
    const inner = schema[keyword];
    if (!given(inner)) continue;
    if (!isObject(inner)) return { path: keyword, rule: 'it should be an object of schemas' };
    for (const [name, one] of Object.entries(inner)) if (given(one)) add(`${keyword}.${name}`, one);
  }
  return undefined;
}

function given(value: JsonValue | undefined): boolean {
  return value !== undefined && value !== null;
}

function below(path: string, inner: string): string {
  return path === '' ? inner : `${path}.${inner}`;
}
