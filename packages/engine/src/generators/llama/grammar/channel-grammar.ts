import type { ShownTool } from '../prompt/shown-tools.js';
import { jsonRule, type AnswerShape } from './answer-grammar.js';
import { argumentsRule } from './calls/arguments-rule.js';
import { anyOf, Gbnf, literal } from './gbnf.js';
import { JsonRules } from './json/json-rules.js';

/** How the kind of content may be said at the end of a header, and the mark behind the header. */
const headerEnd = `( " json" | " "? "<|constrain|>json" )? "<|message|>"`;

/**
 * The grammar of a whole answer in channels; see ChannelParser. It begins inside of a header that the prompt opened, or,
 * `afterReasoning`, with the next header. An answer has one call at most: the model ends with it.
 */
export function channelAnswerGrammar(shape: AnswerShape, afterReasoning: boolean): string {
  const gbnf = new Gbnf();
  const choices: string[] = [];
  if (shape.json !== undefined) choices.push(`( "<|channel|>final" ${headerEnd} ${jsonRule(gbnf, shape.json)} )`);
  if (shape.calls !== undefined) choices.push(`( "<|channel|>commentary"? " to=functions" ${callRule(gbnf, shape.calls.tools)} )`);
  return gbnf.text(`${afterReasoning ? '"<|start|>assistant" ' : ''}${anyOf(choices)}`);
}

/** The grammar of what follows `to=functions` in a header, for answers that are free until then. */
export function channelCallGrammar(tools: readonly ShownTool[]): string {
  const gbnf = new Gbnf();
  return gbnf.text(callRule(gbnf, tools));
}

/** The channel stands before the recipient or behind it. */
function callRule(gbnf: Gbnf, tools: readonly ShownTool[]): string {
  const json = new JsonRules(gbnf, 'line');
  const channel = gbnf.add('header-end', `( "<|channel|>commentary" )? ${headerEnd}`);
  return anyOf(tools.map((tool) => gbnf.add('call', `${literal(`.${tool.name}`)} ${channel} ${argumentsRule(gbnf, json, tool)}`)));
}
