import { EngineError, type JsonObject } from '@org/engine';
import type { InputGrammar, RenderedTool } from '../../prompt/render-tools.js';
import { automatonOf } from '../regular/automaton.js';
import { AutomatonError } from '../regular/automaton-error.js';
import { automatonGrammar } from '../regular/automaton-grammar.js';
import type { Gbnf } from '../gbnf.js';
import type { JsonRules } from '../json/json-rules.js';
import { larkGrammar } from '../lark/lark-grammar.js';
import { LarkError } from '../lark/lark-reader.js';
import { PatternError, readAnchoredPattern } from '../regular/pattern-reader.js';
import { SchemaGrammar } from '../json/schema-grammar.js';

/** Strict tools are refused where their schema cannot be honoured; for the others, any object is better than no answer. */
export function argumentsRule(gbnf: Gbnf, json: JsonRules, tool: RenderedTool): string {
  if (tool.input !== undefined)
    return `( "{" ${json.space} ${json.member('input', inputText(gbnf, tool.input, `${tool.path}.format.definition`))} ${json.space} "}" )`;
  const path = `${tool.path}.inputSchema`;
  try {
    return new SchemaGrammar(gbnf, json, asObjectSchema(tool.schema), {
      unsupported: tool.strict ? 'refuse' : 'loosen',
      path,
    }).compileRoot();
  } catch (thrown) {
    if (tool.strict || !(thrown instanceof EngineError)) throw thrown;
    return json.object;
  }
}

/** The text of a custom tool: a JSON string that its grammar holds. */
function inputText(gbnf: Gbnf, { syntax, definition }: InputGrammar, path: string): string {
  try {
    const inner = syntax === 'lark' ? larkGrammar(gbnf, definition) : patternText(gbnf, definition);
    return gbnf.add('input', `"\\"" ${inner} "\\""`);
  } catch (thrown) {
    if (!(thrown instanceof LarkError) && !(thrown instanceof PatternError) && !(thrown instanceof AutomatonError))
      throw thrown;
    throw new EngineError('unsupported', `${path}: the service cannot enforce the grammar: ${thrown.message}.`, {
      param: path,
      cause: thrown,
    });
  }
}

function patternText(gbnf: Gbnf, definition: string): string {
  const automaton = automatonOf(readAnchoredPattern(definition));
  if (automaton.length === 0) throw new PatternError('no string matches it');
  return automatonGrammar(gbnf, automaton, 'input-text');
}

/** Arguments are an object even where the schema forgot to say so. */
function asObjectSchema(schema: JsonObject): JsonObject {
  const declaresType = ['type', '$ref', 'anyOf', 'allOf', 'oneOf'].some((keyword) => schema[keyword] !== undefined);
  return declaresType ? schema : { ...schema, type: 'object' };
}
