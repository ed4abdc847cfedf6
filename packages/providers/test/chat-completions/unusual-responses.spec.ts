// Deviations of individual servers from this API, and what must not be lost because of them.
import { EngineError } from '@org/engine';
import { functionTool } from '@org/engine/testing';
import { decodeBytes, decodeChunks, delta, finish, sse } from './decode.js';

const text = (value: string): object => ({ type: 'text', text: value });
const tools = [functionTool('look')];
const call = (args: unknown): object => ({
  index: 0,
  id: 'a',
  type: 'function',
  function: { name: 'look', arguments: args },
});

describe('content', () => {
  it.each([
    ['one part instead of the list', { type: 'text', text: 'Hi' }],
    ['a list of strings', ['H', 'i']],
  ])('may be %s', (_, content) => {
    expect(decodeChunks([delta({ content }), finish()]).parts).toEqual([text('Hi')]);
  });
});

describe('reasoning', () => {
  it('may be called reasoning_text', () => {
    expect(decodeChunks([delta({ reasoning_text: 'Hmm' }), delta({ content: 'Hi' }), finish()]).parts).toEqual([
      { type: 'reasoning', text: 'Hmm' },
      text('Hi'),
    ]);
  });

  it('of only white space is none, and is preserved before text', () => {
    expect(decodeChunks([delta({ reasoning_content: '\n\n' }), delta({ content: 'Hi' }), finish()]).parts).toEqual([
      text('Hi'),
    ]);
    expect(
      decodeChunks([
        delta({ reasoning_content: '\n' }),
        delta({ reasoning_content: 'Hmm' }),
        delta({ reasoning_content: '\n' }),
        finish(),
      ]).parts,
    ).toEqual([{ type: 'reasoning', text: '\nHmm\n' }]);
  });
});

describe('a call', () => {
  it.each([
    ['alone in the place of the list', [delta({ tool_calls: call('{"a":1}') })]],
    ['again when it is complete', [delta({ tool_calls: [call('{"a":1}')] }), delta({ tool_calls: [call('{"a":1}')] })]],
    [
      'again with its arguments as an object',
      [delta({ tool_calls: [call({ a: 1 })] }), delta({ tool_calls: [call({ a: 1 })] })],
    ],
  ])('is one call when it arrives %s', (_, chunks) => {
    expect(decodeChunks([...chunks, finish('tool_calls')], { tools })).toMatchObject({
      parts: [{ type: 'tool-call', callId: 'a', argumentsText: '{"a":1}' }],
      finishReason: { unified: 'tool-calls' },
    });
  });
});

describe('the name of a call', () => {
  const called = (name: string): object => ({
    index: 0,
    id: 'a',
    type: 'function',
    function: { name, arguments: '{}' },
  });

  it.each([
    'look<|channel|>commentary',
    'functions.look',
    'functions.look<|channel|>json',
    'default_api.look',
    'default_api:look',
    'look ',
  ])('is that of the tool which is offered, whatever is around it: %s', (name) => {
    expect(decodeChunks([delta({ tool_calls: [called(name)] }), finish('tool_calls')], { tools }).parts).toMatchObject([
      { type: 'tool-call', name: 'look' },
    ]);
  });

  it.each(['functions.see', 'see<|channel|>commentary', 'other.look'])(
    'stays as it is where no such tool is offered: %s',
    (name) => {
      expect(
        decodeChunks([delta({ tool_calls: [called(name)] }), finish('tool_calls')], { tools }).parts,
      ).toMatchObject([{ type: 'tool-call', name }]);
    },
  );
});

describe('a second choice that was not requested', () => {
  const other = (content: string, more: object = {}): object => ({
    choices: [{ index: 1, delta: { content }, finish_reason: null, ...more }],
  });

  it('is no part of the response, in chunks of its own or together with the first', () => {
    const both = {
      choices: [
        { index: 1, delta: { content: 'Bye' } },
        { index: 0, delta: { content: 'i' } },
      ],
    };
    const { parts, finishReason } = decodeChunks([
      delta({ content: 'H' }),
      other('No'),
      both,
      other('', { finish_reason: 'length' }),
      finish(),
    ]);
    expect([parts, finishReason.unified]).toEqual([[text('Hi')], 'stop']);
  });

  it('does not end the first', () => {
    expect(() => decodeChunks([delta({ content: 'H' }), other('', { finish_reason: 'stop' })])).toThrow(EngineError);
  });

  it.each([1, undefined, null])('is not the only choice, whatever its index: %s', (index) => {
    const choice = { delta: { content: 'Hi' }, finish_reason: 'stop', ...(index !== undefined && { index }) };
    expect(decodeChunks([{ choices: [choice] }]).parts).toEqual([text('Hi')]);
  });
});

describe('the end marker', () => {
  it.each(['[done]', '[DONE] ', '"[DONE]"'])('may be written %j', (marker) => {
    const bytes = Buffer.from(
      sse([delta({ content: 'Hi' }), finish()])
        .toString()
        .replace('[DONE]', marker),
    );
    expect(decodeBytes([bytes]).at(-1)).toMatchObject({ type: 'generation-end' });
  });
});

