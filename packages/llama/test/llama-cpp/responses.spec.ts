import { Ajv2020 } from 'ajv/dist/2020.js';

import type { FunctionTool, JsonObject } from '@org/engine';
import { buildRequest, message } from '@org/engine/testing';

import { demoModel, eventsOf, resultOf, textOf, volume, weather } from '../demo.js';

const languageModel = demoModel();

describe('a response of the built-in model', () => {
  it('greets and ends by itself', async () => {
    const result = await resultOf(languageModel, buildRequest('Hello'));
    expect(textOf(result)).toMatch(/hello|hi|help/i);
    expect(result.finishReason).toEqual({ unified: 'stop' });
    expect(result.model).toBe('test-model');
  });

  it('streams deltas that join to the finished part', async () => {
    const events = await eventsOf(
      languageModel,
      buildRequest('Tell me a story about a fox.', { limits: { maxOutputTokens: 80 } }),
    );
    const deltas = events.flatMap((event) =>
      event.type === 'part-delta' && event.delta.type === 'text' ? [event.delta.text] : [],
    );
    const end = events.find((event) => event.type === 'part-end');
    expect(deltas.length).toBeGreaterThan(20);
    expect(end).toMatchObject({ part: { type: 'text', text: deltas.join('') } });
    expect(events.map((event) => event.type).slice(0, 2)).toEqual(['generation-start', 'part-start']);
  });

  it('follows a system message, first or later', async () => {
    const first = await resultOf(
      languageModel,
      buildRequest([message('system', 'Your name is Ada.'), message('user', 'Who are you?')]),
    );
    expect(textOf(first)).toContain('Ada');
    const later = await resultOf(
      languageModel,
      buildRequest([
        message('user', 'Hello'),
        message('assistant', 'Hello!'),
        message('developer', 'Reply in all caps.'),
        message('user', 'Hello'),
      ]),
    );
    expect(later.finishReason.unified).toBe('stop');
  });

  it('is truncated at the token limit with exact usage', async () => {
    const result = await resultOf(
      languageModel,
      buildRequest('Tell me a story about a fox.', { limits: { maxOutputTokens: 7 } }),
    );
    expect(result.finishReason).toEqual({ unified: 'length' });
    expect(result.usage.outputTokens).toBe(7);
  });

  it('generates nothing for a limit of 0, but reads the prompt', async () => {
    const result = await resultOf(languageModel, buildRequest('Hello there', { limits: { maxOutputTokens: 0 } }));
    expect(result.parts).toEqual([]);
    expect(result.finishReason).toEqual({ unified: 'length' });
    expect(result.usage).toMatchObject({ outputTokens: 0 });
    expect(result.usage.inputTokens).toBeGreaterThan(5);
  });

  it('reports its sampling parameters: greedy by default and within range', async () => {
    const limits = { maxOutputTokens: 1 };
    const samplingOf = async (more: Parameters<typeof buildRequest>[1]): Promise<unknown> =>
      (await resultOf(languageModel, buildRequest('Hello', { limits, ...more }))).sampling;
    expect(await samplingOf({})).toEqual({ temperature: 0, topP: 1, topK: 0, presencePenalty: 0, frequencyPenalty: 0 });
    const asked = { temperature: 3, topP: 0.5, topK: 40, presencePenalty: 1, frequencyPenalty: -3, topLogprobs: 2 };
    expect(await samplingOf({ sampling: asked })).toEqual({ ...asked, temperature: 2, frequencyPenalty: -2 });
    expect(await samplingOf({ sampling: asked, outputFormat: { type: 'json-object' } })).not.toHaveProperty(
      'topLogprobs',
    );
  });

  it('ends before a stop sequence, also one that spans tokens, and reports it', async () => {
    const result = await resultOf(
      languageModel,
      buildRequest('Count from 1 to 10', { stopSequences: ['never', '5, 6, 7'] }),
    );
    expect(textOf(result)).toBe('1, 2, 3, 4, ');
    expect(result.finishReason).toEqual({ unified: 'stop-sequence', stopSequence: '5, 6, 7' });
  });

  it('ends as soon as a line break that is a stop sequence arrives, also where the limit ends the completion', async () => {
    const list = buildRequest('List three fruits as bullet points.');
    const limited = (
      maxOutputTokens: number,
      more: Parameters<typeof buildRequest>[1] = {},
    ): ReturnType<typeof resultOf> => resultOf(languageModel, { ...list, ...more, limits: { maxOutputTokens } });
    let [tokens, text] = [0, ''];
    while (!text.includes('\n') && tokens < 60) text = textOf(await limited((tokens += 1)));
    const line = text.slice(0, text.indexOf('\n'));
    expect(line).not.toBe('');
    for (const maxOutputTokens of [tokens, 60]) {
      const stopped = await limited(maxOutputTokens, { stopSequences: ['\n'] });
      expect([textOf(stopped), stopped.usage.outputTokens, stopped.finishReason]).toEqual([
        line,
        tokens,
        { unified: 'stop-sequence', stopSequence: '\n' },
      ]);
    }
  });

  it('continues the assistant text at the end of the conversation', async () => {
    const result = await resultOf(
      languageModel,
      buildRequest([
        message('user', 'What is the capital of France?'),
        message('assistant', 'The capital of France is'),
      ]),
    );
    expect(textOf(result)).toBe(' Paris.');
  });

  it('repeats itself for the same seed and varies for another', async () => {
    const story = (seed: number): Promise<string> =>
      resultOf(
        languageModel,
        buildRequest('Tell me a story about a fox.', {
          sampling: { temperature: 1.2, seed },
          limits: { maxOutputTokens: 40 },
        }),
      ).then(textOf);
    const [first, again, other] = [await story(7), await story(7), await story(8)];
    expect(again).toBe(first);
    expect(other).not.toBe(first);
  });

  it('changes under a frequency penalty', async () => {
    const count = (frequencyPenalty: number): Promise<string> =>
      resultOf(
        languageModel,
        buildRequest('Count from 1 to 10', { sampling: { frequencyPenalty }, limits: { maxOutputTokens: 30 } }),
      ).then(textOf);
    expect(await count(2)).not.toBe(await count(0));
  });
});

