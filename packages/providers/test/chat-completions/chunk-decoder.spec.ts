import * as fc from 'fast-check';
import { EngineError } from '@org/engine';
import { decodeBytes, decodeChunks, delta, finish, sse } from './decode.js';

const text = (value: string) => ({ type: 'text', text: value });

describe('text and reasoning', () => {
  it('joins content deltas into one text part', () => {
    const result = decodeChunks([
      delta({ role: 'assistant', content: '' }),
      delta({ content: 'Hello' }),
      delta({ content: ' world' }),
      finish(),
    ]);
    expect(result).toMatchObject({ parts: [text('Hello world')], finishReason: { unified: 'stop', raw: 'stop' } });
  });

  it.each(['reasoning_content', 'reasoning', 'thinking'])('takes %s for reasoning', (field) => {
    const result = decodeChunks([
      delta({ [field]: 'Hmm' }),
      delta({ [field]: '.', content: null }),
      delta({ content: 'Yes' }),
      finish(),
    ]);
    expect(result.parts).toEqual([{ type: 'reasoning', text: 'Hmm.' }, text('Yes')]);
  });

  it('reads reasoning once when it arrives under two names', () => {
    const result = decodeChunks([delta({ reasoning_content: 'Hmm', reasoning: 'Hmm' }), finish()]);
    expect(result.parts).toEqual([{ type: 'reasoning', text: 'Hmm' }]);
  });

  it('reads content that is a list of typed parts', () => {
    const chunks = [
      { type: 'thinking', thinking: [{ type: 'text', text: 'Hmm' }] },
      { type: 'text', text: 'Yes' },
    ];
    expect(decodeChunks([delta({ content: chunks }), finish()]).parts).toEqual([
      { type: 'reasoning', text: 'Hmm' },
      text('Yes'),
    ]);
  });

  it('marks a refusal', () => {
    const result = decodeChunks([delta({ content: null, refusal: 'I can' }), delta({ refusal: 'not.' }), finish()]);
    expect(result).toMatchObject({
      parts: [{ type: 'text', text: 'I cannot.', refusal: true }],
      finishReason: { unified: 'refusal', raw: 'stop' },
    });
  });

  it('leaves out a text of only white space before a tool call, and preserves it before other text', () => {
    const call = { tool_calls: [{ index: 0, id: 'c', function: { name: 'f', arguments: '{}' } }] };
    expect(
      decodeChunks([delta({ content: '\n\n' }), delta(call), delta({ content: '\n' }), finish()]).parts.map(
        ({ type }) => type,
      ),
    ).toEqual(['tool-call']);
    expect(decodeChunks([delta({ content: '\n\n' }), delta({ content: 'Hi' }), finish()]).parts).toEqual([
      text('\n\nHi'),
    ]);
    expect(decodeChunks([delta({ content: '\n' }), finish()]).parts).toEqual([text('\n')]);
  });

  it('reads log-probabilities onto the text', () => {
    const entry = {
      token: 'Hé',
      logprob: -0.5,
      bytes: null,
      top_logprobs: [{ token: 'Ho', logprob: 0.1, bytes: [72, 111] }],
    };
    const result = decodeChunks([delta({ content: 'Hé' }, { logprobs: { content: [entry] } }), finish()]);
    expect(result.parts).toEqual([
      {
        type: 'text',
        text: 'Hé',
        logprobs: [
          { token: 'Hé', logprob: -0.5, bytes: [72, 195, 169], top: [{ token: 'Ho', logprob: 0, bytes: [72, 111] }] },
        ],
      },
    ]);
  });

  it('reads a complete message in one document from an upstream that does not stream', () => {
    const message = {
      role: 'assistant',
      content: 'Hi',
      tool_calls: [{ id: 'c', type: 'function', function: { name: 'f', arguments: '{"a":1}' } }],
    };
    const result = decodeChunks([
      {
        choices: [{ index: 0, message, finish_reason: 'tool_calls' }],
        usage: { prompt_tokens: 1, completion_tokens: 2 },
      },
    ]);
    expect(result).toMatchObject({
      parts: [text('Hi'), { callId: 'c', argumentsText: '{"a":1}' }],
      usage: { inputTokens: 1, outputTokens: 2 },
    });
  });
});

