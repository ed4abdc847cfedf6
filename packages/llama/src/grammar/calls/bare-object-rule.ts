import { isList, isObject } from '@org/engine';
import { argumentSchema, typesOf } from '../../parse/argument-types.js';
import type { RenderedTool } from '../../prompt/render-tools.js';
import { anyOf, literal, type Gbnf } from '../gbnf.js';
import type { JsonRules } from '../json/json-rules.js';
import { textUntil } from '../text-until.js';

/** The grammar of arguments as BareObject reads them: names and types of members by the schema, in any order, and all below them free. */
export function bareObjectRule(gbnf: Gbnf, json: JsonRules, quote: string, { schema }: RenderedTool): string {
  const text = gbnf.shared('bare-text', () => `${literal(quote)} ${textUntil(gbnf, quote)}`);
  const free = gbnf.reserve('bare-value');
  const list = gbnf.add('bare-list', `"[" ( ${free} ( "," ${free} )* )? "]"`);
  const object = gbnf.add('bare-object', members([`[0-9a-zA-Z_.-]{1,64} ":" ${free}`]));
  const byType: ReadonlyMap<string, string> = new Map([
    ['string', text],
    ['number', json.number],
    ['boolean', json.boolean],
    ['null', json.null],
    ['array', list],
    ['object', object],
  ]);
  gbnf.define(free, anyOf([...byType.values()]));
  const valueOf = (name: string): string => {
    const valueSchema = argumentSchema(schema, name);
    const listed = isObject(valueSchema) ? valueSchema['enum'] : undefined;
    if (isList(listed) && listed.length > 0)
      return anyOf(
        listed.map((value) => literal(typeof value === 'string' ? quote + value + quote : JSON.stringify(value))),
      );
    if (isObject(valueSchema) && valueSchema['type'] === 'integer') return json.integer;
    const types = [...typesOf(valueSchema, schema)].flatMap((type) => byType.get(type) ?? []);
    return types.length === 0 ? free : anyOf(types);
  };
  const names = isObject(schema['properties']) ? Object.keys(schema['properties']) : [];
  return names.length === 0 ? object : members(names.map((name) => `${literal(`${name}:`)} ${valueOf(name)}`));
}

function members(alternatives: readonly string[]): string {
  const member = anyOf(alternatives.map((alternative) => `( ${alternative} )`));
  return `( "{" ( ${member} ( "," ${member} )* )? "}" )`;
}
