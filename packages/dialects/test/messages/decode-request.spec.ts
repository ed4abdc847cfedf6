import { applyChanges } from '@org/engine/testing';
import { messagesDialect } from '#src/messages.js';
import {
  assistant,
  body,
  decode,
  decodeOptions,
  errorOf,
  policy,
  text,
  toolResult,
  toolUse,
  user,
} from './requests.js';

const tool = { name: 'look', description: 'Looks.', input_schema: { type: 'object' } };

describe('a plain request', () => {
  it('becomes a turn that is not stored', () => {
    expect(
      decode({ system: 'Be brief.', temperature: 0.5, top_p: 0.9, top_k: 4, stop_sequences: ['END'] }),
    ).toMatchObject({
      dialect: 'messages',
      generation: {
        model: 'm',
        messages: [
          { role: 'system', parts: [{ type: 'text', text: 'Be brief.' }] },
          { role: 'user', parts: [{ type: 'text', text: 'Hi' }] },
        ],
        tools: [],
        toolChoice: { type: 'auto' },
        parallelToolCalls: true,
        limits: { maxOutputTokens: 100 },
        sampling: { temperature: 0.5, topP: 0.9, topK: 4 },
        outputFormat: { type: 'text' },
        stopSequences: ['END'],
        truncation: 'disabled',
      },
      state: { store: false },
      warnings: [],
    });
  });

  it('requests no reasoning by default and marks this as implied', () =>
    expect(decode().generation.reasoning).toEqual({ enabled: false, implied: true }));
});

describe('a body of the wrong shape', () => {
  it('is rejected with the path, the rule and the type of the value, but not the value', () => {
    const error = errorOf(() => messagesDialect.parseRequest(body({ max_tokens: 'secret' })));
    expect(error).toMatchObject({ code: 'invalid-request', param: 'max_tokens' });
    expect(error.message).toMatch(/^max_tokens: /);
    expect(error.message).not.toContain('secret');
  });

  it.each([null, [], 'a', 1])('is rejected when it is not an object: %j', (value) =>
    expect(errorOf(() => messagesDialect.parseRequest(value)).code).toBe('invalid-request'),
  );
});

describe('tool results', () => {
  const history = [user('Hi'), assistant([text('Wait.'), toolUse('a'), toolUse('b')])];

  it('move out of the user message and precede the rest of it', () => {
    const { input } = decode({
      messages: [...history, user([toolResult('a'), text('And?'), toolResult('b')])],
      tools: [tool],
    });
    expect(input.map(({ role, parts }) => [role, ...parts.map(({ type }) => type)])).toEqual([
      ['user', 'text'],
      ['assistant', 'text', 'tool-call', 'tool-call'],
      ['tool', 'tool-result', 'tool-result'],
      ['user', 'text'],
    ]);
  });

  it('show a found tool to the model by its name', () => {
    const found = { type: 'tool_result', tool_use_id: 'a', content: [{ type: 'tool_reference', tool_name: 'Fetch' }] };
    const { input } = decode({ messages: [user('Hi'), assistant([toolUse('a')]), user([found])] });
    expect(input.at(-1)?.parts[0]).toMatchObject({
      content: [{ type: 'opaque', apiType: 'tool_reference', text: 'The tool Fetch is available now.' }],
    });
  });

  it('preserve whether the tool failed', () => {
    const failed = { type: 'tool_result', tool_use_id: 'a', content: 'no', is_error: true };
    const { input } = decode({ messages: [user('Hi'), assistant([toolUse('a')]), user([failed])] });
    expect(input.at(-1)?.parts).toEqual([
      {
        type: 'tool-result',
        callId: 'a',
        kind: 'function',
        isError: true,
        content: [{ type: 'text', text: 'no' }],
        extensions: { messages: { $shape: 'string' } },
      },
    ]);
  });
});

