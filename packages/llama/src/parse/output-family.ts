import { specialTokensIn, type CallFormat } from './call-format.js';
import { callFormats, jsonInToolCall } from './call-formats.js';

/** The markers around reasoning. */
export interface ReasoningMarkers {
  readonly open: string;
  readonly close: string;
  /** A completion may begin with only the closing marker, when there is no reasoning. */
  readonly allowsCloseOnly?: true;
}

/** A family of models that write reasoning and tool calls between markers, and everything else as plain text. */
export interface MarkedFamily {
  readonly form: 'marks';
  readonly name: string;
  readonly reasoning: ReasoningMarkers;
  readonly call: CallFormat;
  readonly sections?: SectionMarkers;
}

/** Markers of completions that consist of sections for reasoning, text and calls. The markers are never emitted. */
export interface SectionMarkers {
  /** Before every section but the first, for which the prompt has it. */
  readonly start: string;
  /** Before text. */
  readonly text: string;
  /** Markers after sections; the first is the one after text. */
  readonly ends: readonly [string, ...(readonly string[])];
}

/** Models that write messages with headers, each in a channel or for a recipient; see ChannelParser. */
export interface ChannelFamily {
  readonly form: 'channels';
  readonly name: string;
  /** The header of a reasoning message, as it follows a prompt, and the marker that ends it. */
  readonly reasoning: ReasoningMarkers;
  /** The header of a message to the user, as it follows a prompt. */
  readonly finalHeader: string;
  /** Header markers. */
  readonly headers: readonly string[];
  /** Markers that end a message. */
  readonly ends: readonly string[];
  /** The call format within a message to a tool. Absent: the message is the arguments as JSON. */
  readonly call?: CallFormat;
}

/** How a model writes reasoning and tool calls. */
export type OutputFamily = MarkedFamily | ChannelFamily;

const think: ReasoningMarkers = { open: '<think>', close: '</think>' };

interface ReasoningRow extends ReasoningMarkers {
  /** How the template spells it, where it puts it together. */
  readonly sign?: string;
  /** The other sections, where reasoning is one section of several. */
  readonly sections?: SectionMarkers;
}

/** Every supported reasoning format; a new format is a new row. */
const reasoningMarkerRows: readonly ReasoningRow[] = [
  // Kimi K3.
  {
    open: '<|open|>think<|sep|>',
    close: '<|close|>think<|sep|>',
    sign: "'<|open|>' + tag",
    sections: {
      start: '',
      text: '<|open|>response<|sep|>',
      ends: ['<|close|>response<|sep|>', '<|close|>message<|sep|>', '<|end_of_msg|>'],
    },
  },
  // Solar Open.
  {
    open: '<|think|>',
    close: '<|end|>',
    sign: '<|begin|>assistant<|think|>',
    sections: { start: '<|begin|>assistant', text: '<|content|>', ends: ['<|end|>', '<|calls|>', '<|flush|>'] },
  },
  { open: '<think:opensource>', close: '</think:opensource>', sign: '<think{}>' },
  think,
  { open: '[THINK]', close: '[/THINK]' },
  { open: '<|START_THINKING|>', close: '<|END_THINKING|>' },
  { open: '<seed:think>', close: '</seed:think>' },
  { open: '<mm:think>', close: '</mm:think>', allowsCloseOnly: true },
  { open: '<|inner_prefix|>', close: '<|inner_suffix|>' },
  { open: '<|channel>thought', close: '<channel|>' },
  { open: 'Here are my reasoning steps:', close: '[BEGIN FINAL RESPONSE]' },
];

/** Qwen, Hermes, the demo model and many others; also the format for models whose template does not support tools. */
export const hermes: MarkedFamily = {
  form: 'marks',
  name: 'hermes',
  reasoning: think,
  call: jsonInToolCall,
};

/** gpt-oss. */
export const harmony: ChannelFamily = {
  form: 'channels',
  name: 'harmony',
  reasoning: { open: '<|channel|>analysis<|message|>', close: '<|end|>' },
  finalHeader: '<|channel|>final<|message|>',
  headers: ['<|start|>', '<|channel|>', '<|constrain|>'],
  ends: ['<|end|>', '<|call|>', '<|return|>'],
};

/** Muse Glimmer. */
export const glimmer: ChannelFamily = {
  form: 'channels',
  name: 'glimmer',
  reasoning: { open: ' to=self<|message|>', close: '<|eom|>' },
  finalHeader: ' to=user<|message|>',
  headers: ['<|start|>'],
  ends: ['<|eom|>', '<|eot|>'],
  call: {
    open: '<atem:function_calls>',
    close: '</atem:function_calls>',
    gap: '\n',
    list: true,
    frame: {
      start: '<atem:invoke name="',
      named: '">',
      end: '</atem:invoke>',
      members: { open: '<atem:parameter name="', named: '">', start: '', valuePadding: '', end: '</atem:parameter>' },
    },
  },
};

/** The call format of a chat template. `native`: a format that a parser of this package reads; otherwise the model uses the package's own format. */
export function familyOf(template: string): { readonly family: OutputFamily; readonly native: boolean } {
  if (template.includes('<|start|>assistant') && template.includes(harmony.finalHeader))
    return { family: harmony, native: true };
  if (template.includes('<atem:function_calls>') && template.includes('<|eom|>'))
    return { family: glimmer, native: true };
  const known = callFormats.find(({ matches }) => matches(template));
  const family = known === undefined ? hermes : { ...hermes, name: known.name, call: known.call };
  return { family: withReasoning(family, template), native: known !== undefined };
}

/** The default call format, for a model that receives it in the system text. */
export function defaultFamilyFor(template: string): MarkedFamily {
  return withReasoning(hermes, template);
}

function withReasoning(family: MarkedFamily, template: string): MarkedFamily {
  const found = reasoningRow(template);
  return {
    ...family,
    reasoning: reasoningIn(template) ?? family.reasoning,
    ...(found?.sections === undefined ? {} : { sections: found.sections }),
  };
}

/** The reasoning markers that a chat template contains, if any. */
export function reasoningIn(template: string): ReasoningMarkers | undefined {
  const found = reasoningRow(template);
  return (
    found && {
      open: found.open,
      close: found.close,
      ...(found.allowsCloseOnly === undefined ? {} : { allowsCloseOnly: found.allowsCloseOnly }),
    }
  );
}

function reasoningRow(template: string): ReasoningRow | undefined {
  return reasoningMarkerRows.find(({ open, sign = open }) => template.includes(sign));
}

/** The special tokens that are dropped from a completion with sections. */
export function hiddenSpecialTokens({ sections }: MarkedFamily): readonly string[] {
  return sections === undefined
    ? []
    : [sections.start, sections.text, ...sections.ends].filter((marker) => marker !== '');
}

/** The texts of the special tokens that the parser relies on. */
export function specialTokensOf(family: OutputFamily): readonly string[] {
  const { open, close } = family.reasoning;
  if (family.form === 'channels')
    return [
      open,
      close,
      family.finalHeader,
      ...family.headers,
      ...family.ends,
      ...(family.call === undefined ? [] : specialTokensIn(family.call)),
    ];
  return [open, close, ...hiddenSpecialTokens(family), ...specialTokensIn(family.call)];
}

/** What ends reasoning in its middle. */
export function reasoningEnd(family: OutputFamily): string {
  const { close } = family.reasoning;
  if (family.form === 'channels') return close;
  return family.sections === undefined ? `\n${close}\n\n` : close + family.sections.start;
}
