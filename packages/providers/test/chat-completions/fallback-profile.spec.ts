import type { ProfileName } from '#src/chat-completions/profiles/index.js';
import type { GenerationRequest, JsonObject, Message, ToolResultPart } from '@org/engine';
import { buildContext, buildRequest, functionTool, message, readAll } from '@org/engine/testing';
import { failure, run, useLive } from './live.js';

const live = useLive();

describe('a rejection of earlier reasoning under two names', () => {
  it('by a server that treats them as duplicates is fixed by one of them, from the start of the next request', async () => {
    live.upstream.play((call) => {
      const twice = JSON.stringify(call.body).includes('"reasoning_content"');
      if (twice)
        call.reply(400, {
          error: {
            message:
              'Failed to deserialize the JSON body into the target type: messages[1]: duplicate field `reasoning` at line 1 column 212',
            type: 'invalid_request_error',
            param: null,
            code: 'json_parse_error',
          },
        });
      else call.finish();
    });
    const before = live.count;
    const languageModel = live.languageModel({ profile: 'vllm', retries: 0 });
    const request = {
      ...buildRequest('hello'),
      messages: [
        message('user', 'hello'),
        message('assistant', { type: 'reasoning', text: 'Hmm' }, 'Yes?'),
        message('user', 'go on'),
      ],
    };
    for (let round = 0; round < 2; round += 1)
      expect(await run(languageModel, request)).toMatchObject({
        error: undefined,
        events: [{ warnings: [] }, expect.anything()],
      });
    const assistantMessages = live.upstream.records
      .slice(before)
      .map(({ body }) => (body['messages'] as JsonObject[])[1]);
    const assistantMessage = { role: 'assistant', content: 'Yes?', reasoning: 'Hmm' };
    expect(assistantMessages).toEqual([
      { ...assistantMessage, reasoning_content: 'Hmm' },
      assistantMessage,
      assistantMessage,
    ]);
  });

  it('is also fixed for a count, where the error has another text', async () => {
    live.upstream.play((call) => {
      if (JSON.stringify(call.body).includes('"reasoning_content"'))
        call.reply(400, {
          error: {
            message:
              'Failed to deserialize the JSON body into the target type: data did not match any variant of untagged enum TokenizeRequest',
            type: 'invalid_request_error',
            param: null,
            code: 'json_parse_error',
          },
        });
      else call.reply(200, { count: 42 });
    });
    const request = {
      ...buildRequest('hello'),
      messages: [
        message('user', 'hello'),
        message('assistant', { type: 'reasoning', text: 'Hmm' }, 'Yes?'),
        message('user', 'go on'),
      ],
    };
    expect(await live.languageModel({ profile: 'vllm' }).countTokens?.(request, buildContext())).toEqual({
      inputTokens: 42,
    });
  });
});

describe('a rejection of earlier reasoning', () => {
  it.each([
    ['Cerebras', "property 'messages.1.assistant.reasoning_content' is unsupported", 'deepseek'],
    [
      'Groq',
      "'messages.1' : for 'role:assistant' the following must be satisfied[('messages.1' : property 'reasoning_content' is unsupported)]",
      'sglang',
    ],
    [
      'Mistral',
      "[{'type': 'extra_forbidden', 'loc': ('body', 'messages', 1, 'assistant', 'reasoning_content'), 'msg': 'Extra inputs are not permitted'}]",
      'llama-cpp',
    ],
    [
      'a server in Rust',
      'Failed to deserialize the JSON body: messages[1]: unknown field `reasoning_content`',
      'sglang',
    ],
  ] as const)(
    'with the error of %s is fixed by leaving it out, from the start of the next request',
    async (_, errorText, profile) => {
      live.upstream.play((call) => {
        if (JSON.stringify(call.body['messages']).includes('"reasoning_content"'))
          call.reply(400, { error: { message: errorText, type: 'invalid_request_error' } });
        else call.finish();
      });
      const before = live.count;
      const languageModel = live.languageModel({ profile, retries: 0 });
      const request = buildRequest([
        message('user', 'hello'),
        message('assistant', { type: 'reasoning', text: 'Hmm' }, 'Yes?'),
        message('user', 'go on'),
      ]);
      for (let round = 0; round < 2; round += 1) expect((await run(languageModel, request)).error).toBeUndefined();
      expect(live.count - before).toBe(1 + 2);
      const sent = live.upstream.records.at(-1)?.body['messages'];
      expect(sent).toMatchObject([{}, { role: 'assistant', content: 'Yes?' }, {}]);
      expect(JSON.stringify(sent)).not.toContain('Hmm');
    },
  );

  it('reaches the client when it concerns the reasoning parameter', async () => {
    live.upstream.play((call) =>
      call.reply(400, {
        error: { message: 'reasoning is not supported by this model', type: 'invalid_request_error' },
      }),
    );
    const before = live.count;
    const request = buildRequest([
      message('user', 'hello'),
      message('assistant', { type: 'reasoning', text: 'Hmm' }, 'Yes?'),
      message('user', 'go on'),
    ]);
    await failure(live.languageModel({ profile: 'sglang', retries: 0 }), request);
    expect(live.count - before).toBe(1);
  });
});

describe('a rejection of calls without their reasoning', () => {
  it.each([
    ['Moonshot', 'thinking is enabled but reasoning_content is missing in assistant tool call message at index 1'],
    ['DeepSeek through a gateway', 'The `reasoning_content` in the thinking mode must be passed back to the API.'],
  ])(
    'with the error of %s is fixed by sending it, or a blank when the client has none, from the start of the next request',
    async (_, errorText) => {
      const assistantMessagesIn = (body: JsonObject | undefined): JsonObject[] =>
        ((body?.['messages'] ?? []) as JsonObject[]).filter(({ role }) => role === 'assistant');
      live.upstream.play((call) => {
        if (
          assistantMessagesIn(call.body).every(
            ({ reasoning_content: reasoning }) => typeof reasoning === 'string' && reasoning !== '',
          )
        )
          call.finish();
        else call.reply(400, { error: { message: errorText, type: 'invalid_request_error' } });
      });
      const calling = (callId: string, ...before: Message['parts']): readonly Message[] => [
        {
          role: 'assistant',
          parts: [...before, { type: 'tool-call', callId, name: 'look', kind: 'function', argumentsText: '{}' }],
        },
        {
          role: 'tool',
          parts: [{ type: 'tool-result', callId, kind: 'function', content: [{ type: 'text', text: 'seen' }] }],
        },
      ];
      const request = buildRequest(
        [message('user', 'Look.'), ...calling('a', { type: 'reasoning', text: 'Hmm' }), ...calling('b')],
        { tools: [functionTool('look')] },
      );
      const before = live.count;
      const languageModel = live.languageModel({ profile: 'generic', retries: 0 });
      for (let round = 0; round < 2; round += 1) expect((await run(languageModel, request)).error).toBeUndefined();
      expect(live.count - before).toBe(1 + 2);
      expect(
        assistantMessagesIn(live.upstream.records.at(-1)?.body).map(({ reasoning_content: reasoning }) => reasoning),
      ).toEqual(['Hmm', ' ']);
    },
  );
});