describe('log-probabilities', () => {
  it('accompany every text token, the chosen one being the likeliest when greedy', async () => {
    const request = buildRequest('What is the capital of France?');
    const plain = await resultOf(languageModel, request);
    const scored = await resultOf(languageModel, { ...request, sampling: { topLogprobs: 3 } });
    expect(textOf(scored)).toBe(textOf(plain));
    const [part] = scored.parts;
    const logprobs = part?.type === 'text' ? (part.logprobs ?? []) : [];
    expect(logprobs.map((one) => one.token).join('')).toBe(textOf(plain));
    for (const one of logprobs) {
      expect(one.logprob).toBeLessThanOrEqual(0);
      expect(one.top).toHaveLength(3);
      expect(one.top[0]).toMatchObject({ token: one.token, logprob: one.logprob });
      expect(one.top.reduce((sum, other) => sum + Math.exp(other.logprob), 0)).toBeLessThanOrEqual(1 + 1e-6);
    }
  });

  it('exclude reasoning, its markers, and stop sequences', async () => {
    const tokens = async (...as: Parameters<typeof buildRequest>): Promise<readonly [string, readonly string[]]> => {
      const result = await resultOf(languageModel, buildRequest(as[0], { ...as[1], sampling: { topLogprobs: 1 } }));
      return [
        textOf(result),
        result.parts.flatMap((part) => (part.type === 'text' ? (part.logprobs ?? []) : [])).map(({ token }) => token),
      ];
    };
    const [reasoning, responseTokens] = await tokens('What is 12 + 7?', { reasoning: { enabled: true } });
    expect(responseTokens.join('')).toBe(reasoning);
    const [counted, ofCount] = await tokens('Count from 1 to 10', { stopSequences: ['5, 6, 7'] });
    expect(ofCount.join('')).toBe(counted);
  });

  it('have no bytes for a token that is a part of a character', async () => {
    const result = await resultOf(
      languageModel,
      buildRequest('Say 漢字', {
        sampling: { topLogprobs: 2, temperature: 2, seed: 1 },
        limits: { maxOutputTokens: 40 },
      }),
    );
    for (const part of result.parts) {
      for (const { token, bytes } of part.type === 'text' ? (part.logprobs ?? []) : [])
        expect(Buffer.from(bytes).toString('utf8')).toBe(token.includes('\ufffd') ? '' : token);
    }
  });

  it('are not there unless asked for', async () => {
    expect(JSON.stringify(await resultOf(languageModel, buildRequest('Hello')))).not.toContain('logprob');
  });

  it('are ignored with a warning where a schema constrains the output', async () => {
    const result = await resultOf(
      languageModel,
      buildRequest('Hello', {
        sampling: { topLogprobs: 1 },
        outputFormat: { type: 'json-object' },
        limits: { maxOutputTokens: 20 },
      }),
    );
    expect(result.warnings).toMatchObject([{ kind: 'ignored', param: 'top_logprobs' }]);
  });
});

