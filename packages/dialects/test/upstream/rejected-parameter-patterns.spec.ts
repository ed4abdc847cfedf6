// Parameters that a client of one dialect sends and an upstream of the other rejects, with the error texts of the
// large APIs.
import type { GenerationRequest, JsonObject } from '@org/engine';
import { buildContext, buildRequest, message } from '@org/engine/testing';
import { shapeKey } from '#src/messages/extensions.js';
import { failure, LiveUpstreamApi, run, apis } from './live-upstream-api.js';

const [messagesCase, responsesCase] = apis;
if (messagesCase === undefined || responsesCase === undefined) throw new Error('both APIs are tested');
const messages = new LiveUpstreamApi(messagesCase);
const responses = new LiveUpstreamApi(responsesCase);
beforeAll(() => Promise.all([messages.start(), responses.start()]));
afterEach(async () => {
  for (const live of [messages, responses]) {
    await live.closeModels();
    live.upstream.play();
  }
});
afterAll(() => Promise.all([messages.stop(), responses.stop()]));

/** An upstream that rejects requests as long as `errorText` returns a text for them. */
function play(live: LiveUpstreamApi, errorText: (body: JsonObject) => string | undefined): void {
  live.upstream.play((call) => {
    const given = errorText(call.record.body);
    if (given === undefined) {
      call.delta({ content: 'ok' });
      call.finish();
    } else call.reply(400, { type: 'error', error: { type: 'invalid_request_error', message: given } });
  });
}

const member = (body: JsonObject, name: string, inside: string): unknown =>
  (body[name] as JsonObject | undefined)?.[inside];
const unsupported = (name: string): string => `Unsupported parameter: '${name}' is not supported with this model.`;
const fromDialect = (request: GenerationRequest, dialect: 'messages' | 'responses'): GenerationRequest => ({
  ...request,
  extensions: { [dialect]: {} },
});

describe('a sampling parameter that the model does not support', () => {
  it.each<[string, LiveUpstreamApi, (body: JsonObject) => string | undefined]>([
    [
      'newer models of Anthropic',
      messages,
      ({ temperature }) => (temperature === undefined ? undefined : '`temperature` is deprecated for this model.'),
    ],
    [
      'servers of the newer generation of that API',
      messages,
      ({ temperature }) => (temperature === undefined ? undefined : 'temperature: Extra inputs are not permitted'),
    ],
    [
      'models of Anthropic that take one of two',
      messages,
      ({ top_p }) =>
        top_p === undefined
          ? undefined
          : '`temperature` and `top_p` cannot both be specified for this model. Please use only one.',
    ],
    [
      'reasoning models of OpenAI',
      responses,
      ({ temperature }) => (temperature === undefined ? undefined : unsupported('temperature')),
    ],
  ])('is omitted for %s, with a warning to the client', async (_, live, errorText) => {
    play(live, errorText);
    const { error, text, events } = await run(
      live.languageModel({ retries: 0 }),
      buildRequest('hello', { sampling: { temperature: 0.2, topP: 0.9 } }),
    );
    expect(error).toBeUndefined();
    expect(text).toBe('ok');
    const [start] = events;
    expect(start).toMatchObject({
      warnings: [{ kind: 'ignored', param: errorText({ top_p: 1 }) === undefined ? 'temperature' : 'top_p' }],
    });
  });

  it.each([
    ['messages', messages],
    ['responses', responses],
  ] as const)('is the mistake of a client that speaks %s itself', async (dialect, live) => {
    play(live, ({ temperature }) => (temperature === undefined ? undefined : unsupported('temperature')));
    const before = live.upstream.records.length;
    expect(
      await failure(
        live.languageModel({ retries: 0 }),
        fromDialect(buildRequest('hello', { sampling: { temperature: 0.2 } }), dialect),
      ),
    ).toMatchObject({ code: 'invalid-request' });
    expect(live.upstream.records).toHaveLength(before + 1);
  });
});

