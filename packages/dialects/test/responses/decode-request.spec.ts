// What the engine sees of a request.
import { type GenerationRequest, type JsonObject, prepareStep, type TurnRequest } from '@org/engine';
import { applyChanges } from '@org/engine/testing';
import type { DecodePolicy } from '#src/dialect.js';
import { responsesDialect } from '#src/responses.js';
import { testSigner } from '../test-signer.js';
import { decodeOptions, encodeTurn } from './options.js';
import { sampleRequests } from './sample-requests.js';

function decode(
  body: JsonObject,
  policy: Partial<DecodePolicy> = {},
  items: Readonly<Record<string, JsonObject>> = {},
): TurnRequest {
  return responsesDialect.decodeRequest(
    responsesDialect.parseRequest({ model: 'm', input: 'q', ...body }),
    decodeOptions(policy, items),
  );
}

/** The value without passthrough fields: what every language model reads. */
function neutral(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value, (key, member: unknown) => (key === 'extensions' ? undefined : member)));
}

describe('the messages of a request', () => {
  it('put instructions first as a system message that is not part of the input', () => {
    const turn = decode({ instructions: 'Be brief.' });
    expect(neutral(turn.instructions)).toEqual([{ role: 'system', parts: [{ type: 'text', text: 'Be brief.' }] }]);
    expect(turn.generation.messages).toEqual([...turn.instructions, ...turn.input]);
    expect(neutral(turn.input)).toEqual([{ role: 'user', parts: [{ type: 'text', text: 'q' }] }]);
  });

  it('group the assistant output between two client turns, in order', () => {
    const turn = decode(sampleRequests['a coding agent'] ?? {});
    expect(neutral(turn.input)).toEqual([
      { role: 'developer', parts: [{ type: 'text', text: 'You edit files.' }] },
      { role: 'user', parts: [{ type: 'text', text: 'cwd: /srv' }] },
      { role: 'user', parts: [{ type: 'text', text: 'List the files.' }] },
      {
        role: 'assistant',
        parts: [
          {
            type: 'reasoning',
            text: 'I will call ls.',
            signature: { signer: 'local', form: 'encrypted', data: testSigner.encrypt('I will call ls.') },
          },
          {
            type: 'tool-call',
            callId: 'call_1',
            name: 'exec_command',
            kind: 'function',
            argumentsText: '{"cmd": "ls", "n": 1.0}',
          },
        ],
      },
      {
        role: 'tool',
        parts: [
          {
            type: 'tool-result',
            callId: 'call_1',
            kind: 'function',
            content: [{ type: 'text', text: 'a.txt\nb.txt' }],
          },
        ],
      },
      { role: 'assistant', parts: [{ type: 'text', text: 'Two files.' }] },
      { role: 'user', parts: [{ type: 'text', text: 'Delete one.' }] },
    ]);
  });

  it('show a compaction of this service as its text, and warn of unreadable reasoning', () => {
    const turn = decode({
      input: [
        { type: 'compaction', encrypted_content: testSigner.encrypt('They spoke of lakes.', 'compaction') },
        { type: 'reasoning', id: 'rs_1', summary: [], encrypted_content: 'foreign' },
      ],
    });
    expect(turn.input[0]).toMatchObject({ role: 'user', parts: [{ type: 'opaque', text: 'They spoke of lakes.' }] });
    expect(turn.input[1]).toMatchObject({
      role: 'assistant',
      parts: [{ type: 'reasoning', text: '', signature: { signer: 'foreign' } }],
    });
    expect(turn.warnings.map(({ param }) => param)).toEqual(['input.1.encrypted_content']);
  });

  it.each([
    ['a.txt', 'data:text/plain;base64,SGk='],
    ['main.py', 'SGk='],
    ['NOTES.YAML', 'SGk='],
  ])('show the content of a text file to a model, and preserve its bytes for the API: %s', (filename, data) => {
    const input = [{ role: 'user', content: [{ type: 'input_file', filename, file_data: data }] }];
    const turn = decode({ input });
    expect(prepareStep(turn, turn.input, {}).request.messages[0]?.parts).toMatchObject([
      { type: 'media', filename, source: { type: 'text', text: 'Hi' } },
    ]);
    expect(encodeTurn(turn).input).toEqual(input);
  });

  it('treat a file as a PDF when its name has no known extension, even one that is an object member', () => {
    const { input } = decode({
      input: [{ role: 'user', content: [{ type: 'input_file', filename: 'a.constructor', file_data: 'SGk=' }] }],
    });
    expect(input[0]?.parts).toMatchObject([{ source: { type: 'base64', mediaType: 'application/pdf' } }]);
  });

  it('hold images and files by their bytes when the request includes those', () => {
    const [message] = decode({
      input: [
        {
          role: 'user',
          content: [
            { type: 'input_image', image_url: 'data:image/png;base64,AAAA', detail: 'low' },
            { type: 'input_file', file_url: 'https://example.org/a.pdf' },
          ],
        },
      ],
    }).input;
    expect(neutral(message?.parts)).toEqual([
      {
        type: 'media',
        media: 'image',
        source: { type: 'base64', mediaType: 'image/png', data: 'AAAA' },
        detail: 'low',
      },
      { type: 'media', media: 'document', source: { type: 'url', url: 'https://example.org/a.pdf' } },
    ]);
  });

  it('hold the referenced items, each id as often as the input has it', () => {
    const reference = { type: 'item_reference', id: 'msg_1' };
    const stored = {
      type: 'message',
      id: 'msg_1',
      role: 'assistant',
      status: 'completed',
      content: [{ type: 'output_text', text: 'Hello.', annotations: [] }],
    };
    const request = responsesDialect.parseRequest({
      model: 'm',
      input: [reference, { id: 'msg_1' }, { type: 'message', id: 'msg_9', role: 'user', content: 'q' }],
    });
    expect(responsesDialect.referencedItems(request)).toEqual(['msg_1', 'msg_1']);
    expect(neutral(decode({ input: [reference] }, {}, { msg_1: stored }).input)).toEqual([
      { role: 'assistant', parts: [{ type: 'text', text: 'Hello.' }] },
    ]);
  });

  it.each([
    ['is missing', {}],
    ['is a reference itself', { msg_1: { type: 'item_reference', id: 'msg_1' } }],
  ])('are rejected when a referenced item %s', (_, items) => {
    expect(() => decode({ input: [{ type: 'item_reference', id: 'msg_1' }] }, {}, items)).toThrow(
      expect.objectContaining({ code: 'not-found', param: 'input', message: "Item with id 'msg_1' not found." }),
    );
  });
});

