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

/** A family of models that write reasoning and tool calls between marks, and all else as it is. */
export interface MarkedFamily {
  readonly form: 'marks';
  readonly name: string;
  readonly reasoning: ReasoningMarks;
  readonly call: CallFormat;
}

/** Models that write messages with headers, each in a channel; see ChannelParser. */
export interface ChannelFamily {
  readonly form: 'channels';
  readonly name: string;
  /** The header of a message of thoughts, as it follows a prompt, and the mark that ends it. */
  readonly reasoning: ReasoningMarks;
  /** The header of a message to the user, as it follows a prompt. */
  readonly answer: string;
  /** Everything else that is a mark. */
  readonly marks: readonly string[];
}

/** How a model writes reasoning and tool calls. */
export type OutputFamily = MarkedFamily | ChannelFamily;

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
export const hermes: MarkedFamily = {
  form: 'marks',
  name: 'hermes',
  reasoning: think,
  call: { open: '<tool_call>', close: '</tool_call>', gap: '\n', list: false },
};

const mistral: MarkedFamily = { form: 'marks', name: 'mistral', reasoning: think, call: { open: '[TOOL_CALLS]', gap: '', list: true } };

const granite: MarkedFamily = { form: 'marks', name: 'granite', reasoning: think, call: { open: '<|tool_call|>', gap: '', list: true } };

/** gpt-oss. */
export const harmony: ChannelFamily = {
  form: 'channels',
  name: 'harmony',
  reasoning: { open: '<|channel|>analysis<|message|>', close: '<|end|>' },
  answer: '<|channel|>final<|message|>',
  marks: ['<|start|>', '<|constrain|>', '<|call|>', '<|return|>'],
};

interface FamilyRow {
  readonly family: MarkedFamily;
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
  if (template.includes('<|start|>assistant') && template.includes(harmony.answer)) return { family: harmony, native: true };
  const known = rows.find((row) => row.matches(template))?.family;
  const family = known ?? hermes;
  return { family: { ...family, reasoning: reasoningIn(template) ?? family.reasoning }, native: known !== undefined };
}

/** The marks around reasoning that a chat template knows, if any. */
export function reasoningIn(template: string): ReasoningMarks | undefined {
  return reasoningMarks.find(({ open }) => template.includes(open));
}

/** The texts of the tokens that the reading of answers goes by. */
export function marksOf(family: OutputFamily): readonly string[] {
  const { open, close } = family.reasoning;
  if (family.form === 'channels') return [open, close, family.answer, ...family.marks];
  return [open, close, family.call.open, ...(family.call.close === undefined ? [] : [family.call.close])];
}

/** What ends reasoning in its middle. */
export function reasoningEnd({ form, reasoning }: OutputFamily): string {
  return form === 'channels' ? reasoning.close : `\n${reasoning.close}\n\n`;
}