describe('a rejection of tools for a reasoning model', () => {
  const errorText =
    "Function tools with reasoning_effort are not supported for gpt-5.6-terra in /v1/chat/completions. To use function tools, use /v1/responses or set reasoning_effort to 'none'.";
  const tools = [functionTool('look')];

  it.each<[string, Partial<GenerationRequest>, ProfileName, readonly unknown[], readonly object[]]>([
    [
      'an effort was asked for',
      { reasoning: { enabled: true, effort: 'high' } },
      'openai',
      ['high', 'none', 'none'],
      [{ kind: 'ignored', param: 'reasoning', message: 'The upstream does not support reasoning with tools.' }],
    ],
    ['the request does not mention reasoning', {}, 'openai', [undefined, 'none', 'none'], []],
    ['it is reached through a gateway', {}, 'generic', [undefined, 'none', 'none'], []],
  ])(
    'is fixed by disabling reasoning, from the start of the next request, where %s',
    async (_, parameter, profile, efforts, warnings) => {
      live.upstream.play((call) => {
        if (call.body['tools'] !== undefined && call.body['reasoning_effort'] !== 'none')
          call.reply(400, {
            error: { message: errorText, type: 'invalid_request_error', param: 'reasoning_effort', code: null },
          });
        else call.finish();
      });
      const before = live.count;
      const languageModel = live.languageModel({ profile, retries: 0 });
      for (let round = 0; round < 2; round += 1)
        expect(await run(languageModel, buildRequest('Look.', { tools, ...parameter }))).toMatchObject({
          error: undefined,
          events: [{ warnings }, expect.anything()],
        });
      await run(languageModel, buildRequest('Hello.', parameter));
      expect(live.upstream.records.slice(before).map(({ body }) => body['reasoning_effort'])).toEqual([
        ...efforts,
        efforts[0],
      ]);
    },
  );
});

it('a rejection of JSON mode without the word JSON in the conversation is fixed by adding it, from the start of the next request', async () => {
  live.upstream.play((call) => {
    if (JSON.stringify(call.body['messages']).includes('JSON')) call.finish();
    else
      call.reply(400, {
        error: {
          message:
            "'messages' must contain the word 'json' in some form, to use 'response_format' of type 'json_object'.",
          type: 'invalid_request_error',
          param: 'messages',
          code: null,
        },
      });
  });
  const before = live.count;
  const languageModel = live.languageModel({ profile: 'openai', retries: 0 });
  for (let round = 0; round < 2; round += 1)
    expect(await run(languageModel, buildRequest('hello', { outputFormat: { type: 'json-object' } }))).toMatchObject({
      error: undefined,
      events: [{ warnings: [] }, expect.anything()],
    });
  expect(live.upstream.records.slice(before).map(({ body }) => body['response_format'])).toEqual(
    [1, 2, 3].map(() => ({ type: 'json_object' })),
  );
});

it('a rejection of user text after results is fixed by an assistant message between them, from the start of the next request', async () => {
  const rolesIn = (body: JsonObject): unknown[] => (body['messages'] as JsonObject[]).map(({ role }) => role);
  live.upstream.play((call) => {
    if (rolesIn(call.body).join(' ').includes('tool user'))
      call.reply(400, {
        object: 'error',
        message: "Unexpected role 'user' after role 'tool'",
        type: 'invalid_request_message_order',
        param: null,
        code: '3230',
      });
    else call.finish();
  });
  const before = live.count;
  const languageModel = live.languageModel({ profile: 'generic', retries: 0 });
  const picture = {
    type: 'media',
    media: 'image',
    source: { type: 'base64', mediaType: 'image/png', data: 'AAAA' },
  } as const;
  const step = (callId: string, ...content: ToolResultPart['content']): readonly Message[] => [
    message('assistant', { type: 'tool-call', callId, name: 'look', kind: 'function', argumentsText: '{}' }),
    { role: 'tool', parts: [{ type: 'tool-result', callId, kind: 'function', content }] },
  ];
  const request = buildRequest(
    [
      message('user', 'Look.'),
      ...step('a', { type: 'text', text: 'seen' }),
      message('user', 'Be quick.'),
      ...step('b', picture),
    ],
    { tools: [functionTool('look')] },
  );
  for (let round = 0; round < 2; round += 1) expect((await run(languageModel, request)).error).toBeUndefined();
  const repaired = ['user', 'assistant', 'tool', 'assistant', 'user', 'assistant', 'tool', 'assistant', 'user'];
  expect(live.upstream.records.slice(before).map(({ body }) => rolesIn(body))).toEqual([
    ['user', 'assistant', 'tool', 'user', 'assistant', 'tool', 'user'],
    repaired,
    repaired,
  ]);
});

it.each([
  ['vLLM', 400, 'No user query found in messages.'],
  ['LM Studio', 400, 'Error rendering prompt with jinja template: "No user query found in messages.".'],
  ['llama.cpp', 500, 'Jinja Exception: No user query found in messages.'],
])(
  'a rejection of a conversation without a user message with the error of %s is fixed by sending the last instructions as one',
  async (_, status, errorText) => {
    live.upstream.play((call) => {
      if ((call.body['messages'] as JsonObject[]).some(({ role }) => role === 'user')) call.finish();
      else call.reply(status, { error: { message: errorText } });
    });
    const languageModel = live.languageModel({ profile: 'openai', retries: 0 });
    expect(
      (await run(languageModel, buildRequest([message('system', 'Be brief.'), message('developer', 'Say hello.')])))
        .error,
    ).toBeUndefined();
    expect(live.upstream.records.at(-1)?.body['messages']).toEqual([
      { role: 'system', content: 'Be brief.' },
      { role: 'user', content: 'Say hello.' },
    ]);
  },
);