describe('the end', () => {
  it.each([
    ['stop', 'stop'],
    ['eos_token', 'stop'],
    ['something new', 'stop'],
    ['length', 'length'],
    ['max_tokens', 'length'],
    ['model_length', 'context-window'],
    ['MAX_TOKENS', 'length'],
    ['SAFETY', 'content-filter'],
    ['content_filter', 'content-filter'],
    ['constructor', 'stop'],
    ['max_output_tokens', 'length'],
    // vLLM (vllm/v1/engine: FINISH_REASON_STRINGS), and Xiaomi's MiMo.
    ['repetition', 'length'],
    ['repetition_truncation', 'length'],
    ['SPII', 'content-filter'],
    ['LANGUAGE', 'content-filter'],
    ['IMAGE_SAFETY', 'content-filter'],
    ['image_prohibited_content', 'content-filter'],
    ['content_filter: SAFETY', 'content-filter'],
    ['function_call_filter: SAFETY', 'content-filter'],
    ['content_filters', 'stop'],
  ])('maps %s to %s and preserves the original reason', (raw, unified) => {
    expect(decodeChunks([delta({ content: 'x' }), finish(raw)]).finishReason).toEqual({ unified, raw });
  });

  it.each([
    'error',
    'abort',
    'insufficient_system_resource',
    'MALFORMED_FUNCTION_CALL',
    'network_error',
    'timeout',
    'function_call_filter: MALFORMED_FUNCTION_CALL',
  ])('is a failure when the reason is %s', (raw) => {
    expect(() => decodeChunks([delta({ content: 'x' }), finish(raw)])).toThrow(EngineError);
  });

  it('is tool-calls whenever a tool was called, and stop when none was', () => {
    const call = { tool_calls: [{ index: 0, id: 'c', function: { name: 'f', arguments: '{}' } }] };
    expect(decodeChunks([delta(call), finish('stop')]).finishReason).toEqual({ unified: 'tool-calls', raw: 'stop' });
    expect(decodeChunks([delta({ content: 'x' }), finish('tool_calls')]).finishReason).toEqual({
      unified: 'stop',
      raw: 'tool_calls',
    });
  });

  it.each(['stop_reason', 'matched_stop'])(
    'names the stop sequence that %s reports, if the request asked for it',
    (field) => {
      const chunks = (met: unknown) => [delta({ content: 'x' }), delta({}, { finish_reason: 'stop', [field]: met })];
      expect(decodeChunks(chunks('END'), { stopSequences: ['END'] }).finishReason).toEqual({
        unified: 'stop-sequence',
        raw: 'stop',
        stopSequence: 'END',
      });
      expect(decodeChunks(chunks('<|im_end|>'), { stopSequences: ['END'] }).finishReason.unified).toBe('stop');
      expect(decodeChunks(chunks(151_645), { stopSequences: ['END'] }).finishReason.unified).toBe('stop');
    },
  );

  it('uses the last of several reasons, for upstreams that repeat one in every chunk', () => {
    const result = decodeChunks([
      delta({ content: 'a' }, { finish_reason: 'stop' }),
      delta({ content: 'b' }, { finish_reason: 'stop' }),
    ]);
    expect(result.parts).toEqual([text('ab')]);
  });

  it('is the context window when the token limit was the remaining context', () => {
    expect(decodeChunks([delta({ content: 'x' }), finish('length')], { capIsContext: true }).finishReason.unified).toBe(
      'context-window',
    );
  });

  it('reports the service tier whenever the upstream does, if it is a known one', () => {
    const chunks = [delta({ content: 'x' }), { ...finish(), service_tier: 'flex' }];
    expect(decodeChunks(chunks, { reportsServiceTier: true }).serviceTier).toBe('flex');
    expect(decodeChunks(chunks)).not.toHaveProperty('serviceTier');
    expect(
      decodeChunks([{ ...delta({ content: 'x' }), service_tier: 'default' }, finish()], { reportsServiceTier: true })
        .serviceTier,
    ).toBe('default');
  });

  it('delivers nothing when no output was requested', () => {
    const result = decodeChunks(
      [delta({ content: 'x' }), finish('length'), { choices: [], usage: { prompt_tokens: 9, completion_tokens: 1 } }],
      { silent: true },
    );
    expect(result).toMatchObject({
      parts: [],
      finishReason: { unified: 'length' },
      usage: { inputTokens: 9, outputTokens: 0 },
    });
  });

  it.each([
    ['nothing at all', []],
    ['text and no reason', [delta({ content: 'x' })]],
  ])('is missing after %s, also when [DONE] follows', (_, chunks) => {
    expect(() => decodeBytes([sse(chunks, false)])).toThrow('before it was complete');
    expect(() => decodeBytes([sse(chunks, true)])).toThrow('before it was complete');
  });

  it('is missing after a reason without [DONE], unless the profile knows no [DONE]', () => {
    const bytes = sse([delta({ content: 'x' }), finish()], false);
    expect(() => decodeBytes([bytes])).toThrow(
      /^[^:]*before it was complete: it sent a finish_reason, but no \[DONE\]\.$/,
    );
    expect(decodeBytes([bytes], { endsWithDone: false }).at(-1)).toMatchObject({ type: 'generation-end' });
    expect(() => decodeBytes([bytes, Buffer.from('data: {"us')], { endsWithDone: false })).toThrow(
      'before it was complete',
    );
  });

  it('ignores what follows [DONE]', () => {
    const events = decodeBytes([
      sse([delta({ content: 'x' }), finish()]),
      Buffer.from('data: {"choices":[]}\n\ngarbage\n\ndata: {{{\n\n'),
    ]);
    expect(events.at(-1)).toMatchObject({ type: 'generation-end' });
  });
});

