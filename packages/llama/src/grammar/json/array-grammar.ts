import { isList, type JsonObject, type JsonValue } from '@org/engine';
import type { SchemaGrammar } from './schema-grammar.js';
import { numberAt } from './schema-keywords.js';

/** More items than this are not counted: no answer holds so many. */
const maxCountedItems = 500;

/** An array: the items that the schema tells apart, then the others, within its counts. */
export function arrayGrammar(grammar: SchemaGrammar, schema: JsonObject, path: string, hint: string): string {
  if (schema['uniqueItems'] === true) grammar.refuse(path, 'uniqueItems');
  const { json, gbnf } = grammar;
  const { comma, space } = json;
  const { prefix, rest } = itemsOf(schema);
  const low = numberAt(schema, 'minItems') ?? 0;
  const high = Math.min(
    numberAt(schema, 'maxItems') ?? Infinity,
    rest === false || (rest === undefined && prefix.length > 0) ? prefix.length : Infinity,
  );
  if (low > maxCountedItems) throw grammar.unsupported(`${path}.minItems`, `more than ${maxCountedItems} items`);
  if (low > high) throw grammar.unsupported(`${path}.minItems`, 'an array without a valid length');
  const members = prefix
    .slice(0, high)
    .map((item, index) => grammar.inside(item, `${path}.items.${index}`, `${hint}-${index}`));
  const more = high > prefix.length ? grammar.inside(rest, `${path}.items`, `${hint}-item`) : undefined;
  const first = members[0] ?? more;
  if (first === undefined || high === 0) return `"[" ${space} "]"`;
  // The first item stands apart from those behind it, which have commas. Large counts are left open, the value is checked afterwards.
  const named = Math.max(members.length, 1);
  let tail =
    more === undefined || high <= named
      ? ''
      : gbnf.repeat(
          `( ${comma} ${more} )`,
          Math.max(0, low - named),
          high - named > maxCountedItems ? Infinity : high - named,
        );
  // From the last of them to the first: each may be followed by the rest.
  for (let index = members.length - 1; index > 0; index -= 1) {
    const step = `${comma} ${members[index]} ${tail}`;
    tail = index < low ? step : `( ${step} )?`;
  }
  const elements = `${first} ${tail} ${space}`;
  return `( "[" ${space} ${low > 0 ? elements : `( ${elements} )?`} "]" )`;
}

/** The items that have a schema each, and the schema of those behind them. Draft 7 writes the first in `items`. */
function itemsOf({ items, prefixItems, additionalItems }: JsonObject): {
  readonly prefix: readonly JsonValue[];
  readonly rest: JsonValue | undefined;
} {
  if (isList(items)) return { prefix: items, rest: additionalItems };
  return { prefix: isList(prefixItems) ? prefixItems : [], rest: items };
}