it.each([
  ['LM Studio', "Invalid 'content': 'content' field must be a string or an array of objects."],
  ['Ollama', 'invalid message content type: <nil>'],
])(
  'a rejection of null as assistant text with the error of %s is fixed by an empty text, from the start of the next request',
  async (_, errorText) => {
    const textsIn = (body: JsonObject): unknown[] =>
      (body['messages'] as JsonObject[]).flatMap(({ role, content }) => (role === 'assistant' ? [content] : []));
    live.upstream.play((call) => {
      if (textsIn(call.body).includes(null)) call.reply(400, { error: { message: errorText } });
      else call.finish();
    });
    const before = live.count;
    const languageModel = live.languageModel({ profile: 'generic', retries: 0 });
    const call = { type: 'tool-call', callId: 'a', name: 'look', kind: 'function', argumentsText: '{}' } as const;
    const request = buildRequest(
      [
        message('user', 'Look.'),
        message('assistant', call),
        message('tool', {
          type: 'tool-result',
          callId: 'a',
          kind: 'function',
          content: [{ type: 'text', text: 'seen' }],
        }),
      ],
      { tools: [functionTool('look')] },
    );
    for (let round = 0; round < 2; round += 1) expect((await run(languageModel, request)).error).toBeUndefined();
    expect(live.upstream.records.slice(before).map(({ body }) => textsIn(body))).toEqual([[null], [''], ['']]);
  },
);

describe('a rejection of an empty tool result', () => {
  it.each([
    [
      'Bedrock through LiteLLM',
      'litellm.BadRequestError: BedrockException - {"message":"The text field in the ContentBlock object at messages.2.content.0.toolResult.content.0 is blank. Add text to the text field, and try again."}',
    ],
    ['Anthropic through a gateway', 'messages: text content blocks must be non-empty'],
  ])(
    'with the error of %s is fixed by a placeholder text, from the start of the next request',
    async (_, errorText) => {
      const resultsIn = (body: JsonObject | undefined): unknown[] =>
        ((body?.['messages'] ?? []) as JsonObject[]).flatMap(({ role, content }) => (role === 'tool' ? [content] : []));
      live.upstream.play((call) => {
        if (resultsIn(call.body).includes('')) call.reply(400, { error: { message: errorText } });
        else call.finish();
      });
      const before = live.count;
      const languageModel = live.languageModel({ profile: 'generic', retries: 0 });
      const result = (callId: string, ...texts: readonly string[]): Message =>
        message('tool', {
          type: 'tool-result',
          callId,
          kind: 'function',
          content: texts.map((text) => ({ type: 'text', text })),
        });
      const calls = message(
        'assistant',
        ...['a', 'b'].map((callId) => ({
          type: 'tool-call' as const,
          callId,
          name: 'look',
          kind: 'function' as const,
          argumentsText: '{}',
        })),
      );
      const request = buildRequest([message('user', 'Look.'), calls, result('a'), result('b', 'seen')], {
        tools: [functionTool('look')],
      });
      for (let round = 0; round < 2; round += 1) expect((await run(languageModel, request)).error).toBeUndefined();
      expect(live.upstream.records.slice(before).map(({ body }) => resultsIn(body))).toEqual([
        ['', 'seen'],
        ['[no output]', 'seen'],
        ['[no output]', 'seen'],
      ]);
    },
  );
});

it('a rejection of trailing white space in an assistant prefill, by Anthropic through a gateway, is fixed by removing it', async () => {
  const lastOf = (body: JsonObject): string => String((body['messages'] as JsonObject[]).at(-1)?.['content']);
  live.upstream.play((call) => {
    if (/\s$/.test(lastOf(call.body)))
      call.reply(400, {
        error: {
          message:
            'litellm.BadRequestError: AnthropicException - {"type":"error","error":{"type":"invalid_request_error","message":"messages: final assistant content cannot end with trailing whitespace"}}',
        },
      });
    else call.finish();
  });
  const before = live.count;
  const languageModel = live.languageModel({ profile: 'generic', retries: 0 });
  const request = buildRequest([message('user', 'Go on. '), message('assistant', 'And then: \n')]);
  for (let round = 0; round < 2; round += 1) expect((await run(languageModel, request)).error).toBeUndefined();
  expect(live.upstream.records.slice(before).map(({ body }) => lastOf(body))).toEqual([
    'And then: \n',
    'And then:',
    'And then:',
  ]);
});

it.each([
  ['Azure', "developer is not one of ['system', 'assistant', 'user', 'tool', 'function'] - 'messages.[0].role'"],
  [
    'DeepSeek',
    'Failed to deserialize the JSON body into the target type: messages[0].role: unknown variant `developer`, expected one of `system`, `user`, `assistant`, `tool`',
  ],
])(
  'a rejection of the developer role with the error of %s is fixed by the system role, from the start of the next request',
  async (_, errorText) => {
    live.upstream.play((call) => {
      if (JSON.stringify(call.body).includes('developer')) call.reply(400, { error: { message: errorText } });
      else call.finish();
    });
    const before = live.count;
    const languageModel = live.languageModel({ profile: 'openai', retries: 0 });
    for (let round = 0; round < 2; round += 1)
      expect(
        (await run(languageModel, buildRequest([message('developer', 'Be brief.'), message('user', 'hello')]))).error,
      ).toBeUndefined();
    expect(
      live.upstream.records.slice(before).map(({ body }) => (body['messages'] as JsonObject[])[0]?.['role']),
    ).toEqual(['developer', 'system', 'system']);
  },
);

it('a rejection of one tool with alternative input schemas is fixed by merging them into one schema, in that request only', async () => {
  live.upstream.play((call) => {
    if (JSON.stringify(call.body['tools']).includes('anyOf'))
      call.reply(400, {
        error: {
          message:
            "Invalid schema for function 'look': schema must have type 'object' and not have 'oneOf'/'anyOf'/'allOf'/'enum'/'not' at the top level.",
          param: 'tools[0].function.parameters',
        },
      });
    else call.finish();
  });
  const before = live.count;
  const inputSchema = {
    type: 'object',
    properties: { at: { type: 'string' } },
    required: ['at'],
    anyOf: [{ properties: { by: { type: 'number' } }, required: ['by'] }, { properties: { at: {} } }],
  };
  const tools = [{ ...functionTool('look'), inputSchema }, functionTool('see')];
  expect(
    await run(live.languageModel({ profile: 'openai', retries: 0 }), buildRequest('Look.', { tools })),
  ).toMatchObject({
    error: undefined,
    events: [{ warnings: [{ kind: 'ignored', param: 'tools' }] }, expect.anything()],
  });
  expect(live.upstream.records.at(-1)?.body).toMatchObject({
    tools: [
      {
        function: {
          parameters: {
            type: 'object',
            properties: { by: { type: 'number' }, at: { type: 'string' } },
            required: ['at'],
          },
        },
      },
      expect.anything(),
    ],
  });
  expect(live.count - before).toBe(2);
});

