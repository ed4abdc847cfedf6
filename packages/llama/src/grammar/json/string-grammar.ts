import type { JsonObject } from '@org/engine';
import { automatonOf, lengthsOf, intersect, type Automaton } from '../regular/automaton.js';
import { AutomatonError } from '../regular/automaton-error.js';
import { automatonGrammar } from '../regular/automaton-grammar.js';
import { PatternError, readPattern } from '../regular/pattern-reader.js';
import { textOfLength } from '../regular/regular.js';
import type { SchemaGrammar } from './schema-grammar.js';
import { numberAt } from './schema-keywords.js';
import { patternTakesFormat, shorterFormats, stringFormat } from './string-formats.js';

/** Maximum length limit that the grammar counts; no completion contains a longer string. */
const maxCountedLength = 1_000;

/** A string: its pattern, its format and its lengths, all of them at once. */
export function stringGrammar(grammar: SchemaGrammar, schema: JsonObject, path: string): string {
  const { pattern, format, minLength, maxLength } = schema;
  const key = JSON.stringify([pattern, format, minLength, maxLength]);
  const known = grammar.texts.get(key);
  if (known !== undefined) return known;
  const inner = textIn(grammar, schema, path);
  const rule = inner === undefined ? grammar.json.string : grammar.gbnf.add('text', `"\\"" ${inner} "\\""`);
  grammar.texts.set(key, rule);
  return rule;
}

function textIn(grammar: SchemaGrammar, schema: JsonObject, path: string): string | undefined {
  const pattern = patternIn(grammar, schema, path);
  const format = formatIn(grammar, schema, path);
  const shape =
    pattern === undefined || format === undefined
      ? (pattern ?? format)
      : intersectOrRefuse(grammar, path, 'format', pattern, () => format);
  if (shape === undefined) return lengthIn(grammar, schema, path);
  const sized = withLength(grammar, shape, schema, path);
  if (sized.length === 0) throw grammar.unsupported(path, 'constraints that no string satisfies');
  return automatonGrammar(grammar.gbnf, sized, 'text');
}

function patternIn(grammar: SchemaGrammar, { pattern, format }: JsonObject, path: string): Automaton | undefined {
  if (typeof pattern !== 'string') return undefined;
  try {
    return automatonOf(readPattern(pattern));
  } catch (thrown) {
    if (!(thrown instanceof PatternError) && !(thrown instanceof AutomatonError)) throw thrown;
    // Schema libraries emit a format together with a complex pattern for it, so the simple expression of the format
    // is enough.
    if (typeof format === 'string' && patternTakesFormat(pattern, format)) return undefined;
    grammar.refuse(path, 'pattern');
    return undefined;
  }
}

function formatIn(grammar: SchemaGrammar, schema: JsonObject, path: string): Automaton | undefined {
  const { format } = schema;
  if (typeof format !== 'string') return undefined;
  const pattern = stringFormat(format);
  if (pattern !== undefined) return shortenFormat(automatonOf(readPattern(pattern)), format, schema);
  // Schema libraries name custom formats and describe them with a pattern.
  if (typeof schema['pattern'] !== 'string') grammar.refuse(path, 'format');
  return undefined;
}

/**
 * A format, or a simpler form where its texts may exceed the schema's maximum length. A format next to a pattern
 * stays unchanged.
 */
function shortenFormat(automaton: Automaton, format: string, schema: JsonObject): Automaton {
  const { low, high } = lengths(schema);
  if (typeof schema['pattern'] === 'string' || lengthsOf(automaton).maxLength <= high) return automaton;
  const isWithinLength = ({ maxLength }: { readonly maxLength: number }): boolean =>
    low <= maxLength && maxLength <= high;
  return (
    shorterFormats(format)
      .map((pattern) => automatonOf(readPattern(pattern)))
      .find((form) => isWithinLength(lengthsOf(form))) ?? automaton
  );
}

function lengthIn(grammar: SchemaGrammar, schema: JsonObject, path: string): string | undefined {
  const { low, high } = lengths(schema);
  if (low === 0 && high > maxCountedLength) return undefined;
  if (low > maxCountedLength || low > high) {
    grammar.refuse(path, 'minLength');
    return undefined;
  }
  return grammar.gbnf.repeat(grammar.json.char, low, high > maxCountedLength ? Infinity : high);
}

/** The automaton restricted to the length limits of the schema. */
function withLength(grammar: SchemaGrammar, shape: Automaton, schema: JsonObject, path: string): Automaton {
  const { low, high } = lengths(schema);
  if (low > high) return [];
  const { minLength, maxLength } = lengthsOf(shape);
  if (minLength >= low && maxLength <= high) return shape;
  const keyword = minLength < low ? 'minLength' : 'maxLength';
  const max = maxLength <= high ? Infinity : high;
  if (low > maxCountedLength || (max > maxCountedLength && max !== Infinity)) {
    grammar.refuse(path, keyword);
    return shape;
  }
  return intersectOrRefuse(grammar, path, keyword, shape, () => automatonOf(textOfLength(low, max)));
}

/** The intersection of both automata; where it has no grammar, the keyword is rejected or not enforced. */
function intersectOrRefuse(
  grammar: SchemaGrammar,
  path: string,
  keyword: string,
  a: Automaton,
  b: () => Automaton,
): Automaton {
  try {
    return intersect(a, b());
  } catch (thrown) {
    if (!(thrown instanceof AutomatonError)) throw thrown;
    grammar.refuse(path, keyword);
    return a;
  }
}

function lengths(schema: JsonObject): { readonly low: number; readonly high: number } {
  return { low: numberAt(schema, 'minLength') ?? 0, high: numberAt(schema, 'maxLength') ?? Infinity };
}
