import { EngineError } from '../../../errors/engine-error.js';
import type { JsonObject } from '../../../model/json.js';
import type { CallFormat } from '../parse/output-family.js';
import type { InputGrammar, ShownTool } from '../prompt/shown-tools.js';
import { automatonOf } from './automaton.js';
import { AutomatonError } from './automaton-error.js';
import { automatonGrammar } from './automaton-grammar.js';
import { anyOf, Gbnf, literal } from './gbnf.js';
import { JsonRules } from './json-rules.js';
import { larkGrammar } from './lark-grammar.js';
import { LarkError } from './lark-reader.js';
import { PatternError, readWholePattern } from './pattern-reader.js';
import { SchemaGrammar } from './schema-grammar.js';

/** What an answer must be; both members: either. */
export interface AnswerShape {
  /** Tool calls; `many` allows several. */
  readonly calls?: { readonly tools: readonly ShownTool[]; readonly many: boolean };
  /** JSON that matches a schema; without `schema` any object. */
  readonly json?: { readonly schema?: JsonObject; readonly unsupported: 'refuse' | 'loosen' };
}

/** The grammar of a whole answer. `afterReasoning`: line feeds may come first. */
export function answerGrammar(format: CallFormat, shape: AnswerShape, afterReasoning: boolean): string {
  const gbnf = new Gbnf();
  const choices: string[] = [];
  if (shape.json !== undefined) {
    choices.push(jsonRule(gbnf, shape.json));
  }
  if (shape.calls !== undefined) {
    const calls = callRules(gbnf, format, shape.calls.tools);
    choices.push(`( ${literal(format.open)} ${calls.body(shape.calls.many)} ${shape.calls.many ? calls.more : ''} )`);
  }
  return gbnf.text(`${afterReasoning ? '"\\n"{0,2} ' : ''}${anyOf(choices)}`);
}

/** The JSON of an answer. */
export function jsonRule(gbnf: Gbnf, { schema, unsupported }: NonNullable<AnswerShape['json']>): string {
  const json = new JsonRules(gbnf, 'pretty');
  return schema === undefined ? json.object : new SchemaGrammar(gbnf, json, schema, { unsupported, path: 'outputFormat.schema' }).compileRoot();
}

/** The grammar of what follows the mark that opens a call, for answers that are free until then. */
export function callBodyGrammar(format: CallFormat, tools: readonly ShownTool[], many: boolean): string {
  const gbnf = new Gbnf();
  return gbnf.text(callRules(gbnf, format, tools).body(many));
}

interface CallRules {
  /** From behind the opening mark to behind the closing mark. */
  readonly body: (many: boolean) => string;
  /** Further marked calls, where every call has marks of its own. */
  readonly more: string;
}

function callRules(gbnf: Gbnf, format: CallFormat, tools: readonly ShownTool[]): CallRules {
  const json = new JsonRules(gbnf, 'line');
  const call = anyOf(tools.map((tool) => callRule(gbnf, json, tool)));
  const gap = format.gap === '' ? '' : `${literal(format.gap)}?`;
  const end = format.close === undefined ? '' : `${gap} ${literal(format.close)}`;
  const list = (many: boolean): string => `"[" ${call} ${many ? `( ${json.comma} ${call} )*` : ''} "]"`;
  const body = (many: boolean): string => `${gap} ${format.list ? list(many) : call} ${end}`;
  return { body, more: format.list ? '' : `( ${gap} ${literal(format.open)} ${body(false)} )*` };
}

function callRule(gbnf: Gbnf, json: JsonRules, tool: ShownTool): string {
  return gbnf.add('call', `"{" ${json.member('name', literal(JSON.stringify(tool.name)))} ${json.comma} ${json.member('arguments', argumentsRule(gbnf, json, tool))} "}"`);
}

/** Strict tools are refused where their schema cannot be honoured; for the others, any object is better than no answer. */
export function argumentsRule(gbnf: Gbnf, json: JsonRules, tool: ShownTool): string {
  if (tool.input !== undefined) return `( "{" ${json.space} ${json.member('input', inputText(gbnf, tool.input, `${tool.path}.format.definition`))} ${json.space} "}" )`;
  const path = `${tool.path}.inputSchema`;
  try {
    return new SchemaGrammar(gbnf, json, asObjectSchema(tool.schema), { unsupported: tool.strict ? 'refuse' : 'loosen', path }).compileRoot();
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
    if (!(thrown instanceof LarkError) && !(thrown instanceof PatternError) && !(thrown instanceof AutomatonError)) throw thrown;
    throw new EngineError('unsupported', `${path}: this model cannot be held to the grammar: ${thrown.message}.`, { param: path, cause: thrown });
  }
}

function patternText(gbnf: Gbnf, definition: string): string {
  const automaton = automatonOf(readWholePattern(definition));
  if (automaton.length === 0) throw new PatternError('no text matches it');
  return automatonGrammar(gbnf, automaton, 'input-text');
}

/** Arguments are an object even where the schema forgot to say so. */
function asObjectSchema(schema: JsonObject): JsonObject {
  const says = ['type', '$ref', 'anyOf', 'allOf', 'oneOf'].some((keyword) => schema[keyword] !== undefined);
  return says ? schema : { ...schema, type: 'object' };
}
