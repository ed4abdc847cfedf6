import { isList, isObject, type JsonObject, type JsonValue } from '@org/engine';
import type { SchemaGrammar } from './schema-grammar.js';
import { acceptsNothing, hasOnly, numberAt } from './schema-keywords.js';

/** Maximum counted members; responses contain no more. */
const maxCountedItems = 500;

/**
 * An object: its properties in schema order, required ones always, optional ones at the model's choice. Members that
 * the schema does not name appear only where it allows them (`additionalProperties`, or no properties at all).
 */
export function objectGrammar(grammar: SchemaGrammar, sourceSchema: JsonObject, path: string, hint: string): string {
  const { json, gbnf } = grammar;
  const schema = withListedNames(sourceSchema);
  const names = schema['propertyNames'];
  if (
    names !== undefined &&
    names !== true &&
    !(isObject(names) && hasOnly(names, 'type') && (names['type'] ?? 'string') === 'string')
  )
    grammar.refuse(path, 'propertyNames');
  const properties = isObject(schema['properties']) ? schema['properties'] : {};
  const required = new Set(isList(schema['required']) ? schema['required'] : []);
  // A required property without an entry in `properties` counts as an additional one.
  const others = othersIn(schema) ?? true;
  const all = [...new Set([...Object.keys(properties), ...[...required].filter((name) => typeof name === 'string')])];
  // Validators treat this name inconsistently.
  if (all.includes('__proto__')) grammar.refuse(`${path}.properties`, '__proto__');
  const schemaOf = (name: string): JsonValue => (Object.hasOwn(properties, name) ? properties[name] : others) ?? true;
  // An optional property without a valid value is omitted.
  const members = all
    .filter((name) => required.has(name) || !acceptsNothing(schemaOf(name)))
    .map((name) => ({
      required: required.has(name),
      text: json.member(name, grammar.inside(schemaOf(name), `${path}.properties.${name}`, `${hint}-${name}`)),
    }));
  const more = otherMembers(grammar, schema, path, all, hint);
  if (members.length === 0 && more !== undefined) return mapGrammar(grammar, more, schema, path);
  refuseCounts(grammar, schema, path, {
    min: members.filter((member) => member.required).length,
    max: more === undefined ? members.length : Infinity,
  });
  if (members.length === 0) return `( "{" ${json.space} "}" )`;

  // Builds rules from the last member to the first, each in two forms: as the first member, and after another one.
  let asFirst = more === undefined ? '""' : gbnf.add(`${hint}-rest`, `( ${more} ( ${json.comma} ${more} )* )?`);
  let asNext = more === undefined ? '""' : gbnf.add(`${hint}-rest`, `( ${json.comma} ${more} )*`);
  for (const member of members.toReversed()) {
    const written = `${member.text} ${asNext}`;
    const skipFirst = member.required ? '' : ` | ${asFirst}`;
    const skipNext = member.required ? '' : ` | ${asNext}`;
    asFirst = gbnf.add(`${hint}-first`, `${written}${skipFirst}`);
    asNext = gbnf.add(`${hint}-next`, `${json.comma} ${written}${skipNext}`);
  }
  return `( "{" ${json.space} ${asFirst} ${json.space} "}" )`;
}

/** When `propertyNames` lists all valid names, each becomes a property, and no others are allowed. */
function withListedNames(schema: JsonObject): JsonObject {
  const { propertyNames, ...rest } = schema;
  if (
    !isObject(propertyNames) ||
    !hasOnly(propertyNames, 'type', 'enum') ||
    (propertyNames['type'] ?? 'string') !== 'string'
  )
    return schema;
  const names = propertyNames['enum'];
  if (!isList(names)) return schema;
  const properties = isObject(schema['properties']) ? schema['properties'] : {};
  const others = othersIn(schema) ?? true;
  const listed = names.filter((name) => typeof name === 'string');
  return {
    ...rest,
    properties: Object.fromEntries(
      listed.map((name) => [name, (Object.hasOwn(properties, name) ? properties[name] : undefined) ?? others]),
    ),
    additionalProperties: false,
  };
}

/** Only members that the schema does not name. */
function mapGrammar(grammar: SchemaGrammar, member: string, schema: JsonObject, path: string): string {
  const { gbnf, json } = grammar;
  const { comma, space } = json;
  const low = numberAt(schema, 'minProperties') ?? 0;
  const high = numberAt(schema, 'maxProperties') ?? Infinity;
  // A repeated name is one property, so the grammar cannot guarantee more than one.
  if (low > 1) grammar.refuse(path, 'minProperties');
  if (low > high) grammar.refuse(path, 'maxProperties');
  const several =
    high === 0
      ? ''
      : `${member} ${gbnf.repeat(`( ${comma} ${member} )`, 0, high > maxCountedItems ? Infinity : high - 1)} ${space}`;
  return `( "{" ${space} ${low > 0 ? several : `( ${several} )?`} "}" )`;
}

/** With named members a grammar does not count them; it accepts only counts that they always satisfy. */
function refuseCounts(
  grammar: SchemaGrammar,
  schema: JsonObject,
  path: string,
  { min, max }: { readonly min: number; readonly max: number },
): void {
  if ((numberAt(schema, 'minProperties') ?? 0) > min) grammar.refuse(path, 'minProperties');
  if ((numberAt(schema, 'maxProperties') ?? Infinity) < max) grammar.refuse(path, 'maxProperties');
}

/** The schema of additional members; the names of joined schemas are already among the properties. */
function othersIn(schema: JsonObject): JsonValue | undefined {
  return schema['additionalProperties'] ?? schema['unevaluatedProperties'];
}

/** One additional member, or `undefined` where none is allowed. */
function otherMembers(
  grammar: SchemaGrammar,
  schema: JsonObject,
  path: string,
  names: readonly string[],
  hint: string,
): string | undefined {
  const { json, gbnf } = grammar;
  const additional = othersIn(schema) ?? names.length === 0;
  if (acceptsNothing(additional)) return undefined;
  const value = grammar.inside(additional, `${path}.additionalProperties`, `${hint}-other`);
  return gbnf.add(`${hint}-member`, `${json.keyOtherThan(names)} ${json.colon} ${value}`);
}
