import { isList, isObject, type JsonObject, type JsonValue } from '@org/engine';
import { deref, typesOf } from '../../parse/argument-types.js';
import type { RenderedTool } from '../../prompt/render-tools.js';
import { anyOf, literal, type Gbnf } from '../gbnf.js';
import type { JsonRules } from '../json/json-rules.js';
import { SchemaGrammar } from '../json/schema-grammar.js';
import { textUntil } from '../text-until.js';

/** Maximum depth of elements that are constrained individually; deeper ones are JSON. */
const deepest = 6;

/** The grammar of arguments as ElementArguments parses them: in schema order, with required ones always present. */
export function elementsRule(
  gbnf: Gbnf,
  json: JsonRules,
  marker: string,
  { schema, strict, path }: RenderedTool,
): string {
  const grammar = new SchemaGrammar(gbnf, json, schema, {
    unsupported: strict ? 'refuse' : 'loosen',
    path: `${path}.inputSchema`,
  });
  const closing = `${marker}</`;
  const element = (name: string, valueSchema: JsonValue | undefined, depth: number): string =>
    `( ${literal(`${marker}<${name}>`)} ${content(valueSchema, name, depth)} ${literal(`${name}>`)} )`;

  /** The content of an element and the start of its closing tag. */
  function content(valueSchema: JsonValue | undefined, name: string, depth: number): string {
    const types = typesOf(valueSchema, schema);
    const found = deref(valueSchema, schema) ?? {};
    if (types.size === 0 || types.has('string')) {
      const listed = found['const'] === undefined ? found['enum'] : [found['const']];
      return isList(listed)
        ? `${anyOf(listed.map((value) => literal(typeof value === 'string' ? value : JSON.stringify(value))))} ${literal(closing)}`
        : textUntil(gbnf, closing);
    }
    const alone = types.size === 1 && depth < deepest;
    if (alone && types.has('object') && isObject(found['properties']))
      return `${members(found, depth + 1)} ${literal(closing)}`;
    if (alone && types.has('array') && isObject(found['items']))
      return `${element('item', found['items'], depth + 1)}* ${literal(closing)}`;
    return `${grammar.inside(valueSchema, `${path}.inputSchema`, name)} ${literal(closing)}`;
  }

  function members(of: JsonObject, depth: number): string {
    const properties = isObject(of['properties']) ? of['properties'] : {};
    const required = new Set(isList(of['required']) ? of['required'] : []);
    const names = [
      ...new Set([...Object.keys(properties), ...[...required].filter((name) => typeof name === 'string')]),
    ];
    return names.length === 0
      ? '""'
      : names.map((name) => element(name, properties[name], depth) + (required.has(name) ? '' : '?')).join(' ');
  }

  const any = `( ${literal(`${marker}<`)} [0-9a-zA-Z_.-]{1,64} ">" ${textUntil(gbnf, closing)} [0-9a-zA-Z_.-]{1,64} ">" )*`;
  return isObject(schema['properties']) && Object.keys(schema['properties']).length > 0 ? members(schema, 0) : any;
}
