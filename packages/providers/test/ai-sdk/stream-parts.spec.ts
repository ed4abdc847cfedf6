import type { LanguageModelV4StreamPart } from '@ai-sdk/provider';
import { verifySignature } from '#src/ai-sdk/metadata-signature.js';
import type { CustomTool } from '@org/engine';
import { buildRequest, checkGrammar, functionTool } from '@org/engine/testing';
import { codeOf, delivered, FakeModel, finish, modelFor, signer, run } from './fake-model.js';

type Part = LanguageModelV4StreamPart;
const tools = [functionTool('look'), functionTool('find')];
const generate = async (parts: readonly Part[], request = buildRequest('hello', { tools })) => {
  const outcome = await run(modelFor(new FakeModel([parts])), request);
  if (outcome.error === undefined) checkGrammar(outcome.events);
  return outcome;
};
const text = (id: string, ...deltas: readonly string[]): Part[] => [
  { type: 'text-start', id },
  ...deltas.map((delta) => ({ type: 'text-delta' as const, id, delta })),
  { type: 'text-end', id },
];

describe('text and reasoning', () => {
  it('become parts in the order in which they began', async () => {
    const { parts, end } = delivered(
      await generate([
        { type: 'stream-start', warnings: [] },
        { type: 'response-metadata', id: 'x' },
        { type: 'reasoning-start', id: 'r' },
        { type: 'reasoning-delta', id: 'r', delta: 'Let me ' },
        { type: 'text-delta', id: 't', delta: 'Hel' },
        { type: 'reasoning-delta', id: 'r', delta: 'see.' },
        { type: 'text-delta', id: 't', delta: 'lo' },
        { type: 'reasoning-end', id: 'r' },
        { type: 'text-end', id: 't' },
        finish(),
      ]),
    );
    expect(parts).toEqual([
      { type: 'reasoning', text: 'Let me see.' },
      { type: 'text', text: 'Hello' },
    ]);
    expect(end.finishReason).toEqual({ unified: 'stop', raw: 'stop' });
  });

  it('count as the package counts, cached and reasoning tokens included', async () => {
    const { end } = delivered(await generate([...text('t', 'a'), finish()]));
    expect(end.usage).toEqual({
      inputTokens: 9,
      outputTokens: 7,
      cachedInputTokens: 3,
      cacheWriteTokens: 2,
      reasoningTokens: 3,
      raw: { in: 9 },
    });
  });

  it.each([
    [
      'leaves every count open',
      {
        inputTokens: { total: undefined, noCache: undefined, cacheRead: undefined, cacheWrite: undefined },
        outputTokens: { total: undefined, text: undefined, reasoning: undefined },
      },
    ],
    ['reports nothing at all', { inputTokens: undefined, outputTokens: undefined }],
  ])('are an estimate where the package %s', async (_, counts) => {
    const untold = { ...finish(), usage: counts } as ReturnType<typeof finish>;
    const { end } = delivered(
      await generate([
        { type: 'reasoning-start', id: 'r' },
        { type: 'reasoning-delta', id: 'r', delta: 'hm' },
        { type: 'reasoning-end', id: 'r' },
        ...text('t', 'a', 'b'),
        untold,
      ]),
    );
    expect(end.usage).toEqual({
      inputTokens: 0,
      outputTokens: 3,
      cachedInputTokens: 0,
      cacheWriteTokens: 0,
      reasoningTokens: 1,
      estimated: true,
    });
  });

  it('without visible content are not parts', async () => {
    const { parts } = delivered(
      await generate([
        { type: 'reasoning-start', id: 'r' },
        { type: 'reasoning-end', id: 'r' },
        ...text('b', '\n\n'),
        ...text('t', ' ', 'x'),
        finish(),
      ]),
    );
    expect(parts).toEqual([{ type: 'text', text: ' x' }]);
  });

  it('end at a stop sequence that the package missed, at any split across deltas', async () => {
    const { parts, end } = delivered(
      await generate(
        [...text('t', 'one E', 'N', 'D two'), finish()],
        buildRequest('hello', { stopSequences: ['END'] }),
      ),
    );
    expect(parts).toEqual([{ type: 'text', text: 'one ' }]);
    expect(end.finishReason).toEqual({ unified: 'stop-sequence', stopSequence: 'END' });
  });

  it('are not delivered when only the prompt was to be read', async () => {
    const model = new FakeModel([[...text('t', 'a'), finish()]]);
    const { parts, end } = delivered(
      await run(modelFor(model), buildRequest('hello', { limits: { maxOutputTokens: 0 } })),
    );
    expect(parts).toEqual([]);
    expect(end).toMatchObject({ finishReason: { unified: 'length' }, usage: { inputTokens: 9, outputTokens: 0 } });
    expect(model.calls[0]?.maxOutputTokens).toBe(1);
  });
});

