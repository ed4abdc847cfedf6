import { isList, isObject, type JsonObject, type JsonValue } from '@org/engine';
import { argumentSchema, typesOf } from '../../parse/argument-types.js';
import type { CallFormat, CallFrame, MemberMarkers, ValueType } from '../../parse/call-format.js';
import type { RenderedTool } from '../../prompt/render-tools.js';
import { argumentsRule } from './arguments-rule.js';
import { bareObjectRule } from './bare-object-rule.js';
import { elementsRule } from './elements-rule.js';
import { anyOf, literal, type Gbnf } from '../gbnf.js';
import type { JsonRules } from '../json/json-rules.js';
import { keywordsRule } from './keywords-rule.js';
import { SchemaGrammar } from '../json/schema-grammar.js';
import { hasOnly } from '../json/schema-keywords.js';
import { textUntil } from '../text-until.js';

/** The grammar of a call that names its tool outside of JSON; see CallFrame. */
export function framedCallRule(
  gbnf: Gbnf,
  json: JsonRules,
  { gap }: CallFormat,
  frame: CallFrame,
  tool: RenderedTool,
): string {
  const space = gap === '' ? '' : `${literal(gap)}?`;
  const id = frame.id === undefined ? '' : `( ${literal(frame.id)} [0-9a-zA-Z]{1,9} )?`;
  const given = argumentsIn(gbnf, json, frame, space, tool);
  const start = frame.between === undefined ? literal(frame.start) : '';
  const number = frame.callIdSeparator === undefined ? '' : `[0-9a-z]{10} ${literal(frame.callIdSeparator)}`;
  return gbnf.add(
    'call',
    `${start} ${number} ${literal(tool.name)} ${id} ${literal(frame.named)} ${given} ${space} ${literal(frame.end)}`,
  );
}

function argumentsIn(
  gbnf: Gbnf,
  json: JsonRules,
  { members, quote, keywords, elements }: CallFrame,
  space: string,
  tool: RenderedTool,
): string {
  if (keywords === true) return keywordsRule(gbnf, json, tool);
  if (elements !== undefined) return elementsRule(gbnf, json, elements, tool);
  if (members !== undefined) return membersRule(gbnf, json, members, space, tool);
  return quote === undefined ? `${space} ${argumentsRule(gbnf, json, tool)}` : bareObjectRule(gbnf, json, quote, tool);
}

/**
 * Whether a call format can enforce the guarantees of a tool that is `strict` or called by `force`: text between
 * markers is any text, and unordered members may be missing. Where it cannot, the model gets our format, which is
 * JSON.
 */
export function canEnforce({ frame }: CallFormat, { strict, input, schema }: RenderedTool, force: boolean): boolean {
  if (
    frame === undefined ||
    (frame.members === undefined &&
      frame.quote === undefined &&
      frame.keywords === undefined &&
      frame.elements === undefined)
  )
    return true;
  if (input !== undefined) return false;
  const { elements } = frame;
  if ((frame.keywords === true || elements !== undefined) && !namesOf(schema).every((name) => isName(name)))
    return false;
  if (!strict && !force) return true;
  const { properties = {}, required = [], additionalProperties = false } = schema;
  if (
    frame.quote !== undefined ||
    !hasOnly(schema, 'type', 'properties', 'required', 'additionalProperties') ||
    schema['type'] !== 'object'
  )
    return false;
  if (
    !isObject(properties) ||
    !isList(required) ||
    !required.every((name) => typeof name === 'string' && Object.hasOwn(properties, name))
  )
    return false;
  // Without a list of members, the model may write any member with any value.
  if (additionalProperties !== false || (strict && schema['additionalProperties'] === undefined)) return false;
  return Object.entries(properties).every(
    ([name, property]) =>
      isName(name) &&
      (frame.keywords === true || canEnforceAsText(property, schema)) &&
      (elements === undefined || !allowsContainers(property, schema)),
  );
}