describe('the tools of a request', () => {
  const tools = [
    { type: 'function', name: 'f', parameters: { type: 'object' }, strict: true },
    { type: 'namespace', name: 'n', tools: [{ type: 'function', name: 'g' }] },
    { type: 'web_search' },
  ];

  it('are offered with their namespace, and hosted ones are preserved with a warning', () => {
    const turn = decode({ tools });
    expect(neutral(turn.generation.tools)).toEqual([
      { kind: 'function', name: 'f', inputSchema: { type: 'object' }, strict: true },
      { kind: 'function', name: 'g', namespace: 'n', inputSchema: { type: 'object', properties: {} } },
      { kind: 'hosted', dialect: 'responses', apiType: 'web_search', value: { type: 'web_search' } },
    ]);
    expect(turn.warnings).toEqual([
      {
        kind: 'dropped',
        param: 'tools.2',
        message: "The service cannot run tool 'web_search' and does not offer it to the model.",
      },
    ]);
  });

  it('are called by the model where only a program may call them, with a warning', () => {
    const alone = { allowed_callers: ['programmatic'] };
    const called = [
      { type: 'function', name: 'f', ...alone },
      {
        type: 'namespace',
        name: 'n',
        tools: [
          { type: 'custom', name: 'c', ...alone },
          { type: 'function', name: 'g', allowed_callers: null },
        ],
      },
      { type: 'shell', ...alone },
    ];
    const { generation, warnings } = decode({ tools: called }, { hostedTools: 'reject' });
    expect(generation.tools).toHaveLength(4);
    expect(warnings.map(({ kind, param }) => `${kind} ${param}`)).toEqual([
      'ignored tools.0.allowed_callers',
      'ignored tools.1.tools.0.allowed_callers',
      'ignored tools.2.allowed_callers',
    ]);
    expect(
      decode({ tools: [{ type: 'function', name: 'f', allowed_callers: ['direct', 'programmatic'] }] }).warnings,
    ).toEqual([]);
  });

  it('are rejected when the installation rejects hosted ones', () => {
    expect(() => decode({ tools }, { hostedTools: 'reject' })).toThrow(
      expect.objectContaining({ code: 'unsupported', param: 'tools.2' }),
    );
  });

  it.each([
    ['none', { type: 'none' }, 0],
    ['required', { type: 'required' }, 0],
    [{ type: 'function', name: 'f' }, { type: 'tool', name: 'f' }, 0],
    [
      { type: 'allowed_tools', mode: 'auto', tools: [{ type: 'function', name: 'f', namespace: 'fs' }] },
      { type: 'allowed', mode: 'auto', tools: [{ name: 'f', namespace: 'fs' }] },
      0,
    ],
    [
      { type: 'allowed_tools', mode: 'required', tools: [{ type: 'function', name: 'f' }] },
      { type: 'allowed', mode: 'required', tools: [{ name: 'f' }] },
      0,
    ],
    [{ type: 'web_search_preview' }, { type: 'auto' }, 1],
    [{ type: 'allowed_tools', mode: 'auto', tools: [{ type: 'web_search' }] }, { type: 'none' }, 1],
    [
      { type: 'allowed_tools', mode: 'required', tools: [{ type: 'web_search' }, { type: 'mcp', server_label: 's' }] },
      { type: 'none' },
      1,
    ],
    [{ type: 'mcp', server_label: 's' }, { type: 'auto' }, 1],
  ])('are chosen among: %j', (payload, choice, warnings) => {
    const turn = decode({ tools: tools.slice(0, 2), tool_choice: payload });
    expect(turn.generation.toolChoice).toEqual(choice);
    expect(turn.warnings).toHaveLength(warnings);
  });

  it.each([
    [{ type: 'function', name: 'x' }],
    [{ type: 'allowed_tools', mode: 'auto', tools: [{ type: 'custom', name: 'x' }] }],
  ])('are rejected when the choice names none of them: %j', (payload) => {
    expect(() => decode({ tools, tool_choice: payload })).toThrow("Tool choice 'x' not found in 'tools' parameter.");
  });

  it('are allowed by the namespace that they are in', () => {
    const payload = { type: 'allowed_tools', mode: 'auto', tools: [{ type: 'namespace', name: 'n' }, { name: 'f' }] };
    const body = {
      tools: [
        { type: 'function', name: 'f' },
        { type: 'namespace', name: 'n', description: 'd', tools: [{ type: 'function', name: 'g' }] },
      ],
      tool_choice: payload,
    };
    const { generation, warnings } = decode(body);
    expect(generation.toolChoice).toEqual({ type: 'allowed', mode: 'auto', tools: [{ namespace: 'n' }] });
    expect(warnings.map(({ kind, param }) => `${kind} ${param}`)).toEqual(['ignored tool_choice.tools.1']);
    expect(() => decode({ ...body, tool_choice: { ...payload, tools: [{ type: 'namespace', name: 'x' }] } })).toThrow(
      "Tool choice 'x' not found in 'tools' parameter.",
    );
  });

  it('may be from an earlier turn when one must be called, which is checked where it is read', () => {
    const chosen = [
      { type: 'function', name: 'x' },
      { type: 'allowed_tools', mode: 'auto', tools: [{ type: 'custom', name: 'x' }] },
      'required',
    ];
    for (const earlier of [{ previous_response_id: 'resp_1' }, { conversation: 'conv_1' }]) {
      expect(chosen.map((payload) => decode({ ...earlier, tool_choice: payload }).generation.toolChoice)).toEqual([
        { type: 'tool', name: 'x' },
        { type: 'allowed', mode: 'auto', tools: [{ name: 'x' }] },
        { type: 'required' },
      ]);
    }
  });

  it('are necessary when one is required, and one of them must be able to run', () => {
    expect(() => decode({ tool_choice: 'required' })).toThrow('must be specified');
    expect(decode({ tools: [{ type: 'web_search' }], tool_choice: 'required' }).generation.toolChoice).toEqual({
      type: 'auto',
    });
  });
});