it('sends a tool input schema of several forms as one form to a messages upstream that accepts no more, for clients of the other dialect', async () => {
  play(messages, (body) =>
    JSON.stringify(body['tools']).includes('oneOf')
      ? 'tools.0.custom.input_schema: input_schema does not support oneOf, allOf, or anyOf at the top level'
      : undefined,
  );
  const tool = {
    kind: 'function' as const,
    name: 'look',
    inputSchema: {
      type: 'object',
      oneOf: [{ properties: { at: { type: 'string' } }, required: ['at'] }, { properties: { by: { type: 'number' } } }],
    },
  };
  const { error, events } = await run(messages.languageModel({ retries: 0 }), buildRequest('hello', { tools: [tool] }));
  expect(error).toBeUndefined();
  expect(events[0]).toMatchObject({
    warnings: [
      {
        kind: 'ignored',
        param: 'tools',
        message: 'The upstream receives the schemas of tools without the choices at their top level.',
      },
    ],
  });
  expect(messages.upstream.records.at(-1)?.body['tools']).toMatchObject([
    { input_schema: { type: 'object', properties: { at: { type: 'string' }, by: { type: 'number' } } } },
  ]);
  expect(
    await failure(
      messages.languageModel({ retries: 0 }),
      fromDialect(buildRequest('hello', { tools: [tool] }), 'messages'),
    ),
  ).toMatchObject({ code: 'invalid-request' });
});