describe('reasoning that a package ends late, with the response', () => {
  const thinking: Part[] = [
    { type: 'reasoning-start', id: 'r' },
    { type: 'reasoning-delta', id: 'r', delta: 'Hm.' },
  ];
  const deltas: Part[] = ['It ', 'is ', 'warm ', 'today.'].map((delta) => ({ type: 'text-delta', id: 't', delta }));
  const chunks: Part[] = [
    { type: 'tool-input-start', id: 'a', toolName: 'look' },
    ...['{', '"x"', ':', '1}'].map((delta): Part => ({ type: 'tool-input-delta', id: 'a', delta })),
  ];

  it.each([
    ['text', deltas],
    ['a call', chunks],
  ])('does not delay %s', async (_, following) => {
    const open = new ReadableStream<Part>({
      start: (controller) => [...thinking, ...following].forEach((part) => controller.enqueue(part)),
      pull: () => new Promise(() => undefined),
    });
    const leaving = new AbortController();
    const outcome = run(modelFor(new FakeModel([() => open])), buildRequest('hello', { tools }), leaving.signal);
    await new Promise((resolve) => setTimeout(resolve, 50));
    leaving.abort();
    const { events } = await outcome;
    expect(events.filter(({ type }) => type === 'part-end')).toMatchObject([
      { part: { type: 'reasoning', text: 'Hm.' } },
    ]);
    expect(events.at(-1)).toMatchObject({ type: 'part-delta', index: 1 });
  });

  it('may still continue, with a signature of the complete text', async () => {
    const { parts } = delivered(
      await generate([
        ...thinking,
        ...deltas,
        { type: 'reasoning-delta', id: 'r', delta: ' Ah.' },
        { type: 'reasoning-end', id: 'r', providerMetadata: { fake: { signature: 's' } } },
        { type: 'text-end', id: 't' },
        finish(),
      ]),
    );
    expect(parts).toMatchObject([
      { type: 'reasoning', text: 'Hm.' },
      { type: 'text', text: 'It is warm today.' },
      { type: 'reasoning', text: ' Ah.' },
    ]);
    const last = parts.at(-1);
    expect(
      last?.type === 'reasoning' && last.signature !== undefined && verifySignature(last.signature, signer),
    ).toMatchObject({
      text: 'Hm. Ah.',
      metadata: { fake: { signature: 's' } },
    });
  });
});

