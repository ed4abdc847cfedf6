import type { CallFormat, MemberMarkers, ValueType } from './call-format.js';

interface FormatRow {
  readonly name: string;
  readonly matches: (template: string) => boolean;
  readonly call: CallFormat;
}

const inToolCall = { open: '<tool_call>', close: '</tool_call>', gap: '\n', list: false } as const;
/** JSON between markers. */
export const jsonInToolCall: CallFormat = { ...inToolCall, bare: true };

/** `<parameter=key>`, with the value on separate lines. */
const equalsMember: MemberMarkers = {
  open: '<parameter=',
  named: '>',
  start: '',
  valuePadding: '\n',
  end: '</parameter>',
};
const quotedMember: MemberMarkers = {
  open: '<parameter name="',
  named: '">',
  start: '',
  valuePadding: '',
  end: '</parameter>',
};
const pairMember: MemberMarkers = {
  open: '<arg_key>',
  named: '</arg_key>',
  start: '<arg_value>',
  valuePadding: '',
  end: '</arg_value>',
};
/** DeepSeek models mark the type of each value. */
const declaredTypeMember: MemberMarkers = {
  open: '<｜DSML｜parameter name="',
  named: '"',
  kinds: kindsOf((type) => ` string="${type === 'string'}"`),
  start: '>',
  valuePadding: '',
  end: '</｜DSML｜parameter>',
};
/** Those of Kimi K3, too, by their types. */
const typedMember: MemberMarkers = {
  open: '<|open|>argument key="',
  named: '"',
  kinds: kindsOf((type) => ` type="${type}"`),
  start: '<|sep|>',
  valuePadding: '',
  end: '<|close|>argument<|sep|>',
};
const deepseekCalls = { open: '<｜tool▁calls▁begin｜>', close: '<｜tool▁calls▁end｜>', gap: '\n', list: true };

/**
 * Every supported call format, by the text that identifies it in chat templates; the first match counts. A new format
 * is a new row.
 */