function namesOf({ properties, required }: JsonObject): readonly JsonValue[] {
  return [...(isObject(properties) ? Object.keys(properties) : []), ...(isList(required) ? required : [])];
}

/** An argument name that needs no quotes. */
function isName(name: JsonValue): boolean {
  return typeof name === 'string' && /^[\w.-]+$/.test(name);
}

/** What is no text is JSON in these forms, too. */
function canEnforceAsText(property: JsonValue | undefined, root: JsonObject): boolean {
  const types = typesOf(property, root);
  if (types.size > 0 && !types.has('string')) return true;
  if (!isObject(property) || [...types].some((type) => type !== 'string' && type !== 'null')) return false;
  const choices = property['anyOf'];
  if (isList(choices))
    return hasOnly(property, 'anyOf') && choices.every((choice) => isObject(choice) && hasOnly(choice, 'type'));
  return isList(property['enum']) || property['const'] !== undefined
    ? hasOnly(property, 'type', 'enum', 'const')
    : hasOnly(property, 'type') && types.has('string');
}

/** Whether a value may be a list or an object. */
function allowsContainers(property: JsonValue | undefined, root: JsonObject): boolean {
  const types = typesOf(property, root);
  return types.has('array') || types.has('object');
}

/** Like the members of an object: in schema order, required ones always, and additional ones where they are allowed. */
function membersRule(gbnf: Gbnf, json: JsonRules, markers: MemberMarkers, space: string, tool: RenderedTool): string {
  const { schema, path } = tool;
  const properties = isObject(schema['properties']) ? schema['properties'] : {};
  const required = new Set(isList(schema['required']) ? schema['required'] : []);
  const names = [...new Set([...Object.keys(properties), ...[...required].filter((name) => typeof name === 'string')])];
  const grammar = new SchemaGrammar(gbnf, json, schema, {
    unsupported: tool.strict ? 'refuse' : 'loosen',
    path: `${path}.inputSchema`,
  });
  const member = (key: string, name: string): string =>
    `( ${space} ${literal(markers.open)} ${key} ${literal(markers.named)} ${valueRule(gbnf, grammar, markers, tool, name)} )`;
  const named = names.map((name) => member(literal(name), name) + (required.has(name) ? '' : '?'));
  const others = schema['additionalProperties'] ?? names.length === 0;
  return [...named, ...(others === false ? [] : [`${member('[0-9a-zA-Z_.-]{1,64}', '')}*`])].join(' ');
}

function valueRule(
  gbnf: Gbnf,
  grammar: SchemaGrammar,
  markers: MemberMarkers,
  { schema, path }: RenderedTool,
  name: string,
): string {
  const valueSchema = argumentSchema(schema, name);
  const types = typesOf(valueSchema, schema);
  const isText = types.size === 0 || types.has('string');
  const { kinds } = markers;
  const kindPrefixes =
    kinds === undefined
      ? ['']
      : isText
        ? [kinds.string]
        : [...new Set([...types].flatMap((type) => (isKind(kinds, type) ? [kinds[type]] : [])))];
  const before = anyOf(kindPrefixes.map((kind) => literal(kind + markers.start + markers.valuePadding)));
  const end = literal(markers.valuePadding + markers.end);
  if (!isText) return `${before} ${grammar.inside(valueSchema, `${path}.inputSchema.properties.${name}`, name)} ${end}`;
  const listed = isObject(valueSchema)
    ? valueSchema['const'] === undefined
      ? valueSchema['enum']
      : [valueSchema['const']]
    : undefined;
  if (isList(listed))
    return `${before} ${anyOf(listed.map((value) => literal(typeof value === 'string' ? value : JSON.stringify(value))))} ${end}`;
  return `${before} ${textUntil(gbnf, markers.end)}`;
}

function isKind(kinds: NonNullable<MemberMarkers['kinds']>, type: string): type is ValueType {
  return Object.hasOwn(kinds, type);
}