describe('reasoning', () => {
  it('is a separate, counted part when it is enabled', async () => {
    const result = await resultOf(languageModel, buildRequest('Hello', { reasoning: { enabled: true } }));
    expect(result.parts.map((part) => part.type)).toEqual(['reasoning', 'text']);
    expect(result.usage.reasoningTokens).toBeGreaterThan(5);
    expect(result.usage.reasoningTokens).toBeLessThan(result.usage.outputTokens);
    expect(JSON.stringify(result.parts)).not.toContain('think>');
  });

  it('is absent when it is disabled or not requested', async () => {
    for (const reasoning of [{ reasoning: { enabled: false } }, {}]) {
      const result = await resultOf(languageModel, buildRequest('Hello', reasoning));
      expect(result.parts.map((part) => part.type)).toEqual(['text']);
      expect(result.usage.reasoningTokens).toBe(0);
    }
  });

  it('ends when its budget is used up, and the text follows', async () => {
    const result = await resultOf(
      languageModel,
      buildRequest('What is 12 + 30?', { reasoning: { enabled: true, budgetTokens: 5 } }),
    );
    expect(result.parts.map((part) => part.type)).toEqual(['reasoning', 'text']);
    expect(result.usage.reasoningTokens).toBeLessThan(12);
  });
});

