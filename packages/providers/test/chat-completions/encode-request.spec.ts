import { capabilityProfiles, type ProfileName } from '#src/chat-completions/profiles/index.js';
import { encodeRequest } from '#src/chat-completions/encode-request.js';
import type { GenerationRequest, JsonObject, Message, Part, ToolCallPart, ToolChoice } from '@org/engine';
import { buildRequest, functionTool, message } from '@org/engine/testing';
import { brokenRule } from '#src/testing/upstream-rules.js';

const profileNames = Object.keys(capabilityProfiles) as ProfileName[];

function encode(
  messages: string | readonly Message[],
  overrides: Partial<GenerationRequest> = {},
  profile: ProfileName = 'generic',
) {
  return encodeRequest(buildRequest(messages, overrides), {
    model: 'm',
    profile: capabilityProfiles[profile],
    owner: 'alice',
    signer: 'chat-test',
  });
}

const body = (overrides: Partial<GenerationRequest>, profile?: ProfileName): JsonObject =>
  encode('hi', overrides, profile).body;
const sent = (messages: readonly Message[], profile?: ProfileName): unknown =>
  encode(messages, {}, profile).body['messages'];

const call = (callId: string, more: Partial<ToolCallPart> = {}): ToolCallPart => ({
  type: 'tool-call',
  callId,
  name: 'look',
  kind: 'function',
  argumentsText: '{"at":1.0}',
  ...more,
});
const result = (callId: string, ...content: (Part | string)[]): Part => ({
  type: 'tool-result',
  callId,
  kind: 'function',
  content: content.map((part) => (typeof part === 'string' ? { type: 'text', text: part } : part)) as never,
});
const image: Part = { type: 'media', media: 'image', source: { type: 'base64', mediaType: 'image/png', data: 'AAAA' } };

