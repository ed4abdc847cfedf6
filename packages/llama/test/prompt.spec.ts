import * as fc from 'fast-check';

import { hermes } from '#src/parse/output-family.js';
import { PromptTemplate, type TemplateInput } from '#src/prompt/prompt-template.js';
import { ControlText, controlTokenTexts } from '#src/prompt/control-text.js';
import {
  droppableTurns,
  type JsonObject,
  parseExactly,
  type Effort,
  type GenerationRequest,
  type Message,
  type ToolCallPart,
  type ToolResultPart,
  withoutOldestTurns,
} from '@org/engine';
import { buildRequest, message } from '@org/engine/testing';
import { createPromptWriter, writePromptText, type PromptText } from '#src/prompt/write-prompt.js';
import { renderConversation } from '#src/prompt/render-conversation.js';
import { renderTools } from '#src/prompt/render-tools.js';
import { detectTemplateCapabilities } from '#src/prompt/template-capabilities.js';

import { weather } from './demo.js';

const specials = controlTokenTexts([
  '<|im_start|>',
  '<|im_end|>',
  '<think>',
  '</think>',
  '<tool_call>',
  '</tool_call>',
]);
const tokens = { bos: '<s>', eos: '</s>' };
const plain = '{% for m in messages %}[{{ m.role }}]{{ m.content }}{% endfor %}';
const strict = `{% for m in messages %}{% if m.role == 'system' %}{{ raise_exception('no system') }}{% endif %}{% if loop.index0 > 0 and messages[loop.index0 - 1].role == m.role %}{{ raise_exception('alternate') }}{% endif %}[{{ m.role }}]{{ m.content }}{% endfor %}`;
const objects = `{% for m in messages %}[{{ m.role }}]{{ m.content }}{% for t in m.tool_calls or [] %}<tool_call>{{ t.function.name }} {{ t.function.arguments | tojson }}</tool_call>{% endfor %}{% endfor %}{% if tools %}{{ tools | tojson }}{% endif %}`;
const toolsAlone = `{% for t in tools %}<tool_call>{{ t.function.name }}{% for name, place in t.function.parameters.properties | items %}{{ place.description | trim }}{% endfor %}{% endfor %}{% for m in messages %}[{{ m.role }}]{{ m.content }}{% endfor %}`;

function result(callId: string): ToolResultPart {
  return { type: 'tool-result', callId, kind: 'function', content: [{ type: 'text', text: `rain in ${callId}` }] };
}

function show(source: string, request: GenerationRequest): TemplateInput {
  const template = new PromptTemplate(source, tokens);
  const guard = { guard: (text: string) => text, guardAll: <T>(value: T): T => value };
  return renderConversation(request, request.messages, renderTools(request), {
    capabilities: detectTemplateCapabilities(template),
    nativeTools: detectTemplateCapabilities(template).tools,
    form: hermes.call,
    guard,
  }).input;
}

describe('the guard of control tokens', () => {
  const segment = fc.constantFrom(
    '<|im_',
    'end|>',
    '<|im_end|>',
    '<',
    '|im_end|>',
    '<think',
    '>',
    'a',
    '\uE000',
    '\\ue001',
    ' ',
  );
  const anyText = fc.oneof(
    fc.string({ unit: 'grapheme' }),
    fc.array(segment, { maxLength: 8 }).map((segments) => segments.join('')),
  );

  it("preserves every text and leaves no segment with a user's control token", () => {
    fc.assert(
      fc.property(anyText, anyText, (first, second) => {
        const guard = new ControlText(specials, first + second);
        const segments = guard.split(guard.guard(first) + guard.guard(second));
        expect(segments.join('')).toBe(first + second);
        for (const text of specials.texts) for (const one of segments) expect(one).not.toContain(text);
      }),
    );
  });

  it('holds when the template writes half of a token next to the text', () => {
    const guard = new ControlText(specials, 'im_end|> <|im_');
    for (const one of guard.split(`<|${guard.guard('im_end|>')}`)) expect(one).not.toContain('<|im_end|>');
    for (const one of guard.split(`${guard.guard('<|im_')}end|>`)) expect(one).not.toContain('<|im_end|>');
  });

  it('does not block other requests, however many control tokens a model has and texts a request', () => {
    const many = controlTokenTexts(Array.from({ length: 1_000 }, (_, index) => `<|reserved_special_token_${index}|>`));
    const texts = Array.from({ length: 3_000 }, (_, index) => `The property number ${index}, as it is in the form`);
    const began = performance.now();
    expect(new ControlText(many, '').guardAll(texts)).toEqual(texts);
    expect(performance.now() - began).toBeLessThan(1_500);
  });

  it('survives JSON, also where it is written in ASCII', () => {
    const guard = new ControlText(specials, '<think>');
    const json = JSON.stringify(guard.guardAll({ '<think>': ['<think>'] }));
    const ascii = json.replace(/[\u0080-\uffff]/g, (char) => `\\u${char.charCodeAt(0).toString(16)}`);
    for (const rendered of [json, ascii]) {
      expect(guard.split(rendered).join('')).toBe('{"<think>":["<think>"]}');
      expect(guard.split(rendered)).toHaveLength(3);
    }
  });
});

