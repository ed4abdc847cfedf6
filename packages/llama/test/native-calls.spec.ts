// Models with a native call format use it, as long as it can enforce the promised constraints.
import { hermes } from '#src/parse/output-family.js';
import { createPromptWriter, writePromptText } from '#src/prompt/write-prompt.js';
import { TextBeforeCalls } from '#src/prompt/text-before-calls.js';
import { renderTools } from '#src/prompt/render-tools.js';
import type { GenerationRequest, Message, ToolCallPart, ToolDefinition } from '@org/engine';
import { buildRequest, message } from '@org/engine/testing';

import { weather } from './demo.js';

/** Individual members, in the format of Qwen's coder models. */
const template = `{% if tools %}[tools]{{ tools | tojson }}{% endif %}{% for m in messages %}[{{ m.role }}]{{ m.content }}
{%- for t in m.tool_calls or [] %}<tool_call><function={{ t.function.name }}>{% for k, v in t.function.arguments | items %}<parameter={{ k }}>{{ v }}</parameter>{% endfor %}</function></tool_call>{% endfor %}{% endfor %}`;

function written(
  source: string,
  messages: readonly Message[],
  tools: readonly ToolDefinition[] = [weather],
  more: Partial<GenerationRequest> = {},
): { readonly prompt: string; readonly form: string } {
  const writer = createPromptWriter({ template: source, bos: '<s>', eos: '</s>', specials: [] });
  const request = buildRequest(messages, { tools, ...more });
  const { segments, family } = writePromptText(writer, {
    request,
    messages: request.messages,
    tools: renderTools(request),
  });
  return { prompt: segments.join(''), form: family.name };
}

function talk(argumentsText: string): readonly Message[] {
  const call: ToolCallPart = { type: 'tool-call', callId: 'c', name: 'get_weather', kind: 'function', argumentsText };
  return [
    message('user', 'Weather?'),
    message('assistant', { type: 'text', text: 'Hm.' }, call),
    message('tool', { type: 'tool-result', callId: 'c', kind: 'function', content: [{ type: 'text', text: 'rain' }] }),
  ];
}

const native =
  '[user]Weather?[assistant]Hm.<tool_call><function=get_weather><parameter=location>Oslo</parameter></function></tool_call>[tool]rain';