describe('the body', () => {
  it('of a plain request holds nothing that was not asked for', () => {
    expect(body({})).toEqual({
      model: 'm',
      messages: [{ role: 'user', content: 'hi' }],
      stream: true,
      stream_options: { include_usage: true },
    });
  });

  it.each(profileNames)('passes the rules of a strict engine with profile %s', (profile) => {
    const messages = [
      message('system', 'Be kind.'),
      message('developer', 'Be brief.'),
      message('user', 'Look', image),
      message(
        'assistant',
        { type: 'reasoning', text: 'Hmm' },
        'Looking',
        call('a'),
        call('b', { argumentsText: '{"cut' }),
        call('c', { kind: 'custom', argumentsText: 'free "text"' }),
      ),
      message('tool', result('a', 'seen', image), result('b'), result('c', 'done')),
      message('system', 'Now hurry.'),
      message('assistant', 'I am'),
      message('user', 'thanks'),
    ];
    const encoded = encode(
      messages,
      { stopSequences: ['1', '2', '3', '4', '5'], tools: [functionTool('look')] },
      profile === 'generic' || profile === 'openai' ? profile : 'generic',
    );
    expect(brokenRule(encoded.body)).toBeUndefined();
    expect(brokenRule({ ...encode(messages, {}, profile).body })).toBeUndefined();
  });

  it('joins very many messages of the user in the time that it takes to read them', () => {
    const messages = Array.from({ length: 40_000 }, (_, index) => message(index % 2 === 0 ? 'user' : 'system', 'Hi'));
    const before = performance.now();
    const [first, ...more] = sent(messages) as { readonly content: string }[];
    expect(performance.now() - before).toBeLessThan(5_000);
    expect(more).toEqual([]);
    expect(first?.content).toBe(Array.from({ length: 20_000 }, () => 'Hi\n<system>\nHi\n</system>').join('\n'));
  });

  it('carries sampling, seed and penalties', () => {
    const sampling = { temperature: 0, topP: 0.5, seed: 7, presencePenalty: 1, frequencyPenalty: -1, topLogprobs: 2 };
    expect(body({ sampling })).toMatchObject({
      temperature: 0,
      top_p: 0.5,
      seed: 7,
      presence_penalty: 1,
      frequency_penalty: -1,
      logprobs: true,
      top_logprobs: 2,
    });
  });

  it('carries top_k where it exists, and warns where it does not', () => {
    expect(body({ sampling: { topK: 5 } }, 'vllm')).toMatchObject({ top_k: 5 });
    expect(body({ sampling: { topK: 0 } }, 'vllm')).toMatchObject({ top_k: -1 });
    const { body: generic, warnings } = encode('hi', { sampling: { topK: 5 } });
    expect(generic).not.toHaveProperty('top_k');
    expect(warnings).toEqual([expect.objectContaining({ kind: 'ignored', param: 'top_k' })]);
    expect(encode('hi', { sampling: { topK: 0 } }).warnings).toEqual([]);
  });

  it.each(profileNames)('says how wordy the answer is to be, and at which tier, to openai alone: %s', (profile) => {
    const { verbosity, service_tier } = body({ verbosity: 'low', serviceTier: 'flex' }, profile);
    expect([verbosity, service_tier]).toEqual(profile === 'openai' ? ['low', 'flex'] : [undefined, undefined]);
  });

  it('names the cap as the upstream does and never asks for no token at all', () => {
    expect(body({ limits: { maxOutputTokens: 9 } })).toMatchObject({ max_tokens: 9 });
    expect(body({ limits: { maxOutputTokens: 9 } }, 'openai')).toMatchObject({ max_completion_tokens: 9 });
    expect(body({ limits: { maxOutputTokens: 0 } })).toMatchObject({ max_tokens: 1 });
  });

  it('sends as many stop sequences as the upstream takes and keeps the others', () => {
    const stopSequences = ['1', '2', '3', '4', '5'];
    expect(encode('hi', { stopSequences })).toMatchObject({
      body: { stop: ['1', '2', '3', '4'] },
      localStopSequences: ['5'],
    });
    // Its limit where nobody sets another, since August 2026.
    expect(encode('hi', { stopSequences }, 'vllm')).toMatchObject({
      body: { stop: ['1', '2', '3', '4'] },
      localStopSequences: ['5'],
    });
    expect(encode('hi', { stopSequences }, 'sglang')).toMatchObject({
      body: { stop: stopSequences },
      localStopSequences: [],
    });
  });

  it('sends none where the upstream would find them in thoughts, and give up those of its model for them', () => {
    const { body: sentBody, localStopSequences } = encode('hi', { stopSequences: ['1', '2'] }, 'ollama');
    expect(sentBody).not.toHaveProperty('stop');
    expect(localStopSequences).toEqual(['1', '2']);
  });

  it('asks for JSON', () => {
    expect(body({ outputFormat: { type: 'json-object' } })).toMatchObject({ response_format: { type: 'json_object' } });
    expect(
      body({
        outputFormat: { type: 'json-schema', schema: { type: 'object' }, name: 'n', description: 'd', strict: true },
      }),
    ).toMatchObject({
      response_format: {
        type: 'json_schema',
        json_schema: { name: 'n', description: 'd', schema: { type: 'object' }, strict: true },
      },
    });
  });

  it('asks deepseek for JSON alone, which refuses schemas, and puts the schema into words', () => {
    const wanted = (outputFormat: GenerationRequest['outputFormat']) =>
      encode([message('system', 'Be brief.'), message('user', 'hi')], { outputFormat }, 'deepseek');
    const schema = { type: 'object', properties: { a: { type: 'number' } } };
    const encodedRequest = wanted({ type: 'json-schema', schema });
    expect(encodedRequest.body).toMatchObject({ response_format: { type: 'json_object' } });
    expect(encodedRequest.body['response_format']).not.toHaveProperty('json_schema');
    expect(encodedRequest.body['messages']).toEqual([
      {
        role: 'system',
        content: `Be brief.\n\nAnswer with one JSON object that is valid against this JSON Schema:\n${JSON.stringify(schema)}`,
      },
      { role: 'user', content: 'hi' },
    ]);
    expect(encodedRequest.warnings).toMatchObject([{ kind: 'ignored', param: 'outputFormat' }]);
    const any = wanted({ type: 'json-object' });
    expect(any.body).toMatchObject({
      response_format: { type: 'json_object' },
      messages: [{ content: 'Be brief.\n\nAnswer with one JSON object.' }, { content: 'hi' }],
    });
    expect(any.warnings).toEqual([]);
    expect(wanted({ type: 'text' }).body['messages']).toMatchObject([{ content: 'Be brief.' }, { content: 'hi' }]);
  });

  it('puts the form of the answer into words for a server that holds answers to none, and says so', () => {
    for (const outputFormat of [
      { type: 'json-object' },
      { type: 'json-schema', schema: { type: 'object' } },
    ] as const) {
      const { body: asked, warnings } = encode('hi', { outputFormat }, 'transformers');
      expect(asked).not.toHaveProperty('response_format');
      expect(asked['messages']).toMatchObject([
        { role: 'system', content: expect.stringContaining('JSON object') as string },
        { role: 'user' },
      ]);
      expect(warnings).toMatchObject([{ kind: 'ignored', param: 'outputFormat' }]);
    }
  });

  it('leaves out what a server only seems to take, and says so', () => {
    const { body: asked, warnings } = encode(
      'hi',
      { sampling: { seed: 7, topLogprobs: 2, presencePenalty: 1, frequencyPenalty: -1.5 } },
      'transformers',
    );
    expect(asked).toMatchObject({ seed: 7 });
    for (const name of ['logprobs', 'top_logprobs', 'presence_penalty', 'frequency_penalty'])
      expect(asked).not.toHaveProperty(name);
    expect(warnings.map(({ kind, param }) => [kind, param])).toEqual([
      ['ignored', 'presence_penalty'],
      ['ignored', 'frequency_penalty'],
      ['ignored', 'top_logprobs'],
    ]);
    const silent = encode(
      'hi',
      { sampling: { presencePenalty: 0 }, tools: [functionTool('look')], parallelToolCalls: false },
      'transformers',
    );
    expect(silent.warnings).toEqual([]);
    for (const name of ['stream_options', 'parallel_tool_calls']) expect(silent.body).not.toHaveProperty(name);
  });

  it.each<[ProfileName, GenerationRequest['reasoning'], JsonObject]>([
    [
      'vllm',
      { enabled: true, effort: 'max' },
      { chat_template_kwargs: { enable_thinking: true, thinking: true }, reasoning_effort: 'max' },
    ],
    [
      'vllm',
      { enabled: true, effort: 'xhigh' },
      { chat_template_kwargs: { enable_thinking: true, thinking: true }, reasoning_effort: 'high' },
    ],
    [
      'sglang',
      { enabled: true, effort: 'max' },
      { chat_template_kwargs: { enable_thinking: true, thinking: true }, reasoning_effort: 'max' },
    ],
    ['vllm', { enabled: false }, { chat_template_kwargs: { enable_thinking: false, thinking: false } }],
    ['sglang', { enabled: true }, { chat_template_kwargs: { enable_thinking: true, thinking: true } }],
    [
      'llama-cpp',
      { enabled: true, effort: 'low' },
      { chat_template_kwargs: { enable_thinking: true }, reasoning_effort: 'low' },
    ],
    ['openai', { enabled: true, effort: 'max' }, { reasoning_effort: 'xhigh' }],
    ['openai', { enabled: true, effort: 'minimal' }, { reasoning_effort: 'minimal' }],
    ['openai', { enabled: false }, {}],
    ['openai', { enabled: true, budgetTokens: 1024 }, { reasoning_effort: 'low' }],
    ['openai', { enabled: true, budgetTokens: 10_000 }, { reasoning_effort: 'medium' }],
    ['openai', { enabled: true, budgetTokens: 32_000 }, { reasoning_effort: 'high' }],
    ['openai', { enabled: true, budgetTokens: 32_000, effort: 'low' }, { reasoning_effort: 'low' }],
    ['ollama', { enabled: true, budgetTokens: 1024 }, { reasoning_effort: 'low' }],
    ['ollama', { enabled: false }, { reasoning_effort: 'none' }],
    ['ollama', { enabled: true, effort: 'minimal' }, { reasoning_effort: 'low' }],
    ['generic', { enabled: true, effort: 'high' }, {}],
  ])('switches reasoning for %s as %j', (profile, reasoning, expected) => {
    const { chat_template_kwargs, reasoning_effort } = body(reasoning === undefined ? {} : { reasoning }, profile);
    expect(JSON.parse(JSON.stringify({ chat_template_kwargs, reasoning_effort }))).toEqual(expected);
  });

  it.each<[GenerationRequest['reasoning'], JsonObject]>([
    [
      { enabled: true, effort: 'xhigh' },
      { thinking: { type: 'enabled' }, reasoning_effort: 'xhigh' },
    ],
    [{ enabled: true }, { thinking: { type: 'enabled' } }],
    [{ enabled: false }, { thinking: { type: 'disabled' } }],
    [undefined, {}],
  ])('switches the thinking of deepseek as %j', (reasoning, expected) => {
    const { thinking, reasoning_effort } = body(reasoning === undefined ? {} : { reasoning }, 'deepseek');
    expect(JSON.parse(JSON.stringify({ thinking, reasoning_effort }))).toEqual(expected);
  });

  it.each<[GenerationRequest['reasoning'], number]>([
    [{ enabled: true, effort: 'high' }, 1],
    [{ enabled: false, implied: true }, 0],
    [undefined, 0],
  ])('switches the thinking of deepseek off before a forced call, also when %j was wanted', (reasoning, count) => {
    const forced = (toolChoice: ToolChoice) =>
      encode(
        'hi',
        { tools: [functionTool('look')], toolChoice, ...(reasoning !== undefined && { reasoning }) },
        'deepseek',
      );
    for (const toolChoice of [{ type: 'required' }, { type: 'tool', name: 'look' }] as const) {
      const { body: sentBody, warnings } = forced(toolChoice);
      expect(sentBody).toMatchObject({ thinking: { type: 'disabled' } });
      expect(sentBody).not.toHaveProperty('reasoning_effort');
      expect(warnings.map(({ param }) => param)).toEqual(Array.from({ length: count }, () => 'reasoning'));
    }
    expect(forced({ type: 'none' }).body['thinking']).toEqual(
      reasoning === undefined ? undefined : { type: reasoning.enabled ? 'enabled' : 'disabled' },
    );
  });

  it.each<[ProfileName, GenerationRequest['reasoning'], number]>([
    ['openai', { enabled: false }, 1],
    ['openai', { enabled: true, effort: 'low' }, 0],
    ['generic', { enabled: false }, 1],
    ['generic', { enabled: true, effort: 'high' }, 1],
    ['generic', { enabled: true, budgetTokens: 1024 }, 1],
    ['openai', { enabled: true, budgetTokens: 1024 }, 1],
    ['generic', { enabled: false, implied: true }, 0],
    ['ollama', { enabled: false }, 0],
    ['deepseek', { enabled: false }, 0],
    ['vllm', { enabled: false }, 0],
  ])('says so where %s has no word for the wish %j', (profile, reasoning, count) =>
    expect(encode('hi', { ...(reasoning !== undefined && { reasoning }) }, profile).warnings).toEqual(
      Array.from({ length: count }, () => ({ kind: 'ignored', param: 'reasoning', message: expect.any(String) })),
    ),
  );

  it('hints at caches without telling who the owner is', () => {
    const openai = body({ cacheKey: 'thread-7' }, 'openai');
    expect(openai).toMatchObject({
      prompt_cache_key: expect.stringMatching(/^[\w-]{32}$/),
      user: expect.stringMatching(/^[\w-]{32}$/),
    });
    expect(JSON.stringify(openai)).not.toMatch(/alice|thread-7/);
  });

  it.each(['vllm', 'sglang'] as const)('keeps the caches of owners apart at %s', (profile) => {
    const salt = (owner: string): unknown =>
      encodeRequest(buildRequest('hi'), {
        model: 'm',
        profile: capabilityProfiles[profile],
        owner,
        signer: 'chat-test',
      }).body['cache_salt'];
    expect(salt('alice')).toEqual(expect.stringMatching(/^[\w-]{32}$/));
    expect(salt('alice')).toBe(salt('alice'));
    expect(salt('alice')).not.toBe(salt('bob'));
  });

  it.each<[ProfileName, JsonObject]>([
    ['openai', { safety_identifier: 'u1', user: expect.stringMatching(/^[\w-]{32}$/) as never }],
    ['vllm', { user: 'u1' }],
    ['sglang', { user: 'u1' }],
  ])('tells %s who the end user is, by the id that the client gave', (profile, members) => {
    expect(body({ endUser: 'u1' }, profile)).toMatchObject(members);
    expect(Object.values(body({ endUser: 'u'.repeat(65) }, profile))).toContainEqual(
      expect.stringMatching(/^[\da-f]{64}$/),
    );
  });

  it('tells nobody else', () => expect(JSON.stringify(body({ endUser: 'somebody' }))).not.toContain('somebody'));
});