describe('tool calls', () => {
  const call = (id: string, toolName: string, input: string): Part => ({
    type: 'tool-call',
    toolCallId: id,
    toolName,
    input,
  });

  it('are streamed as they arrive and emitted one after another', async () => {
    const outcome = await generate([
      { type: 'tool-input-start', id: 'a', toolName: 'look' },
      { type: 'tool-input-start', id: 'b', toolName: 'find' },
      { type: 'tool-input-delta', id: 'b', delta: '{"q":1}' },
      { type: 'tool-input-delta', id: 'a', delta: '{"x":' },
      { type: 'tool-input-delta', id: 'a', delta: '2}' },
      { type: 'tool-input-end', id: 'a' },
      call('b', 'find', '{"q":1}'),
      call('a', 'look', '{"x":2}'),
      finish('tool-calls'),
    ]);
    const { parts, end } = delivered(outcome);
    expect(parts).toEqual([
      { type: 'tool-call', callId: 'a', name: 'look', kind: 'function', argumentsText: '{"x":2}' },
      { type: 'tool-call', callId: 'b', name: 'find', kind: 'function', argumentsText: '{"q":1}' },
    ]);
    expect(outcome.events.filter(({ type }) => type === 'part-delta')).toHaveLength(3);
    expect(end.finishReason.unified).toBe('tool-calls');
  });

  it('are accepted as complete calls without any deltas', async () => {
    const { parts, end } = delivered(
      await generate([
        ...text('t', 'One moment.'),
        call('a', 'look', ''),
        call('b', 'find', '{"q":"x"}'),
        finish('stop'),
      ]),
    );
    expect(parts).toMatchObject([
      { type: 'text' },
      { callId: 'a', argumentsText: '{}' },
      { callId: 'b', argumentsText: '{"q":"x"}' },
    ]);
    expect(end.finishReason.unified).toBe('tool-calls');
  });

  it('do not wait for a text that the package ends late', async () => {
    const outcome = await generate([
      { type: 'text-start', id: 't' },
      { type: 'text-delta', id: 't', delta: 'Say' },
      { type: 'tool-input-start', id: 'a', toolName: 'look' },
      { type: 'tool-input-delta', id: 'a', delta: '{}' },
      call('a', 'look', '{}'),
      { type: 'text-delta', id: 't', delta: 'more' },
      { type: 'text-end', id: 't' },
      finish('tool-calls'),
    ]);
    expect(delivered(outcome).parts).toMatchObject([{ text: 'Say' }, { callId: 'a' }, { text: 'more' }]);
  });

  it('get a new id when theirs is empty, duplicate, or used in the conversation', async () => {
    const { parts } = delivered(
      await generate([call('', 'look', '{}'), call('a', 'look', '{}'), call('a', 'look', '{}'), finish('tool-calls')]),
    );
    expect(parts).toMatchObject([{ callId: 'call_1' }, { callId: 'a' }]);
  });

  it.each(['a', ''])('of an upstream that gives all of them the id %j are all delivered', async (id) => {
    const complete = delivered(
      await generate([
        call(id, 'look', '{"x":1}'),
        call(id, 'look', '{"x":2}'),
        call(id, 'find', '{"x":2}'),
        finish('tool-calls'),
      ]),
    );
    expect(complete.parts).toMatchObject([
      { name: 'look', argumentsText: '{"x":1}' },
      { name: 'look', argumentsText: '{"x":2}' },
      { name: 'find', argumentsText: '{"x":2}' },
    ]);
    const streamed = ['{"x":1}', '{"x":2}', '{"x":2}'].flatMap((input): Part[] => [
      { type: 'tool-input-start', id, toolName: 'look' },
      { type: 'tool-input-delta', id, delta: input },
      { type: 'tool-input-end', id },
      call(id, 'look', input),
    ]);
    const { parts } = delivered(await generate([...streamed, finish('tool-calls')]));
    expect(parts).toMatchObject([
      { argumentsText: '{"x":1}' },
      { argumentsText: '{"x":2}' },
      { argumentsText: '{"x":2}' },
    ]);
    expect(new Set(parts.map((part) => part.type === 'tool-call' && part.callId)).size).toBe(3);
  });

  it('of a custom tool carry its free text', async () => {
    const patch: CustomTool = { kind: 'custom', name: 'patch', format: { type: 'text' } };
    const { parts } = delivered(
      await generate(
        [
          { type: 'tool-input-start', id: 'a', toolName: 'patch' },
          { type: 'tool-input-delta', id: 'a', delta: '{"input":"*** Be' },
          { type: 'tool-input-delta', id: 'a', delta: 'gin\\n"}' },
          call('a', 'patch', '{"input":"*** Begin\\n"}'),
          finish('tool-calls'),
        ],
        buildRequest('hello', { tools: [patch] }),
      ),
    );
    expect(parts).toEqual([
      { type: 'tool-call', callId: 'a', name: 'patch', kind: 'custom', argumentsText: '*** Begin\n' },
    ]);
  });

  it('after the first are dropped when parallel calls are disabled', async () => {
    const { parts } = delivered(
      await generate(
        [call('a', 'look', '{}'), call('b', 'find', '{}'), finish('tool-calls')],
        buildRequest('hello', { tools, parallelToolCalls: false }),
      ),
    );
    expect(parts).toMatchObject([{ callId: 'a' }]);
  });

  it("that the upstream ran itself are not the client's to run", async () => {
    const { parts, end } = delivered(
      await generate([
        { type: 'tool-input-start', id: 'w', toolName: 'web', providerExecuted: true },
        { type: 'tool-input-delta', id: 'w', delta: '{}' },
        { type: 'tool-call', toolCallId: 'w', toolName: 'web', input: '{}', providerExecuted: true },
        { type: 'tool-result', toolCallId: 'w', toolName: 'web', result: { found: 1 } },
        ...text('t', 'It is warm.'),
        finish(),
      ]),
    );
    expect(parts).toEqual([{ type: 'text', text: 'It is warm.' }]);
    expect(end.finishReason.unified).toBe('stop');
  });

  it('may stop in the middle at a limit, and are delivered as they were written otherwise', async () => {
    const chunks: Part[] = [
      { type: 'tool-input-start', id: 'a', toolName: 'look' },
      { type: 'tool-input-delta', id: 'a', delta: '{"x": "unfin' },
    ];
    const { parts } = delivered(await generate([...chunks, finish('length')]));
    expect(parts).toMatchObject([{ argumentsText: '{"x": "unfin' }]);
    const written = delivered(await generate([...chunks, call('a', 'look', '{"x": "unfin'), finish('tool-calls')]));
    expect(written.parts).toMatchObject([{ argumentsText: '{"x": "unfin' }]);
    expect(delivered(await generate([call('b', 'look', '[1]'), finish('tool-calls')])).parts).toMatchObject([
      { argumentsText: '[1]' },
    ]);
  });
});