export const callFormats: readonly FormatRow[] = [
  {
    name: 'qwen-coder',
    matches: (template) => has(template, '<tool_call>', '<function=', '<parameter='),
    call: { ...inToolCall, frame: { start: '<function=', named: '>', end: '</function>', members: equalsMember } },
  },
  {
    name: 'seed',
    matches: (template) => has(template, '<seed:tool_call>', '<function=', '<parameter='),
    call: {
      open: '<seed:tool_call>',
      close: '</seed:tool_call>',
      gap: '\n',
      list: false,
      frame: { start: '<function=', named: '>', end: '</function>', members: { ...equalsMember, valuePadding: '' } },
    },
  },
  {
    name: 'glm',
    matches: (template) => has(template, '<tool_call>', '<arg_key>', '<arg_value>'),
    call: { ...inToolCall, frame: { start: '', named: '', end: '', members: pairMember } },
  },
  {
    name: 'hunyuan',
    matches: (template) => has(template, "':opensource'", '<tool_sep{}>'),
    call: {
      open: '<tool_calls:opensource>',
      close: '</tool_calls:opensource>',
      gap: '\n',
      list: true,
      frame: {
        start: '<tool_call:opensource>',
        named: '<tool_sep:opensource>',
        end: '</tool_call:opensource>',
        members: {
          open: '<arg_key:opensource>',
          named: '</arg_key:opensource>',
          start: '<arg_value:opensource>',
          valuePadding: '',
          end: '</arg_value:opensource>',
        },
      },
    },
  },
  {
    name: 'minimax',
    matches: (template) => has(template, '<minimax:tool_call>', '<invoke name=', '<parameter name='),
    call: {
      open: '<minimax:tool_call>',
      close: '</minimax:tool_call>',
      gap: '\n',
      list: true,
      frame: { start: '<invoke name="', named: '">', end: '</invoke>', members: quotedMember },
    },
  },
  {
    name: 'minimax-3',
    matches: (template) => has(template, ']<]minimax[>[', '<invoke name='),
    call: {
      open: ']<]minimax[>[<tool_call>',
      close: ']<]minimax[>[</tool_call>',
      gap: '\n',
      list: true,
      frame: {
        start: ']<]minimax[>[<invoke name="',
        named: '">',
        end: ']<]minimax[>[</invoke>',
        elements: ']<]minimax[>[',
      },
    },
  },
  ...['function_calls', 'tool_calls'].map((section): FormatRow => ({
    name: 'deepseek-3.2',
    matches: (template) => has(template, '｜DSML｜', `${section}>`),
    call: {
      open: `<｜DSML｜${section}>`,
      close: `</｜DSML｜${section}>`,
      gap: '\n',
      list: true,
      frame: { start: '<｜DSML｜invoke name="', named: '">', end: '</｜DSML｜invoke>', members: declaredTypeMember },
    },
  })),
  {
    name: 'deepseek-3',
    matches: (template) => has(template, '<｜tool▁calls▁begin｜>', '<｜tool▁sep｜>', '```json'),
    call: {
      ...deepseekCalls,
      frame: { start: '<｜tool▁call▁begin｜>function<｜tool▁sep｜>', named: '```json', end: '```<｜tool▁call▁end｜>' },
    },
  },
  {
    name: 'deepseek-3.1',
    matches: (template) => has(template, '<｜tool▁calls▁begin｜>', '<｜tool▁sep｜>'),
    call: {
      ...deepseekCalls,
      gap: '',
      frame: { start: '<｜tool▁call▁begin｜>', named: '<｜tool▁sep｜>', end: '<｜tool▁call▁end｜>' },
    },
  },
  {
    name: 'kimi',
    matches: (template) => has(template, '<|tool_calls_section_begin|>', '<|tool_call_argument_begin|>'),
    call: {
      open: '<|tool_calls_section_begin|>',
      close: '<|tool_calls_section_end|>',
      gap: '',
      list: true,
      frame: {
        start: '<|tool_call_begin|>functions.',
        id: ':',
        named: '<|tool_call_argument_begin|>',
        end: '<|tool_call_end|>',
      },
    },
  },
  {
    name: 'kimi-3',
    matches: (template) => has(template, "'<|open|>' + tag", '<|end_of_msg|>'),
    call: {
      open: '<|open|>tools<|sep|>',
      close: '<|close|>tools<|sep|>',
      gap: '',
      list: true,
      frame: {
        start: '<|open|>call tool="',
        id: '" index="',
        named: '"<|sep|>',
        end: '<|close|>call<|sep|>',
        members: typedMember,
      },
    },
  },
  // The marker after all calls ends the completion.
  {
    name: 'solar',
    matches: (template) => has(template, '<|tool_call:begin|>', '<|tool_call:args|>'),
    call: {
      open: '<|tool_calls|>',
      gap: '',
      list: true,
      frame: {
        start: '<|tool_call:begin|>',
        callIdSeparator: '<|tool_call:name|>',
        named: '<|tool_call:args|>',
        end: '<|tool_call:end|>',
      },
    },
  },
  {
    name: 'gemma',
    matches: (template) => has(template, '<|tool_call>call:', '<tool_call|>'),
    call: {
      open: '<|tool_call>',
      close: '<tool_call|>',
      gap: '',
      list: false,
      frame: { start: 'call:', named: '', end: '', quote: '<|"|>' },
    },
  },
  {
    name: 'function-gemma',
    matches: (template) => has(template, '<start_function_call>', '<escape>'),
    call: {
      open: '<start_function_call>',
      close: '<end_function_call>',
      gap: '',
      list: false,
      frame: { start: 'call:', named: '', end: '', quote: '<escape>' },
    },
  },
  // A call is an object with one member, named after the tool.
  {
    name: 'apertus',
    matches: (template) => has(template, '<|tools_prefix|>', '<|tools_suffix|>'),
    call: {
      open: '<|tools_prefix|>',
      close: ']<|tools_suffix|>',
      gap: '',
      list: true,
      frame: { start: '[{"', between: ', {"', named: '": ', end: '}' },
    },
  },
  // Command R7B and A.
  {
    name: 'command',
    matches: (template) => has(template, '<|START_ACTION|>', '<|END_ACTION|>', '"tool_name"'),
    call: {
      open: '<|START_ACTION|>',
      close: '<|END_ACTION|>',
      gap: '',
      list: true,
      json: { id: 'tool_call_id', name: 'tool_name', arguments: 'parameters' },
    },
  },
  // Some LFM2 files show calls as JSON, some LFM2.5 files in Python, and others show only the list of tools.
  {
    name: 'lfm2',
    matches: (template) => has(template, '<|tool_call_start|>', '"arguments": '),
    call: { open: '<|tool_call_start|>', close: '<|tool_call_end|>', gap: '', list: true },
  },
  {
    name: 'lfm2.5',
    matches: (template) =>
      has(template, '<|tool_call_start|>', '<|tool_call_end|>') ||
      template.includes('<|tool_list_start|>[') ||
      template.includes('"List of tools: ["'),
    call: {
      open: '<|tool_call_start|>',
      close: ']<|tool_call_end|>',
      gap: '',
      list: true,
      frame: { start: '[', between: ', ', named: '(', end: ')', keywords: true },
    },
  },
  {
    name: 'mistral-args',
    matches: (template) => has(template, '[TOOL_CALLS]', '[ARGS]'),
    call: {
      open: '[TOOL_CALLS]',
      gap: '',
      list: false,
      frame: { start: '', id: '[CALL_ID]', named: '[ARGS]', end: '' },
    },
  },
  {
    name: 'mistral',
    matches: (template) => has(template, '[TOOL_CALLS]'),
    call: { open: '[TOOL_CALLS]', gap: '', list: true },
  },
  {
    name: 'phi',
    matches: (template) => has(template, '<|tool_call|>', '<|/tool_call|>'),
    call: { open: '<|tool_call|>', close: '<|/tool_call|>', gap: '', list: true },
  },
  {
    name: 'granite',
    matches: (template) => has(template, '<|tool_call|>'),
    call: { open: '<|tool_call|>', gap: '', list: true },
  },
  {
    name: 'gigachat',
    matches: (template) => has(template, '<|role_sep|>', '<|function_call|>'),
    call: { open: '<|function_call|>', gap: '', list: false },
  },
  {
    name: 'apriel',
    matches: (template) => has(template, '<tool_calls>[', ']</tool_calls>'),
    call: { open: '<tool_calls>', close: '</tool_calls>', gap: '', list: true },
  },
  {
    name: 'nemotron',
    matches: (template) => has(template, '<TOOLCALL>'),
    call: { open: '<TOOLCALL>', close: '</TOOLCALL>', gap: '', list: true },
  },
  // Qwen, Hermes and many others; not formats with more than JSON between these markers.
  {
    name: 'hermes',
    matches: (template) =>
      has(template, '<tool_call>') &&
      !['<function=', '<arg_key>', '<invoke '].some((marker) => template.includes(marker)),
    call: jsonInToolCall,
  },
];

function kindsOf(kind: (type: ValueType) => string): Readonly<Record<ValueType, string>> {
  return {
    string: kind('string'),
    number: kind('number'),
    boolean: kind('boolean'),
    null: kind('null'),
    array: kind('array'),
    object: kind('object'),
  };
}

function has(template: string, ...texts: readonly string[]): boolean {
  return texts.every((text) => template.includes(text));
}