describe('tools', () => {
  const tools = [{ ...functionTool('look'), description: 'Looks.' }, functionTool('leap')];

  it.each<[JsonObject, JsonObject]>([
    [{}, { type: 'object', properties: {} }],
    [{ type: 'object' }, { type: 'object', properties: {} }],
    [
      { type: 'object', $ref: '#/$defs/a', $defs: { a: {} } },
      { type: 'object', $ref: '#/$defs/a', $defs: { a: {} }, properties: {} },
    ],
    [
      { type: 'object', properties: { a: {} }, required: ['a'] },
      { type: 'object', properties: { a: {} }, required: ['a'] },
    ],
  ])('with the schema %j say its type and its members where they have to be said', (inputSchema, expected) => {
    const schema = (profile: ProfileName): unknown => {
      const [tool] = body({ tools: [{ kind: 'function', name: 'look', inputSchema }] }, profile)['tools'] as {
        function: JsonObject;
      }[];
      return tool?.function['parameters'];
    };
    expect([schema('openai'), schema('generic')]).toEqual([expected, expected]);
    expect(schema('vllm')).toEqual(inputSchema);
  });

  // As llama.cpp 0.7.0 refuses them ("properties must be an object"), mistral-common 1.12 and SGLang ("None is not of type 'array'").
  it.each(profileNames)('have no members that are null in their schemas with profile %s', (profile) => {
    const inputSchema = { type: 'object', properties: null, required: null };
    const encodedRequest = body(
      {
        tools: [{ kind: 'function', name: 'look', inputSchema }],
        outputFormat: { type: 'json-schema', schema: inputSchema },
      },
      profile,
    );
    expect(JSON.stringify([encodedRequest['tools'], encodedRequest['response_format']])).not.toContain(':null');
    expect(JSON.stringify(encodedRequest['tools'])).toContain('"type":"object"');
  });
  const choose = (toolChoice: ToolChoice, profile?: ProfileName) => {
    const {
      body: { tools: offered, tool_choice: choice },
      warnings,
    } = encode('hi', { tools, toolChoice }, profile);
    return {
      offered: (offered as JsonObject[] | undefined)?.map((tool) => (tool['function'] as JsonObject)['name']),
      choice,
      warnings: warnings.length,
    };
  };

  it.each<[ToolChoice, unknown, unknown]>([
    [{ type: 'auto' }, ['look', 'leap'], undefined],
    [{ type: 'none' }, ['look', 'leap'], 'none'],
    [{ type: 'required' }, ['look', 'leap'], 'required'],
    [{ type: 'tool', name: 'leap' }, ['look', 'leap'], { type: 'function', function: { name: 'leap' } }],
    [{ type: 'allowed', mode: 'auto', tools: [{ name: 'leap' }] }, ['leap'], undefined],
    [{ type: 'allowed', mode: 'required', tools: [{ name: 'leap' }] }, ['leap'], 'required'],
    [{ type: 'allowed', mode: 'auto', tools: [] }, undefined, undefined],
  ])('are offered and chosen by %j', (toolChoice, offered, choice) => {
    expect(choose(toolChoice)).toEqual({ offered, choice, warnings: 0 });
  });

  it('are narrowed where a choice has no effect', () => {
    expect(choose({ type: 'none' }, 'ollama')).toEqual({ offered: undefined, choice: undefined, warnings: 0 });
    expect(choose({ type: 'tool', name: 'leap' }, 'ollama')).toEqual({
      offered: ['leap'],
      choice: undefined,
      warnings: 1,
    });
    expect(choose({ type: 'required' }, 'ollama')).toEqual({
      offered: ['look', 'leap'],
      choice: undefined,
      warnings: 1,
    });
  });

  it('carry their schema, and strict where it is known', () => {
    const strict = tools.map((tool) => ({ ...tool, strict: true }));
    const first = (profile: ProfileName): unknown => (body({ tools: strict }, profile)['tools'] as JsonObject[])[0];
    expect(first('generic')).toEqual({
      type: 'function',
      function: { name: 'look', description: 'Looks.', parameters: { type: 'object', properties: {} } },
    });
    for (const profile of ['openai', 'vllm', 'sglang'] as const) {
      expect(first(profile)).toMatchObject({ function: { strict: true } });
      expect(encode('hi', { tools: strict }, profile).warnings).toEqual([]);
    }
    expect(encode('hi', { tools: strict }).warnings).toEqual([
      { kind: 'ignored', param: 'tools', message: expect.stringContaining('strict') },
    ]);
  });

  it('have {} for values of any type, which Ollama and llama.cpp refuse as true', () => {
    const tool = {
      kind: 'function',
      name: 'look',
      inputSchema: { type: 'object', properties: { any: true } },
    } as const;
    for (const profile of profileNames)
      expect(JSON.stringify(body({ tools: [tool] }, profile)['tools'])).toContain('"properties":{"any":{}}');
    expect(
      JSON.stringify(body({ outputFormat: { type: 'json-schema', schema: tool.inputSchema } }, 'ollama')),
    ).toContain('"properties":{"any":{}}');
  });

  it('are said not to be held to what the client asked of them only where they are offered to be called', () => {
    const onlyLook = tools.map((tool) => ({ ...tool, strict: tool.name === 'look' }));
    const warned = (toolChoice: ToolChoice): number => encode('hi', { tools: onlyLook, toolChoice }).warnings.length;
    expect([
      warned({ type: 'none' }),
      warned({ type: 'allowed', mode: 'auto', tools: [{ name: 'leap' }] }),
      warned({ type: 'allowed', mode: 'auto', tools: [{ name: 'look' }] }),
    ]).toEqual([0, 0, 1]);
  });

  it('of free text travel as functions with one string', () => {
    const custom = {
      kind: 'custom',
      name: 'patch',
      description: 'Patches.',
      format: { type: 'grammar', syntax: 'lark', definition: 'start: "x"' },
    } as const;
    expect(body({ tools: [custom] })['tools']).toEqual([
      {
        type: 'function',
        function: {
          name: 'patch',
          description: expect.stringMatching(/^Patches\.\n\n.*Lark grammar:\nstart: "x"$/s),
          parameters: {
            type: 'object',
            properties: { input: { type: 'string' } },
            required: ['input'],
            additionalProperties: false,
          },
        },
      },
    ]);
    const { warnings } = encode(
      'hi',
      { tools: [custom, { ...custom, name: 'say', format: { type: 'text' } }] },
      'openai',
    );
    expect(warnings).toEqual([
      {
        kind: 'ignored',
        param: 'tools',
        message: "The upstream receives the grammar of 'patch', but does not enforce it.",
      },
    ]);
  });

  it('that only another server could run are not offered', () => {
    expect(
      body({ tools: [{ kind: 'hosted', dialect: 'responses', apiType: 'web_search', value: {} }] }),
    ).not.toHaveProperty('tools');
  });

  it('get names that fit the wire and stay apart', () => {
    const named = [
      functionTool('a.b'),
      functionTool('a_b'),
      { ...functionTool('b'), namespace: 'a' },
      functionTool('x'.repeat(100)),
    ];
    const names = (body({ tools: named })['tools'] as JsonObject[]).map((tool) =>
      String((tool['function'] as JsonObject)['name']),
    );
    expect(new Set(names).size).toBe(4);
    for (const name of names) expect(name).toMatch(/^[\w-]{1,64}$/);
  });

  it('may be limited to one call', () => {
    expect(body({ tools, parallelToolCalls: false })).toMatchObject({ parallel_tool_calls: false });
    expect(body({ parallelToolCalls: false })).not.toHaveProperty('parallel_tool_calls');
  });
});

