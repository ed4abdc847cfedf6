import type { JsonObject } from '../../../model/json.js';
import { PatternError, patternGrammar } from './pattern-grammar.js';
import { clippedRule, type PatternRule } from './pattern-rule.js';
import type { SchemaGrammar } from './schema-grammar.js';
import { numberAt } from './schema-keywords.js';
import { patternTakesFormat, stringFormats } from './string-formats.js';

/** Longer texts than this are not counted: no answer is that long. */
const longestCounted = 1_000;

export function stringGrammar(grammar: SchemaGrammar, schema: JsonObject, path: string): string {
  const inner = patternIn(grammar, schema, path) ?? formatIn(grammar, schema, path) ?? lengthIn(grammar, schema, path);
  return inner === undefined ? grammar.json.string : grammar.gbnf.add('text', `"\\"" ${inner} "\\""`);
}

function patternIn(grammar: SchemaGrammar, schema: JsonObject, path: string): string | undefined {
  const { pattern, format } = schema;
  if (typeof pattern !== 'string') return undefined;
  try {
    const rule = patternGrammar(pattern, grammar.json.char);
    if (format !== undefined) grammar.refuse(path, 'format');
    return withLength(grammar, rule, schema, path);
  } catch (thrown) {
    if (!(thrown instanceof PatternError)) throw thrown;
    // Generators of schemas write a format and a clever pattern for it: the format's own simple form is enough then.
    if (typeof format === 'string' && patternTakesFormat(pattern, format)) return undefined;
    grammar.refuse(path, 'pattern');
    return undefined;
  }
}

function formatIn(grammar: SchemaGrammar, schema: JsonObject, path: string): string | undefined {
  const { format } = schema;
  if (typeof format !== 'string') return undefined;
  const pattern = stringFormats[format];
  if (pattern !== undefined) return withLength(grammar, patternGrammar(pattern, grammar.json.char), schema, path);
  grammar.refuse(path, 'format');
  return undefined;
}

function lengthIn(grammar: SchemaGrammar, schema: JsonObject, path: string): string | undefined {
  const { low, high } = lengths(schema);
  if (low === 0 && high > longestCounted) return undefined;
  if (low > longestCounted || low > high) {
    grammar.refuse(path, 'minLength');
    return undefined;
  }
  return high > longestCounted ? `${grammar.json.char}{${low},}` : `${grammar.json.char}{${low},${high}}`;
}

/** A pattern within the lengths that stand beside it, where it shows how. */
function withLength(grammar: SchemaGrammar, rule: PatternRule, schema: JsonObject, path: string): string {
  const { low, high } = lengths(schema);
  const clipped = high > longestCounted && high !== Infinity && rule.high > longestCounted ? undefined : clippedRule(rule, low, high);
  if (clipped === undefined) grammar.refuse(path, rule.low < low ? 'minLength' : 'maxLength');
  return (clipped ?? rule).text;
}

function lengths(schema: JsonObject): { readonly low: number; readonly high: number } {
  return { low: numberAt(schema, 'minLength') ?? 0, high: numberAt(schema, 'maxLength') ?? Infinity };
}