describe('a rejection of a non-streaming response', () => {
  it.each([
    'This model only support stream mode, please enable the stream parameter to access the model. ',
    'parameter.enable_thinking must be set to false for non-streaming calls',
    'Stream must be set to true',
  ])('is fixed by a stream, from the start of the next request: %s', async (errorText) => {
    live.upstream.play((call) => {
      if (call.body['stream'] === true) call.finish();
      else call.reply(400, { error: { message: errorText, type: 'invalid_request_error' } });
    });
    const before = live.count;
    const languageModel = live.languageModel({ profile: 'generic', retries: 0 });
    for (let round = 0; round < 2; round += 1)
      await readAll(
        languageModel.generate(
          buildRequest('hello', { limits: { maxOutputTokens: 50 } }),
          buildContext({ nonStreaming: true }),
        ),
      );
    expect(live.upstream.records.slice(before).map(({ body }) => body['stream'])).toEqual([undefined, true, true]);
  });
});

describe('a rejection of calls without offered tools', () => {
  const request = buildRequest([
    message('user', 'Look.'),
    {
      role: 'assistant',
      parts: [
        { type: 'text', text: 'I look.' },
        { type: 'tool-call', callId: 'a', name: 'look', kind: 'function', argumentsText: '{"at":"sea"}' },
      ],
    },
    {
      role: 'tool',
      parts: [{ type: 'tool-result', callId: 'a', kind: 'function', content: [{ type: 'text', text: 'Waves.' }] }],
    },
    message('user', 'Sum it up.'),
  ]);

  it.each([
    ['Bedrock', 'The toolConfig field must be defined when using toolUse and toolResult content blocks.'],
    [
      'LiteLLM',
      "litellm.UnsupportedParamsError: Bedrock doesn't support tool calling without `tools=` param specified. Pass `tools=` param OR set `litellm.modify_params = True`",
    ],
    [
      'LiteLLM, of Anthropic',
      'litellm.UnsupportedParamsError: Anthropic expects the `tools=` param to be passed in. Pass `tools=` param OR set `litellm.modify_params = True`',
    ],
  ])(
    'with the error of %s is fixed by describing them as text, from the start of the next request',
    async (_, errorText) => {
      live.upstream.play((call) => {
        if (JSON.stringify(call.body).includes('"tool_calls"') && call.body['tools'] === undefined)
          call.reply(400, { error: { message: errorText } });
        else call.finish();
      });
      const before = live.count;
      const languageModel = live.languageModel({ retries: 0 });
      for (let round = 0; round < 2; round += 1)
        expect(await run(languageModel, request)).toMatchObject({
          error: undefined,
          events: [{ warnings: [{ kind: 'ignored', param: 'tools' }] }, expect.anything()],
        });
      expect(live.count - before).toBe(1 + 2);
      expect(live.upstream.records.at(-1)?.body['messages']).toEqual([
        { role: 'user', content: 'Look.' },
        { role: 'assistant', content: 'I look.\n[Called look with {"at":"sea"}]' },
        { role: 'user', content: '[Result of look]\nWaves.\nSum it up.' },
      ]);
      const offering = await run(languageModel, { ...request, tools: [functionTool('look')] });
      expect(offering).toMatchObject({ error: undefined, events: [{ warnings: [] }, expect.anything()] });
      expect(JSON.stringify(live.upstream.records.at(-1)?.body)).toContain('"tool_calls"');
    },
  );
});