describe('messages', () => {
  const instructions = [
    message('system', 'one'),
    message('developer', 'two'),
    message('user', 'hi'),
    message('system', 'three'),
    message('assistant', 'yes'),
  ];

  it('keep system text in its place where that is allowed', () => {
    expect(sent(instructions, 'openai')).toEqual([
      { role: 'system', content: 'one' },
      { role: 'developer', content: 'two' },
      { role: 'user', content: 'hi' },
      { role: 'system', content: 'three' },
      { role: 'assistant', content: 'yes' },
    ]);
  });

  it.each(['openai', 'vllm'] as const)('show nothing of one that says nothing: %s', (profile) =>
    expect(sent([message('user', 'hi'), { role: 'system', parts: [] }, message('assistant', 'yes')], profile)).toEqual([
      { role: 'user', content: 'hi' },
      { role: 'assistant', content: 'yes' },
    ]),
  );

  it('bring later system text into the turn of the user where it is not', () => {
    expect(sent(instructions)).toEqual([
      { role: 'system', content: 'one\n\ntwo' },
      { role: 'user', content: 'hi\n<system>\nthree\n</system>' },
      { role: 'assistant', content: 'yes' },
    ]);
  });

  it('make no turn of the user of system text behind results: templates show no reasoning from before one', () => {
    const asked = [
      message('user', 'hi'),
      message('assistant', { type: 'reasoning', text: 'Hmm' }, call('a'), call('b')),
    ];
    const encodedRequest = (...conversation: Message[]): unknown =>
      (sent([...asked, ...conversation], 'vllm') as unknown[]).slice(3);
    expect(
      encodedRequest(
        message('tool', result('a', 'one'), result('b', 'two')),
        message('system', 'three'),
        message('system', 'four'),
      ),
    ).toEqual([
      { role: 'tool', tool_call_id: 'b', content: 'two\n<system>\nthree\n</system>\n<system>\nfour\n</system>' },
    ]);
    expect(
      encodedRequest(
        message('tool', result('a', 'one'), result('b')),
        message('system', 'three'),
        message('user', 'go on'),
      ),
    ).toEqual([
      { role: 'tool', tool_call_id: 'b', content: '<system>\nthree\n</system>' },
      { role: 'user', content: 'go on' },
    ]);
    expect(
      encodedRequest(
        message('tool', result('a', 'one'), result('b', 'two')),
        message('user', 'go on'),
        message('system', 'three'),
      ),
    ).toEqual([
      { role: 'tool', tool_call_id: 'b', content: 'two' },
      { role: 'user', content: 'go on\n<system>\nthree\n</system>' },
    ]);
  });

  it('carry calls with their arguments as they were written, and results as messages of their own', () => {
    const conversation = [
      message('user', 'hi'),
      message('assistant', 'Looking', call('a'), call('b', { argumentsText: '' })),
      message('tool', result('a', 'one', 'two'), { ...result('b', 'broken'), isError: true } as Part),
    ];
    expect(sent(conversation)).toEqual([
      { role: 'user', content: 'hi' },
      {
        role: 'assistant',
        content: 'Looking',
        tool_calls: [
          { id: 'a', type: 'function', function: { name: 'look', arguments: '{"at":1.0}' } },
          { id: 'b', type: 'function', function: { name: 'look', arguments: '{}' } },
        ],
      },
      { role: 'tool', tool_call_id: 'a', content: 'one\ntwo' },
      { role: 'tool', tool_call_id: 'b', content: 'Error: broken' },
    ]);
  });

  it('keep words that stand for a block apart from what the assistant said, whose texts go on where the last one ended', () => {
    const found = (text: string): Part => ({
      type: 'opaque',
      dialect: 'messages',
      apiType: 'web_search_tool_result',
      value: {},
      text,
    });
    expect(
      sent([message('assistant', 'Let me ', 'look.', found('A\nhttps://a.example'), found('B'), 'It ', 'is so.')]),
    ).toEqual([{ role: 'assistant', content: 'Let me look.\nA\nhttps://a.example\nB\nIt is so.' }]);
    expect(sent([message('assistant', found('A\n'), 'Yes')])).toEqual([{ role: 'assistant', content: 'A\nYes' }]);
  });

  it('carry a call without text as content null', () => {
    expect(sent([message('assistant', call('a'))])).toEqual([expect.objectContaining({ content: null })]);
  });

  // llama.cpp 0.7.0 reads them again and fails with a 500.
  it('have arguments without half of a character', () => {
    expect(JSON.stringify(sent([message('assistant', call('a', { argumentsText: '{"at":"\\ud83d"}' }))]))).toContain(
      JSON.stringify('{"at":"\\ufffd"}'),
    );
  });

  it('wrap free text of custom calls, and arguments that were cut', () => {
    const args = (more: Partial<ToolCallPart>): unknown =>
      JSON.stringify(sent([message('assistant', call('a', more))]));
    expect(args({ kind: 'custom', argumentsText: 'a "b"' })).toContain(
      JSON.stringify(JSON.stringify({ input: 'a "b"' })),
    );
    expect(args({ argumentsText: '{"cut' })).toContain(JSON.stringify(JSON.stringify({ input: '{"cut' })));
  });

  it('have no empty one behind the results of a user message that holds nothing else', () => {
    expect(
      sent([message('assistant', call('a')), message('user', result('a', 'one')), message('assistant', 'Yes')]),
    ).toMatchObject([{ role: 'assistant' }, { role: 'tool', content: 'one' }, { role: 'assistant' }]);
  });

  it('bring the images of all results behind the last of them', () => {
    const conversation = [
      message('assistant', call('a'), call('b')),
      message('tool', result('a', 'see', image)),
      message('tool', result('b', image)),
      message('user', 'well?'),
    ];
    const seen = [
      { type: 'text', text: 'From the result of tool call a:' },
      { type: 'image_url', image_url: { url: 'data:image/png;base64,AAAA' } },
      { type: 'text', text: 'From the result of tool call b:' },
      { type: 'image_url', image_url: { url: 'data:image/png;base64,AAAA' } },
    ];
    const results = [
      { role: 'tool', tool_call_id: 'a', content: 'see' },
      { role: 'tool', tool_call_id: 'b', content: '[see the next user message]' },
    ];
    expect((sent(conversation, 'openai') as unknown[]).slice(1)).toEqual([
      ...results,
      { role: 'user', content: seen },
      { role: 'user', content: 'well?' },
    ]);
    expect((sent(conversation) as unknown[]).slice(1)).toEqual([
      ...results,
      { role: 'user', content: [...seen, { type: 'text', text: 'well?' }] },
    ]);
  });

  it.each<[ProfileName, object]>([
    ['vllm', { continue_final_message: true, add_generation_prompt: false }],
    ['sglang', { continue_final_message: true, add_generation_prompt: false }],
    ['ollama', {}],
  ])('that end with words of the assistant are gone on with by %s where it can be asked to', (profile, asked) => {
    const asking = (...conversation: Message[]): object => {
      const { continue_final_message: goOn, add_generation_prompt: anew } = encode(conversation, {}, profile).body;
      return {
        ...(goOn === undefined ? {} : { continue_final_message: goOn }),
        ...(anew === undefined ? {} : { add_generation_prompt: anew }),
      };
    };
    expect(asking(message('user', 'q'), message('assistant', 'The answer is'))).toEqual(asked);
    expect(asking(message('user', 'q'))).toEqual({});
    expect(asking(message('user', 'q'), message('assistant', { type: 'reasoning', text: 'Hmm' }))).toEqual({});
  });

  it('that end with words of the assistant are said to be answered as the server does where it cannot be asked', () => {
    const prefill: Part = { type: 'text', text: 'The answer is' };
    const encodedRequest = (profile: ProfileName, ...conversation: Message[]): unknown =>
      encode(conversation, {}, profile).warnings;
    const warning = {
      kind: 'ignored',
      param: 'messages',
      message: 'The upstream does not support assistant prefill: it receives this text and may start a new response.',
      part: prefill,
    };
    for (const profile of ['generic', 'openai', 'ollama'] as const)
      expect(encodedRequest(profile, message('user', 'q'), message('assistant', prefill))).toEqual([warning]);
    expect(encodedRequest('vllm', message('user', 'q'), message('assistant', prefill))).toEqual([]);
    expect(encodedRequest('generic', message('user', 'q'))).toEqual([]);
  });

  it('that end with words of the assistant are gone on with by llama.cpp where no reasoning is switched on', () => {
    const conversation = [message('user', 'q'), message('assistant', 'The answer is')];
    const encodedRequest = {
      kind: 'ignored',
      param: 'reasoning',
      message: 'The upstream does not support reasoning after an assistant prefill.',
    };
    const off = { chat_template_kwargs: { enable_thinking: false } };
    for (const [more, warnings] of [
      [{}, []],
      [{ reasoning: { enabled: false } }, []],
      [{ reasoning: { enabled: true, implied: true } }, []],
      [{ reasoning: { enabled: true, effort: 'high' } }, [encodedRequest]],
    ] as const) {
      const encoded = encode(conversation, more, 'llama-cpp');
      expect([encoded.body, encoded.warnings]).toEqual([expect.objectContaining(off), warnings]);
      expect(encoded.body).not.toHaveProperty('reasoning_effort');
    }
    expect(encode([message('user', 'q')], {}, 'llama-cpp').body).not.toHaveProperty('chat_template_kwargs');
  });

  it('replay reasoning only where a field for it is known', () => {
    const messagesWithReasoning = [message('assistant', { type: 'reasoning', text: 'Hmm' }, 'Yes')];
    // Each release of vLLM reads one of the two.
    expect(sent(messagesWithReasoning, 'vllm')).toEqual([
      { role: 'assistant', content: 'Yes', reasoning: 'Hmm', reasoning_content: 'Hmm' },
    ]);
    expect(sent(messagesWithReasoning, 'sglang')).toEqual([
      { role: 'assistant', content: 'Yes', reasoning_content: 'Hmm' },
    ]);
    expect(sent(messagesWithReasoning, 'ollama')).toEqual([{ role: 'assistant', content: 'Yes', reasoning: 'Hmm' }]);
    expect(sent(messagesWithReasoning)).toEqual([{ role: 'assistant', content: 'Yes' }]);
    expect(sent(messagesWithReasoning, 'deepseek')).toEqual([
      { role: 'assistant', content: 'Yes', reasoning_content: 'Hmm' },
    ]);
    expect(sent([message('assistant', { type: 'reasoning', text: 'Hmm' })])).toEqual([]);
  });

  it('leave out a user who says nothing but what no model is shown', () => {
    const unsupported: Part = { type: 'opaque', dialect: 'responses', apiType: 'program_output', value: {} };
    expect(
      sent([message('user', 'q'), message('user', unsupported), message('user', unsupported, 'and?')], 'openai'),
    ).toEqual([
      { role: 'user', content: 'q' },
      { role: 'user', content: 'and?' },
    ]);
  });

  it('have blank reasoning where there is none and the upstream refuses answers without it', () => {
    const assistantMessages = [
      message('assistant', call('a')),
      message('tool', result('a', 'seen')),
      message('assistant', 'Yes'),
    ];
    expect(sent(assistantMessages, 'deepseek')).toMatchObject([
      { reasoning_content: ' ' },
      { role: 'tool' },
      { content: 'Yes', reasoning_content: ' ' },
    ]);
    expect(JSON.stringify(sent(assistantMessages, 'sglang'))).not.toContain('reasoning');
  });

  it.each<[string, Part, ProfileName, unknown]>([
    ['an image', image, 'generic', { type: 'image_url', image_url: { url: 'data:image/png;base64,AAAA' } }],
    [
      'an image by URL',
      { ...image, source: { type: 'url', url: 'https://h/i.png' }, detail: 'original' } as Part,
      'generic',
      { type: 'image_url', image_url: { url: 'https://h/i.png', detail: 'high' } },
    ],
    [
      'a document',
      {
        type: 'media',
        media: 'document',
        filename: 'a.pdf',
        source: { type: 'base64', mediaType: 'application/pdf', data: 'AAAA' },
      },
      'openai',
      { type: 'file', file: { filename: 'a.pdf', file_data: 'data:application/pdf;base64,AAAA' } },
    ],
    [
      'a text document',
      {
        type: 'media',
        media: 'document',
        filename: 'a.txt',
        source: { type: 'text', mediaType: 'text/plain', text: 'words' },
      },
      'generic',
      { type: 'text', text: 'a.txt:\nwords' },
    ],
    [
      'a sound',
      { type: 'media', media: 'audio', source: { type: 'base64', mediaType: 'audio/mpeg', data: 'AAAA' } },
      'vllm',
      { type: 'input_audio', input_audio: { data: 'AAAA', format: 'mp3' } },
    ],
    [
      'an opaque part with text',
      { type: 'opaque', dialect: 'messages', apiType: 'search_result', value: {}, text: 'found' },
      'generic',
      { type: 'text', text: 'found' },
    ],
  ])('carry %s', (_, part, profile, expected) => {
    const {
      body: { messages },
      warnings,
    } = encode([message('user', image, part)], {}, profile);
    expect((messages as { content: unknown[] }[])[0]?.content[1]).toEqual(expected);
    expect(warnings).toEqual([]);
  });

  it.each<[string, Part, ProfileName]>([
    ['a file that is stored elsewhere', { ...image, source: { type: 'file', fileId: 'file_1' } } as Part, 'openai'],
    ['an image by URL', { ...image, source: { type: 'url', url: 'https://h/i.png' } } as Part, 'ollama'],
    [
      'a document',
      { type: 'media', media: 'document', source: { type: 'base64', mediaType: 'application/pdf', data: 'AAAA' } },
      'generic',
    ],
    [
      'a sound',
      { type: 'media', media: 'audio', source: { type: 'base64', mediaType: 'audio/wav', data: 'AAAA' } },
      'generic',
    ],
  ])('tell the model and the client when %s cannot go along', (_, part, profile) => {
    const {
      body: { messages },
      warnings,
    } = encode([message('user', 'see', part)], {}, profile);
    expect(JSON.stringify(messages)).toContain('not available to the model');
    expect(warnings).toEqual([expect.objectContaining({ kind: 'dropped', param: 'messages', part })]);
  });
});