it('preserves all digits of numbers in earlier calls and in schemas of tools, in a template that writes JSON', () => {
  const call: ToolCallPart = {
    type: 'tool-call',
    callId: 'c',
    name: 'pay',
    kind: 'function',
    argumentsText: '{"id":1234567890123456789,"price":20.0,"list":[1,-9223372036854775808]}',
  };
  const conversation: Message[] = [
    message('user', 'q'),
    { role: 'assistant', parts: [call] },
    { role: 'tool', parts: [result('c')] },
  ];
  const request = buildRequest(conversation, {
    tools: [
      {
        kind: 'function',
        name: 'pay',
        inputSchema: parseExactly(
          '{"type":"object","properties":{"id":{"maximum":9223372036854775807,"enum":[1e400,1]}}}',
        ) as JsonObject,
      },
    ],
  });
  for (const template of [objects, plain]) {
    const writer = createPromptWriter({ template, ...tokens, specials: [] });
    const text = writePromptText(writer, {
      request,
      messages: request.messages,
      tools: renderTools(request),
    }).segments.join('');
    expect(text).toMatch(/"id": ?1234567890123456789, ?"price": ?20(\.0)?, ?"list": ?\[1, ?-9223372036854775808\]/);
    expect(text).toMatch(/"maximum": ?9223372036854775807, ?"enum": ?\[1e400, ?1\]/);
  }
});

describe('the guard of a model with a thousand control tokens', () => {
  const many = controlTokenTexts(Array.from({ length: 1000 }, (_, index) => `<|reserved_special_token_${index}|>`));

  it('checks a hundred thousand texts at once', () => {
    const texts = Array.from({ length: 100_000 }, (_, index) => `property_${index}`);
    const guard = new ControlText(many, '');
    const started = process.cpuUsage();
    expect(texts.filter((text) => guard.guard(text) !== text)).toEqual([]);
    expect(process.cpuUsage(started).user / 1_000).toBeLessThan(2_000);
  });

  it('knows the ends of each', () => {
    const guard = new ControlText(many, '');
    const guarded = (text: string): boolean => guard.guard(text) !== text;
    expect(
      [
        '>',
        '9|>',
        'token_999|> and more',
        'a <',
        'a <|reserved_special_token_12',
        '<|reserved_special_token_999|',
      ].filter((text) => !guarded(text)),
    ).toEqual([]);
    expect(['token_1000|>', 'a > b', '< a', 'token', 'reserved_special_token_1'].filter(guarded)).toEqual([]);
  });
});