describe('a rejection of the reasoning parameter', () => {
  /** Simulates an upstream whose model accepts only these efforts, with its own error text. */
  const playEfforts = (
    status: number,
    errorText: (effort: string) => JsonObject,
    ...accepted: readonly string[]
  ): void =>
    live.upstream.play((call) => {
      const effort = call.body['reasoning_effort'];
      if (typeof effort !== 'string' || accepted.includes(effort)) call.finish();
      else call.reply(status, errorText(effort));
    });
  const inMessage =
    (errorText: (effort: string) => string) =>
    (effort: string): JsonObject => ({ error: { message: errorText(effort) } });
  const sentEfforts = (since: number): readonly unknown[] =>
    live.upstream.records.slice(since).map(({ body }) => body['reasoning_effort']);

  it.each<[string, ProfileName, number, (effort: string) => JsonObject, readonly string[], string | undefined]>([
    [
      'the template of Qwen3.8',
      'vllm',
      500,
      inMessage(
        (effort) =>
          `Jinja Exception: Unexpected reasoning effort ${effort}. Supported types are xhigh (default), medium, and low.`,
      ),
      ['xhigh', 'medium', 'low'],
      'medium',
    ],
    [
      'an older vLLM',
      'vllm',
      400,
      inMessage(
        (effort) =>
          `[{'type': 'literal_error', 'loc': ('body', 'reasoning_effort'), 'msg': "Input should be 'low' or 'medium'", 'input': '${effort}'}]`,
      ),
      ['low', 'medium'],
      'medium',
    ],
    [
      "Mistral's template",
      'llama-cpp',
      500,
      inMessage(() => 'reasoning_effort must be either "none" or "minimal"'),
      ['none', 'minimal'],
      'minimal',
    ],
    [
      'OpenAI',
      'openai',
      400,
      inMessage(
        (effort) =>
          `Unsupported value: 'reasoning_effort' does not support '${effort}' with this model. Supported values are: 'low', and 'medium'.`,
      ),
      ['low', 'medium'],
      'medium',
    ],
    [
      'a model of OpenAI that does not reason',
      'openai',
      400,
      () => ({
        error: {
          message: 'Unrecognized request argument supplied: reasoning_effort',
          type: 'invalid_request_error',
          param: null,
        },
      }),
      [],
      undefined,
    ],
    [
      'Ollama, of a model that does not reason',
      'ollama',
      400,
      () => ({ error: { message: '"llama3.2" does not support thinking', type: 'invalid_request_error' } }),
      [],
      undefined,
    ],
    [
      'Ollama, of a model without levels',
      'ollama',
      400,
      inMessage((effort) => `think value "${effort}" is not supported for this model`),
      [],
      undefined,
    ],
    [
      'a gateway that quotes',
      'openai',
      400,
      (effort) => ({
        error: {
          message: 'Provider returned error',
          metadata: { raw: `{"error":{"message":"reasoning_effort: ${effort} is not one of low, medium"}}` },
        },
      }),
      ['low', 'medium'],
      'medium',
    ],
  ])(
    'with the error of %s is fixed by an effort that it accepts, or by none',
    async (_, profile, status, errorText, accepted, expected) => {
      playEfforts(status, errorText, ...accepted);
      const before = live.count;
      const { error, events } = await run(
        live.languageModel({ profile, retries: 0 }),
        buildRequest('hello', { reasoning: { enabled: true, effort: 'high' } }),
      );
      expect(error).toBeUndefined();
      expect(sentEfforts(before)).toEqual(['high', expected]);
      expect(events[0]).toMatchObject({
        warnings: [{ kind: expected === undefined ? 'ignored' : 'clamped', param: 'reasoning' }],
      });
    },
  );

  it.each<[string, ProfileName, JsonObject, readonly string[]]>([
    [
      'gpt-oss on vLLM',
      'vllm',
      {
        message: "reasoning_effort='max' is not supported by Harmony. Supported values are: high, medium, low.",
        type: 'BadRequestError',
        param: null,
        code: 400,
      },
      ['low', 'medium', 'high'],
    ],
    [
      'a vLLM that knows no such word',
      'vllm',
      {
        message: `1 validation error:\n  {'type': 'literal_error', 'loc': ('body', 'reasoning_effort'), 'msg': "Input should be 'low', 'medium' or 'high'", 'input': 'max', 'ctx': {'expected': "'low', 'medium' or 'high'"}}`,
        type: 'Bad Request',
        param: null,
        code: 400,
      },
      ['low', 'medium', 'high'],
    ],
    [
      'a SGLang that knows no such word',
      'sglang',
      {
        message: `[{'type': 'literal_error', 'loc': ('body', 'reasoning_effort'), 'msg': "Input should be 'low', 'medium' or 'high'", 'input': 'max'}]`,
        type: 'Bad Request',
        param: null,
        code: 400,
      },
      ['low', 'medium', 'high'],
    ],
  ])('of the maximum effort by %s is fixed by the next lower one', async (_, profile, error, accepted) => {
    playEfforts(400, () => ({ error }), ...accepted);
    const before = live.count;
    expect(
      await run(
        live.languageModel({ profile, retries: 0 }),
        buildRequest('hello', { reasoning: { enabled: true, effort: 'max' } }),
      ),
    ).toMatchObject({
      error: undefined,
      events: [{ warnings: [{ kind: 'clamped', param: 'reasoning' }] }, expect.anything()],
    });
    expect(sentEfforts(before)).toEqual(['max', 'high']);
  });

  it('that persists with any effort ends in the failure', async () => {
    live.upstream.play((call) =>
      call.reply(400, { error: { message: 'reasoning_effort: low, medium and high only' } }),
    );
    const before = live.count;
    expect(
      await failure(
        live.languageModel({ profile: 'vllm', retries: 0 }),
        buildRequest('hello', { reasoning: { enabled: true, effort: 'high' } }),
      ),
    ).toMatchObject({ code: 'invalid-request' });
    expect(sentEfforts(before)).toEqual(['high', 'medium', 'low', undefined]);
  });

  it('of effort none is fixed by leaving it out', async () => {
    playEfforts(400, () => ({ error: { message: 'think value "none" is not supported for this model' } }));
    const before = live.count;
    const { error, events } = await run(
      live.languageModel({ profile: 'ollama', retries: 0 }),
      buildRequest('hello', { reasoning: { enabled: false } }),
    );
    expect(error).toBeUndefined();
    expect(sentEfforts(before)).toEqual(['none', undefined]);
    expect(events[0]).toMatchObject({ warnings: [{ kind: 'ignored', param: 'reasoning' }] });
  });

  it('that is a token limit is fixed by leaving the limit out', async () => {
    live.upstream.play((call) => {
      if (call.body['thinking_token_budget'] === undefined) call.finish();
      else
        call.reply(400, {
          error: {
            message:
              'thinking_token_budget is set but reasoning_config is not configured. Please set --reasoning-parser and/or --reasoning-config to use thinking_token_budget.',
            type: 'BadRequestError',
            code: 400,
          },
        });
    });
    const before = live.count;
    const { error, events } = await run(
      live.languageModel({ profile: 'vllm', retries: 0 }),
      buildRequest('hello', { reasoning: { enabled: true, effort: 'high', budgetTokens: 2048 } }),
    );
    expect(error).toBeUndefined();
    expect(
      live.upstream.records.slice(before).map(({ body }) => [body['thinking_token_budget'], body['reasoning_effort']]),
    ).toEqual([
      [2048, 'high'],
      [undefined, 'high'],
    ]);
    expect(events[0]).toMatchObject({ warnings: [{ kind: 'ignored', param: 'reasoning' }] });
  });

  it('is not considered when no effort was sent', async () => {
    live.upstream.play((call) =>
      call.reply(400, { error: { message: 'reasoning_effort: low, medium and high only' } }),
    );
    const before = live.count;
    expect(
      await failure(
        live.languageModel({ profile: 'vllm', retries: 0 }),
        buildRequest('hello', { reasoning: { enabled: true } }),
      ),
    ).toMatchObject({ code: 'invalid-request' });
    expect(live.count - before).toBe(1);
  });
});