describe('a model with a native call format', () => {
  it("sees tools, calls and results in its template's format", () => {
    const { prompt, form } = written(template, talk('{"location": "Oslo"}'));
    expect(form).toBe('qwen-coder');
    expect(prompt).toMatch(/^\[tools\]\[\{"type": "function"/);
    expect(prompt.slice(prompt.indexOf('[user]'))).toBe(native);
  });

  it('sees truncated arguments as one argument with a descriptive name', () => {
    expect(written(template, talk('{"location": "Os')).prompt).toContain(
      '<parameter=arguments>{"location": "Os</parameter>',
    );
  });

  it.each<[string, ToolDefinition]>([
    [
      'a strict text with a pattern',
      {
        ...weather,
        strict: true,
        inputSchema: {
          type: 'object',
          properties: { location: { type: 'string', pattern: '^[A-Z]' } },
          required: ['location'],
          additionalProperties: false,
        },
      },
    ],
    [
      'free text with a grammar',
      { kind: 'custom', name: 'get_weather', format: { type: 'grammar', syntax: 'regex', definition: '[a-z]+' } },
    ],
  ])('uses the default format where its native one cannot enforce the constraints: %s', (_, tool) => {
    const { prompt, form } = written(template, talk('{"location": "Oslo"}'), [tool]);
    expect(form).toBe('hermes');
    expect(prompt).toContain('To call a tool, write its name and its arguments as JSON between these marks');
    expect(prompt).toContain(
      '[assistant]Hm.\n<tool_call>\n{"name": "get_weather", "arguments": {"location": "Oslo"}}\n</tool_call>',
    );
    expect(prompt).not.toContain('[tools]');
  });

  it('uses the default format for a forced tool whose arguments its native one cannot constrain', () => {
    const long: ToolDefinition = {
      ...weather,
      inputSchema: {
        type: 'object',
        properties: { location: { type: 'string', minLength: 3 } },
        required: ['location'],
      },
    };
    const toolChoice = { type: 'required' } as const;
    expect(
      [long, weather].map((tool) => written(template, talk('{"location": "Oslo"}'), [tool], { toolChoice }).form),
    ).toEqual(['hermes', 'qwen-coder']);
    expect(written(template, talk('{"location": "Oslo"}'), [long]).form).toBe('qwen-coder');
  });

  it('retains its native format for a strict tool that it supports', () => {
    const strict = {
      ...weather,
      strict: true,
      inputSchema: {
        type: 'object',
        properties: { location: { type: 'string' }, days: { type: 'integer', minimum: 1 } },
        required: ['location', 'days'],
        additionalProperties: false,
      },
    };
    expect(written(template, talk('{"location": "Oslo"}'), [strict]).form).toBe('qwen-coder');
  });

  it('uses the default format where its template requires more of these tools than the API', () => {
    const asking = template.replace(
      '{{ tools | tojson }}',
      '{% for t in tools %}{{ t.function.name }}{% for k, v in t.function.parameters.properties | items %}{{ v.type | upper }}{% endfor %}{% endfor %}',
    );
    const untyped: ToolDefinition = {
      ...weather,
      inputSchema: { type: 'object', properties: { location: { enum: ['Oslo', 'Rome'] } } },
    };
    expect(written(asking, talk('{"location": "Oslo"}')).form).toBe('qwen-coder');
    expect(written(asking, talk('{"location": "Oslo"}'), [untyped])).toMatchObject({
      form: 'hermes',
      prompt: expect.stringContaining('"enum": ["Oslo", "Rome"]') as string,
    });
  });

  it('receives its arguments unchanged where the template wraps text in its own braces', () => {
    const braces = `{% if tools %}{{ tools | tojson }}{% endif %}{% for m in messages %}[{{ m.role }}]{{ m.content }}{% for t in m.tool_calls or [] %}<|tool_call>call:{{ t.function.name }}{{ '{' }}{% if t.function.arguments is string %}{{ t.function.arguments }}{% else %}{% for k, v in t.function.arguments | items %}{{ k }}:<|"|>{{ v }}<|"|>{% endfor %}{% endif %}{{ '}' }}<tool_call|>{% endfor %}{% endfor %}`;
    expect(written(braces, talk('{"location": "Oslo"}'))).toMatchObject({
      form: 'gemma',
      prompt: expect.stringContaining('call:get_weather{location:<|"|>Oslo<|"|>}<tool_call|>') as string,
    });
  });

  const after = `{% if tools %}[tools]{{ tools | tojson }}{% endif %}{% for m in messages %}{% if m.role == 'assistant' %}[assistant]{% for t in m.tool_calls or [] %}<tool_call><function={{ t.function.name }}>{% for k, v in t.function.arguments | items %}<parameter={{ k }}>{{ v }}</parameter>{% endfor %}</function></tool_call>[tool]{{ messages[loop.index0 + 2].content }}{% endfor %}{{ m.content }}{% elif m.role == 'user' %}[user]{{ m.content }}{% endif %}{% endfor %}`;

  it.each<[string, string]>([
    ['leaves it out', template.replace('{{ m.content }}', "{{ m.content if not m.tool_calls else '' }}")],
    ['omits calls after it', template.replace('m.tool_calls or []', '(m.tool_calls or []) if not m.content else []')],
    ['shows it after the results and ends the response there', after],
    [
      'has a place for thoughts alone',
      template.replace('{{ m.content }}', '{{ m.reasoning_content if m.tool_calls else m.content }}'),
    ],
  ])('sees text before a call in its original position, also with a template that %s', (_, source) => {
    const { prompt, form } = written(source, talk('{"location": "Oslo"}'));
    expect(form).toBe('qwen-coder');
    expect(prompt.slice(prompt.indexOf('[user]'))).toBe(native.replace('Hm.', 'Hm.\n'));
  });

  it('sees text before a call with a template that writes ASCII JSON, too', () => {
    const text = new TextBeforeCalls('\uE001', { ...hermes, call: { open: '[TOOL_CALLS]', gap: '', list: true } });
    const shown = text.take({
      role: 'assistant',
      content: 'Hm.',
      tool_calls: [{ id: 'c', type: 'function', function: { name: 'f', arguments: '{}' } }],
    });
    const name = JSON.stringify(shown.tool_calls?.[0]?.function.name).replaceAll('\uE001', String.raw`\ue001`);
    expect(text.putBack(`Hi[TOOL_CALLS][{"name": ${name}}]`)).toBe('HiHm.[TOOL_CALLS][{"name": "f"}]');
  });

  it('sees text before several calls once for each completion', () => {
    const named = `{% if tools %}[tools]{{ tools | tojson }}{% endif %}{% for m in messages %}[{{ m.role }}]{% if m.tool_calls %}[TOOL_CALLS][{% for t in m.tool_calls %}{{ t.function | tojson }}{{ ', ' if not loop.last }}{% endfor %}]{% elif m.role == 'tool' %}{% for n in messages %}{% for t in n.tool_calls or [] %}{% if t.id == m.tool_call_id %}{{ t.function.name }}: {% endif %}{% endfor %}{% endfor %}{{ m.content }}{% else %}{{ m.content }}{% endif %}{% endfor %}`;
    const call = (callId: string): ToolCallPart => ({
      type: 'tool-call',
      callId,
      name: 'get_weather',
      kind: 'function',
      argumentsText: '{}',
    });
    const result = (callId: string): Message =>
      message('tool', { type: 'tool-result', callId, kind: 'function', content: [{ type: 'text', text: callId }] });
    const asks = (text: string, ...ids: readonly string[]): Message =>
      message('assistant', ...(text === '' ? [] : [{ type: 'text', text: text } as const]), ...ids.map(call));
    const { prompt, form } = written(named, [
      message('user', 'Hi'),
      asks('One [TOOL_CALLS].', 'a', 'b'),
      result('a'),
      result('b'),
      asks('', 'c'),
      result('c'),
      asks('Three.', 'd'),
      result('d'),
    ]);
    expect(form).toBe('mistral');
    const calls = (count: number): string =>
      `[TOOL_CALLS][${Array.from({ length: count }, () => '{"name": "get_weather", "arguments": {}}').join(', ')}]`;
    const rendered = (id: string): string => `[tool]get_weather: ${id}`;
    expect(prompt.slice(prompt.indexOf('[user]'))).toBe(
      `[user]Hi[assistant]One [TOOL_CALLS].${calls(2)}${rendered('a')}${rendered('b')}[assistant]${calls(1)}${rendered('c')}[assistant]Three.${calls(1)}${rendered('d')}`,
    );
  });

  it('sees text before a call next to its reasoning for every reasoning field of a template', () => {
    const thinking = template.replace(
      '{{ m.content }}',
      '{% if m.thinking %}<think>{{ m.thinking }}</think>{% endif %}{{ m.content }}',
    );
    const [first, assistantMessage, last] = talk('{"location": "Oslo"}');
    const thoughtful = [
      first,
      { ...assistantMessage, parts: [{ type: 'reasoning', text: 'So.' }, ...(assistantMessage?.parts ?? [])] },
      last,
    ] as readonly Message[];
    expect(written(thinking, thoughtful).prompt).toContain('[assistant]<think>So.</think>Hm.<tool_call>');
  });

  // The relevant behavior of the LFM2 and Granite 3 templates: they render tools and results, but no calls.
  const callless = (tools: string): string =>
    `{% if tools %}${tools}{{ tools | tojson }}{% endif %}{% for m in messages %}[{{ m.role }}]{{ m.content }}{% endfor %}`;

  it.each<[string, string, string, string]>([
    [
      'in Python',
      'lfm2.5',
      '<|tool_list_start|>[',
      '<|tool_call_start|>[get_weather(location="Oslo", exact=True, near=[null, {"a": 1}], no=None), sh(input="ls \\"a\\"")]<|tool_call_end|>',
    ],
    [
      'as a list',
      'granite',
      '<|tool_call|>',
      '<|tool_call|>[{"name": "get_weather", "arguments": {"location":"Oslo","exact":true,"near":[null,{"a":1}],"no":null}}, {"name": "sh", "arguments": {"input": "ls \\"a\\""}}]',
    ],
  ])('sees its calls in the native format where its template renders none: %s', (_, form, list, calls) => {
    const parts: readonly ToolCallPart[] = [
      {
        type: 'tool-call',
        callId: 'a',
        name: 'get_weather',
        kind: 'function',
        argumentsText: '{"location":"Oslo","exact":true,"near":[null,{"a":1}],"no":null}',
      },
      { type: 'tool-call', callId: 'b', name: 'sh', kind: 'custom', argumentsText: 'ls "a"' },
    ];
    const results = message(
      'tool',
      ...['a', 'b'].map(
        (callId) =>
          ({ type: 'tool-result', callId, kind: 'function', content: [{ type: 'text', text: callId }] }) as const,
      ),
    );
    const { prompt, form: rendered } = written(callless(list), [
      message('user', 'Weather?'),
      message('assistant', { type: 'text', text: 'Hm.' }, ...parts),
      results,
    ]);
    expect(rendered).toBe(form);
    expect(prompt.slice(prompt.indexOf('[user]'))).toBe(`[user]Weather?[assistant]Hm.\n${calls}[tool]a[tool]b`);
  });

  it('sees truncated Python calls with one argument of a descriptive name', () => {
    expect(written(callless('<|tool_list_start|>['), talk('{"location": "Os')).prompt).toContain(
      String.raw`[get_weather(arguments="{\"location\": \"Os")]`,
    );
  });

  it('uses the default format where its native one does not quote argument names that need quotes', () => {
    const python = `{% if tools %}{{ tools | tojson }}{% endif %}{% for m in messages %}[{{ m.role }}]{{ m.content }}{% for t in m.tool_calls or [] %}<|tool_call_start|>[{{ t.function.name }}({% for k, v in t.function.arguments | items %}{{ k }}='{{ v }}'{% endfor %})]<|tool_call_end|>{% endfor %}{% endfor %}`;
    const spaced: ToolDefinition = {
      ...weather,
      inputSchema: { type: 'object', properties: { 'the location': { type: 'string' } } },
    };
    expect(written(python, talk('{"location": "Oslo"}'))).toMatchObject({
      form: 'lfm2.5',
      prompt: expect.stringContaining("<|tool_call_start|>[get_weather(location='Oslo')]<|tool_call_end|>") as string,
    });
    expect(written(python, talk('{"location": "Oslo"}'), [spaced]).form).toBe('hermes');
  });
});