describe('the settings of a request', () => {
  it('are neutral where the neutral model has them', () => {
    const { generation, state } = decode({
      store: false,
      previous_response_id: 'resp_1',
      parallel_tool_calls: false,
      max_output_tokens: 5,
      temperature: 0,
      top_p: 0.5,
      reasoning: { effort: 'xhigh' },
      truncation: 'auto',
      prompt_cache_key: 'k',
      text: { format: { type: 'json_object' } },
    });
    expect(state).toEqual({ store: false, previousId: 'resp_1' });
    expect(generation).toMatchObject({
      parallelToolCalls: false,
      limits: { maxOutputTokens: 5 },
      sampling: { temperature: 0, topP: 0.5 },
      reasoning: { enabled: true, effort: 'xhigh' },
      truncation: 'auto',
      cacheKey: 'k',
      outputFormat: { type: 'json-object' },
    });
  });

  it.each([
    [{}, undefined],
    [{ top_logprobs: 0 }, undefined],
    [{ top_logprobs: 4 }, 4],
    [{ include: ['message.output_text.logprobs'] }, 0],
  ])('ask for log-probabilities by a number or by include: %j', (body, expected) => {
    expect(decode(body).generation.sampling.topLogprobs).toBe(expected);
  });

  describe('that change in the input', () => {
    const changed = (...updates: readonly JsonObject[]): JsonObject => ({
      reasoning: { effort: 'high' },
      text: { format: { type: 'json_object' } },
      input: [
        ...updates.map((update) => ({ type: 'configuration_update', ...update })),
        { role: 'user', content: 'q' },
      ],
    });
    const schema = { type: 'json_schema', name: 'out', schema: { type: 'object' } };
    const applied = (body: JsonObject): GenerationRequest => applyChanges(decode(body).generation, 'responses', {});

    it.each([
      [
        'by one update',
        [{ reasoning: { effort: 'low' }, text: { format: schema } }],
        { enabled: true, effort: 'low' },
        'json-schema',
      ],
      [
        'by the last of several',
        [{ reasoning: { effort: 'low' } }, { reasoning: { effort: 'none' } }],
        { enabled: false },
        'json-object',
      ],
      [
        'each by its own',
        [{ reasoning: { effort: 'low' } }, { text: { format: { type: 'text' } } }],
        { enabled: true, effort: 'low' },
        'text',
      ],
      ['back to what the model does by itself', [{ reasoning: { effort: null } }], undefined, 'json-object'],
      ['by none without settings', [{}, { reasoning: {} }], { enabled: true, effort: 'high' }, 'json-object'],
    ])('are those at its end, changed %s', (_, updates, reasoning, format) => {
      const generation = applied(changed(...updates));
      expect(generation.reasoning).toEqual(reasoning);
      expect(generation.outputFormat.type).toBe(format);
      expect(decode(changed(...updates)).warnings).toEqual([]);
    });

    it('need no setting before', () => {
      const { input } = changed({ reasoning: { effort: 'low' } });
      expect(applied({ input: input ?? null }).reasoning).toEqual({ enabled: true, effort: 'low' });
    });

    it('show the model nothing of the change', () => {
      expect(applied(changed({ reasoning: { effort: 'low' } })).messages.map(({ role }) => role)).toEqual(['user']);
    });
  });

  it.each([
    [{}, undefined],
    [{ reasoning: { summary: 'auto' } }, undefined],
    [{ reasoning: { effort: 'none' } }, { enabled: false }],
  ])('leave reasoning to the model unless an effort is named: %j', (body, expected) => {
    expect(decode(body).generation.reasoning).toEqual(expected);
  });
});