describe('reasoning that the model does not support', () => {
  it('is omitted for Anthropic models that support neither the effort nor that form of it', async () => {
    play(messages, (body) =>
      member(body, 'output_config', 'effort') === undefined
        ? body['thinking'] === undefined
          ? undefined
          : 'adaptive thinking is not supported on this model'
        : 'This model does not support the effort parameter.',
    );
    const { error, events } = await run(
      messages.languageModel({ retries: 0 }),
      buildRequest('hello', { reasoning: { enabled: true, effort: 'high' } }),
    );
    expect(error).toBeUndefined();
    expect(events[0]).toMatchObject({ warnings: [{ kind: 'ignored', param: 'reasoning' }] });
  });

  it.each([
    ['with an effort', { effort: 'high' }],
    ['without one', {}],
  ] as const)('is omitted for an SGLang that does not support that form of it, %s', async (_, effort) => {
    const errorText =
      "1 validation errors [{'type': 'literal_error', 'loc': ('body', 'thinking', 'type'), 'msg': \"Input should be 'enabled' or 'disabled'\", 'input': 'adaptive'}]";
    play(messages, (body) => (body['thinking'] === undefined ? undefined : errorText));
    const { error, events } = await run(
      messages.languageModel({ retries: 0 }),
      buildRequest('hello', { reasoning: { enabled: true, ...effort } }),
    );
    expect(error).toBeUndefined();
    expect(events[0]).toMatchObject({ warnings: [{ kind: 'ignored', param: 'reasoning' }] });
  });

  it('is omitted for OpenAI models without reasoning', async () => {
    play(responses, (body) =>
      member(body, 'reasoning', 'effort') === undefined
        ? body['reasoning'] === undefined
          ? undefined
          : unsupported('reasoning.summary')
        : unsupported('reasoning.effort'),
    );
    for (const reasoning of [
      { enabled: true, effort: 'high' },
      { enabled: true, budgetTokens: 2000 },
      { enabled: false },
    ] as const) {
      const { error, events } = await run(
        responses.languageModel({ retries: 0 }),
        buildRequest('hello', { reasoning }),
      );
      expect(error).toBeUndefined();
      expect(events[0]).toMatchObject({
        warnings: expect.arrayContaining([
          { kind: 'ignored', param: 'reasoning', message: expect.any(String) as string },
        ]) as unknown,
      });
    }
  });

  it('is asked for with the nearest effort that there is', async () => {
    const accepted = ['low', 'medium', 'high'];
    const errorText = (body: JsonObject): string | undefined => {
      const effort = member(body, 'reasoning', 'effort');
      return typeof effort !== 'string' || accepted.includes(effort)
        ? undefined
        : `Unsupported value: '${effort}' is not supported with the 'gpt-5' model. Supported values are: 'low', 'medium', and 'high'. (reasoning.effort)`;
    };
    play(responses, errorText);
    const { error, events } = await run(
      responses.languageModel({ retries: 0 }),
      buildRequest('hello', { reasoning: { enabled: true, effort: 'max' } }),
    );
    expect(error).toBeUndefined();
    expect(responses.upstream.records.at(-1)?.body['reasoning']).toMatchObject({ effort: 'high' });
    expect(events[0]).toMatchObject({
      warnings: [{ kind: 'clamped', param: 'reasoning', message: expect.stringMatching(/'max'.*'high'/) as string }],
    });
  });

  it('is still returned by a messages server that does not know the parameter for it', async () => {
    play(messages, (body) =>
      member(body, 'thinking', 'display') === undefined
        ? undefined
        : 'thinking.adaptive.display: Extra inputs are not permitted',
    );
    const { error } = await run(
      messages.languageModel({ retries: 0 }),
      buildRequest('hello', { reasoning: { enabled: true, effort: 'high' } }),
    );
    expect(error).toBeUndefined();
    expect(messages.upstream.records.at(-1)?.body).toMatchObject({
      thinking: { type: 'adaptive' },
      output_config: { effort: 'high' },
    });
  });

  it.each(["Unknown parameter: 'include'.", "property 'body.include' is unsupported"])(
    'is not requested in encrypted form from a server without the parameter: %s',
    async (errorText) => {
      play(responses, ({ include }) => (include === undefined ? undefined : errorText));
      const languageModel = responses.languageModel({ retries: 0 });
      const before = responses.upstream.records.length;
      for (const request of [buildRequest('hello'), buildRequest('hello')])
        expect(await run(languageModel, request)).toMatchObject({ error: undefined, text: 'ok' });
      expect(responses.upstream.records.length - before).toBe(3);
      const asked = {
        ...buildRequest('hello'),
        extensions: { responses: { include: ['web_search_call.action.sources'] } },
      };
      const { error, text, events } = await run(languageModel, asked);
      expect([error, text]).toEqual([undefined, 'ok']);
      expect(events[0]).toMatchObject({
        warnings: [{ kind: 'ignored', param: 'include', message: "The upstream does not support 'include'." }],
      });
    },
  );

  it.each([
    [
      'OpenAI',
      "Invalid value: 'web_search_call.results'. Supported values are: 'file_search_call.results', 'message.output_text.logprobs', 'reasoning.encrypted_content', and 'code_interpreter_call.outputs'.",
    ],
    ['a gateway', "The include option 'web_search_call.results' is not supported."],
  ])('omits other include values that %s rejects, and requests the rest', async (_, errorText) => {
    play(responses, ({ include }) =>
      JSON.stringify(include ?? '').includes('web_search_call.results') ? errorText : undefined,
    );
    const languageModel = responses.languageModel({ retries: 0 });
    const asked = {
      ...buildRequest('hello'),
      extensions: { responses: { include: ['web_search_call.results', 'message.output_text.logprobs'] } },
    };
    for (const requests of [2, 1]) {
      const before = responses.upstream.records.length;
      const { error, text, events } = await run(languageModel, asked);
      expect([error, text]).toEqual([undefined, 'ok']);
      expect(events[0]).toMatchObject({
        warnings: [
          { kind: 'ignored', param: 'include', message: "The upstream does not support 'web_search_call.results'." },
        ],
      });
      expect(responses.upstream.records.length - before).toBe(requests);
      expect(responses.upstream.records.at(-1)?.body['include']).toEqual([
        'message.output_text.logprobs',
        'reasoning.encrypted_content',
      ]);
    }
  });

  it("omits no more than the include list where the server's validation names only its path", async () => {
    play(responses, ({ include }) =>
      include === undefined
        ? undefined
        : "[{'type': 'literal_error', 'loc': ('body', 'include', 0), 'msg': \"Input should be 'file_search_call.results', 'message.output_text.logprobs' or 'reasoning.encrypted_content'\"}]",
    );
    const { error, text } = await run(responses.languageModel({ retries: 0 }), {
      ...buildRequest('hello'),
      extensions: { responses: { include: ['web_search_call.results'] } },
    });
    expect([error, text]).toEqual([undefined, 'ok']);
  });

  it.each(["Unknown parameter: 'include'.", 'Encrypted content is not supported with this model.'])(
    'is not requested in encrypted form either where the client itself asks, as Codex always does: %s',
    async (errorText) => {
      play(responses, ({ include }) => (JSON.stringify(include ?? '').includes('encrypted') ? errorText : undefined));
      const languageModel = responses.languageModel({ retries: 0 });
      const before = responses.upstream.records.length;
      const asked: GenerationRequest = {
        ...buildRequest('hello'),
        extensions: { responses: { include: ['message.output_text.logprobs', 'reasoning.encrypted_content'] } },
      };
      for (const request of [asked, asked])
        expect(await run(languageModel, request)).toMatchObject({ error: undefined, text: 'ok' });
      expect(responses.upstream.records.slice(before).map(({ body }) => body['include'])).toEqual([
        ['message.output_text.logprobs', 'reasoning.encrypted_content'],
        ['message.output_text.logprobs'],
        ['message.output_text.logprobs'],
      ]);
    },
  );

  it('is not requested in encrypted form from a model without signatures, for any client', async () => {
    const errorText = ({ include }: JsonObject): string | undefined =>
      include === undefined ? undefined : 'Encrypted content is not supported with this model.';
    for (const request of [buildRequest('hello'), fromDialect(buildRequest('hello'), 'responses')]) {
      play(responses, errorText);
      expect(await run(responses.languageModel({ retries: 0 }), request)).toMatchObject({
        error: undefined,
        text: 'ok',
      });
    }
  });
});

