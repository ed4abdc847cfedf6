import { encodeCall, type EncodeCallOptions } from '#src/ai-sdk/encode-call.js';
import { toV2Options, toV3Options } from '#src/ai-sdk/older-options.js';
import type { GenerationRequest } from '@org/engine';
import { buildRequest, functionTool, message } from '@org/engine/testing';

const encode = (request: GenerationRequest, options: Partial<EncodeCallOptions> = {}) =>
  encodeCall(request, {
    specification: 'v4',
    supportedUrls: { 'image/*': [/^https:\/\/pictures\.test\//] },
    signer: { name: 'ai-sdk-fake', model: 'fake-1' },
    requestId: 'req_1',
    ...options,
  });

describe('a conversation as a prompt', () => {
  it('has system messages at its beginning only', () => {
    const { options } = encode(
      buildRequest([message('system', 'A'), message('developer', 'B'), message('user', 'hi'), message('system', 'C')]),
    );
    expect(options.prompt).toEqual([
      { role: 'system', content: 'A' },
      { role: 'system', content: 'B' },
      {
        role: 'user',
        content: [
          { type: 'text', text: 'hi' },
          { type: 'text', text: '<system>\nC\n</system>' },
        ],
      },
    ]);
  });

  it('makes no turn of the user of instructions behind results: models forget what they thought before one', () => {
    const call = { type: 'tool-call', callId: 'a', name: 'look', kind: 'function', argumentsText: '{}' } as const;
    const { options } = encode(
      buildRequest([
        message('user', 'hi'),
        message('assistant', { type: 'reasoning', text: 'Hm.' }, call),
        message('tool', {
          type: 'tool-result',
          callId: 'a',
          kind: 'function',
          content: [{ type: 'text', text: 'one' }],
        }),
        message('system', 'C'),
        message('system', 'D'),
      ]),
    );
    expect(options.prompt.slice(2)).toEqual([
      {
        role: 'tool',
        content: [
          {
            type: 'tool-result',
            toolCallId: 'a',
            toolName: 'look',
            output: { type: 'text', value: 'one\n<system>\nC\n</system>\n<system>\nD\n</system>' },
          },
        ],
      },
    ]);
  });

  it('has nothing of a system message that says nothing', () => {
    const { options } = encode(buildRequest([message('user', 'hi'), { role: 'system', parts: [] }]));
    expect(options.prompt).toEqual([{ role: 'user', content: [{ type: 'text', text: 'hi' }] }]);
  });

  it('keeps words that stand for a block apart from what the assistant said: packages join the texts of an answer', () => {
    const found = {
      type: 'opaque',
      dialect: 'messages',
      apiType: 'web_search_tool_result',
      value: {},
      text: 'https://a.example',
    } as const;
    const { options } = encode(buildRequest([message('assistant', 'Let me look.', found, 'It ', 'is so.')]));
    expect(options.prompt).toEqual([
      {
        role: 'assistant',
        content: ['Let me look.', '\nhttps://a.example', '\nIt ', 'is so.'].map((text) => ({ type: 'text', text })),
      },
    ]);
  });

  it('keeps calls and their results together by id and name', () => {
    const { options } = encode(
      buildRequest([
        message('assistant', 'Well', {
          type: 'tool-call',
          callId: 'a',
          name: 'look',
          namespace: 'eyes',
          kind: 'function',
          argumentsText: '{"x":1}',
        }),
        message('tool', {
          type: 'tool-result',
          callId: 'a',
          kind: 'function',
          content: [{ type: 'text', text: 'no' }],
          isError: true,
        }),
        message('assistant', {
          type: 'tool-call',
          callId: 'b',
          name: 'look',
          kind: 'function',
          argumentsText: '{"x": cut',
        }),
      ]),
    );
    expect(options.prompt).toEqual([
      {
        role: 'assistant',
        content: [
          { type: 'text', text: 'Well' },
          { type: 'tool-call', toolCallId: 'a', toolName: 'eyes__look', input: { x: 1 } },
        ],
      },
      {
        role: 'tool',
        content: [
          { type: 'tool-result', toolCallId: 'a', toolName: 'eyes__look', output: { type: 'error-text', value: 'no' } },
        ],
      },
      {
        role: 'assistant',
        content: [{ type: 'tool-call', toolCallId: 'b', toolName: 'look', input: { input: '{"x": cut' } }],
      },
    ]);
  });

  it('passes on a URL only to a model that says it takes it', () => {
    const { options, warnings } = encode(
      buildRequest([
        message(
          'user',
          { type: 'media', media: 'image', source: { type: 'url', url: 'https://PICTURES.test/a.png' } },
          { type: 'media', media: 'image', source: { type: 'url', url: 'https://other.test/b.png' } },
          {
            type: 'media',
            media: 'document',
            source: { type: 'url', url: 'https://pictures.test/c.pdf' },
            filename: 'c.pdf',
          },
          { type: 'media', media: 'image', source: { type: 'base64', mediaType: 'image/png', data: 'AA==' } },
        ),
      ]),
    );
    expect(options.prompt).toMatchObject([
      {
        content: [
          { type: 'file', mediaType: 'image/*', data: { type: 'url', url: new URL('https://pictures.test/a.png') } },
          { type: 'text', text: '[image: not available to the model]' },
          { type: 'text', text: '[document c.pdf: not available to the model]' },
          { type: 'file', mediaType: 'image/png', data: { type: 'data', data: 'AA==' } },
        ],
      },
    ]);
    expect(warnings).toHaveLength(2);
  });
});

describe('options of a call', () => {
  const full = buildRequest('hi', {
    tools: [{ ...functionTool('look'), strict: true }, functionTool('find')],
    toolChoice: { type: 'allowed', mode: 'required', tools: [{ name: 'look' }] },
    sampling: { temperature: 0.5, topP: 0.9, topK: 0, seed: 7, topLogprobs: 2 },
    stopSequences: ['END'],
    reasoning: { enabled: true, effort: 'high' },
    outputFormat: { type: 'json-schema', schema: { type: 'object' }, name: 'n' },
  });

  it('say what the request says, and warn of what they cannot', () => {
    const { options, warnings } = encode(full, { headers: { 'x-own': '1' }, providerOptions: { fake: { a: 1 } } });
    expect(options).toMatchObject({
      temperature: 0.5,
      topP: 0.9,
      seed: 7,
      stopSequences: ['END'],
      reasoning: 'high',
      tools: [{ type: 'function', name: 'look', strict: true }],
      toolChoice: { type: 'required' },
      responseFormat: { type: 'json', schema: { type: 'object' }, name: 'n' },
      headers: { 'x-own': '1', 'x-request-id': 'req_1' },
      providerOptions: { fake: { a: 1 } },
    });
    expect(options).not.toHaveProperty('topK');
    expect(warnings.map(({ param }) => param)).toEqual(['top_logprobs']);
  });

  it.each([
    [1024, 'low'],
    [4096, 'medium'],
    [32_000, 'high'],
  ] as const)('have an effort in place of a cap of %d tokens on reasoning, and say so', (budgetTokens, effort) => {
    const { options, warnings } = encode(buildRequest('hi', { reasoning: { enabled: true, budgetTokens } }));
    expect(options).toMatchObject({ reasoning: effort });
    expect(warnings).toMatchObject([{ param: 'reasoning' }]);
  });

  it('tell of the grammar of a free text, and say that it is only told', () => {
    const patch = {
      kind: 'custom',
      name: 'patch',
      format: { type: 'grammar', syntax: 'lark', definition: 'start: "x"' },
    } as const;
    const { options, warnings } = encode(buildRequest('hi', { tools: [patch] }));
    expect(options.tools).toMatchObject([{ name: 'patch', description: expect.stringContaining('start: "x"') }]);
    expect(warnings).toEqual([
      {
        kind: 'ignored',
        param: 'tools',
        message: "The upstream receives the grammar of 'patch', but does not enforce it.",
      },
    ]);
  });

  it('of older specifications lack what those do not know', () => {
    const { options } = encode(full);
    expect(toV3Options(options)).not.toHaveProperty('reasoning');
    expect(toV3Options(options).tools).toMatchObject([{ strict: true }]);
    expect(toV2Options(options).tools?.[0]).not.toHaveProperty('strict');
    expect(encode(full, { specification: 'v3' }).warnings.map(({ param }) => param)).toEqual([
      'top_logprobs',
      'reasoning',
    ]);
  });

  it('offer the tools that the upstream runs itself, in the form of each specification', () => {
    const { options } = encode(buildRequest('hi'), {
      hostedTools: [{ id: 'google.google_search' }, { id: 'openai.file.search', name: 'files', args: { ids: ['a'] } }],
    });
    const search = { id: 'google.google_search', name: 'google_search', args: {} };
    expect(options.tools).toEqual([
      { type: 'provider', ...search },
      { type: 'provider', id: 'openai.file.search', name: 'files', args: { ids: ['a'] } },
    ]);
    expect(toV3Options(options).tools?.[0]).toEqual({ type: 'provider', ...search });
    expect(toV2Options(options).tools?.[0]).toEqual({ type: 'provider-defined', ...search });
  });

  it('of older specifications carry media in their own forms', () => {
    const picture = {
      type: 'media',
      media: 'image',
      source: { type: 'base64', mediaType: 'image/png', data: 'AA==' },
    } as const;
    const { options } = encode(
      buildRequest([
        message('user', picture, {
          type: 'media',
          media: 'image',
          source: { type: 'url', url: 'https://pictures.test/a.png' },
        }),
        message('tool', { type: 'tool-result', callId: 'a', kind: 'function', content: [picture] }),
      ]),
    );
    expect(toV3Options(options).prompt).toMatchObject([
      {
        content: [
          { type: 'file', data: 'AA==' },
          { type: 'file', data: new URL('https://pictures.test/a.png') },
        ],
      },
      {
        content: [
          { output: { type: 'content', value: [{ type: 'image-data', data: 'AA==', mediaType: 'image/png' }] } },
        ],
      },
    ]);
    expect(toV2Options(options).prompt[1]).toMatchObject({
      content: [{ output: { value: [{ type: 'media', data: 'AA==', mediaType: 'image/png' }] } }],
    });
  });
});
