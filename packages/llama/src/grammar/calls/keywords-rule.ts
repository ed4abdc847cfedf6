import { EngineError, isList, isObject } from '@org/engine';
import type { RenderedTool } from '../../prompt/render-tools.js';
import { argumentSchema } from '../../parse/argument-types.js';
import { anyOf, literal, type Gbnf } from '../gbnf.js';
import type { JsonRules } from '../json/json-rules.js';
import { SchemaGrammar } from '../json/schema-grammar.js';
import { hasOnly } from '../json/schema-keywords.js';

/**
 * The grammar of arguments as KeywordArguments parses them: in schema order, required ones always present, with
 * values as JSON.
 */
export function keywordsRule(gbnf: Gbnf, json: JsonRules, tool: RenderedTool): string {
  const { schema, strict, path } = tool;
  const grammar = new SchemaGrammar(gbnf, json, schema, {
    unsupported: strict ? 'refuse' : 'loosen',
    path: `${path}.inputSchema`,
  });
  const valueOf = (name: string): string => {
    const valueSchema = argumentSchema(schema, name);
    const value = grammar.inside(valueSchema, `${path}.inputSchema.properties.${name}`, name);
    return isObject(valueSchema) && valueSchema['type'] === 'boolean' && hasOnly(valueSchema, 'type')
      ? anyOf(['"True"', '"False"', value])
      : value;
  };
  try {
    return inOrder(gbnf, json, tool, valueOf);
  } catch (thrown) {
    if (strict || !(thrown instanceof EngineError)) throw thrown;
    return inOrder(gbnf, json, tool, () => json.value);
  }
}

function inOrder(gbnf: Gbnf, json: JsonRules, { schema }: RenderedTool, valueOf: (name: string) => string): string {
  const properties = isObject(schema['properties']) ? schema['properties'] : {};
  const required = new Set(isList(schema['required']) ? schema['required'] : []);
  const names = [...new Set([...Object.keys(properties), ...[...required].filter((name) => typeof name === 'string')])];
  const free = (schema['additionalProperties'] ?? names.length === 0) !== false && names.length === 0;
  const other = `[a-zA-Z_] [0-9a-zA-Z_]{0,63} "=" ${json.value}`;
  // Builds rules from the last argument to the first, each in two forms: as the first argument, and after another
  // one.
  let first = free ? `( ${other} ( ${json.comma} ${other} )* )?` : '""';
  let next = '""';
  for (const name of names.toReversed()) {
    const written = `${literal(`${name}=`)} ${valueOf(name)} ${next}`;
    const optional = !required.has(name);
    first = gbnf.add('first', `${written}${optional ? ` | ${first}` : ''}`);
    next = gbnf.add('next', `${json.comma} ${written}${optional ? ` | ${next}` : ''}`);
  }
  return `( ${first} )`;
}