describe('proofs', () => {
  it('of reasoning travel in a signature that the same model receives back', async () => {
    const { parts } = delivered(
      await generate([
        { type: 'reasoning-start', id: 'r' },
        { type: 'reasoning-delta', id: 'r', delta: 'Hm.' },
        {
          type: 'reasoning-delta',
          id: 'r',
          delta: '',
          providerMetadata: { anthropic: { signature: 'SIG', itemId: 'of somebody' } },
        },
        { type: 'reasoning-end', id: 'r' },
        ...text('t', 'a'),
        finish(),
      ]),
    );
    const [reasoning] = parts;
    if (reasoning?.type !== 'reasoning' || reasoning.signature === undefined) throw new Error('reasoning has a seal');
    expect(reasoning.signature).toMatchObject({ signer: signer.name, form: 'encrypted' });
    expect(verifySignature(reasoning.signature, signer)).toEqual({
      text: 'Hm.',
      metadata: { anthropic: { signature: 'SIG' } },
    });
    expect(verifySignature(reasoning.signature, { ...signer, model: 'another' })).toBeUndefined();
    const model = new FakeModel([[...text('t', 'a'), finish()]]);
    await run(
      modelFor(model),
      buildRequest([
        { role: 'user', parts: [{ type: 'text', text: 'x' }] },
        { role: 'assistant', parts },
        { role: 'user', parts: [{ type: 'text', text: 'y' }] },
      ]),
    );
    expect(model.calls[0]?.prompt[1]).toEqual({
      role: 'assistant',
      content: [
        { type: 'reasoning', text: 'Hm.', providerOptions: { anthropic: { signature: 'SIG' } } },
        { type: 'text', text: 'a' },
      ],
    });
  });

  it('of calls travel next to them and return with them', async () => {
    const { parts } = delivered(
      await generate([
        {
          type: 'tool-call',
          toolCallId: 'a',
          toolName: 'look',
          input: '{}',
          providerMetadata: { google: { thoughtSignature: 'PROOF' } },
        },
        finish('tool-calls'),
      ]),
    );
    expect(parts).toMatchObject([
      { type: 'tool-call', callId: 'a' },
      { type: 'reasoning', text: '', signature: { form: 'redacted' } },
    ]);
    const model = new FakeModel([[...text('t', 'a'), finish()]]);
    await run(modelFor(model), buildRequest([{ role: 'assistant', parts }]));
    expect(model.calls[0]?.prompt[0]).toMatchObject({
      content: [{ type: 'tool-call', toolCallId: 'a', providerOptions: { google: { thoughtSignature: 'PROOF' } } }],
    });
  });

  it('without content are ignored: some packages send the member with every call', async () => {
    const { parts } = delivered(
      await generate([
        {
          type: 'tool-call',
          toolCallId: 'a',
          toolName: 'look',
          input: '{}',
          providerMetadata: { openrouter: { reasoning_details: [] } },
        },
        finish('tool-calls'),
      ]),
    );
    expect(parts).toMatchObject([{ type: 'tool-call', callId: 'a' }]);
    expect(parts).toHaveLength(1);
  });

  it('that a client wrote itself cannot name what is stored at the upstream', () => {
    const forged = `aisdk1.${Buffer.from(JSON.stringify({ model: 'fake-1', text: 'x', metadata: { openai: { itemId: 'rs_of_somebody' } }, calls: { a: { openai: { itemId: 'y' } } } })).toString('base64url')}`;
    const signature = { signer: signer.name, form: 'encrypted' } as const;
    expect(verifySignature({ ...signature, data: forged }, signer)).toEqual({ text: '' });
    for (const data of ['', 'aisdk1.', 'aisdk1.AAAA', 'aisdk1.bnVsbA', 'something'])
      expect(verifySignature({ ...signature, data }, signer)).toBeUndefined();
  });
});