it.each([
  [
    'is longer than any of its own',
    `rs_${'x'.repeat(400)}`,
    "Invalid 'input[1].id': string too long. Expected a string with maximum length 64, but got a string with length 403 instead.",
  ],
  ['has none of its prefixes', 'call_1', "Invalid 'input[1].id': 'call_1'. Expected an ID that begins with 'fc'."],
  ['is empty', '', "Invalid 'input[1].id': ''. Expected an ID that begins with 'fc'."],
])(
  'omits for OpenAI an item id that %s, from a session that started elsewhere, together with all other ids of the request',
  async (_, id, errorText) => {
    play(responses, ({ input }) =>
      (input as readonly JsonObject[]).some((item) => item['id'] === id) ? errorText : undefined,
    );
    const call = {
      type: 'tool-call' as const,
      callId: 'call_1',
      name: 'look',
      kind: 'function' as const,
      argumentsText: '{}',
      extensions: { responses: { item: { id } } },
    };
    const result = {
      type: 'tool-result' as const,
      callId: 'call_1',
      kind: 'function' as const,
      content: [{ type: 'text' as const, text: 'blue' }],
    };
    const approval = {
      type: 'opaque' as const,
      dialect: 'responses' as const,
      apiType: 'mcp_approval_request',
      value: { type: 'mcp_approval_request', id: 'mcpr_1', name: 'n', arguments: '{}', server_label: 's' },
    };
    const languageModel = responses.languageModel({ retries: 0 });
    for (const requests of [2, 1]) {
      const before = responses.upstream.records.length;
      const { error, text } = await run(
        languageModel,
        fromDialect(
          buildRequest([message('user', 'hello'), message('assistant', call, approval), message('tool', result)]),
          'responses',
        ),
      );
      expect([error, text]).toEqual([undefined, 'ok']);
      expect(responses.upstream.records.length - before).toBe(requests);
      expect(responses.upstream.records.at(-1)?.body['input']).toMatchObject([
        {},
        { type: 'function_call', call_id: 'call_1' },
        { id: 'mcpr_1' },
        { type: 'function_call_output', call_id: 'call_1' },
      ]);
      expect(JSON.stringify(responses.upstream.records.at(-1)?.body['input'])).not.toContain(
        `"id":${JSON.stringify(id)}`,
      );
    }
  },
);

it.each([true, false])(
  'sends an image from a tool as a user message where tool results accept only text, as in llama.cpp, for the same dialect: %j',
  async (sameDialect) => {
    const inResults = ({ input }: JsonObject): boolean =>
      (input as readonly JsonObject[]).some(
        ({ type, output }) => type === 'function_call_output' && JSON.stringify(output).includes('input_image'),
      );
    play(responses, (body) => (inResults(body) ? "Output of tool call should be 'Input text'" : undefined));
    const picture = {
      type: 'media' as const,
      media: 'image' as const,
      source: { type: 'base64' as const, mediaType: 'image/png', data: 'AAAA' },
    };
    const call = (callId: string) => ({
      type: 'tool-call' as const,
      callId,
      name: 'look',
      kind: 'function' as const,
      argumentsText: '{}',
    });
    const result = (
      callId: string,
      ...content: readonly (typeof picture | { readonly type: 'text'; readonly text: string })[]
    ) => ({ type: 'tool-result' as const, callId, kind: 'function' as const, content });
    const conversation = [
      message('user', 'hello'),
      message('assistant', call('a'), call('b'), call('c')),
      message(
        'tool',
        result('a', { type: 'text', text: 'shot' }, picture),
        result('b', picture),
        result('c', { type: 'text', text: 'none' }),
      ),
    ];
    const languageModel = responses.languageModel({ retries: 0 });
    for (const requests of [2, 1]) {
      const before = responses.upstream.records.length;
      const { error, text } = await run(
        languageModel,
        sameDialect ? fromDialect(buildRequest(conversation), 'responses') : buildRequest(conversation),
      );
      expect([error, text]).toEqual([undefined, 'ok']);
      expect(responses.upstream.records.length - before).toBe(requests);
      const image = expect.objectContaining({
        type: 'input_image',
        image_url: 'data:image/png;base64,AAAA',
      }) as unknown;
      const errorText = (given: string): unknown => expect.objectContaining({ text: given }) as unknown;
      const sent = responses.upstream.records.at(-1)?.body['input'] as readonly JsonObject[];
      expect(sent.slice(-4).map(({ type, call_id: id }) => [type, id])).toEqual([
        ['function_call_output', 'a'],
        ['function_call_output', 'b'],
        ['function_call_output', 'c'],
        ['message', undefined],
      ]);
      expect(JSON.stringify(sent.slice(-4, -1).map(({ output }) => output))).not.toContain('image');
      expect(JSON.stringify(sent.at(-3)?.['output'])).toContain('[see the next user message]');
      expect(sent.at(-1)).toMatchObject({
        role: 'user',
        content: [
          errorText('From the result of tool call a:'),
          image,
          errorText('From the result of tool call b:'),
          image,
        ],
      });
    }
  },
);

