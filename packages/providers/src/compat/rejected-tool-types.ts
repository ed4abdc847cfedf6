import { arrayOf, asObject, asText, type JsonObject } from '@org/engine';
import { beforeAcceptedValues } from './before-accepted-values.js';
import { entriesAt, type PointedEntry } from './entries-at.js';

/** Fields that a validation of functions misses or finds wrong in a tool of another type. */
const typeFields: ReadonlySet<string | undefined> = new Set([
  undefined,
  'type',
  'name',
  'function',
  'parameters',
  'input_schema',
]);
/** An error about a hosted tool may be about its configuration, which the client has to correct. */
const typeWords =
  /\b(?:types?|kinds?|tags?|unsupported|unknown|unrecognized|unexpected|not (?:supported|allowed|available|permitted)|field required)\b/i;

const unsupportedWords =
  /unsupported|unknown|unrecognized|unexpected|invalid|not (?:supported|allowed|available|permitted|enabled)|does not support/i;
const toolPaths = /\btools\W{1,4}\d[\w.[\]'"]*/gi;

/** The types of the tools in the sent body, other than functions, that the paths of an error point at. */
export function rejectedToolTypes(body: JsonObject, at: readonly string[], text: string): readonly string[] {
  return entriesAt(body, 'tools', at).flatMap((pointed) => {
    const type = typeOf(pointed.entry);
    return type !== undefined && pointsAtType(pointed, text) ? [type] : [];
  });
}

/** The types of the tools in the sent body, other than functions, that the words of an error name as unknown. */
export function namedToolTypes(body: JsonObject, text: string): readonly string[] {
  if (!unsupportedWords.test(text)) return [];
  // A path has the type of a tool that the server knows.
  const words = new Set(beforeAcceptedValues(text).replaceAll(toolPaths, '').match(/\w+/g));
  return arrayOf(body['tools']).flatMap((tool) => {
    const { name: _, ...fields } = asObject(tool) ?? {};
    const type = typeOf(fields);
    // An error that also names another field is about the tool's configuration.
    const namesField = Object.keys(fields).some((field) => field !== 'type' && words.has(field));
    return type !== undefined && words.has(type) && !namesField ? [type] : [];
  });
}

function pointsAtType({ entry, rest }: PointedEntry, text: string): boolean {
  if (rest.length === 0) return typeWords.test(text);
  // A tag of a union may come before the field.
  return (
    rest.length <= 2 &&
    rest[0] !== typeOf(entry) &&
    typeFields.has(rest.at(-1)) &&
    !rest.slice(0, -1).some((segment) => segment in entry)
  );
}

/** The type of a tool that is no function. */
function typeOf(tool: Readonly<Record<string, unknown>>): string | undefined {
  const type = asText(tool['type']);
  return type === 'function' || (type === 'custom' && tool['input_schema'] !== undefined) ? undefined : type;
}
