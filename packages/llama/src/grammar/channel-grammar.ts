import { EngineError } from '@org/engine';
import type { CallFormat } from '../parse/call-format.js';
import type { ChannelFamily } from '../parse/output-family.js';
import type { RenderedTool } from '../prompt/render-tools.js';
import { callRules, jsonRule, type OutputShape } from './output-grammar.js';
import { argumentsRule } from './calls/arguments-rule.js';
import { anyOf, Gbnf, literal } from './gbnf.js';
import { JsonRules } from './json/json-rules.js';

/** How the kind of content may be said at the end of a header, and the mark behind the header. */
const headerEnd = `( " json" | " "? "<|constrain|>json" )? "<|message|>"`;

/**
 * The grammar of a whole answer in channels; see ChannelParser. It begins inside of a header that the prompt opened, or,
 * `afterReasoning`, with the next header. In harmony an answer has one call at most: the model ends with it.
 */
export function buildChannelGrammar(family: ChannelFamily, shape: OutputShape, afterReasoning: boolean): string {
  const gbnf = new Gbnf();
  const { call, finalHeader, reasoning } = family;
  const choices: string[] = [];
  if (shape.json !== undefined)
    choices.push(
      `( ${call === undefined ? `"<|channel|>final" ${headerEnd}` : literal(finalHeader)} ${jsonRule(gbnf, shape.json)} )`,
    );
  if (shape.calls !== undefined) {
    const { tools, parallelCalls } = shape.calls;
    choices.push(
      call === undefined
        ? `( "<|channel|>commentary"? " to=functions" ${callRule(gbnf, tools)} )`
        : messages(gbnf, call, tools, parallelCalls ? `${reasoning.close}${nextMessage}` : undefined),
    );
  }
  return gbnf.text(
    `${afterReasoning ? literal(call === undefined ? `${nextMessage} ` : nextMessage) : ''} ${anyOf(choices)}`,
  );
}

/** The grammar of what follows the start of a call, for answers that are free until then: `to=functions` in a header, or a header to a tool. */
export function channelCallGrammar({ call }: ChannelFamily, tools: readonly RenderedTool[]): string {
  const gbnf = new Gbnf();
  return gbnf.text(
    call === undefined ? callRule(gbnf, tools) : `${literal(call.open)} ${messageBody(gbnf, call, tools)}`,
  );
}

const nextMessage = '<|start|>assistant';

/** Messages to tools, each with one call; several where there is something `between` them. */
function messages(gbnf: Gbnf, format: CallFormat, tools: readonly RenderedTool[], between: string | undefined): string {
  const message = gbnf.add(
    'message',
    anyOf(
      tools.map(
        (tool) => `( ${literal(` to=${tool.name}<|message|>${format.open}`)} ${messageBody(gbnf, format, [tool])} )`,
      ),
    ),
  );
  return between === undefined ? message : `( ${message} ( ${literal(between)} ${message} )* )`;
}

function messageBody(gbnf: Gbnf, format: CallFormat, tools: readonly RenderedTool[]): string {
  const customTool = tools.find(({ input }) => input !== undefined);
  if (customTool !== undefined)
    throw new EngineError(
      'unsupported',
      `${customTool.path}.format: this model does not support a grammar for a custom tool.`,
      { param: `${customTool.path}.format` },
    );
  return callRules(gbnf, format, tools).body(false);
}

/** The channel stands before the recipient or behind it. */
function callRule(gbnf: Gbnf, tools: readonly RenderedTool[]): string {
  const json = new JsonRules(gbnf, 'line');
  const channel = gbnf.add('header-end', `( "<|channel|>commentary" )? ${headerEnd}`);
  return anyOf(
    tools.map((tool) => gbnf.add('call', `${literal(`.${tool.name}`)} ${channel} ${argumentsRule(gbnf, json, tool)}`)),
  );
}