describe('usage', () => {
  const end = (usage: unknown) => [delta({ content: 'x' }), finish(), { choices: [], usage }];

  it('is that of the last chunk', () => {
    const raw = {
      prompt_tokens: 10,
      completion_tokens: 5,
      total_tokens: 15,
      prompt_tokens_details: { cached_tokens: 4 },
      completion_tokens_details: { reasoning_tokens: 2 },
    };
    expect(decodeChunks(end(raw)).usage).toEqual({
      inputTokens: 10,
      outputTokens: 5,
      cachedInputTokens: 4,
      cacheWriteTokens: 0,
      reasoningTokens: 2,
      raw,
    });
  });

  it('is the latest of cumulative counts, never their sum', () => {
    const counted = (n: number) => ({ ...delta({ content: 'x' }), usage: { prompt_tokens: 10, completion_tokens: n } });
    const events = decodeBytes([sse([counted(1), counted(2), counted(3), finish()])]);
    expect(events[0]).toMatchObject({ type: 'generation-start', usage: { inputTokens: 10 } });
    expect(events.at(-1)).toMatchObject({ usage: { inputTokens: 10, outputTokens: 3 } });
  });

  it('is the earlier count when the last chunk counts nothing', () => {
    for (const usage of [
      {},
      { prompt_tokens: null, completion_tokens: null },
      { prompt_tokens: 0, completion_tokens: 0, total_tokens: 0 },
    ]) {
      const counted = { ...delta({ content: 'x' }), usage: { prompt_tokens: 10, completion_tokens: 3 } };
      expect(decodeChunks([counted, finish(), { choices: [], usage }]).usage).toMatchObject({
        inputTokens: 10,
        outputTokens: 3,
      });
    }
  });

  it('is estimated from the received deltas when the upstream reports none, or none that is readable', () => {
    for (const usage of [
      undefined,
      null,
      'many',
      {},
      { prompt_tokens: '10', completion_tokens: -1 },
      { prompt_tokens: 1.5 },
      { prompt_tokens: 0, completion_tokens: 0 },
    ]) {
      expect(decodeChunks(end(usage)).usage).toMatchObject({
        inputTokens: 0,
        outputTokens: 1,
        cachedInputTokens: 0,
        reasoningTokens: 0,
        estimated: true,
      });
    }
  });

  it('is read from the fields of individual upstreams', () => {
    const usage = { prompt_tokens: 3, completion_tokens: 2 };
    expect(decodeChunks([delta({ content: 'x' }), { ...finish(), x_groq: { usage } }]).usage).toMatchObject({
      inputTokens: 3,
      outputTokens: 2,
    });
    expect(decodeChunks([delta({ content: 'x' }), delta({}, { finish_reason: 'stop', usage })]).usage).toMatchObject({
      inputTokens: 3,
      outputTokens: 2,
    });
  });

  it('adds reasoning to the output when the total shows that it was counted separately', () => {
    const usage = decodeChunks(
      end({
        prompt_tokens: 10,
        completion_tokens: 5,
        total_tokens: 35,
        completion_tokens_details: { reasoning_tokens: 20 },
      }),
    ).usage;
    expect(usage).toMatchObject({ outputTokens: 25, reasoningTokens: 20 });
  });
});

