import { parseCompactRequest, parseCountRequest, responsesDialect } from '#src/responses.js';

describe('what a client wrote as null because it had nothing to say', () => {
  const items = [
    { type: null, role: 'user', content: 'q', id: null, status: null, phase: null },
    { type: 'reasoning', id: 'rs_1', summary: [], content: null, encrypted_content: null, status: null },
    {
      type: 'message',
      id: 'msg_1',
      role: 'assistant',
      status: 'completed',
      phase: null,
      content: [{ type: 'output_text', text: 'a', annotations: [], logprobs: null }],
    },
    {
      type: 'function_call',
      id: 'fc_1',
      call_id: 'call_1',
      name: 'f',
      arguments: '{}',
      async: null,
      caller: null,
      namespace: null,
      status: null,
    },
    {
      type: 'function_call_output',
      call_id: 'call_1',
      output: 'x',
      id: null,
      status: null,
      caller: null,
      name: null,
      namespace: null,
    },
    {
      type: 'web_search_call',
      id: 'ws_1',
      status: 'completed',
      action: { type: 'search', query: 'q', queries: null, sources: null },
    },
    {
      type: 'mcp_call',
      id: 'mcp_1',
      arguments: '{}',
      name: 't',
      server_label: 's',
      approval_request_id: null,
      error: null,
      output: null,
      status: null,
    },
    {
      type: 'shell_call',
      call_id: 'call_2',
      action: { commands: ['ls'], max_output_length: null, timeout_ms: null },
      environment: null,
      status: 'completed',
    },
    {
      type: 'shell_call_output',
      call_id: 'call_2',
      output: [{ stdout: 'a', stderr: '', outcome: { type: 'exit', exit_code: 0 }, created_by: null }],
      max_output_length: null,
    },
    {
      type: 'computer_call',
      id: 'cc_1',
      call_id: 'call_3',
      pending_safety_checks: [],
      status: 'completed',
      action: { type: 'screenshot' },
      actions: null,
    },
  ];

  it.each(items)('is taken for nothing in an item: %j', (item) =>
    expect(responsesDialect.parseRequest({ model: 'm', input: [item] })).toBeDefined(),
  );

  it.each([
    { text: { format: null, verbosity: null } },
    { reasoning: { effort: null, summary: null, mode: null } },
    { stream_options: { include_obfuscation: null } },
    { tools: [{ type: 'web_search', search_context_size: null }] },
  ])('is taken for nothing in a setting: %j', (settings) =>
    expect(responsesDialect.parseRequest({ model: 'm', input: 'q', ...settings })).toBeDefined(),
  );
});

describe('a body that does not fit the schema', () => {
  it.each([
    [{ input: 'q' }, 'model', 'missing_required_parameter', 'model: Field required'],
    [{ model: '' }, 'model', 'empty_string', 'at least 1 characters'],
    [{ model: 'm', input: 3 }, 'input', 'invalid_type', 'input: '],
    [
      { model: 'm', input: [{ role: 'user', content: [{ type: 'input_text' }] }] },
      'input.0.content.0.text',
      'missing_required_parameter',
      'Field required',
    ],
    [
      { model: 'm', input: [{ type: 'message', role: 'wizard', content: 'q' }] },
      'input.0.role',
      'invalid_value',
      'Input should be',
    ],
    [{ model: 'm', temperature: 3 }, 'temperature', 'invalid_value', 'less than or equal to 2'],
    [{ model: 'm', temperature: '3' }, 'temperature', 'invalid_type', 'but got a string'],
    [{ model: 'm', truncation: 'some' }, 'truncation', 'invalid_value', '"auto"'],
    [{ model: 'm', metadata: { a: 'x'.repeat(513) } }, 'metadata.a', 'string_above_max_length', 'at most 512'],
    [{ model: 'm', metadata: JSON.parse('{"__proto__": "x"}') }, 'metadata', 'invalid_value', '__proto__'],
    [[], undefined, 'invalid_type', 'but got an array'],
    [
      { model: 'm', input: [{ type: null, role: 'user' }] },
      'input.0.content',
      'missing_required_parameter',
      'Field required',
    ],
    [
      { model: 'm', input: [{ type: null, role: 'user', content: 3 }] },
      'input.0.content',
      'invalid_type',
      'a string or an array',
    ],
    [
      { model: 'm', input: [{ type: 'function_call', name: 'f', arguments: '{}', async: null }] },
      'input.0.call_id',
      'missing_required_parameter',
      'Field required',
    ],
  ])('is refused with its path, the kind of fault and the rule: %j', (body, param, detail, text) => {
    expect(() => responsesDialect.parseRequest(body)).toThrow(
      expect.objectContaining({
        code: 'invalid-request',
        param,
        detail,
        message: expect.stringContaining(text) as string,
      }),
    );
  });

  it.each([
    ['a compaction', parseCompactRequest],
    ['a count', parseCountRequest],
  ])('is refused in the same way where %s is asked for', (_, parse) => {
    expect(() => parse({ input: 'q' })).toThrow(
      expect.objectContaining({ param: 'model', detail: 'missing_required_parameter' }),
    );
    expect(() => parse({ model: 3 })).toThrow(expect.objectContaining({ param: 'model', detail: 'invalid_type' }));
  });
});