it('converts sources to citations of the text that they arrive with, before or after it', async () => {
  const source = (id: string): Part => ({
    type: 'source',
    sourceType: 'url',
    id,
    url: `https://${id}.test/`,
    title: id,
  });
  const { parts } = delivered(
    await generate([
      source('a'),
      ...text('t', 'One.'),
      source('b'),
      { type: 'source', sourceType: 'document', id: 'd', mediaType: 'application/pdf', title: 'of theirs' },
      { type: 'reasoning-delta', id: 'r', delta: 'Hm.' },
      { type: 'reasoning-end', id: 'r' },
      { type: 'text-delta', id: 'u', delta: 'Two.' },
      {
        type: 'text-end',
        id: 'u',
        citations: [
          {
            source: { type: 'source', sourceType: 'url', id: 'c', url: 'https://c.test/' },
            startIndex: 0,
            endIndex: 3,
            citedText: 'two',
          },
        ],
      },
      finish(),
    ]),
  );
  expect(parts).toEqual([
    {
      type: 'text',
      text: 'One.',
      citations: [
        { url: 'https://a.test/', title: 'a' },
        { url: 'https://b.test/', title: 'b' },
      ],
    },
    { type: 'reasoning', text: 'Hm.' },
    { type: 'text', text: 'Two.', citations: [{ url: 'https://c.test/', start: 0, end: 3, quote: 'two' }] },
  ]);
});