describe('log-probabilities of tokens without text', () => {
  const scored = (token: string, bytes: readonly number[]): object => ({
    logprobs: { content: [{ token, logprob: -1, bytes, top_logprobs: [] }] },
  });
  const tokens = [
    { token: '\ufffd', bytes: [195], logprob: -1, top: [] },
    { token: '\ufffd', bytes: [169], logprob: -1, top: [] },
  ];

  it('go with the text that follows', () => {
    expect(
      decodeChunks([
        delta({ content: '' }, scored('\ufffd', [195])),
        delta({ content: 'é' }, scored('\ufffd', [169])),
        finish(),
      ]).parts,
    ).toEqual([{ ...text('é'), logprobs: tokens }]);
  });

  it('go with the text before them when none follows', () => {
    expect(
      decodeChunks([
        delta({ content: 'é' }, scored('\ufffd', [195])),
        delta({ content: '' }, scored('\ufffd', [169])),
        finish(),
      ]).parts,
    ).toEqual([{ ...text('é'), logprobs: tokens }]);
  });
});

describe('a failure inside a response', () => {
  it.each<[string, object, string]>([
    ['a type that means busy', { error: { message: 'x', type: 'overloaded_error' } }, 'overloaded'],
    ['a word that means busy', { error: { message: 'x', status: 'UNAVAILABLE' } }, 'overloaded'],
    ['a type that means too much', { error: { message: 'x', type: 'rate_limit_error' } }, 'rate-limited'],
    ['a word that means too much', { error: { message: 'x', status: 'RESOURCE_EXHAUSTED' } }, 'rate-limited'],
    ['a message with a number', { message: 'x', code: 503 }, 'overloaded'],
    ['a message with a word', { message: 'x', code: 'Throttling.RateQuota' }, 'rate-limited'],
    ['a message with a number of its own', { error_code: 18, error_msg: 'x' }, 'upstream-failed'],
    ['a detail', { detail: 'x' }, 'upstream-failed'],
  ])('is known by %s', (_, chunk, code) => {
    expect(() => decodeBytes([sse([chunk], false)])).toThrow(
      expect.objectContaining({
        code,
        message: expect.stringMatching(/^The upstream (?:failed|is overloaded|limits the request rate)/) as string,
      }) as Error,
    );
  });

  it.each([{}, '', null, false])('is none when its member is empty: %j', (error) => {
    expect(decodeChunks([{ ...delta({ content: 'Hi' }), error }, finish()]).parts).toEqual([text('Hi')]);
  });
});

describe('messages in place of deltas', () => {
  const message = (value: object, more: object = {}): object => ({ choices: [{ index: 0, message: value, ...more }] });
  const fn = (args: string, name?: string): object => ({ ...(name !== undefined && { name }), arguments: args });
  const contents = (...texts: readonly string[]): readonly object[] => texts.map((content) => message({ content }));
  const end = message({}, { finish_reason: 'stop' });

  it.each([
    ['increments', contents('H', 'i', ' there'), 'Hi there'],
    ['increments in lists', [message({ content: [text('H')] }), message({ content: [text('i')] })], 'Hi'],
    ['an increment that repeats the first', contents('ha', 'ha', '!'), 'haha!'],
    ['cumulative texts', contents('H', 'Hi', 'Hi there'), 'Hi there'],
    ['a complete text that is repeated', contents('Hi there', 'Hi there\n'), 'Hi there\n'],
  ])('with %s are one text', (_, chunks, expected) => {
    expect(decodeChunks([...chunks, end]).parts).toEqual([text(expected)]);
  });

  it('with increments may end with the complete text', () => {
    const last = message({ content: 'Hi' }, { finish_reason: 'stop' });
    expect(decodeChunks([...contents('H', 'i'), last]).parts).toEqual([text('Hi')]);
  });

  it('may bring the arguments of calls in increments, whichever call they belong to', () => {
    const chunks = [
      message({ tool_calls: [{ index: 0, id: 'a', function: fn('', 'look') }] }),
      message({ tool_calls: [{ index: 0, function: fn('{"q"') }] }),
      message({ tool_calls: [{ index: 1, id: 'b', function: fn('{"q":', 'look') }] }),
      message({ tool_calls: [{ index: 0, function: fn(':1}') }] }),
      message({ tool_calls: [{ index: 1, function: fn('2}') }] }),
    ];
    expect(decodeChunks([...chunks, end], { tools }).parts).toMatchObject([
      { type: 'tool-call', callId: 'a', argumentsText: '{"q":1}' },
      { type: 'tool-call', callId: 'b', argumentsText: '{"q":2}' },
    ]);
  });

  it('fail where complete texts turn out to be increments, so that nothing is lost in silence', () => {
    expect(() => decodeChunks([...contents('a', 'ab', 'c'), end])).toThrow(
      expect.objectContaining({ code: 'upstream-failed' }) as Error,
    );
  });
});
