import type { JsonObject } from '../../../model/json.js';
import { PatternError, patternGrammar } from './pattern-grammar.js';
import type { SchemaGrammar } from './schema-grammar.js';
import { numberAt } from './schema-keywords.js';
import { stringFormats } from './string-formats.js';

/** Longer texts than this are left open; the value is checked afterwards. */
const longestCounted = 1_000;

export function stringGrammar(grammar: SchemaGrammar, schema: JsonObject, path: string): string {
  const inner = patternIn(grammar, schema, path) ?? formatIn(grammar, schema, path) ?? lengthIn(grammar, schema, path);
  return inner === undefined ? grammar.json.string : grammar.gbnf.add('text', `"\\"" ${inner} "\\""`);
}

function patternIn(grammar: SchemaGrammar, schema: JsonObject, path: string): string | undefined {
  const { pattern } = schema;
  if (typeof pattern !== 'string') return undefined;
  try {
    return patternGrammar(pattern, grammar.json.char);
  } catch (thrown) {
    if (!(thrown instanceof PatternError)) throw thrown;
    // Generators of schemas write a format and a clever pattern for it: the format's own simple form is enough then.
    if (typeof schema['format'] === 'string' && stringFormats[schema['format']] !== undefined) return undefined;
    grammar.refuse(path, 'pattern');
    return undefined;
  }
}

function formatIn(grammar: SchemaGrammar, schema: JsonObject, path: string): string | undefined {
  const { format } = schema;
  if (typeof format !== 'string') return undefined;
  const pattern = stringFormats[format];
  if (pattern !== undefined) return patternGrammar(pattern, grammar.json.char);
  grammar.refuse(path, 'format');
  return undefined;
}

function lengthIn(grammar: SchemaGrammar, schema: JsonObject, path: string): string | undefined {
  const low = numberAt(schema, 'minLength') ?? 0;
  const high = numberAt(schema, 'maxLength') ?? Infinity;
  if (low === 0 && high > longestCounted) return undefined;
  if (low > longestCounted || low > high) {
    grammar.refuse(path, 'minLength');
    return undefined;
  }
  return high > longestCounted ? `${grammar.json.char}{${low},}` : `${grammar.json.char}{${low},${high}}`;
}
