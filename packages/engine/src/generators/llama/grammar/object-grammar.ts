import type { JsonObject, JsonValue } from '../../../model/json.js';
import type { SchemaGrammar } from './schema-grammar.js';
import { isObject } from './schema-keywords.js';

/**
 * An object: its properties in the order of the schema, the required ones always, the others as the model likes. Members
 * that the schema does not name appear only where it says that they may (`additionalProperties`, or no properties at all).
 */
export function objectGrammar(grammar: SchemaGrammar, schema: JsonObject, path: string, hint: string): string {
  const { json, gbnf } = grammar;
  const names = schema['propertyNames'];
  if (names !== undefined && !(isObject(names) && Object.keys(names).every((key) => key === 'type'))) grammar.refuse(path, 'propertyNames');
  const properties = isObject(schema['properties']) ? schema['properties'] : {};
  const required = new Set(Array.isArray(schema['required']) ? (schema['required'] as readonly JsonValue[]) : []);
  // A required property that no `properties` describes may hold anything.
  const all = [...new Set([...Object.keys(properties), ...[...required].filter((name) => typeof name === 'string')])];
  const members = all.map((name) => ({
    required: required.has(name),
    text: json.member(name, grammar.inside(properties[name] ?? true, `${path}.properties.${name}`, `${hint}-${name}`)),
  }));
  const others = otherMembers(grammar, schema, path, all, hint);
  if (members.length === 0 && others === undefined) return `( "{" ${json.space} "}" )`;

  // Rules from the last member to the first, each in two forms: as the first one written, and after another one.
  let asFirst = others === undefined ? '""' : gbnf.add(`${hint}-rest`, `( ${others} ( ${json.comma} ${others} )* )?`);
  let asNext = others === undefined ? '""' : gbnf.add(`${hint}-rest`, `( ${json.comma} ${others} )*`);
  for (const member of members.toReversed()) {
    const written = `${member.text} ${asNext}`;
    const skipFirst = member.required ? '' : ` | ${asFirst}`;
    const skipNext = member.required ? '' : ` | ${asNext}`;
    asFirst = gbnf.add(`${hint}-first`, `${written}${skipFirst}`);
    asNext = gbnf.add(`${hint}-next`, `${json.comma} ${written}${skipNext}`);
  }
  return `( "{" ${json.space} ${asFirst} ${json.space} "}" )`;
}

/** One member that the schema does not name, or `undefined` where there may be none. */
function otherMembers(grammar: SchemaGrammar, schema: JsonObject, path: string, names: readonly string[], hint: string): string | undefined {
  const { json, gbnf } = grammar;
  const additional = schema['additionalProperties'] ?? (names.length === 0 && schema['unevaluatedProperties'] !== false);
  if (additional === false) return undefined;
  const value = grammar.inside(additional, `${path}.additionalProperties`, `${hint}-other`);
  return gbnf.add(`${hint}-member`, `${json.keyOtherThan(names)} ${json.colon} ${value}`);
}