describe('a parameter that an upstream of either API rejected once', () => {
  it.each<[string, LiveUpstreamApi, (body: JsonObject) => string | undefined]>([
    [
      'messages',
      messages,
      (body) =>
        body['temperature'] === undefined
          ? member(body, 'output_config', 'effort') === undefined
            ? undefined
            : 'This model does not support the effort parameter.'
          : '`temperature` is deprecated for this model.',
    ],
    [
      'responses',
      responses,
      (body) =>
        body['temperature'] === undefined
          ? member(body, 'reasoning', 'effort') === 'max'
            ? "Unsupported value: 'max' is not supported. Supported values are: 'low', and 'medium'. (reasoning.effort)"
            : undefined
          : unsupported('temperature'),
    ],
  ])(
    'is omitted from later requests of that form from the start, with a warning to each client (%s)',
    async (_, live, errorText) => {
      play(live, errorText);
      const languageModel = live.languageModel({ retries: 0 });
      const before = live.upstream.records.length;
      for (const text of ['one', 'two', 'three']) {
        // Implied reasoning leaves the temperature to the model.
        const { error, events } = await run(
          languageModel,
          buildRequest(text, {
            sampling: { temperature: 0.2 },
            reasoning: { enabled: true, effort: 'max', ...(live === messages && { implied: true as const }) },
          }),
        );
        expect(error).toBeUndefined();
        expect(events[0]).toMatchObject({
          warnings: expect.arrayContaining([
            expect.objectContaining({ kind: 'ignored', param: 'temperature' }),
          ]) as unknown,
        });
      }
      expect(live.upstream.records.length - before).toBeLessThanOrEqual(3 + 2);
      expect(live.upstream.records.slice(-2).every(({ body }) => errorText(body) === undefined)).toBe(true);
    },
  );

  it('is encrypted reasoning', async () => {
    play(responses, ({ include }) =>
      include === undefined ? undefined : 'Encrypted content is not supported with this model.',
    );
    const languageModel = responses.languageModel({ retries: 0 });
    const before = responses.upstream.records.length;
    for (const text of ['one', 'two']) expect(await run(languageModel, text)).toMatchObject({ error: undefined });
    expect(responses.upstream.records.length - before).toBe(3);
  });
});

it.each([false, true])(
  'omits parallel_tool_calls for OpenAI models without parallel calls, for the same dialect: %j',
  async (sameDialect) => {
    play(responses, (body) =>
      body['parallel_tool_calls'] === undefined ? undefined : unsupported('parallel_tool_calls'),
    );
    const request = buildRequest('hello', {
      parallelToolCalls: false,
      tools: [{ kind: 'function', name: 'look', inputSchema: { type: 'object' } }],
    });
    const { error, events } = await run(
      responses.languageModel({ retries: 0 }),
      sameDialect ? fromDialect(request, 'responses') : request,
    );
    expect(error).toBeUndefined();
    expect(events[0]).toMatchObject({ warnings: [{ kind: 'ignored', param: 'parallel_tool_calls' }] });
  },
);

it('truncates the input here where an upstream lacks the parameter, also for a client of the same dialect', async () => {
  play(responses, ({ truncation, input }) =>
    truncation === undefined
      ? JSON.stringify(input).includes('oldest')
        ? "This model's maximum context length is 10 tokens. However, your messages resulted in 20 tokens."
        : undefined
      : "Unknown parameter: 'truncation'.",
  );
  const request = fromDialect(
    buildRequest([message('user', 'oldest'), message('assistant', 'and its answer'), message('user', 'now')], {
      truncation: 'auto',
    }),
    'responses',
  );
  const { error, events } = await run(responses.languageModel({ retries: 0 }), request);
  expect(error).toBeUndefined();
  expect(events[0]).toMatchObject({
    warnings: expect.arrayContaining([expect.objectContaining({ kind: 'dropped', param: 'messages' })]) as unknown,
  });
});

