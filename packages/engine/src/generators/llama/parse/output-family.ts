/** The marks around what a model thinks. */
export interface ReasoningMarks {
  readonly open: string;
  readonly close: string;
}

/** How a model writes tool calls as JSON. */
export interface CallFormat {
  readonly open: string;
  /** Absent: the call ends where its JSON ends. */
  readonly close?: string;
  /** What stands between the mark and the JSON, and before the closing mark. */
  readonly gap: string;
  /** `true`: one mark, then a JSON array of all calls. `false`: marks around every call. */
  readonly list: boolean;
}

/** A family of models that write reasoning and tool calls in the same way. */
export interface OutputFamily {
  readonly name: string;
  readonly reasoning: ReasoningMarks;
  readonly call: CallFormat;
}

const think: ReasoningMarks = { open: '<think>', close: '</think>' };

/** Every form of reasoning that we read; a new one is a new row. */
const reasoningMarks: readonly ReasoningMarks[] = [
  think,
  { open: '[THINK]', close: '[/THINK]' },
  { open: '<|START_THINKING|>', close: '<|END_THINKING|>' },
  { open: '<seed:think>', close: '</seed:think>' },
  { open: '<|channel>thought', close: '<channel|>' },
];

/** Qwen, Hermes, the demo model and many others; also what we teach to models whose template knows no tools. */
export const hermes: OutputFamily = {
  name: 'hermes',
  reasoning: think,
  call: { open: '<tool_call>', close: '</tool_call>', gap: '\n', list: false },
};

const mistral: OutputFamily = { name: 'mistral', reasoning: think, call: { open: '[TOOL_CALLS]', gap: '', list: true } };

const granite: OutputFamily = { name: 'granite', reasoning: think, call: { open: '<|tool_call|>', gap: '', list: true } };

interface FamilyRow {
  readonly family: OutputFamily;
  readonly matches: (template: string) => boolean;
}

/** Every form of call we read; a new family is a new row. XML inside `<tool_call>` is not JSON and not in it. */
const rows: readonly FamilyRow[] = [
  { family: hermes, matches: (template) => template.includes('<tool_call>') && !template.includes('<function=') && !template.includes('<arg_key>') && !template.includes('<invoke ') },
  { family: mistral, matches: (template) => template.includes('[TOOL_CALLS]') && !template.includes('[ARGS]') },
  { family: granite, matches: (template) => template.includes('<|tool_call|>') },
];

/** How a chat template has its model write. `native`: in a form of calls that we read; otherwise they are to be written in ours. */
export function familyOf(template: string): { readonly family: OutputFamily; readonly native: boolean } {
  const known = rows.find((row) => row.matches(template))?.family;
  const family = known ?? hermes;
  return { family: { ...family, reasoning: reasoningIn(template) ?? family.reasoning }, native: known !== undefined };
}

/** The marks around reasoning that a chat template knows, if any. */
export function reasoningIn(template: string): ReasoningMarks | undefined {
  return reasoningMarks.find(({ open }) => template.includes(open));
}