describe('blocks without a neutral meaning', () => {
  it('are preserved unchanged, with their readable text', () => {
    const block = {
      type: 'search_result',
      source: 'https://a.example',
      title: 'A',
      content: [text('one'), text('two')],
    };
    expect(decode({ messages: [user([block])] }).input[0]?.parts).toEqual([
      {
        type: 'opaque',
        dialect: 'messages',
        apiType: 'search_result',
        value: block,
        text: 'A\nhttps://a.example\none\ntwo',
      },
    ]);
  });

  it('show the text of a document made of blocks', () => {
    const block = { type: 'document', title: 'A', source: { type: 'content', content: [text('one'), text('two')] } };
    expect(decode({ messages: [user([block])] }).input[0]?.parts[0]).toMatchObject({
      type: 'opaque',
      text: 'A\none\ntwo',
    });
  });

  it('show the text of a plain-text document with context in the same way', () => {
    const block = {
      type: 'document',
      title: 'A',
      context: 'Old.',
      source: { type: 'text', media_type: 'text/plain', data: 'one' },
    };
    expect(decode({ messages: [user([block])] }).input[0]?.parts).toEqual([
      { type: 'opaque', dialect: 'messages', apiType: 'document', value: block, text: 'A\nOld.\none' },
    ]);
  });
});

describe('the billing line of Claude Code', () => {
  const system = [text('x-anthropic-billing-header: cc_version=2.1; cch=0f3a;'), text('You help.')];

  it('is hidden from the model, so that equal prompts stay equal, with a warning', () => {
    const turn = decode({ system });
    expect(turn.instructions).toEqual([{ role: 'system', parts: [{ type: 'text', text: 'You help.' }] }]);
    expect(turn.warnings).toEqual([{ kind: 'dropped', param: 'system.0', message: expect.any(String) }]);
  });
});