describe('a template', () => {
  it('probes its capabilities', () => {
    const capabilities = (source: string) => detectTemplateCapabilities(new PromptTemplate(source, tokens));
    expect(capabilities(plain)).toMatchObject({
      tools: false,
      calls: false,
      systemFirst: true,
      systemAnywhere: true,
      repeatedRoles: true,
      thinkingSwitch: false,
    });
    expect(capabilities(strict)).toMatchObject({ systemFirst: false, systemAnywhere: false, repeatedRoles: false });
    expect(capabilities(objects)).toMatchObject({ tools: true, calls: true, argumentsAs: 'object' });
  });

  it.each(['enable_thinking', 'thinking'])('can switch reasoning by the name %s', (name) => {
    const template = new PromptTemplate(
      `{{ messages[0].content }}{% if ${name} %}<think>{% else %}</think>{% endif %}`,
      tokens,
    );
    expect(detectTemplateCapabilities(template).thinkingSwitch).toBe(true);
    expect(
      [true, false].map((thinking) => template.render({ messages: [{ role: 'user', content: 'Hi' }], thinking })),
    ).toEqual(['Hi<think>', 'Hi</think>']);
  });

  it('can toggle reasoning by a keyword', () => {
    const template = new PromptTemplate(
      "{{ messages[0].content }}{% if thinking_mode == 'enabled' %}<mm:think>{% elif thinking_mode == 'disabled' %}</mm:think>{% endif %}",
      tokens,
    );
    expect(detectTemplateCapabilities(template).thinkingSwitch).toBe(true);
    expect(
      [true, false].map((thinking) => template.render({ messages: [{ role: 'user', content: 'Hi' }], thinking })),
    ).toEqual(['Hi<mm:think>', 'Hi</mm:think>']);
  });

  it('that enables reasoning only by effort gets an effort when reasoning is requested', () => {
    const source =
      "{{ messages[-1].content }}{% if reasoning_effort is defined and reasoning_effort in ['low', 'high'] %}<think>{% else %}<think></think>{% endif %}";
    const opened = (reasoning: GenerationRequest['reasoning']): boolean => {
      const request = buildRequest('Hi', reasoning === undefined ? {} : { reasoning });
      return writePromptText(createPromptWriter({ template: source, ...tokens, specials: [] }), {
        request,
        messages: request.messages,
        tools: [],
      }).startsInReasoning;
    };
    expect([
      opened({ enabled: true }),
      opened({ enabled: true, effort: 'low' }),
      opened(undefined),
      opened({ enabled: false }),
      opened({ enabled: false, effort: 'high' }),
    ]).toEqual([true, true, false, false, false]);
  });

  it('is given the nearest effort that it bears, or none', () => {
    const written = (known: string, effort: Effort): string =>
      new PromptTemplate(
        `{% if reasoning_effort is defined and reasoning_effort not in ${known} %}{{ raise_exception('no such effort') }}{% endif %}{{ reasoning_effort or 'none' }}`,
        tokens,
      ).render({ messages: [], effort });
    expect(
      (['minimal', 'low', 'medium', 'high', 'max'] as const).map((effort) =>
        written("['high', 'low', 'no_think']", effort),
      ),
    ).toEqual(['low', 'low', 'high', 'high', 'high']);
    expect(written("['no_think']", 'medium')).toBe('none');
  });

  it('may fill texts in, and have dictionaries by numbers', () => {
    const render = (source: string): string =>
      new PromptTemplate(source, tokens).render({ messages: [{ role: 'user', content: 'Hi' }] });
    expect(render("{% set suffix = ':x' %}{{ '<a{}>'.format(suffix) + \"<b{}>\".format(suffix) }}")).toBe('<a:x><b:x>');
    expect(
      render(
        '{% set steps = {\n 0: 1,\n 512: 128\n} %}{% for k, v in steps | dictsort %}{% if 100 <= k %}{{ v }}{% endif %}{% endfor %}',
      ),
    ).toBe('128');
  });

  it('gets none where it tests for none, and undefined where it tests for that', () => {
    const messages = [{ role: 'user', content: 'Hi' }] as const;
    const render = (source: string, more: Partial<TemplateInput> = {}): string =>
      new PromptTemplate(source, tokens).render({ messages, ...more });
    const byNone =
      '{% if tools is not none %}{{ tools | tojson }} {% endif %}{% if documents is not none %}D {% endif %}{{ messages[0].content }}';
    expect(render(byNone)).toBe('Hi');
    expect(
      render(byNone, { tools: [{ type: 'function', function: { name: 'f', description: '', parameters: {} } }] }),
    ).toMatch(/"f".* Hi$/);
    expect(
      render(
        '{% if tools is defined and tools is not none %}T {% endif %}{% if documents is defined %}D {% endif %}Hi',
      ),
    ).toBe('Hi');
  });

  it('without system messages gets their text in front of the first user message', () => {
    const input = show(
      strict,
      buildRequest([message('system', 'Be brief.'), message('developer', 'No jokes.'), message('user', 'Hi')]),
    );
    expect(input.messages).toEqual([{ role: 'user', content: 'Be brief.\n\nNo jokes.\n\nHi' }]);
  });

  it('that renders system messages only before a final user message gets their text in the first user message', () => {
    const last = `{% if tools %}{{ tools | tojson }}{% endif %}{% for m in messages %}{% if m.role == 'system' %}{% elif m.role == 'user' and loop.last %}[user]{% if messages[0].role == 'system' %}{{ messages[0].content }} {% endif %}{{ m.content }}{% else %}[{{ m.role }}]{{ m.content }}{% for t in m.tool_calls or [] %}<tool_call>{{ t.function | tojson }}</tool_call>{% endfor %}{% endif %}{% endfor %}`;
    const call: ToolCallPart = {
      type: 'tool-call',
      callId: 'Oslo',
      name: 'get_weather',
      kind: 'function',
      argumentsText: '{}',
    };
    const request = buildRequest(
      [
        message('system', 'Be brief.'),
        message('user', 'Hi'),
        message('assistant', call),
        message('tool', result('Oslo')),
      ],
      { tools: [weather] },
    );
    expect(new PromptTemplate(last, tokens).render(show(last, request))).toContain('[user]Be brief.\n\nHi[assistant]');
  });

  it('that wants roles to alternate gets neighbours joined', () => {
    const input = show(
      strict,
      buildRequest([
        message('user', 'a'),
        message('user', 'b'),
        message('assistant', 'c'),
        message('assistant', 'd'),
        message('user', 'e'),
      ]),
    );
    expect(input.messages.map((one) => one.content)).toEqual(['a\nb', 'c\nd', 'e']);
  });

  it.each<[string, readonly Message[], string]>([
    ['a word of nothing', [], '[user][assistant]Welcome![user]Hi'],
    ['the system text', [message('system', 'Be brief.')], '[user]Be brief.[assistant]Welcome![user]Hi'],
  ])('that requires the user to begin gets %s before a greeting', (_, before, prompt) => {
    const userFirst = `{% if messages[0].role != 'user' %}{{ raise_exception('user first') }}{% endif %}${plain}`;
    const request = buildRequest([...before, message('assistant', 'Welcome!'), message('user', 'Hi')]);
    expect(new PromptTemplate(userFirst, tokens).render(show(userFirst, request))).toBe(prompt);
  });

  it.each([plain, strict])('does not receive an empty system message', (source) => {
    const input = show(
      source,
      buildRequest([
        message('user', 'Hi'),
        { role: 'system', parts: [] },
        message('assistant', 'Yes.'),
        message('user', 'And?'),
      ]),
    );
    expect(input.messages.map((one) => one.content)).toEqual(['Hi', 'Yes.', 'And?']);
  });

  // The relevant behavior of the Qwen, MiniMax and DeepSeek templates: they render reasoning only after the last user
  // message.
  const forgetful = (late: string): string => `{% if tools %}{{ tools | tojson }}{% endif %}${withoutTools(late)}`;
  const withoutTools = (late: string): string => `{% set seen = namespace(user=0, system='') %}
{%- for m in messages %}{% if m.role == 'user' %}{% set seen.user = loop.index0 %}{% elif m.role == 'system' %}{% set seen.system = seen.system + m.content %}{% endif %}{% endfor %}
{%- for m in messages %}{% if m.role == 'system' %}{% if loop.first %}[system]{{ m.content }}{% else %}${late}{% endif %}
{%- else %}[{{ m.role }}]{% if loop.index0 > seen.user and m.reasoning_content is defined %}<think>{{ m.reasoning_content }}</think>{% endif %}{{ m.content }}{% for t in m.tool_calls or [] %}{{ t.function.arguments | tojson }}{% endfor %}{% endif %}{% endfor %}`;

  it.each([
    ['shows them in their place', forgetful('[system]{{ m.content }}'), '[system]Look again.[system]Now.'],
    [
      'refuses them',
      forgetful("{{ raise_exception('system first') }}"),
      '\n<system>\nLook again.\n</system>\n<system>\nNow.\n</system>',
    ],
    ['leaves them out', forgetful(''), '\n<system>\nLook again.\n</system>\n<system>\nNow.\n</system>'],
    [
      'gathers them before all else',
      `{% for m in messages %}{% if m.role == 'system' and not loop.first %}{{ m.content }}{% endif %}{% endfor %}${forgetful('')}`,
      '\n<system>\nLook again.\n</system>\n<system>\nNow.\n</system>',
    ],
  ])(
    'that %s renders instructions after results with all earlier reasoning, and each prompt extends the previous one',
    (_, source, prompt) => {
      const step = (callId: string): readonly Message[] => [
        message(
          'assistant',
          { type: 'reasoning', text: `Hm, ${callId}.` },
          { type: 'tool-call', callId, name: 'f', kind: 'function', argumentsText: '{"x": 1}' },
        ),
        message('tool', result(callId)),
      ];
      const notes = [message('system', 'Look again.'), message('developer', 'Now.')];
      const talk = [
        message('system', 'Be brief.'),
        message('user', 'Hi'),
        ...step('Oslo'),
        ...step('Rome'),
        ...notes,
        ...step('Bern'),
      ];
      const prompts = [4, 8, 10].map((count) =>
        new PromptTemplate(source, tokens).render(show(source, buildRequest(talk.slice(0, count)))),
      );
      const rendered = (city: string): string => `[assistant]<think>Hm, ${city}.</think>{"x": 1}[tool]rain in ${city}`;
      expect(prompts[0]).toBe(`[system]Be brief.[user]Hi${rendered('Oslo')}`);
      expect(prompts[1]).toBe(`${prompts[0]}${rendered('Rome')}${prompt}`);
      expect(prompts[2]).toBe(`${prompts[1]}${rendered('Bern')}`);
    },
  );

  it.each([
    ['takes results without calls', withoutTools(''), '[tool]rain in Oslo'],
    [
      'knows results in the name of the user',
      withoutTools('').replace("m.role == 'user'", "m.role == 'user' and '<tool_response>' not in m.content"),
      '[user]<tool_response>\nrain in Oslo\n</tool_response>',
    ],
  ])('with an unsupported call format, and that %s, preserves the reasoning before calls', (_, source, expected) => {
    const call: ToolCallPart = {
      type: 'tool-call',
      callId: 'Oslo',
      name: 'f',
      kind: 'function',
      argumentsText: '{"x": 1}',
    };
    const request = buildRequest(
      [
        message('user', 'Hi'),
        message('assistant', { type: 'reasoning', text: 'Hm.' }, call),
        message('tool', result('Oslo')),
      ],
      { tools: [weather] },
    );
    const prompt = new PromptTemplate(source, tokens).render(show(source, request));
    expect(prompt.slice(prompt.indexOf('[user]'))).toBe(
      `[user]Hi[assistant]<think>Hm.</think><tool_call>\n{"name": "f", "arguments": {"x": 1}}\n</tool_call>${expected}`,
    );
  });

  it('that renders no late instructions gets them marked in a user message', () => {
    const input = show(
      strict,
      buildRequest([
        message('user', 'a'),
        message('system', 'b'),
        message('assistant', 'c'),
        message('developer', 'd'),
      ]),
    );
    expect(input.messages.map((one) => one.content)).toEqual([
      'a\n<system>\nb\n</system>',
      'c',
      '<system>\nd\n</system>',
    ]);
  });

  it('without tools has them explained in the system text, calls and results in plain text', () => {
    const input = show(
      plain,
      buildRequest(
        [
          message('user', 'Weather?'),
          message('assistant', {
            type: 'tool-call',
            callId: 'c',
            name: 'get_weather',
            kind: 'function',
            argumentsText: '{"location": "Oslo"}',
          }),
          message('tool', {
            type: 'tool-result',
            callId: 'c',
            kind: 'function',
            content: [{ type: 'text', text: 'rain' }],
          }),
        ],
        { tools: [weather] },
      ),
    );
    expect(input.tools).toBeUndefined();
    expect(input.messages.map((one) => one.role)).toEqual(['system', 'user', 'assistant', 'user']);
    expect(input.messages[0]?.content).toContain('"name": "get_weather"');
    expect(input.messages[2]?.content).toBe(
      '<tool_call>\n{"name": "get_weather", "arguments": {"location": "Oslo"}}\n</tool_call>',
    );
    expect(input.messages[3]?.content).toBe('<tool_response>\nrain\n</tool_response>');
  });

  it('with an unsupported call format renders all calls of a completion in the default format', () => {
    const single = `{% for m in messages %}{% if m.tool_calls is defined and (m.tool_calls | length != 1) %}{{ raise_exception('one call at a time') }}{% endif %}[{{ m.role }}]{% if m.tool_calls is defined %}{{ m.tool_calls[0].function | tojson }}{% else %}{{ m.content }}{% endif %}{% endfor %}`;
    const call = (callId: string): ToolCallPart => ({
      type: 'tool-call',
      callId,
      name: 'get_weather',
      kind: 'function',
      argumentsText: `{"location": "${callId}"}`,
    });
    const request = buildRequest(
      [
        message('user', 'Weather?'),
        message('assistant', { type: 'text', text: 'Let me look.' }, call('Oslo'), call('Rome')),
        message('tool', result('Oslo'), result('Rome')),
      ],
      { tools: [weather] },
    );
    expect(new PromptTemplate(single, tokens).render(show(single, request))).toMatch(
      /Let me look\.\n<tool_call>\n.*Oslo.*\n<\/tool_call>\n<tool_call>\n.*Rome.*\n<\/tool_call>.*Oslo.*Rome/s,
    );
  });

  it('that requires nine-character ids and an assistant message before further user text gets both', () => {
    const strictCalls = `{{ tools | tojson if tools is defined }}{% set turn = namespace(users=0) %}{% for m in messages %}{% if m.role == 'user' or (m.role == 'assistant' and m.tool_calls is undefined) %}{% if (m.role == 'user') != (turn.users % 2 == 0) %}{{ raise_exception('alternate') }}{% endif %}{% set turn.users = turn.users + 1 %}{% endif %}[{{ m.role }}]{{ m.content }}{% for t in m.tool_calls or [] %}{% if t.id | length != 9 %}{{ raise_exception('nine') }}{% endif %}{{ t.id }} {{ t.function.arguments | tojson }}{% endfor %}{% if m.role == 'tool' %} of {{ m.tool_call_id }}{% endif %}{% endfor %}`;
    const call: ToolCallPart = {
      type: 'tool-call',
      callId: 'call_0123456789',
      name: 'get_weather',
      kind: 'function',
      argumentsText: '{"location": "Oslo"}',
    };
    const request = buildRequest(
      [
        message('user', 'Weather?'),
        message('assistant', call),
        message('tool', result(call.callId)),
        message('user', 'In Celsius, please.'),
      ],
      { tools: [weather] },
    );
    const prompt = new PromptTemplate(strictCalls, tokens).render(show(strictCalls, request));
    const id = /\[assistant\](\w{9}) \{/.exec(prompt)?.[1];
    expect(prompt).toContain(`rain in ${call.callId} of ${id}[assistant][user]In Celsius, please.`);
  });

  it('that prints arguments as JSON gets them as an object', () => {
    const request = buildRequest([
      message('user', 'a'),
      message('assistant', { type: 'tool-call', callId: 'c', name: 'f', kind: 'function', argumentsText: '{"x": 1}' }),
      message('user', 'b'),
    ]);
    expect(new PromptTemplate(objects, tokens).render(show(objects, request))).toContain(
      '<tool_call>f {"x": 1}</tool_call>',
    );
  });

  it('renders the response schema unchanged, whatever characters it has', () => {
    const writer = createPromptWriter({ template: plain, ...tokens, specials: specials.texts });
    const description = '\uE000 of <|im_end|>';
    const request = buildRequest('Hi', {
      outputFormat: { type: 'json-schema', schema: { type: 'object', description } },
    });
    const { segments } = writePromptText(writer, { request, messages: request.messages, tools: [] });
    expect(segments.join('')).toContain(description);
  });

  it('that is meant only for tools renders a conversation without any', () => {
    const writer = createPromptWriter({ template: toolsAlone, ...tokens, specials: [] });
    writer.template.requireUsable();
    expect(writer.template.render({ messages: [{ role: 'user', content: 'Hi' }] })).toBe('[user]Hi');
  });

  it('that asks more of the schemas of tools than there has to be has them explained', () => {
    const writer = createPromptWriter({ template: toolsAlone, ...tokens, specials: [] });
    const request = buildRequest('Hi', {
      tools: [{ ...weather, inputSchema: { type: 'object', properties: { place: { type: 'string' } } } }],
    });
    const { segments } = writePromptText(writer, { request, messages: request.messages, tools: renderTools(request) });
    expect(segments.join('')).toContain(
      '{"name": "get_weather", "description": "Get the current weather in a given location", "parameters": {"type": "object", "properties": {"place": {"type": "string"}}}}',
    );
  });

  it('that fails or loops is an error of the request, not of the service', () => {
    const template = new PromptTemplate("{{ raise_exception('no') }}", tokens);
    expect(() => template.render({ messages: [] })).toThrow(expect.objectContaining({ code: 'invalid-request' }));
  });

  it.each([
    '{{ messages.constructor }}',
    "{{ ''.constructor.constructor('return process')() }}",
    '{{ [].__proto__ }}',
    '{{ self.__init__.__globals__ }}',
    '{{ namespace.constructor }}',
    "{{ range.constructor('return process')() }}",
  ])('cannot reach out of itself: %s', (source) => {
    const rendered = new PromptTemplate(source, tokens).attempt({ messages: [{ role: 'user', content: 'x' }] });
    expect(rendered ?? '').not.toMatch(/function|native|process|Object/);
  });
});

describe('a template of channels', () => {
  // The relevant behavior of the gpt-oss template: one call per message, reasoning as `thinking` and never next to
  // text, results by the name of the last call.
  const channels = `{{ "<|start|>system<|message|>Reasoning: " + (reasoning_effort if reasoning_effort is defined else "medium") + "<|end|>" }}
{%- if tools %}{% for t in tools %}{{ "type " + t.function.name }}{% endfor %}{% endif %}{% set last = namespace(name=none) %}
{%- for m in messages %}
{%- if m.role == "assistant" and m.tool_calls is defined %}
{%- if m.content and m.thinking %}{{ raise_exception("not both") }}{% endif %}
{%- if m.content or m.thinking %}{{ "<|start|>assistant<|channel|>analysis<|message|>" + (m.content or m.thinking) + "<|end|>" }}{% endif %}
{%- set last.name = m.tool_calls[0].function.name %}
{{- "<|start|>assistant to=functions." + last.name + "<|channel|>commentary json<|message|>" + m.tool_calls[0].function.arguments | tojson + "<|call|>" }}
{%- elif m.role == "assistant" %}{{ "<|start|>assistant<|channel|>final<|message|>" + m.content + "<|end|>" }}
{%- elif m.role == "tool" %}{{ "<|start|>functions." + last.name + " to=assistant<|channel|>commentary<|message|>" + m.content | tojson + "<|end|>" }}
{%- else %}{{ "<|start|>" + m.role + "<|message|>" + m.content + "<|end|>" }}
{%- endif %}{% endfor %}{% if add_generation_prompt %}{{ "<|start|>assistant" }}{% endif %}`;
  const writer = createPromptWriter({
    template: channels,
    ...tokens,
    specials: ['<|start|>', '<|channel|>', '<|message|>', '<|end|>', '<|call|>'],
  });
  const write = (request: GenerationRequest): PromptText =>
    writePromptText(writer, { request, messages: request.messages, tools: renderTools(request) });
  const written = (request: GenerationRequest): string => write(request).segments.join('');

  it('renders each call with its own result after it, and text before them with the reasoning', () => {
    const call = (callId: string, name: string): ToolCallPart => ({
      type: 'tool-call',
      callId,
      name,
      kind: 'function',
      argumentsText: `{"location": "${callId}"}`,
    });
    const assistantMessage = message(
      'assistant',
      { type: 'reasoning', text: 'Hm.' },
      { type: 'text', text: 'Let me look.' },
      call('Oslo', 'get_weather'),
      call('Rome', 'get_time'),
    );
    const prompt = written(
      buildRequest(
        [
          message('user', 'Hi'),
          assistantMessage,
          message('tool', result('Oslo'), result('Rome')),
          message('assistant', 'Rain.'),
          message('user', 'And?'),
        ],
        { tools: [weather] },
      ),
    );
    expect(prompt.slice(prompt.indexOf('<|start|>user'))).toBe(
      [
        '<|start|>user<|message|>Hi<|end|>',
        '<|start|>assistant<|channel|>analysis<|message|>Hm.\nLet me look.<|end|>',
        '<|start|>assistant to=functions.get_weather<|channel|>commentary json<|message|>{"location": "Oslo"}<|call|>',
        '<|start|>functions.get_weather to=assistant<|channel|>commentary<|message|>"rain in Oslo"<|end|>',
        '<|start|>assistant to=functions.get_time<|channel|>commentary json<|message|>{"location": "Rome"}<|call|>',
        '<|start|>functions.get_time to=assistant<|channel|>commentary<|message|>"rain in Rome"<|end|>',
        '<|start|>assistant<|channel|>final<|message|>Rain.<|end|>',
        '<|start|>user<|message|>And?<|end|>',
        '<|start|>assistant',
      ].join(''),
    );
  });

  it.each<[GenerationRequest['reasoning'], string]>([
    [undefined, 'medium'],
    [{ enabled: true, effort: 'minimal' }, 'low'],
    [{ enabled: true, effort: 'high' }, 'high'],
    [{ enabled: true, effort: 'max' }, 'high'],
    [{ enabled: false }, 'low'],
  ])('receives the effort of %o', (reasoning, effort) => {
    expect(written(buildRequest('Hi', reasoning === undefined ? {} : { reasoning }))).toContain(
      `Reasoning: ${effort}<|end|>`,
    );
  });

  it('continues an assistant prefill in the final channel', () => {
    const prompt = write(buildRequest([message('user', 'Hi'), message('assistant', 'I am')]));
    expect(prompt).toMatchObject({ continues: true, startsInReasoning: false });
    expect(prompt.segments.join('')).toMatch(/<\|start\|>assistant<\|channel\|>final<\|message\|>I am$/);
  });

  it('opens reasoning before a constrained completion unless it is disabled', () => {
    const constrained = { tools: [weather], toolChoice: { type: 'required' } } as const;
    expect(write(buildRequest('Hi', constrained))).toMatchObject({ startsInReasoning: true });
    expect(written(buildRequest('Hi', constrained))).toMatch(/<\|start\|>assistant<\|channel\|>analysis<\|message\|>$/);
    expect(write(buildRequest('Hi', { ...constrained, reasoning: { enabled: false } }))).toMatchObject({
      startsInReasoning: false,
    });
    expect(written(buildRequest('Hi', { ...constrained, reasoning: { enabled: false } }))).toMatch(
      /<\|start\|>assistant$/,
    );
  });
});

describe('a template of messages with recipients', () => {
  // The relevant behavior of the Muse Glimmer template.
  const source = `{{ "<|start|>system<|message|>Reasoning strength: " + (reasoning_strength if reasoning_strength is defined else "high") + "<|eot|>" }}{% for t in tools or [] %}{{ t.function.name }}{% endfor %}
{%- for m in messages %}{% if m.role == "assistant" %}{% if m.reasoning_content %}<|start|>assistant to=self<|message|>{{ m.reasoning_content }}<|eom|>{% endif %}
{%- for t in m.tool_calls or [] %}<|start|>assistant to={{ t.function.name }}<|message|><atem:function_calls>{% for k, v in t.function.arguments.items() %}{{ k }}{% endfor %}</atem:function_calls>{{ "<|eot|>" if loop.last else "<|eom|>" }}{% endfor %}
{%- if not m.tool_calls %}<|start|>assistant to=user<|message|>{{ m.content }}<|eot|>{% endif %}
{%- else %}<|start|>{{ m.role }}<|message|>{{ m.content }}<|eot|>{% endif %}{% endfor %}{% if add_generation_prompt %}<|start|>assistant{% endif %}`;
  const writer = createPromptWriter({
    template: source,
    ...tokens,
    specials: ['<|start|>', '<|message|>', '<|eom|>', '<|eot|>'],
  });
  const write = (request: GenerationRequest): PromptText =>
    writePromptText(writer, { request, messages: request.messages, tools: renderTools(request) });

  it('renders text before calls with the reasoning', () => {
    const call: ToolCallPart = {
      type: 'tool-call',
      callId: 'Oslo',
      name: 'get_weather',
      kind: 'function',
      argumentsText: '{"location": "Oslo"}',
    };
    const { segments, family } = write(
      buildRequest(
        [
          message('user', 'Hi'),
          message('assistant', { type: 'reasoning', text: 'Hm.' }, { type: 'text', text: 'Let me look.' }, call),
          message('tool', result('Oslo')),
        ],
        { tools: [weather] },
      ),
    );
    expect(family.name).toBe('glimmer');
    expect(segments.join('')).toMatch(
      /<\|start\|>assistant to=self<\|message\|>Hm\.\nLet me look\.<\|eom\|><\|start\|>assistant to=get_weather<\|message\|><atem:function_calls>location<.*rain in Oslo<\|eot\|><\|start\|>assistant$/,
    );
  });

  it('receives the effort by its own name and opens reasoning before a constrained completion', () => {
    const constrained = write(
      buildRequest('Hi', {
        tools: [weather],
        toolChoice: { type: 'required' },
        reasoning: { enabled: true, effort: 'max' },
      }),
    );
    expect(constrained.startsInReasoning).toBe(true);
    expect(constrained.segments.join('')).toMatch(
      /Reasoning strength: high<.*<\|start\|>assistant to=self<\|message\|>$/,
    );
  });

  it('continues an assistant prefill to the user', () => {
    expect(write(buildRequest([message('user', 'Hi'), message('assistant', 'I am')])).segments.join('')).toMatch(
      /<\|start\|>assistant to=user<\|message\|>I am$/,
    );
  });
});

describe('the namespace of a tool', () => {
  it('is part of the name that the model sees', () => {
    const tools = renderTools(
      buildRequest('x', {
        tools: [
          { ...weather, namespace: 'home' },
          { ...weather, namespace: 'mcp__out__' },
        ],
      }),
    );
    expect(tools.map((tool) => tool.name)).toEqual(['home__get_weather', 'mcp__out__get_weather']);
    expect(tools[0]?.head).toEqual({ name: 'get_weather', namespace: 'home', kind: 'function' });
  });
});

describe('dropping turns', () => {
  const turn = fc.nat({ max: 3 }).map((calls): readonly Message[] => [
    message('user', 'q'),
    ...Array.from({ length: calls }, (_, index): readonly Message[] => [
      message('assistant', {
        type: 'tool-call',
        callId: `${index}`,
        name: 'f',
        kind: 'function',
        argumentsText: '{}',
      }),
      message('tool', { type: 'tool-result', callId: `${index}`, kind: 'function', content: [] }),
    ]).flat(),
    message('assistant', 'a'),
  ]);
  const system = fc.constantFrom<readonly Message[]>([], [message('system', 's')], [message('developer', 'd')]);
  const chats = fc
    .tuple(
      system,
      fc.array(
        fc.tuple(turn, system).map(([one, two]) => [...one, ...two]),
        { minLength: 1, maxLength: 6 },
      ),
    )
    .map(([first, turns]) => [...first, ...turns.flat()]);

  it('preserves all system text, the last turn, and every result with its call', () => {
    fc.assert(
      fc.property(chats, fc.nat({ max: 6 }), (messages, wanted) => {
        const count = Math.min(wanted, droppableTurns(messages));
        const remaining = withoutOldestTurns(messages, count);
        const roles = (role: string, among: readonly Message[]) => among.filter((one) => one.role === role).length;
        expect(roles('system', remaining) + roles('developer', remaining)).toBe(
          roles('system', messages) + roles('developer', messages),
        );
        expect(roles('user', remaining)).toBe(roles('user', messages) - count);
        expect(remaining).toContain(messages.findLast((one) => one.role === 'user'));
        const called = remaining.flatMap((one) =>
          one.parts.flatMap((part) => (part.type === 'tool-call' ? [part] : [])),
        ).length;
        const resultCount = remaining.flatMap((one) =>
          one.parts.flatMap((part) => (part.type === 'tool-result' ? [part] : [])),
        ).length;
        expect(called).toBe(resultCount);
        expect(messages.filter((one) => remaining.includes(one))).toEqual(remaining);
      }),
    );
  });
});