describe('a rejection of a schema that cannot become a grammar', () => {
  const schema = {
    type: 'object',
    properties: {
      pattern: { type: 'string', pattern: '^\\d+$', description: 'what to look for' },
      to: {
        type: 'array',
        maxItems: 65_536,
        items: { anyOf: [{ type: 'string', format: 'email', pattern: '^(?!\\.)' }, { $ref: '#/$defs/n' }] },
      },
      mode: { enum: ['pattern', { maxLength: 1 }], default: { pattern: 'x' } },
    },
    required: ['pattern'],
    $defs: { n: { type: 'integer', minimum: 1 } },
  };
  const plain = {
    type: 'object',
    properties: {
      pattern: { type: 'string', description: 'what to look for' },
      to: { type: 'array', items: { anyOf: [{ type: 'string' }, { $ref: '#/$defs/n' }] } },
      mode: { enum: ['pattern', { maxLength: 1 }], default: { pattern: 'x' } },
    },
    required: ['pattern'],
    $defs: { n: { type: 'integer' } },
  };
  const playGrammar = (status: number, errorText: string): void =>
    live.upstream.play((call) => {
      if (JSON.stringify(call.body).includes('(?!'))
        call.reply(status, { error: { code: status, message: errorText, type: 'invalid_request_error' } });
      else call.finish();
    });

  it.each<[string, ProfileName, number, string]>([
    ['llama.cpp', 'llama-cpp', 400, 'Failed to initialize samplers: failed to parse grammar'],
    ['llama.cpp, older', 'llama-cpp', 500, 'Failed to parse grammar'],
    ['its converter', 'llama-cpp', 400, "JSON schema conversion failed:\nPattern must start with '^' and end with '$'"],
    ['LM Studio', 'generic', 400, 'Failed to initialize samplers: failed to parse grammar'],
    ['vLLM', 'vllm', 400, 'The provided JSON schema contains features not supported by xgrammar.'],
    ['SGLang', 'sglang', 400, 'Failed to compile structural_tag grammar: unsupported regex lookaround'],
    [
      'another part of vLLM',
      'vllm',
      400,
      'Failed to transform json schema into a regex: Regex uses unsupported feature for structured outputs',
    ],
  ])('with the error of %s is fixed by schemas without value bounds', async (_, profile, status, errorText) => {
    playGrammar(status, errorText);
    const look = { ...functionTool('look'), inputSchema: schema };
    const { error, events } = await run(
      live.languageModel({ profile, retries: 0 }),
      buildRequest('hello', { tools: [look] }),
    );
    expect(error).toBeUndefined();
    expect(live.upstream.records.at(-1)?.body['tools']).toMatchObject([
      { function: { name: 'look', parameters: plain } },
    ]);
    expect(JSON.stringify(live.upstream.records.at(-1)?.body['tools'])).not.toMatch(/maxItems|email|minimum/);
    expect(events[0]).toMatchObject({ warnings: [{ kind: 'ignored', param: 'tools' }] });
    const outcome = await run(
      live.languageModel({ profile, retries: 0 }),
      buildRequest('hello', { outputFormat: { type: 'json-schema', schema } }),
    );
    expect(outcome.error).toBeUndefined();
    expect(live.upstream.records.at(-1)?.body['response_format']).toMatchObject({ json_schema: { schema: plain } });
    expect(outcome.events[0]).toMatchObject({ warnings: [{ kind: 'ignored', param: 'outputFormat' }] });
  });

  it('is also fixed for a count', async () => {
    live.upstream.play((call) => {
      if (JSON.stringify(call.body).includes('(?!'))
        call.reply(400, { error: { message: 'JSON schema conversion failed:\nInvalid pattern' } });
      else call.reply(200, { input_tokens: 7 });
    });
    const request = buildRequest('hello', { tools: [{ ...functionTool('look'), inputSchema: schema }] });
    expect(await live.languageModel({ profile: 'llama-cpp' }).countTokens?.(request, buildContext())).toEqual({
      inputTokens: 7,
    });
  });

  it('that persists is returned after one more attempt, and at once when no schema was sent', async () => {
    live.upstream.play((call) =>
      call.reply(400, { error: { message: 'Failed to initialize samplers: failed to parse grammar' } }),
    );
    const before = live.count;
    expect(
      await failure(live.languageModel({ retries: 0 }), buildRequest('hello', { tools: [functionTool('look')] })),
    ).toMatchObject({ code: 'invalid-request' });
    expect(live.count - before).toBe(2);
    expect(await failure(live.languageModel({ retries: 0 }))).toMatchObject({ code: 'invalid-request' });
    expect(live.count - before).toBe(3);
  });
});