describe('tool calls', () => {
  it('carry the exact arguments and end the completion', async () => {
    const result = await resultOf(
      languageModel,
      buildRequest('What is the weather like in San Francisco?', { tools: [weather] }),
    );
    expect(result.parts).toEqual([
      {
        type: 'tool-call',
        callId: 'call_1',
        name: 'get_weather',
        kind: 'function',
        argumentsText: '{"location": "San Francisco"}',
      },
    ]);
    expect(result.finishReason).toEqual({ unified: 'tool-calls' });
  });

  it('stream their arguments in deltas', async () => {
    const events = await eventsOf(
      languageModel,
      buildRequest('What is the weather like in San Francisco?', { tools: [weather] }),
    );
    const deltas = events.flatMap((event) =>
      event.type === 'part-delta' && event.delta.type === 'arguments' ? [event.delta.text] : [],
    );
    expect(deltas.length).toBeGreaterThan(3);
    expect(deltas.join('')).toBe('{"location": "San Francisco"}');
  });

  it('are followed by a completion based on the returned result', async () => {
    const result = await resultOf(
      languageModel,
      buildRequest(
        [
          message('user', 'What is the weather like in Paris?'),
          message('assistant', {
            type: 'tool-call',
            callId: 'a',
            name: 'get_weather',
            kind: 'function',
            argumentsText: '{"location": "Paris"}',
          }),
          message('tool', {
            type: 'tool-result',
            callId: 'a',
            kind: 'function',
            content: [{ type: 'text', text: '{"temperature": 21, "condition": "sunny"}' }],
          }),
        ],
        { tools: [weather] },
      ),
    );
    expect(textOf(result)).toContain('21');
    expect(textOf(result)).toContain('sunny');
  });

  it('may be several, unless parallel calls are switched off', async () => {
    const ask = (parallelToolCalls: boolean) =>
      resultOf(
        languageModel,
        buildRequest("What's the weather in Paris and Tokyo?", { tools: [weather], parallelToolCalls }),
      );
    expect((await ask(true)).parts).toMatchObject([
      { argumentsText: '{"location": "Paris"}' },
      { argumentsText: '{"location": "Tokyo"}' },
    ]);
    expect((await ask(false)).parts).toHaveLength(1);
  });

  it('use only offered names and valid arguments, whatever the model would like to write', async () => {
    const result = await resultOf(languageModel, buildRequest('set the volume to 30', { tools: [volume, weather] }));
    expect(result.parts).toMatchObject([{ type: 'tool-call', name: 'set-volume', argumentsText: '{"level": 30}' }]);
  });

  it('are absent when no tool may be called', async () => {
    const result = await resultOf(
      languageModel,
      buildRequest('What is the weather like in San Francisco?', { tools: [weather], toolChoice: { type: 'none' } }),
    );
    expect(result.parts.map((part) => part.type)).toEqual(['text']);
  });

  it.each([{}, { sampling: { topLogprobs: 1 } }])(
    'are absent when no tool may be called, even after earlier calls and with %j',
    async (more) => {
      const chat = [
        message('user', 'What is the weather like in Paris?'),
        message('assistant', {
          type: 'tool-call',
          callId: 'a',
          name: 'get_weather',
          kind: 'function',
          argumentsText: '{"location": "Paris"}',
        }),
        message('tool', {
          type: 'tool-result',
          callId: 'a',
          kind: 'function',
          content: [{ type: 'text', text: '{"condition": "sunny"}' }],
        }),
        message('assistant', 'The condition is sunny.'),
        message('user', 'What is the weather like in Tokyo?'),
      ];
      const result = await resultOf(
        languageModel,
        buildRequest(chat, {
          tools: [weather],
          toolChoice: { type: 'none' },
          limits: { maxOutputTokens: 60 },
          ...more,
        }),
      );
      expect(result.parts.map((part) => part.type)).toEqual(['text']);
      expect(textOf(result)).not.toContain('<tool_call>');
    },
  );

  it('give free text to a custom tool', async () => {
    const result = await resultOf(
      languageModel,
      buildRequest('run ls -la', {
        tools: [{ kind: 'custom', name: 'shell', description: 'Run a shell command', format: { type: 'text' } }],
        toolChoice: { type: 'required' },
        parallelToolCalls: false,
        limits: { maxOutputTokens: 60 },
      }),
    );
    expect(result.parts).toMatchObject([{ type: 'tool-call', name: 'shell', kind: 'custom' }]);
    expect(JSON.stringify(result.parts)).not.toContain('input');
  });

  it('emit no warning for provider-executed tools, which the request parser reports', async () => {
    const result = await resultOf(
      languageModel,
      buildRequest('Hello', {
        tools: [weather, { kind: 'hosted', dialect: 'responses', apiType: 'web_search', value: {} }],
      }),
    );
    expect(result.warnings).toEqual([]);
  });

  const schemas: Readonly<Record<string, JsonObject>> = {
    nested: {
      type: 'object',
      properties: {
        user: {
          type: 'object',
          properties: {
            name: { type: 'string', maxLength: 12 },
            tags: { type: 'array', items: { enum: ['a', 'b'] }, minItems: 1, maxItems: 3 },
          },
          required: ['name', 'tags'],
        },
      },
      required: ['user'],
    },
    choices: {
      type: 'object',
      properties: {
        value: { anyOf: [{ type: 'integer', minimum: -5, maximum: 17 }, { const: 'none' }] },
        on: { type: 'boolean' },
      },
      required: ['value', 'on'],
    },
    formats: {
      type: 'object',
      properties: { day: { type: 'string', format: 'date' }, code: { type: 'string', pattern: '^[A-Z]{2}-\\d{3}$' } },
      required: ['day', 'code'],
      additionalProperties: false,
    },
    recursive: {
      type: 'object',
      properties: { tree: { $ref: '#/$defs/node' } },
      required: ['tree'],
      $defs: {
        node: {
          type: 'object',
          properties: {
            value: { type: 'integer', minimum: 0, maximum: 9 },
            next: { anyOf: [{ $ref: '#/$defs/node' }, { type: 'null' }] },
          },
          required: ['value', 'next'],
        },
      },
    },
  };

  it.each(Object.keys(schemas))('are forced into the schema "%s"', async (name) => {
    const schema = schemas[name] ?? {};
    const tool: FunctionTool = {
      kind: 'function',
      name: 'record',
      description: 'Record something',
      inputSchema: schema,
      strict: true,
    };
    for (const toolChoice of [{ type: 'required' }, { type: 'tool', name: 'record' }] as const) {
      const result = await resultOf(
        languageModel,
        buildRequest('Hello', {
          tools: [tool, weather],
          toolChoice,
          parallelToolCalls: false,
          limits: { maxOutputTokens: 300 },
        }),
      );
      const call = result.parts.find((part) => part.type === 'tool-call');
      expect(result.finishReason.unified).toBe('tool-calls');
      if (call?.type !== 'tool-call' || (toolChoice.type === 'required' && call.name !== 'record')) continue;
      expect(call.name).toBe('record');
      const valid = new Ajv2020({ strict: false, validateFormats: false }).validate(
        schema,
        JSON.parse(call.argumentsText),
      );
      expect(valid).toBe(true);
    }
  });

  it('name the tool and the unsupported keyword of a strict schema', async () => {
    const tool: FunctionTool = {
      kind: 'function',
      name: 'pick',
      inputSchema: { type: 'object', properties: { a: { not: { type: 'string' } } } },
      strict: true,
    };
    await expect(resultOf(languageModel, buildRequest('Hello', { tools: [tool] }))).rejects.toMatchObject({
      code: 'unsupported',
      message: expect.stringMatching(/tools\.0\.inputSchema\.properties\.a\.not/),
    });
  });

  it.each<[JsonObject, string]>([
    [
      { type: 'object', properties: { age: { type: 'strng' } } },
      'properties.age.type must be equal to one of the allowed values',
    ],
    [{ type: 'object', properties: { 'a/b': { required: 'x' } } }, 'properties.a/b.required must be array'],
    [{ $defs: { n: { minLength: '3' } }, prefixItems: [{ type: 'nul' }] }, '$defs.n.minLength must be integer'],
    [{ enum: [] }, 'an "enum" is empty'],
    [{ $ref: '#/$defs/missing' }, 'a "$ref" has no target'],
    [{ type: 'string', pattern: '(a' }, 'a "pattern" is not a regular expression'],
  ])('reports where a schema is invalid: %j', async (schema, fault) => {
    await expect(
      resultOf(languageModel, buildRequest('Hello', { outputFormat: { type: 'json-schema', schema } })),
    ).rejects.toMatchObject({
      code: 'invalid-request',
      message: expect.stringContaining(`this is not a valid JSON Schema: ${fault}.`),
    });
  });

  it('reject a tool choice for a missing tool', async () => {
    await expect(
      resultOf(languageModel, buildRequest('Hello', { tools: [weather], toolChoice: { type: 'tool', name: 'other' } })),
    ).rejects.toMatchObject({ code: 'invalid-request', param: 'tool_choice' });
  });
});