describe('tools', () => {
  it('of the client become functions', () => {
    expect(decode({ tools: [{ ...tool, strict: true, defer_loading: true }] }).generation.tools).toEqual([
      {
        kind: 'function',
        name: 'look',
        description: 'Looks.',
        inputSchema: { type: 'object' },
        strict: true,
        extensions: { messages: { defer_loading: true } },
      },
    ]);
  });

  it.each([
    ['bash_20250124', 'bash', 'command'],
    ['text_editor_20250728', 'str_replace_based_edit_tool', 'path'],
    ['memory_20250818', 'memory', 'command'],
  ])(
    'of the dialect that run at the client get the schema that no model but the vendor’s knows by heart: %s',
    (type, name, property) => {
      const [definition] = decode({ tools: [{ type, name }] }).generation.tools;
      expect(definition).toMatchObject({
        kind: 'function',
        name,
        inputSchema: { type: 'object', properties: { [property]: { type: 'string' } } },
      });
      expect(definition).toHaveProperty('description');
    },
  );

  const hosted = { tools: [tool, { type: 'web_search_20250305', name: 'web_search' }] };

  it('that run at the vendor are preserved and never offered, with a warning', () => {
    const turn = decode(hosted);
    expect(turn.generation.tools[1]).toEqual({
      kind: 'hosted',
      dialect: 'messages',
      apiType: 'web_search_20250305',
      name: 'web_search',
      value: hosted.tools[1],
    });
    expect(turn.warnings).toEqual([
      { kind: 'dropped', param: 'tools.1', message: expect.stringContaining('web_search_20250305') },
    ]);
  });

  it('that run at the vendor are rejected when the configuration requires it', () =>
    expect(errorOf(() => decode(hosted, { policy: { ...policy, hostedTools: 'reject' } }))).toMatchObject({
      code: 'unsupported',
      param: 'tools.1',
    }));

  it.each(['tool_search_tool_regex', 'tool_search_tool_bm25_20251119'])(
    'that search among deferred tools find nothing and are never rejected: %s',
    (type) => {
      const deferred = { ...tool, defer_loading: true };
      const turn = decode(
        { tools: [{ type, name: type.replace(/_\d{8}$/, '') }, deferred] },
        { policy: { ...policy, hostedTools: 'reject' } },
      );
      expect(turn.generation.tools).toMatchObject([{ kind: 'hosted' }, { kind: 'function', name: 'look' }]);
      expect(turn.warnings).toEqual([
        {
          kind: 'ignored',
          param: 'tools.0',
          message:
            'The service does not search tools: it offers all tools to the model at once, including deferred ones.',
        },
      ]);
    },
  );

  it('that only code may call are called by the model, with a warning', () => {
    const tools = [
      { ...tool, allowed_callers: ['code_execution_20260120'] },
      { ...tool, name: 'listen', allowed_callers: ['direct', 'code_execution_20260120'] },
      { ...tool, name: 'smell', allowed_callers: [] },
    ];
    const { generation, warnings } = decode({ tools });
    expect(generation.tools).toHaveLength(3);
    expect(warnings).toEqual([
      {
        kind: 'ignored',
        param: 'tools.0.allowed_callers',
        message: expect.stringContaining('the model calls it directly'),
      },
    ]);
    expect(decode({ tools }, { native: 'messages' }).warnings).toEqual([]);
  });

  it('with examples are offered without them, with a warning', () => {
    expect(decode({ tools: [{ ...tool, input_examples: [{ at: 'sky' }] }] }).warnings).toEqual([
      { kind: 'dropped', param: 'tools.0.input_examples', message: expect.stringContaining('examples') },
    ]);
    expect(decode({ tools: [{ ...tool, input_examples: [] }] }).warnings).toEqual([]);
  });

  it.each(['browser_toolset_20260801', 'computer_toolset_20260801'])(
    'of the client that only the vendor’s models know are not offered and never rejected: %s',
    (type) => {
      const turn = decode({ tools: [{ type }] }, { policy: { ...policy, hostedTools: 'reject' } });
      expect(turn.generation.tools).toEqual([{ kind: 'hosted', dialect: 'messages', apiType: type, value: { type } }]);
      expect(turn.warnings).toEqual([
        {
          kind: 'dropped',
          param: 'tools.0',
          message: `The service cannot describe the tool type ${type} to this model and does not offer it.`,
        },
      ]);
    },
  );

  it.each([
    [{ type: 'auto' }, { type: 'auto' }, true],
    [{ type: 'any' }, { type: 'required' }, true],
    [{ type: 'none' }, { type: 'none' }, true],
    [{ type: 'tool', name: 'look', disable_parallel_tool_use: true }, { type: 'tool', name: 'look' }, false],
  ])('are chosen as asked: %j', (choice, toolChoice, parallelToolCalls) =>
    expect(decode({ tools: [tool], tool_choice: choice }).generation).toMatchObject({ toolChoice, parallelToolCalls }),
  );
});

describe('reasoning', () => {
  it.each([
    [
      { thinking: { type: 'enabled', budget_tokens: 2000 }, max_tokens: 4000 },
      { enabled: true, budgetTokens: 2000 },
    ],
    [
      { thinking: { type: 'adaptive' }, output_config: { effort: 'high' } },
      { enabled: true, effort: 'high' },
    ],
    [{ thinking: { type: 'disabled' } }, { enabled: false }],
    [{ output_config: { effort: 'low' } }, { enabled: true, effort: 'low' }],
  ])('is asked for by thinking and effort: %j', (fields, reasoning) =>
    expect(decode(fields).generation.reasoning).toEqual(reasoning),
  );

  it('has the effort of the last system message, whatever the request itself sets', () => {
    const set = (output_config?: object): object => ({
      role: 'system',
      content: 'Now.',
      ...(output_config !== undefined && { output_config }),
    });
    const effortOf = (...messages: readonly object[]): unknown =>
      applyChanges(
        decode({
          messages: [user('Hi'), ...messages],
          thinking: { type: 'adaptive' },
          output_config: { effort: 'high' },
        }).generation,
        'messages',
        {},
      ).reasoning?.effort;
    expect(
      effortOf(
        set({ effort: 'max' }),
        assistant('Yes'),
        user('So?'),
        set({ effort: 'low' }),
        assistant('No'),
        user('Ah'),
      ),
    ).toBe('low');
    expect(effortOf(set({ effort: 'max' }), assistant('Yes'), user('So?'), set({ effort: null }), set())).toBe('max');
    expect(effortOf(set())).toBe('high');
  });
});