describe('a rejection of a request parameter', () => {
  const openai = (name: string): JsonObject => ({
    error: {
      message: `Unsupported parameter: '${name}' is not supported with this model.`,
      type: 'invalid_request_error',
      param: name,
      code: 'unsupported_parameter',
    },
  });
  const play = (status: number, reply: (name: string) => JsonObject | string, ...names: readonly string[]): void =>
    live.upstream.play((call) => {
      const name = names.find((member) => call.body[member] !== undefined);
      if (name === undefined) {
        call.delta({ content: 'one STOP two' });
        call.finish();
      } else call.reply(status, reply(name));
    });
  const sampling = { temperature: 0.2, topP: 0.9, seed: 7 };

  it.each<[string, number, (name: string) => JsonObject | string]>([
    ['OpenAI', 400, openai],
    [
      'OpenAI, of a value',
      400,
      (name) => ({
        error: {
          message: `Unsupported value: '${name}' does not support 0.2 with this model. Only the default (1) value is supported.`,
          param: name,
          code: 'unsupported_value',
        },
      }),
    ],
    ['OpenAI, older', 400, (name) => ({ error: { message: `Unrecognized request argument supplied: ${name}` } })],
    [
      'Gemini',
      400,
      (name) =>
        [
          {
            error: {
              code: 400,
              message: `Invalid JSON payload received. Unknown name "${name}": Cannot find field.`,
              status: 'INVALID_ARGUMENT',
            },
          },
        ]
          .map((entry) => JSON.stringify(entry))
          .join(''),
    ],
    [
      'Mistral',
      422,
      (name) => ({
        object: 'error',
        message: {
          detail: [{ type: 'extra_forbidden', loc: ['body', name], msg: 'Extra inputs are not permitted', input: 0 }],
        },
      }),
    ],
    [
      'Mistral, through a proxy',
      422,
      (name) => ({
        object: 'error',
        message: JSON.stringify({
          detail: [{ type: 'extra_forbidden', loc: ['body', name], msg: 'Extra inputs are not permitted', input: 0 }],
        }),
      }),
    ],
    [
      'Cerebras',
      400,
      (name) => ({
        message: `body.${name}: property 'body.${name}' is unsupported`,
        type: 'invalid_request_error',
        code: 'wrong_api_format',
      }),
    ],
    [
      'Mistral, of a value',
      422,
      (name) => ({
        object: 'error',
        message: {
          detail: [
            {
              type: 'less_than_equal',
              loc: ['body', name],
              msg: 'Input should be less than or equal to 1.5',
              input: 2,
              ctx: { le: 1.5 },
            },
          ],
        },
      }),
    ],
    [
      'vLLM, of a value',
      400,
      (name) => ({ object: 'error', message: `${name} must be in (0, 1], got 0.0.`, code: 400 }),
    ],
    [
      'OpenAI, of a value that is too large',
      400,
      (name) => ({
        error: { message: `Invalid '${name}': decimal above maximum value. Expected a value <= 2, but got 3 instead.` },
      }),
    ],
    [
      'Alibaba, of a value',
      400,
      (name) => ({
        error: { message: `<400> InternalError.Algo.InvalidParameter: Range of ${name} should be [0.0, 2.0)` },
      }),
    ],
    [
      'xAI',
      400,
      (name) => ({
        code: 'Client specified an invalid argument',
        error: `Argument not supported on this model: ${name}`,
      }),
    ],
  ])('with the error of %s is fixed by leaving it out, with a warning to the client', async (_, status, reply) => {
    play(status, reply, 'temperature', 'seed');
    const before = live.count;
    const { error, events } = await run(live.languageModel({ retries: 0 }), buildRequest('hello', { sampling }));
    expect(error).toBeUndefined();
    expect(live.count - before).toBe(3);
    expect(live.upstream.records.at(-1)?.body).toMatchObject({ top_p: 0.9 });
    expect(events[0]).toMatchObject({
      warnings: [
        { kind: 'ignored', param: 'temperature' },
        { kind: 'ignored', param: 'seed' },
      ],
    });
  });

  const liteLlm = (...names: readonly string[]): JsonObject => {
    const list = `[${names.map((name) => `'${name}'`).join(', ')}]`;
    return {
      error: {
        message: `litellm.UnsupportedParamsError: ollama_chat does not support parameters: ${list}, for model=qwen3. To drop these, set \`litellm.drop_params=True\` or send allowed_openai_params=${list} in your request.`,
        type: 'None',
        param: 'None',
        code: '400',
      },
    };
  };

  it('that LiteLLM reports for several at once is fixed by leaving all of them out', async () => {
    live.upstream.play((call) => {
      const names = ['seed', 'presence_penalty', 'parallel_tool_calls', 'tool_choice'].filter(
        (name) => call.body[name] !== undefined,
      );
      if (names.length === 0) call.finish();
      else call.reply(400, liteLlm(...names));
    });
    const before = live.count;
    const asked = buildRequest('hello', {
      sampling: { seed: 7, presencePenalty: 1 },
      tools: [functionTool('look'), functionTool('find')],
      toolChoice: { type: 'tool', name: 'look' },
      parallelToolCalls: false,
    });
    const { error, events } = await run(live.languageModel({ retries: 0 }), asked);
    expect(error).toBeUndefined();
    expect(live.count - before).toBeLessThanOrEqual(3);
    expect(live.upstream.records.at(-1)?.body['tools']).toMatchObject([{ function: { name: 'look' } }]);
    expect(events[0]).toMatchObject({
      warnings: [{ param: 'tool_choice' }, { param: 'seed' }, { param: 'presence_penalty' }],
    });
  });

  it('that LiteLLM reports also covers the response format', async () => {
    live.upstream.play((call) => {
      if (call.body['response_format'] === undefined) call.finish();
      else call.reply(400, liteLlm('response_format'));
    });
    expect(
      await run(
        live.languageModel({ retries: 0 }),
        buildRequest('hello', { outputFormat: { type: 'json-schema', schema: { type: 'object' } } }),
      ),
    ).toMatchObject({ error: undefined });
  });

  it('that LiteLLM reports for tools means a model without tools', async () => {
    live.upstream.play((call) => call.reply(400, liteLlm('tools')));
    expect(
      await failure(live.languageModel({ retries: 0 }), buildRequest('hello', { tools: [functionTool('look')] })),
    ).toMatchObject({ code: 'unsupported', param: 'tools', message: 'The model "test-model" does not support tools.' });
  });

  it('that is the tool choice is fixed by offering only the chosen tool', async () => {
    play(400, openai, 'tool_choice');
    const { error, events } = await run(
      live.languageModel({ retries: 0 }),
      buildRequest('hello', {
        tools: [functionTool('look'), functionTool('find')],
        toolChoice: { type: 'tool', name: 'look' },
      }),
    );
    expect(error).toBeUndefined();
    expect(live.upstream.records.at(-1)?.body['tools']).toMatchObject([{ function: { name: 'look' } }]);
    expect(events[0]).toMatchObject({ warnings: [{ kind: 'ignored', param: 'tool_choice' }] });
  });

  it('that only affects how the response is delivered is fixed without a warning', async () => {
    play(422, openai, 'stream_options', 'user');
    const { error, events } = await run(live.languageModel({ profile: 'openai', retries: 0 }), 'hello');
    expect(error).toBeUndefined();
    expect(events[0]).toMatchObject({ warnings: [] });
  });

  it.each<[string, Partial<GenerationRequest>, string]>([
    [
      'verbosity',
      { verbosity: 'low' },
      "Unsupported value: 'low' is not supported with the 'gpt-4.1' model. Supported values are: 'medium'.",
    ],
    ['service_tier', { serviceTier: 'flex' }, "Unsupported value: 'flex' is not supported with the 'gpt-4.1' model."],
  ])(
    'that is the optional parameter %s is fixed by leaving it out, with a warning to the client',
    async (param, parameter, errorText) => {
      live.upstream.play((call) => {
        if (call.body[param] === undefined) call.finish();
        else
          call.reply(400, {
            error: { message: errorText, type: 'invalid_request_error', param, code: 'unsupported_value' },
          });
      });
      const { error, events } = await run(
        live.languageModel({ profile: 'openai', retries: 0 }),
        buildRequest('hello', parameter),
      );
      expect(error).toBeUndefined();
      expect(events[0]).toMatchObject({ warnings: [{ kind: 'ignored', param }] });
    },
  );

  it('that limits the output tokens is fixed by its other name', async () => {
    play(400, openai, 'max_tokens');
    const { error, events } = await run(
      live.languageModel({ retries: 0 }),
      buildRequest('hello', { limits: { maxOutputTokens: 50 } }),
    );
    expect(error).toBeUndefined();
    expect(live.upstream.records.at(-1)?.body).toMatchObject({ max_completion_tokens: 50 });
    expect(events[0]).toMatchObject({ warnings: [] });
  });

  it('that sets stop sequences is fixed by detecting them here', async () => {
    play(400, openai, 'stop');
    const { text, events } = await run(
      live.languageModel({ retries: 0 }),
      buildRequest('hello', { stopSequences: ['STOP'] }),
    );
    expect(text).toBe('one ');
    expect(events.at(-1)).toMatchObject({ finishReason: { unified: 'stop-sequence', stopSequence: 'STOP' } });
  });

  it.each(['messages', 'model', 'tools', 'response_format'])(
    'is returned when it is %s, which cannot be left out',
    async (name) => {
      live.upstream.play((call) => call.reply(400, openai(name)));
      const before = live.count;
      expect(
        await failure(live.languageModel({ retries: 0 }), buildRequest('hello', { tools: [functionTool('look')] })),
      ).toMatchObject({ code: 'invalid-request' });
      expect(live.count - before).toBe(1);
    },
  );
});