describe('usage of single upstreams', () => {
  const read = (usage: object) =>
    decodeChunks([
      delta({ content: 'x' }),
      finish(),
      { choices: [], usage: { prompt_tokens: 100, completion_tokens: 5, ...usage } },
    ]).usage;

  it('reports cache writes', () => {
    expect(read({ prompt_tokens_details: { cached_tokens: 40, cache_write_tokens: 30 } })).toMatchObject({
      cachedInputTokens: 40,
      cacheWriteTokens: 30,
    });
    // vLLM's name of it.
    expect(
      read({ prompt_tokens_details: { cached_tokens: 40, created_cache_tokens: 30, multimodal_tokens: null } }),
    ).toMatchObject({ cachedInputTokens: 40, cacheWriteTokens: 30 });
    expect(
      read({
        prompt_tokens_details: {
          cached_tokens: 0,
          cache_creation_input_tokens: 60,
          cache_creation: { ephemeral_5m_input_tokens: 60 },
          cache_type: 'ephemeral',
        },
      }),
    ).toMatchObject({ cachedInputTokens: 0, cacheWriteTokens: 60 });
    expect(read({ prompt_tokens_details: { cached_tokens: 90, cache_write_tokens: 30 } })).toMatchObject({
      cachedInputTokens: 90,
      cacheWriteTokens: 10,
    });
  });

  it.each([
    [{ cached_tokens: 40 }, 40, 0],
    [{ cache_read_input_tokens: 40, cache_creation_input_tokens: 30 }, 40, 30],
    [{ prompt_tokens_details: { cached_tokens: 7 }, cached_tokens: 40 }, 7, 0],
    [{ prompt_tokens_details: null, cached_tokens: 40 }, 40, 0],
  ])('reports cached tokens outside the details, too: %j', (usage, cachedInputTokens, cacheWriteTokens) => {
    expect(read(usage)).toMatchObject({ inputTokens: 100, cachedInputTokens, cacheWriteTokens });
  });

  it('counts tokens found only in the total as reasoning', () => {
    expect(read({ total_tokens: 125 })).toMatchObject({ inputTokens: 100, outputTokens: 25, reasoningTokens: 20 });
    expect(read({ total_tokens: 105 })).toMatchObject({ inputTokens: 100, outputTokens: 5, reasoningTokens: 0 });
  });

  it('ignores a total that the details do not explain', () => {
    expect(read({ total_tokens: 125, completion_tokens_details: { reasoning_tokens: 3 } })).toMatchObject({
      outputTokens: 5,
      reasoningTokens: 3,
    });
    expect(read({ total_tokens: 125, completion_tokens_details: { reasoning_tokens: 0 } })).toMatchObject({
      outputTokens: 5,
      reasoningTokens: 0,
    });
  });

  it('derives nothing from a total alone', () => {
    expect(read({ prompt_tokens: undefined, completion_tokens: undefined, total_tokens: 125 })).toMatchObject({
      inputTokens: 0,
      outputTokens: 0,
    });
  });

  it('adds cached tokens to the prompt when the total shows that they were counted separately', () => {
    expect(read({ total_tokens: 175, cache_read_input_tokens: 40, cache_creation_input_tokens: 30 })).toMatchObject({
      inputTokens: 170,
      outputTokens: 5,
      cachedInputTokens: 40,
      cacheWriteTokens: 30,
      reasoningTokens: 0,
    });
  });
});