describe('a streamed response', () => {
  it('reports the prompt size at its start, which an upstream of this dialect does itself', () => {
    expect(decode({ stream: true }).sizeAtStart).toBe(true);
    expect(decode({ stream: false })).not.toHaveProperty('sizeAtStart');
    expect(decode({ stream: true }, { native: 'messages' })).not.toHaveProperty('sizeAtStart');
  });
});

describe('the output format', () => {
  const format = { type: 'json_schema', schema: { type: 'object' } };

  it.each([{ output_config: { format } }, { output_format: format }])(
    'is a schema under its new and its old name: %j',
    (fields) =>
      expect(decode(fields).generation.outputFormat).toEqual({
        type: 'json-schema',
        schema: { type: 'object' },
        strict: true,
        strictImplied: true,
      }),
  );
});

describe('what has no effect', () => {
  it('causes a warning for each field', () => {
    const { warnings } = decode({
      colour: 'red',
      mcp_servers: [{ type: 'url', name: 's', url: 'https://mcp.example.com' }],
      context_management: {
        edits: [
          { type: 'clear_thinking_20251015', keep: 'all' },
          { type: 'clear_thinking_20251015' },
          { type: 'moon' },
        ],
      },
    });
    expect(warnings.map(({ kind, param }) => [kind, param])).toEqual([
      ['ignored', 'mcp_servers'],
      ['ignored', 'colour'],
      ['ignored', 'context_management.edits.2'],
    ]);
  });

  it('causes a warning for each message', () => {
    const pdf = { type: 'document', source: { type: 'file', file_id: 'file_1' } };
    const found = { type: 'tool_result', tool_use_id: 'a', content: [text('Here:'), { ...pdf, context: 'Old.' }] };
    const messages = [
      user([pdf, { ...pdf, context: 'Old.' }]),
      { role: 'system', content: 'Now.', clear_at: 'next_user_message' },
      assistant([toolUse('a')]),
      user([found]),
      { role: 'system', content: 'Always.', clear_at: 'never' },
    ];
    expect(decode({ messages }).warnings).toEqual([
      { kind: 'dropped', param: 'messages.0.content.1.context', message: expect.any(String) },
      { kind: 'ignored', param: 'messages.1.clear_at', message: expect.any(String) },
      { kind: 'dropped', param: 'messages.3.content.0.content.1.context', message: expect.any(String) },
    ]);
    expect(decode({ messages }, { native: 'messages' }).warnings).toEqual([]);
  });

  it('is rejected in strict mode', () =>
    expect(errorOf(() => decode({ colour: 'red' }, { policy: { ...policy, strict: true } }))).toMatchObject({
      code: 'invalid-request',
      param: 'colour',
      message: 'colour: Extra inputs are not permitted',
    }));
});

describe('the rules', () => {
  it('are applied', () =>
    expect(errorOf(() => decode({ messages: [] }))).toMatchObject({ code: 'invalid-request', param: 'messages' }));

  it('know the version', () =>
    expect(
      errorOf(() =>
        messagesDialect.decodeRequest(
          messagesDialect.parseRequest(body({ temperature: 1 })),
          decodeOptions({ version: '2026-10-21' }),
        ),
      ).message,
    ).toBe('temperature: Extra inputs are not permitted'));
});
