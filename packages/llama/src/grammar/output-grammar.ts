import type { JsonObject } from '@org/engine';
import { callMembers, type CallFormat, type CallMembers } from '../parse/call-format.js';
import type { MarkedFamily } from '../parse/output-family.js';
import type { RenderedTool } from '../prompt/render-tools.js';
import { argumentsRule } from './calls/arguments-rule.js';
import { framedCallRule } from './calls/framed-call-rule.js';
import { anyOf, Gbnf, literal } from './gbnf.js';
import { JsonRules } from './json/json-rules.js';
import { SchemaGrammar } from './json/schema-grammar.js';

/** The required shape of the output; with both members, either one is allowed. */
export interface OutputShape {
  /** Tool calls; `parallelCalls` allows several. */
  readonly calls?: { readonly tools: readonly RenderedTool[]; readonly parallelCalls: boolean };
  /** JSON that matches a schema; without `schema` any object. */
  readonly json?: { readonly schema?: JsonObject; readonly unsupported: 'refuse' | 'loosen' };
}

/** Builds the grammar of a complete output. `afterReasoning`: line feeds may precede it, or the start of a section. */
export function buildOutputGrammar(
  { call: format, sections }: MarkedFamily,
  shape: OutputShape,
  afterReasoning: boolean,
): string {
  const gbnf = new Gbnf();
  const choices: string[] = [];
  if (shape.json !== undefined) {
    choices.push(`( ${sections === undefined ? '' : `${literal(sections.text)}?`} ${jsonRule(gbnf, shape.json)} )`);
  }
  if (shape.calls !== undefined) {
    const calls = callRules(gbnf, format, shape.calls.tools);
    // A model that writes no text before calls may emit an empty section.
    const emptySection = sections?.start === '' ? `( ${literal(sections.text)}? ${literal(sections.ends[0])} )?` : '';
    choices.push(
      `( ${emptySection} ${literal(format.open)} ${calls.body(shape.calls.parallelCalls)} ${shape.calls.parallelCalls ? calls.more : ''} )`,
    );
  }
  const start = sections === undefined ? '"\\n"{0,2}' : literal(sections.start);
  return gbnf.text(`${afterReasoning ? start : ''} ${anyOf(choices)}`);
}

/** The rule of a JSON output. */
export function jsonRule(gbnf: Gbnf, { schema, unsupported }: NonNullable<OutputShape['json']>): string {
  const json = new JsonRules(gbnf, 'pretty');
  return schema === undefined
    ? json.object
    : new SchemaGrammar(gbnf, json, schema, { unsupported, path: 'outputFormat.schema' }).compileRoot();
}

/** Builds the grammar that follows the opening marker of a call, for output that is unconstrained until then. */
export function callBodyGrammar(format: CallFormat, tools: readonly RenderedTool[], parallelCalls: boolean): string {
  const gbnf = new Gbnf();
  return gbnf.text(callRules(gbnf, format, tools).body(parallelCalls));
}

export interface CallRules {
  /** From after the opening marker to after the closing marker. */
  readonly body: (parallelCalls: boolean) => string;
  /** Further marked calls, where every call has its own markers. */
  readonly more: string;
}

export function callRules(gbnf: Gbnf, format: CallFormat, tools: readonly RenderedTool[]): CallRules {
  const json = new JsonRules(gbnf, 'line');
  const { frame, json: members = callMembers } = format;
  const call = anyOf(
    tools.map((tool) =>
      frame === undefined ? callRule(gbnf, json, members, tool) : framedCallRule(gbnf, json, format, frame, tool),
    ),
  );
  const gap = format.gap === '' ? '' : `${literal(format.gap)}?`;
  const end = format.close === undefined ? '' : `${gap} ${literal(format.close)}`;
  // Models that number calls write them on separate lines.
  const line = members.id === undefined ? '' : new JsonRules(gbnf, 'pretty').space;
  const comma = line === '' ? json.comma : `"," ${line}`;
  const array = (parallelCalls: boolean): string =>
    `"[" ${line} ${call} ${parallelCalls ? `( ${comma} ${call} )*` : ''} ${line} "]"`;
  const between = frame?.between === undefined ? gap : literal(frame.between);
  const framed = (parallelCalls: boolean): string => `${call} ${parallelCalls ? `( ${between} ${call} )*` : ''}`;
  const list = (parallelCalls: boolean): string =>
    frame === undefined
      ? array(parallelCalls)
      : `${frame.between === undefined ? '' : literal(frame.start)} ${framed(parallelCalls)}`;
  const body = (parallelCalls: boolean): string => `${gap} ${format.list ? list(parallelCalls) : call} ${end}`;
  return { body, more: format.list ? '' : `( ${gap} ${literal(format.open)} ${body(false)} )*` };
}

function callRule(
  gbnf: Gbnf,
  json: JsonRules,
  { id, name, arguments: given }: CallMembers,
  tool: RenderedTool,
): string {
  const number = id === undefined ? '' : `${json.member(id, '"\\"" [0-9]{1,4} "\\""')} ${json.comma}`;
  return gbnf.add(
    'call',
    `"{" ${number} ${json.member(name, literal(JSON.stringify(tool.name)))} ${json.comma} ${json.member(given, argumentsRule(gbnf, json, tool))} "}"`,
  );
}
