import { isList, isObject, type JsonObject, type JsonValue } from '@org/engine';
import { numberText } from './decimal.js';

/** The types that a `type` keyword names. */
export function typesIn(value: JsonValue | undefined): readonly string[] {
  const list = isList(value) ? value : [value];
  return list.filter((type): type is string => typeof type === 'string');
}

/** Keywords that do not affect which values are valid. */
export const annotations: ReadonlySet<string> = new Set([
  '$schema',
  '$id',
  '$anchor',
  '$comment',
  '$defs',
  'definitions',
  'title',
  'description',
  'default',
  'examples',
  'deprecated',
  'readOnly',
  'writeOnly',
  'contentEncoding',
  'contentMediaType',
  'contentSchema',
  'strict',
  'nullable',
]);

/** The value of a numeric keyword. */
export function numberAt(schema: JsonObject, keyword: string): number | undefined {
  const text = numberText(schema[keyword]);
  return text === undefined ? undefined : Number(text);
}

/** True for a schema that evidently accepts no value. */
export function acceptsNothing(schema: JsonValue | undefined): boolean {
  if (schema === false) return true;
  if (!isObject(schema) || schema['not'] === undefined) return false;
  return (
    schema['not'] === true ||
    (isObject(schema['not']) && Object.keys(schema['not']).every((key) => annotations.has(key)))
  );
}

/** True when the schema has only annotations apart from `keywords`. */
export function hasOnly(schema: JsonObject, ...keywords: readonly string[]): boolean {
  return Object.keys(schema).every((key) => annotations.has(key) || keywords.includes(key));
}