describe('a rejection of the response format', () => {
  const schema = { type: 'object', properties: { a: { type: 'string' } } };
  const formatOf = (body: JsonObject | undefined): unknown =>
    (body?.['response_format'] as JsonObject | undefined)?.['type'];

  it.each([
    ['Groq', 'This model does not support response format `json_schema`. See supported models.', 'json_object'],
    [
      'OpenAI',
      "Invalid parameter: 'response_format' of type 'json_schema' is not supported with this model.",
      'json_object',
    ],
    ['DeepSeek', 'This response_format type is unavailable now', 'json_object'],
    [
      'Gemini, where tools are offered as well',
      "Function calling with a response mime type: 'application/json' is unsupported",
      undefined,
    ],
    [
      'a server that knows none',
      "Unsupported parameter: 'response_format' is not supported with this model.",
      undefined,
    ],
  ])(
    'with the error of %s is fixed by one that it accepts, and the format is described as text',
    async (_, errorText, accepted) => {
      live.upstream.play((call) => {
        const type = formatOf(call.body);
        if (type === undefined || type === accepted) call.finish();
        else call.reply(400, { error: { message: errorText } });
      });
      const { error, events } = await run(
        live.languageModel({ retries: 0 }),
        buildRequest('hello', { outputFormat: { type: 'json-schema', schema } }),
      );
      expect(error).toBeUndefined();
      expect(formatOf(live.upstream.records.at(-1)?.body)).toBe(accepted);
      expect(JSON.stringify(live.upstream.records.at(-1)?.body['messages'])).toContain(
        'valid against this JSON Schema',
      );
      expect(events[0]).toMatchObject({ warnings: [{ kind: 'ignored', param: 'outputFormat' }] });
    },
  );

  const unbindable =
    "Invalid schema for response_format 'answer': In context=(), 'required' is required to be supplied and to be an array including every key in properties. Missing 'a'.";
  const strictOf = (body: JsonObject | undefined): unknown =>
    ((body?.['response_format'] as JsonObject | undefined)?.['json_schema'] as JsonObject | undefined)?.['strict'];

  it('for a schema that is never enforced there is fixed by describing it, unless the client requires enforcement', async () => {
    live.upstream.play((call) => {
      if (strictOf(call.body) === true)
        call.reply(400, { error: { message: unbindable, type: 'invalid_request_error', param: 'response_format' } });
      else call.finish();
    });
    const format = { type: 'json-schema' as const, schema, strict: true };
    const { error, events } = await run(
      live.languageModel({ retries: 0 }),
      buildRequest('hello', { outputFormat: { ...format, strictImplied: true } }),
    );
    expect(error).toBeUndefined();
    expect(live.upstream.records.at(-1)?.body['response_format']).toMatchObject({
      type: 'json_schema',
      json_schema: { schema, strict: false },
    });
    expect(events[0]).toMatchObject({
      warnings: [
        {
          kind: 'ignored',
          param: 'outputFormat',
          message: 'The upstream receives the output format, but does not enforce it.',
        },
      ],
    });
    const before = live.count;
    expect(
      await failure(live.languageModel({ retries: 0 }), buildRequest('hello', { outputFormat: format })),
    ).toMatchObject({ code: 'invalid-request', param: 'outputFormat' });
    expect(live.count - before).toBe(1);
  });

  it.each([
    ['OpenAI', "Invalid schema for response_format 'answer': 'oneOf' is not supported."],
    [
      'Groq',
      "invalid JSON schema for response_format: 'answer': `additionalProperties:false` must be set on every object",
    ],
    [
      'an earlier Groq',
      'invalid schema for response format: response_format/json_schema/answer: minItems is not supported',
    ],
  ])('for the schema itself is left to the client, with the error of %s', async (_, errorText) => {
    live.upstream.play((call) =>
      call.reply(400, { error: { message: errorText, type: 'invalid_request_error', param: 'response_format' } }),
    );
    const before = live.count;
    expect(
      await failure(
        live.languageModel({ retries: 0 }),
        buildRequest('hello', { outputFormat: { type: 'json-schema', schema } }),
      ),
    ).toMatchObject({ code: 'invalid-request' });
    expect(live.count - before).toBe(1);
  });
});

describe('a rejection of instructions', () => {
  it('by a template without a system role is fixed by sending them as a user message', async () => {
    live.upstream.play((call) => {
      if (JSON.stringify(call.body['messages']).includes('"system"'))
        call.reply(500, {
          error: { code: 500, message: 'Jinja Exception: System role not supported', type: 'server_error' },
        });
      else call.finish();
    });
    const textMessage = (role: 'system' | 'user', text: string) => ({ role, parts: [{ type: 'text' as const, text }] });
    const { error } = await run(
      live.languageModel({ retries: 0 }),
      buildRequest([textMessage('system', 'Be brief.'), textMessage('user', 'Hello?')]),
    );
    expect(error).toBeUndefined();
    expect(live.upstream.records.at(-1)?.body['messages']).toEqual([
      { role: 'user', content: '<system>\nBe brief.\n</system>\nHello?' },
    ]);
  });
});

describe('a rejection of JSON Schema keywords', () => {
  const inputSchema = {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    type: 'object',
    additionalProperties: false,
    properties: { at: { type: ['string', 'null'], exclusiveMinimum: 1 } },
  };
  const read = { type: 'object', properties: { at: { type: 'string', nullable: true } } };

  it('by native Gemini through a gateway is fixed by schemas with OpenAPI keywords', async () => {
    live.upstream.play((call) => {
      if (JSON.stringify(call.body).includes('additionalProperties')) {
        call.reply(400, {
          error: {
            message:
              '[gemini] [400]: Invalid JSON payload received. Unknown name "$schema" at \'tools[0].function_declarations[0].parameters\': Cannot find field.\nInvalid JSON payload received. Unknown name "additionalProperties" at \'tools[0].function_declarations[0].parameters\': Cannot find field.',
          },
        });
      } else call.finish();
    });
    const languageModel = live.languageModel({ retries: 0 });
    const request = buildRequest('hello', { tools: [{ ...functionTool('look'), inputSchema }] });
    const { error, events } = await run(languageModel, request);
    expect(error).toBeUndefined();
    expect(live.upstream.records.at(-1)?.body['tools']).toMatchObject([
      { function: { name: 'look', parameters: read } },
    ]);
    expect(events[0]).toMatchObject({ warnings: [{ kind: 'ignored', param: 'tools' }] });
    const before = live.count;
    await run(languageModel, request);
    expect(live.count - before).toBe(1);
  });
});