it.each(['phase', 'status'])('omits the %s of earlier items for a server that does not support it', async (name) => {
  const item = { [name]: name === 'phase' ? 'commentary' : 'completed', id: 'msg_1' };
  play(responses, ({ input }) =>
    JSON.stringify(input).includes(`"${name}"`) ? `Unknown parameter: 'input[1].${name}'.` : undefined,
  );
  const earlier = {
    role: 'assistant' as const,
    parts: [{ type: 'text' as const, text: `A ${name}.`, extensions: { responses: { item } } }],
  };
  const request = fromDialect(buildRequest([message('user', 'hello'), earlier, message('user', 'go on')]), 'responses');
  const { error, events } = await run(responses.languageModel({ retries: 0 }), request);
  expect(error).toBeUndefined();
  expect(events[0]).toMatchObject({ warnings: [{ kind: 'ignored', param: `input.${name}` }] });
  expect(responses.upstream.records.at(-1)?.body['input']).toMatchObject([{}, { id: 'msg_1', role: 'assistant' }, {}]);
});

describe("an optional field that an older server of the client's own dialect rejects", () => {
  const tool = {
    name: 'look',
    input_schema: { type: 'object', properties: { scope: { type: 'string' } } },
    input_examples: [{ scope: 'x' }],
  };
  const given = (passthroughFields: JsonObject, dialect: 'messages' | 'responses'): GenerationRequest => ({
    ...buildRequest('hello'),
    extensions: { [dialect]: passthroughFields },
  });

  it.each<
    [string, LiveUpstreamApi, 'messages' | 'responses', JsonObject, (body: JsonObject) => string | undefined, string]
  >([
    [
      'what clears up the context',
      messages,
      'messages',
      { context_management: { edits: [] } },
      ({ context_management: it }) =>
        it === undefined ? undefined : 'context_management: Extra inputs are not permitted',
      'context_management',
    ],
    [
      'settings of nothing but an effort',
      messages,
      'messages',
      { output_config: { effort: 'high' } },
      ({ output_config: it }) => (it === undefined ? undefined : 'output_config: Extra inputs are not permitted'),
      'output_config',
    ],
    [
      'an effort',
      messages,
      'messages',
      { output_config: { effort: 'high' } },
      ({ output_config: it }) => (it === undefined ? undefined : 'This model does not support the effort parameter.'),
      'output_config.effort',
    ],
    [
      'an effort, in the words of LiteLLM',
      messages,
      'messages',
      { output_config: { effort: 'high' } },
      ({ output_config: it }) =>
        it === undefined
          ? undefined
          : "litellm.UnsupportedParamsError: openai does not support parameters: ['reasoning_effort'], for model=m.",
      'output_config.effort',
    ],
    [
      'an effort of a response, in the words of LiteLLM',
      responses,
      'responses',
      { reasoning: { effort: 'high' } },
      ({ reasoning: it }) =>
        it === undefined
          ? undefined
          : "litellm.UnsupportedParamsError: openai does not support parameters: ['reasoning_effort'], for model=m.",
      'reasoning.effort',
    ],
    [
      'an effort, for a model of Ollama without thoughts',
      responses,
      'responses',
      { reasoning: { effort: 'medium' } },
      ({ reasoning: it }) => (it === undefined ? undefined : '"llama3.2" does not support thinking'),
      'reasoning.effort',
    ],
    [
      'an effort, for a model of Ollama without levels',
      messages,
      'messages',
      { output_config: { effort: 'high' } },
      ({ output_config: it }) => (it === undefined ? undefined : 'think value "high" is not supported for this model'),
      'output_config.effort',
    ],
    [
      'the key of a cache',
      responses,
      'responses',
      { prompt_cache_key: 'k' },
      ({ prompt_cache_key: it }) => (it === undefined ? undefined : "Unknown parameter: 'prompt_cache_key'."),
      'prompt_cache_key',
    ],
    [
      'how a cache is used',
      responses,
      'responses',
      { prompt_cache_options: { mode: 'implicit' } },
      ({ prompt_cache_options: it }) => (it === undefined ? undefined : "Unknown parameter: 'prompt_cache_options'."),
      'prompt_cache_options',
    ],
    [
      'what makes the context of a response shorter',
      responses,
      'responses',
      { context_management: [{ type: 'compaction' }] },
      ({ context_management: it }) => (it === undefined ? undefined : "Unknown parameter: 'context_management'."),
      'context_management',
    ],
    [
      'metadata of a client, with the error of transformers serve',
      responses,
      'responses',
      { client_metadata: { a: 'b' } },
      ({ client_metadata: it }) =>
        it === undefined ? undefined : "Unexpected fields in the request: {'client_metadata'}",
      'client_metadata',
    ],
    [
      'a wordiness',
      responses,
      'responses',
      { text: { verbosity: 'low' } },
      (body) =>
        member(body, 'text', 'verbosity') === undefined
          ? undefined
          : `Unsupported value: 'low' is not supported with the 'gpt-4.1' model. Supported values are: 'medium'.", "type": "invalid_request_error", "param": "text.verbosity`,
      'text.verbosity',
    ],
    [
      'a summary of thoughts',
      responses,
      'responses',
      { reasoning: { summary: 'auto' } },
      (body) =>
        member(body, 'reasoning', 'summary') === undefined
          ? undefined
          : 'Your organization must be verified to generate reasoning summaries. "param": "reasoning.summary"',
      'reasoning.summary',
    ],
  ])('is omitted with a warning to the client: %s', async (_, live, dialect, passthroughFields, errorText, param) => {
    play(live, errorText);
    const languageModel = live.languageModel({ retries: 0 });
    const before = live.upstream.records.length;
    for (const _round of [1, 2]) {
      const { error, events } = await run(languageModel, given(passthroughFields, dialect));
      expect(error).toBeUndefined();
      expect(events[0]).toMatchObject({
        warnings: [{ kind: 'ignored', param, message: `The upstream does not support '${param}'.` }],
      });
    }
    expect(live.upstream.records.length - before).toBe(3);
  });

  it.each([
    ['responses', responses, { reasoning: { effort: 'xhigh' } }, 'reasoning'],
    ['messages', messages, { output_config: { effort: 'xhigh' } }, 'output_config'],
  ] as const)(
    'has the nearest effort from then on where %s has no word for it',
    async (dialect, live, fields, name) => {
      play(live, (body) =>
        member(body, name, 'effort') === 'xhigh'
          ? 'invalid reasoning value: "xhigh" (must be "high", "medium", "low", "max", or "none")'
          : undefined,
      );
      const languageModel = live.languageModel({ retries: 0 });
      const before = live.upstream.records.length;
      const expected = `The upstream does not support 'xhigh' for '${name}.effort'; the service sends 'high'.`;
      for (const _round of [1, 2]) {
        const { error, events } = await run(languageModel, given(fields, dialect));
        expect(error).toBeUndefined();
        expect(live.upstream.records.at(-1)?.body[name]).toMatchObject({ effort: 'high' });
        expect(events[0]).toMatchObject({
          warnings: [{ kind: 'clamped', param: `${name}.effort`, message: expected }],
        });
      }
      expect(live.upstream.records.length - before).toBe(3);
    },
  );

  it('is omitted from every tool, but not from client values of the same name', async () => {
    play(messages, (body) =>
      JSON.stringify(body['tools']).includes('"input_examples":[')
        ? 'tools.0.custom.input_examples: Extra inputs are not permitted'
        : undefined,
    );
    const { error } = await run(messages.languageModel({ retries: 0 }), {
      ...given({}, 'messages'),
      tools: [
        {
          kind: 'function',
          name: 'look',
          inputSchema: { type: 'object', properties: { input_examples: { type: 'string' } } },
          extensions: { messages: { input_examples: tool.input_examples } },
        },
      ],
    });
    expect(error).toBeUndefined();
    expect(messages.upstream.records.at(-1)?.body['tools']).toEqual([
      { name: 'look', input_schema: { type: 'object', properties: { input_examples: { type: 'string' } } } },
    ]);
  });

  it('is omitted from a token count, too', async () => {
    messages.upstream.play((call) => {
      if (call.record.body['context_management'] === undefined) call.reply(200, { input_tokens: 7 });
      else
        call.reply(400, {
          type: 'error',
          error: { type: 'invalid_request_error', message: 'context_management: Extra inputs are not permitted' },
        });
    });
    const languageModel = messages.languageModel();
    const before = messages.upstream.records.length;
    for (const _round of [1, 2])
      expect(
        await languageModel.countTokens?.(given({ context_management: { edits: [] } }, 'messages'), buildContext()),
      ).toMatchObject({ inputTokens: 7 });
    expect(messages.upstream.records.length - before).toBe(3);
  });

  it('is reported where it is a document, which vLLM and SGLang do not support, for every client', async () => {
    const errorText =
      "2 validation errors:\n  {'type': 'string_type', 'loc': ('body', 'messages', 0, 'content', 'str'), 'msg': 'Input should be a valid string', 'input': [{'type': 'document'}]}\n  {'type': 'literal_error', 'loc': ('body', 'messages', 0, 'content', 'list[AnthropicContentBlock]', 0, 'type'), 'msg': \"Input should be 'text', 'image', 'tool_use', 'tool_result', 'thinking' or 'redacted_thinking'\", 'input': 'document'}";
    play(messages, () => errorText);
    for (const request of [buildRequest('hello'), fromDialect(buildRequest('hello'), 'messages')]) {
      expect(await failure(messages.languageModel({ retries: 0 }), request)).toMatchObject({
        code: 'unsupported',
        message: 'The model "test-model" does not support document input.',
      });
    }
  });

  it.each<[string, JsonObject | string]>([
    ['Ollama', '404 page not found'],
    ['FastAPI', { detail: 'Not Found' }],
  ])(
    'a token count is unsupported where the upstream has no endpoint for it, with the error text of %s',
    async (_, body) => {
      messages.upstream.play((call) => call.reply(404, body));
      await expect(messages.languageModel().countTokens?.(given({}, 'messages'), buildContext())).rejects.toMatchObject(
        {
          code: 'unsupported',
          message: expect.stringContaining('cannot count tokens'),
        },
      );
      messages.upstream.play((call) =>
        call.reply(404, { type: 'error', error: { type: 'not_found_error', message: "model 'x' not found" } }),
      );
      await expect(messages.languageModel().countTokens?.(given({}, 'messages'), buildContext())).rejects.toMatchObject(
        {
          code: 'upstream-failed',
          retryable: false,
        },
      );
    },
  );

  it('is a beta of the header', async () => {
    messages.upstream.play((call) => {
      const betas = String(call.record.headers['anthropic-beta'] ?? '');
      if (betas.includes('scope'))
        call.reply(400, {
          type: 'error',
          error: {
            type: 'invalid_request_error',
            message: 'Unexpected value(s) `prompt-caching-scope-2026-01-05` for the `anthropic-beta` header.',
          },
        });
      else call.finish();
    });
    const { error, events } = await run(
      messages.languageModel({ retries: 0 }),
      given({ [shapeKey]: { betas: ['prompt-caching-scope-2026-01-05', 'files-api-2025-04-14'] } }, 'messages'),
    );
    expect(error).toBeUndefined();
    expect(messages.upstream.records.at(-1)?.headers['anthropic-beta']).toBe('files-api-2025-04-14');
    expect(events[0]).toMatchObject({ warnings: [{ kind: 'ignored', param: 'prompt-caching-scope-2026-01-05' }] });
  });

  it("is any beta where the upstream does not name it, and the next client's betas are tried again", async () => {
    messages.upstream.play((call) => {
      if (String(call.record.headers['anthropic-beta'] ?? '').includes('unknown'))
        call.reply(400, { message: 'invalid beta flag' });
      else call.finish();
    });
    const languageModel = messages.languageModel({ retries: 0 });
    const sent: unknown[] = [];
    for (const betas of [['unknown-1', 'files-api-2025-04-14'], ['files-api-2025-04-14']]) {
      expect(await run(languageModel, given({ [shapeKey]: { betas } }, 'messages'))).toMatchObject({
        error: undefined,
      });
      sent.push(messages.upstream.records.at(-1)?.headers['anthropic-beta']);
    }
    expect(sent).toEqual([undefined, 'files-api-2025-04-14']);
  });

  it('is not one that the response depends on, also with the error text of transformers serve', async () => {
    responses.upstream.play((call) =>
      call.reply(422, { detail: "Unexpected fields in the request: {'presence_penalty'}" }),
    );
    expect(
      await failure(responses.languageModel({ retries: 0 }), given({ presence_penalty: 1 }, 'responses')),
    ).toMatchObject({ code: 'invalid-request', param: 'presence_penalty' });
  });

  it.each([
    ['tools', 'tools: Extra inputs are not permitted'],
    ['container', 'container: Extra inputs are not permitted'],
  ])('is never one that the response depends on: %s', async (name, errorText) => {
    messages.upstream.play((call) =>
      call.reply(400, { type: 'error', error: { type: 'invalid_request_error', message: errorText } }),
    );
    const before = messages.upstream.records.length;
    expect(
      await failure(messages.languageModel({ retries: 0 }), given({ [name]: { type: 'adaptive' } }, 'messages')),
    ).toMatchObject({ code: 'invalid-request', param: name });
    expect(messages.upstream.records.length - before).toBe(1);
  });
});