it('files become media', async () => {
  const { parts } = delivered(
    await generate([
      { type: 'file', mediaType: 'image/png', data: { type: 'data', data: new Uint8Array([1, 2]) } },
      { type: 'file', mediaType: 'audio/wav', data: { type: 'data', data: 'AAE=' } },
      finish(),
    ]),
  );
  expect(parts).toEqual([
    { type: 'media', media: 'image', source: { type: 'base64', mediaType: 'image/png', data: 'AQI=' } },
    { type: 'media', media: 'audio', source: { type: 'base64', mediaType: 'audio/wav', data: 'AAE=' } },
  ]);
});

it("reports the package's warnings in our words", async () => {
  const { events } = await generate([
    {
      type: 'stream-start',
      warnings: [
        { type: 'unsupported', feature: 'topK', details: 'QUOTES THE PROMPT' },
        { type: 'other', message: 'QUOTES THE PROMPT' },
      ],
    },
    ...text('t', 'a'),
    finish(),
  ]);
  expect(events[0]).toMatchObject({
    type: 'generation-start',
    warnings: [{ kind: 'ignored', param: 'top_k', message: "The upstream does not support 'top_k'." }],
  });
  expect(JSON.stringify(events[0])).not.toContain('QUOTES');
});

it('sampling is what was asked for, without what the package does not take', async () => {
  const sampling = { temperature: 1.5, topP: 0.5, topK: 4, presencePenalty: 1, topLogprobs: 2 };
  const ask = async (...features: readonly string[]): Promise<unknown> =>
    (
      await generate(
        [
          { type: 'stream-start', warnings: features.map((feature) => ({ type: 'unsupported' as const, feature })) },
          ...text('t', 'a'),
          finish(),
        ],
        buildRequest('hello', { sampling }),
      )
    ).events[0];
  expect(await ask()).toMatchObject({
    type: 'generation-start',
    sampling: { temperature: 1.5, topP: 0.5, topK: 4, presencePenalty: 1 },
  });
  expect(await ask('temperature', 'presencePenalty')).toHaveProperty('sampling', { topP: 0.5, topK: 4 });
});

describe('the end', () => {
  it.each([
    ['length', 'max_tokens', 'length'],
    ['other', 'model_context_window_exceeded', 'context-window'],
    ['other', 'refusal', 'refusal'],
    ['other', 'pause_turn', 'paused'],
    ['other', 'something-new', 'stop'],
    ['other', 'max_output_tokens', 'length'],
    ['other', 'IMAGE_SAFETY', 'content-filter'],
    ['other', 'content_filter: SAFETY', 'content-filter'],
    ['stop', 'network_error', 'stop'],
    ['tool-calls', 'tool_use', 'stop'],
  ] as const)('maps %s with the raw reason %s to %s', async (unified, raw, expected) => {
    const { end } = delivered(await generate([...text('t', 'a'), finish(unified, raw)]));
    expect(end.finishReason).toEqual({ unified: expected, raw });
  });

  it('reports the stop sequence that the package names', async () => {
    const { end } = delivered(
      await generate(
        [
          ...text('t', 'a'),
          { ...finish('stop', 'stop_sequence'), providerMetadata: { anthropic: { stopSequence: 'END' } } } as Part,
        ],
        buildRequest('x', { stopSequences: ['END', 'STOP'] }),
      ),
    );
    expect(end.finishReason).toEqual({ unified: 'stop-sequence', raw: 'stop_sequence', stopSequence: 'END' });
  });

  it.each([
    ['is missing', []],
    ['reports that the stream was interrupted', [finish('interrupted')]],
    ['has no reason', [{ ...finish('other'), finishReason: { unified: 'other', raw: undefined } } as Part]],
    ['is a failure', [finish('error')]],
    ['is a failure in the words of the upstream', [finish('other', 'network_error')]],
  ] as const)('that %s is an error', async (_, end) => {
    expect(codeOf(await generate([...text('t', 'a'), ...end]))).toBe('upstream-failed');
  });
});