describe('structured output', () => {
  const schema: JsonObject = {
    type: 'object',
    properties: { name: { type: 'string' }, age: { type: 'integer' } },
    required: ['name', 'age'],
    additionalProperties: false,
  };
  const text = 'My name is Bob Miller and I am 42 years old.';

  it('matches its schema', async () => {
    const result = await resultOf(languageModel, buildRequest(text, { outputFormat: { type: 'json-schema', schema } }));
    expect(JSON.parse(textOf(result))).toEqual({ name: 'Bob Miller', age: 42 });
    expect(result.finishReason).toEqual({ unified: 'stop' });
  });

  it('follows unconstrained reasoning', async () => {
    const result = await resultOf(
      languageModel,
      buildRequest(text, { outputFormat: { type: 'json-schema', schema }, reasoning: { enabled: true } }),
    );
    expect(result.parts.map((part) => part.type)).toEqual(['reasoning', 'text']);
    expect(JSON.parse(textOf(result))).toEqual({ name: 'Bob Miller', age: 42 });
  });

  it('may be any object', async () => {
    const result = await resultOf(
      languageModel,
      buildRequest(text, { outputFormat: { type: 'json-object' }, limits: { maxOutputTokens: 200 } }),
    );
    expect(JSON.parse(textOf(result))).toEqual(expect.any(Object));
  });

  it('still allows tool calls', async () => {
    const result = await resultOf(
      languageModel,
      buildRequest('What is the weather like in Paris?', {
        tools: [weather],
        outputFormat: { type: 'json-schema', schema },
      }),
    );
    expect(['text', 'tool-call']).toContain(result.parts[0]?.type);
  });

  it('rejects an unsupported keyword with its path', async () => {
    const impossible: JsonObject = { type: 'object', properties: { a: { type: 'string', pattern: '^(?=x)y$' } } };
    await expect(
      resultOf(languageModel, buildRequest(text, { outputFormat: { type: 'json-schema', schema: impossible } })),
    ).rejects.toMatchObject({
      code: 'unsupported',
      message: expect.stringMatching(/schema\.properties\.a\.pattern/),
    });
  });

  it('lets such a keyword pass when the request is not strict', async () => {
    const loose: JsonObject = {
      type: 'object',
      properties: { name: { type: 'string', pattern: '^(?=x)y$' } },
      required: ['name'],
    };
    const result = await resultOf(
      languageModel,
      buildRequest(text, { outputFormat: { type: 'json-schema', schema: loose, strict: false } }),
    );
    expect(JSON.parse(textOf(result))).toHaveProperty('name');
  });
});