describe('stop sequences that the upstream does not support', () => {
  const own = { localStopSequences: ['STOP', '\n\n##'] };

  it('end the text before them, also when they span chunks', () => {
    const result = decodeChunks(
      [delta({ content: 'one ST' }), delta({ content: 'ILL two ST' }), delta({ content: 'OP three' })],
      own,
    );
    expect(result).toMatchObject({
      parts: [text('one STILL two ')],
      finishReason: { unified: 'stop-sequence', stopSequence: 'STOP' },
    });
  });

  it('never lose text that only resembled one', () => {
    expect(decodeChunks([delta({ content: 'a\n' }), delta({ content: '\n#' }), finish()], own).parts).toEqual([
      text('a\n\n#'),
    ]);
  });

  it.each([{ tool_calls: null }, { tool_calls: [] }, { function_call: null }])(
    'are found in a response with invalid calls: %j',
    (none) => {
      const result = decodeChunks(
        [delta({ content: 'one ST', ...none }), delta({ content: 'OP two', ...none }), finish()],
        own,
      );
      expect(result).toMatchObject({
        parts: [text('one ')],
        finishReason: { unified: 'stop-sequence', stopSequence: 'STOP' },
      });
      expect(
        decodeChunks([delta({ content: '\n  ', ...none }), delta({ content: 'x', ...none }), finish()]).parts,
      ).toEqual([text('\n  x')]);
    },
  );

  it('are found wherever the text is split', () => {
    const chunk = fc.array(fc.string({ unit: fc.constantFrom('a', 'b'), maxLength: 4 }), {
      minLength: 1,
      maxLength: 8,
    });
    fc.assert(
      fc.property(chunk, (chunks) => {
        const complete = chunks.join('');
        const at = complete.indexOf('abab');
        const { parts } = decodeChunks([...chunks.map((content) => delta({ content })), finish()], {
          localStopSequences: ['abab'],
        });
        expect(parts.map((part) => (part.type === 'text' ? part.text : '')).join('')).toBe(
          at < 0 ? complete : complete.slice(0, at),
        );
      }),
      { numRuns: 500 },
    );
  });
});

describe('a broken stream', () => {
  it.each([
    ['no JSON', 'data: {"choices":[{\n\n'],
    ['HTML', 'data: <html>\n\n'],
    ['no object', 'data: 17\n\n'],
  ])('with %s is an upstream failure, whose text stays out of the message', (_, line) => {
    const attempt = (): unknown => decodeBytes([sse([delta({ content: 'x' })], false), Buffer.from(line)]);
    expect(attempt).toThrow(EngineError);
    expect(attempt).toThrow(/^The upstream sent data/);
  });

  it('with a line above 16 MiB is a failure', () => {
    const line = Buffer.alloc(1024 * 1024, 'x');
    expect(() => decodeBytes([Buffer.from('data: "'), ...Array.from({ length: 17 }, () => line)])).toThrow(
      'a line of more than',
    );
  });

  it.each([
    [{ error: { message: 'secret words', code: 500 } }, 'upstream-failed'],
    [{ error: { message: 'secret words', code: '503' } }, 'overloaded'],
    [{ error: { message: 'secret words', status: 429 } }, 'rate-limited'],
    [{ error: 'secret words' }, 'upstream-failed'],
    [{ id: 'chatcmpl-1', x_groq: { id: 'req_1', error: 'secret words' }, choices: [] }, 'upstream-failed'],
    [{ object: 'error', message: 'secret words', code: 400 }, 'upstream-rejected'],
    [
      {
        error: {
          message: "This model's maximum context length is 10 tokens. However, your messages resulted in 20 tokens.",
          code: 400,
        },
      },
      'context-overflow',
    ],
  ])('with an error object is that error: %j', (chunk, code) => {
    const attempt = (): unknown => decodeBytes([sse([delta({ content: 'x' }), chunk])]);
    expect(attempt).toThrow(
      expect.objectContaining({
        name: 'EngineError',
        code,
        message: expect.not.stringContaining('secret'),
        cause: expect.anything(),
      }),
    );
  });
});

describe('an error of transformers serve, which quotes the original text unescaped', () => {
  const attempt = (line: string) => (): unknown =>
    decodeBytes([sse([delta({ content: 'x' })], false), Buffer.from(line)], { endsWithDone: false });

  it.each([
    ['quotes', 'data: {"error": "a "quoted" secret"}\n\n', { code: 'upstream-failed', byModel: false }],
    ['a line break', 'data: {"error": "secret\nmore"}\n\n', { code: 'upstream-failed', byModel: false }],
    [
      'neither',
      'data: {"error": "`max_new_tokens` must be greater than 0, but is 0."}\n\n',
      { code: 'upstream-failed', byModel: false },
    ],
    [
      'a call of the model that is no JSON',
      `data: {"error": "json parser could not parse region as JSON.\nContent: '\n{"name": "look", "arguments": {"at": "secret\n'\nError: Invalid control character at: line 2 column 50 (char 50)"}\n\n`,
      { code: 'upstream-failed', byModel: true },
    ],
  ])('is that error, with %s', (_, line, expected) => {
    expect(attempt(line)).toThrow(
      expect.objectContaining({ ...expected, message: expect.not.stringMatching(/secret|not JSON/) }),
    );
  });

  it('is recognized when it is a known one', () => {
    expect(
      attempt(
        'data: {"error": "This model\'s maximum context length is 10 tokens. However, your messages resulted in 20 tokens, "all" counted."}\n\n',
      ),
    ).toThrow(
      expect.objectContaining({ code: 'context-overflow', message: 'prompt is too long: 20 tokens > 10 maximum' }),
    );
  });
});

describe('bytes', () => {
  const chunks = [
    delta({ role: 'assistant', reasoning_content: 'Größe? 数え…' }),
    delta({ content: 'Grüße, 世界 🌍🏳️‍🌈' }),
    delta({ tool_calls: [{ index: 0, id: 'c1', function: { name: 'f', arguments: '{"q":"é' } }] }),
    delta({ tool_calls: [{ index: 0, function: { arguments: '🌍"}' } }] }),
    finish('tool_calls'),
    { choices: [], usage: { prompt_tokens: 1, completion_tokens: 2 } },
  ];
  const noise = Buffer.from(': comment\n\nevent: message\nid: 7\ndata:{"choices":[]}\nretry: 10\n\n');

  it('lose nothing to a leading byte order mark, in any chunks', () => {
    const plain = decodeBytes([sse(chunks)]);
    const marked = Buffer.concat([Buffer.from('\uFEFF'), sse(chunks)]);
    expect(decodeBytes([marked])).toEqual(plain);
    expect(decodeBytes([...marked].map((byte) => Uint8Array.of(byte)))).toEqual(plain);
  });

  it('are complete with the end marker, even without a final line break', () => {
    const bytes = sse(chunks).toString('utf8').trimEnd();
    expect(bytes).toMatch(/\[DONE\]$/);
    expect(decodeBytes([Buffer.from(bytes)])).toEqual(decodeBytes([sse(chunks)]));
    expect(() => decodeBytes([Buffer.from(bytes.slice(0, -1))])).toThrow('before it was complete');
  });

  it.each([['\n'], ['\r\n'], ['\r']])('yield the same events in any chunks, with lines ending in %j', (ending) => {
    const lines = Buffer.concat([noise, sse(chunks)])
      .toString('utf8')
      .replaceAll('\n', ending);
    const bytes = Buffer.from(lines);
    const complete = decodeBytes([bytes]);
    expect(complete.length).toBeGreaterThan(10);
    fc.assert(
      fc.property(fc.array(fc.nat({ max: bytes.length }), { maxLength: 40 }), (splits) => {
        const offsets = [0, ...splits.toSorted((a, b) => a - b), bytes.length];
        const slices = offsets.slice(1).map((end, index) => bytes.subarray(offsets[index], end));
        expect(decodeBytes(slices)).toEqual(complete);
      }),
      { numRuns: 300 },
    );
    expect(decodeBytes([...bytes].map((byte) => Uint8Array.of(byte)))).toEqual(complete);
  });
});
