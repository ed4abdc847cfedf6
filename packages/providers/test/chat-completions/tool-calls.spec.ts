import * as fc from 'fast-check';
import type { ToolDefinition } from '@org/engine';
import { functionTool } from '@org/engine/testing';
import { decodeBytes, decodeChunks, delta, finish, sse, type Overrides } from './decode.js';

type CallDelta = { index?: number; id?: string | null; name?: string | null; arguments?: unknown };

const calls = (...deltas: CallDelta[]): object =>
  delta({
    tool_calls: deltas.map(({ index, id, ...fn }) => ({
      ...(index === undefined ? {} : { index }),
      ...(id === undefined ? {} : { id }),
      type: 'function',
      function: fn,
    })),
  });

/** Name and arguments of the calls in a response of these chunks. */
function read(chunks: readonly object[], overrides: Overrides = {}): readonly string[] {
  return decodeChunks([...chunks, finish('tool_calls')], overrides).parts.map((part) =>
    part.type === 'tool-call'
      ? `${part.callId} ${part.name} ${part.argumentsText}`
      : `${part.type} ${part.type === 'text' ? part.text : ''}`,
  );
}

describe('tool calls in the shapes that upstreams send', () => {
  it.each<[string, object[], string[]]>([
    [
      'chunks by index',
      [
        calls({ index: 0, id: 'a', name: 'f', arguments: '' }),
        calls({ index: 0, arguments: '{"x"' }),
        calls({ index: 0, arguments: ':1}' }),
      ],
      ['a f {"x":1}'],
    ],
    ['one chunk', [calls({ index: 0, id: 'a', name: 'f', arguments: '{"x":1}' })], ['a f {"x":1}']],
    [
      'several in one chunk',
      [calls({ index: 0, id: 'a', name: 'f', arguments: '{}' }, { index: 1, id: 'b', name: 'g', arguments: '{}' })],
      ['a f {}', 'b g {}'],
    ],
    [
      'one after another',
      [
        calls({ index: 0, id: 'a', name: 'f', arguments: '{}' }),
        calls({ index: 1, id: 'b', name: 'g', arguments: '{' }),
        calls({ index: 1, arguments: '}' }),
      ],
      ['a f {}', 'b g {}'],
    ],
    [
      'interleaved chunks',
      [
        calls({ index: 0, id: 'a', name: 'f', arguments: '' }, { index: 1, id: 'b', name: 'g', arguments: '' }),
        calls({ index: 1, arguments: '{"y"' }, { index: 0, arguments: '{"x"' }),
        calls({ index: 0, arguments: ':1}' }, { index: 1, arguments: ':2}' }),
      ],
      ['a f {"x":1}', 'b g {"y":2}'],
    ],
    [
      'no index, an id in the first chunk only',
      [
        calls({ id: 'a', name: 'f', arguments: '{"x"' }),
        calls({ arguments: ':1}' }),
        calls({ id: 'b', name: 'g', arguments: '{}' }),
      ],
      ['a f {"x":1}', 'b g {}'],
    ],
    [
      'no index, the id in every chunk',
      [
        calls({ id: 'a', name: 'f', arguments: '{' }),
        calls({ id: 'b', name: 'g', arguments: '{' }),
        calls({ id: 'a', arguments: '}' }),
        calls({ id: 'b', arguments: '}' }),
      ],
      ['a f {}', 'b g {}'],
    ],
    [
      'no index and no id',
      [calls({ name: 'f', arguments: { x: 1 } }, { name: 'f', arguments: { x: 2 } })],
      ['call_1 f {"x":1}', 'call_2 f {"x":2}'],
    ],
    [
      'index 0 for every call',
      [
        calls({ index: 0, id: 'a', name: 'f', arguments: '{"x":1}' }),
        calls({ index: 0, id: 'b', name: 'f', arguments: '{"x":2}' }),
      ],
      ['a f {"x":1}', 'b f {"x":2}'],
    ],
    [
      'index 0 for every call, and no id',
      [
        calls({ index: 0, name: 'f', arguments: '{"x":1}' }),
        calls({ index: 0, id: '', name: 'f', arguments: '{"x":2}' }, { index: 0, id: '', name: 'g', arguments: '{}' }),
      ],
      ['call_1 f {"x":1}', 'call_2 f {"x":2}', 'call_3 g {}'],
    ],
    [
      'index 0 and the name in every chunk, and no id',
      [
        calls({ index: 0, name: 'f', arguments: '' }),
        calls({ index: 0, name: 'f', arguments: '{"x"' }),
        calls({ index: 0, name: 'f', arguments: ':1}' }),
        calls({ index: 0, name: 'f', arguments: '' }),
      ],
      ['call_1 f {"x":1}'],
    ],
    [
      'a new id in every chunk',
      [
        calls({ index: 0, id: 'a', name: 'f', arguments: '{"x"' }),
        calls({ index: 0, id: 'b', name: 'f', arguments: ':1}' }),
      ],
      ['a f {"x":1}'],
    ],
    [
      'a late id',
      [calls({ index: 0, name: 'f', arguments: '{' }), calls({ index: 0, id: 'late', arguments: '}' })],
      ['call_1 f {}'],
    ],
    [
      'a late name',
      [calls({ index: 0, id: 'a', name: null, arguments: '{' }), calls({ index: 0, name: 'f', arguments: '}' })],
      ['a f {}'],
    ],
    ['an empty id', [calls({ index: 0, id: '', name: 'f', arguments: '{}' })], ['call_1 f {}']],
    [
      'the same id twice',
      [
        calls({ index: 0, id: 'a', name: 'f', arguments: '{}' }),
        calls({ index: 1, id: 'a', name: 'g', arguments: '{}' }),
      ],
      ['a f {}', 'call_1 g {}'],
    ],
    [
      'the name in every chunk',
      [
        calls({ index: 0, id: 'a', name: 'f', arguments: '{' }),
        calls({ index: 0, id: 'a', name: 'f', arguments: '}' }),
      ],
      ['a f {}'],
    ],
    ['no arguments at all', [calls({ index: 0, id: 'a', name: 'f' })], ['a f {}']],
    [
      'empty arguments',
      [calls({ index: 0, id: 'a', name: 'f', arguments: '' }), calls({ index: 1, id: 'b', name: 'g', arguments: '' })],
      ['a f {}', 'b g {}'],
    ],
    ['null for arguments', [calls({ index: 0, id: 'a', name: 'f', arguments: 'null' })], ['a f {}']],
    ['arguments encoded twice', [calls({ index: 0, id: 'a', name: 'f', arguments: '"{\\"x\\":1}"' })], ['a f {"x":1}']],
    [
      'the older function_call',
      [delta({ function_call: { name: 'f', arguments: '{"x"' } }), delta({ function_call: { arguments: ':1}' } })],
      ['call_1 f {"x":1}'],
    ],
    [
      'an empty object before the arguments',
      [
        calls({ index: 0, id: 'a', name: 'f', arguments: '{}' }),
        calls({ index: 0, arguments: '{"x"' }),
        calls({ index: 0, arguments: ':1}' }),
      ],
      ['a f {"x":1}'],
    ],
    [
      'an empty object and nothing after it',
      [
        calls({ index: 0, id: 'a', name: 'f', arguments: '{}' }),
        calls({ index: 0, arguments: '' }),
        calls({ index: 0, arguments: '\n' }),
      ],
      ['a f {}\n'],
    ],
    [
      'line breaks as they are in a text, where they should be escaped',
      [calls({ index: 0, id: 'a', name: 'f', arguments: '{\n"x":"a\\"b' }), calls({ index: 0, arguments: '\n\tc"}' })],
      ['a f {\n"x":"a\\"b\\n\\tc"}'],
    ],
    [
      'the same again when it is complete',
      [
        calls({ index: 0, id: 'a', name: 'f', arguments: '{"x":"a\nb"}' }),
        calls({ index: 0, id: 'a', name: 'f', arguments: '{"x":"a\nb"}' }),
      ],
      ['a f {"x":"a\\nb"}'],
    ],
    [
      'text before and after',
      [delta({ content: 'Now' }), calls({ index: 0, id: 'a', name: 'f', arguments: '{}' }), delta({ content: 'done' })],
      ['text Now', 'a f {}', 'text done'],
    ],
    [
      'text in the middle of arguments',
      [
        calls({ index: 0, id: 'a', name: 'f', arguments: '{"x"' }),
        delta({ content: 'oops' }),
        calls({ index: 0, arguments: ':1}' }),
      ],
      ['a f {"x":1}', 'text oops'],
    ],
    [
      'numbers that JSON would print differently',
      [calls({ index: 0, id: 'a', name: 'f', arguments: '{"x":1.0,"y":12345678901234567890}' })],
      ['a f {"x":1.0,"y":12345678901234567890}'],
    ],
  ])('%s', (_, chunks, expected) => {
    expect(read(chunks)).toEqual(expected);
  });

  it('preserve all digits of numbers in arguments that are an object', () => {
    const line =
      '{"choices":[{"index":0,"delta":{"tool_calls":[{"index":0,"id":"a","function":{"name":"f","arguments": {"x":12345678901234567890,"y":[0.5]}}}]}}]}';
    const events = decodeBytes([Buffer.from(`data: ${line}\n\n`), sse([finish('tool_calls')])]);
    expect(events).toContainEqual(
      expect.objectContaining({
        type: 'part-end',
        part: expect.objectContaining({ argumentsText: '{"x":12345678901234567890,"y":[0.5]}' }),
      }),
    );
  });

  it.each([
    ['no index', undefined],
    ['index 0 for every call', 0],
  ])('are as many as a non-streaming message lists: %s', (_, index) => {
    const call = (id: string | undefined, name: string, args: unknown): object => ({
      index,
      id,
      type: 'function',
      function: { name, arguments: args },
    });
    const list = [
      call('a', 'f', '{}'),
      call('a', 'g', '{"y":2}'),
      call(undefined, 'g', null),
      call(undefined, 'g', { z: 3 }),
    ];
    const { parts } = decodeChunks([
      {
        choices: [
          { index: 0, message: { role: 'assistant', content: null, tool_calls: list }, finish_reason: 'tool_calls' },
        ],
      },
    ]);
    expect(
      parts.map((part) => (part.type === 'tool-call' ? `${part.callId} ${part.name} ${part.argumentsText}` : part)),
    ).toEqual(['a f {}', 'call_1 g {"y":2}', 'call_2 g {}', 'call_3 g {"z":3}']);
  });

  it('streams the call in front instead of waiting for its end', () => {
    const events = decodeBytes([
      sse([
        calls({ index: 0, id: 'a', name: 'f', arguments: '{"x"' }),
        calls({ index: 0, arguments: ':1}' }),
        finish('tool_calls'),
      ]),
    ]);
    expect(events.filter(({ type }) => type === 'part-delta')).toHaveLength(2);
  });

  it('does not take an id that another call of the conversation has', () => {
    expect(
      read([calls({ index: 0, id: 'call_0', name: 'f', arguments: '{}' })], { isUsed: (id) => id === 'call_0' }),
    ).toEqual(['call_1 f {}']);
  });

  it('delivers one call when only one is wanted', () => {
    const chunks = [
      calls({ index: 0, id: 'a', name: 'f', arguments: '{' }),
      calls({ index: 1, id: 'b', name: 'g', arguments: '{}' }),
      calls({ index: 0, arguments: '}' }),
    ];
    expect(read(chunks, { parallel: false })).toEqual(['a f {}']);
  });

  it('delivers arguments that are not a JSON object as the model wrote them, and those that a limit truncated', () => {
    const chunks = [calls({ index: 0, id: 'a', name: 'f', arguments: '{"x": tru' })];
    expect(read(chunks)).toEqual(['a f {"x": tru']);
    expect(read([calls({ index: 0, id: 'a', name: 'f', arguments: '[1]' })])).toEqual(['a f [1]']);
    expect(
      read([
        calls({ index: 0, id: 'a', name: 'f', arguments: '{"x"' }),
        calls({ index: 1, id: 'b', name: 'g', arguments: '{}' }),
      ]),
    ).toEqual(['a f {"x"', 'b g {}']);
    expect(decodeChunks([...chunks, finish('length')])).toMatchObject({
      parts: [{ argumentsText: '{"x": tru' }],
      finishReason: { unified: 'length' },
    });
  });

  it('fails when a call never gets a name', () => {
    expect(() => read([calls({ index: 0, id: 'a', arguments: '{}' })])).toThrow('without a name');
  });

  it.each(['length', 'model_length', 'content_filter', 'stop_sequence'])(
    'leaves out a call without a name when %s ended the response',
    (word) => {
      const chunks = [
        calls({ index: 0, id: 'a', name: 'f', arguments: '{}' }),
        calls({ index: 1, id: 'b' }),
        finish(word),
      ];
      expect(decodeChunks(chunks).parts).toMatchObject([{ callId: 'a', name: 'f' }]);
    },
  );

  it('yields the same calls however the arguments are split and the calls are interleaved', () => {
    const texts = ['{"a":{"b":[1,"}"]}}', '{}', '{"c":"\\"{"}'];
    const split = (text: string, size: number): string[] => text.match(new RegExp(`.{1,${size}}`, 'g')) ?? [];
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 20 }), fc.array(fc.nat({ max: 2 }), { maxLength: 60 }), (size, order) => {
        const queues = texts.map((text) => split(text, size));
        const heads = texts.map((_, index) => calls({ index, id: `id${index}`, name: `f${index}`, arguments: '' }));
        const mixed = [...order, ...queues.flatMap((queue, index) => queue.map(() => index))].flatMap((index) => {
          const text = queues[index]?.shift();
          return text === undefined ? [] : [calls({ index, arguments: text })];
        });
        expect(read([...heads, ...mixed])).toEqual(texts.map((text, index) => `id${index} f${index} ${text}`));
      }),
      { numRuns: 300 },
    );
  });
});

describe('tool names in the API', () => {
  it('are read back to namespace and kind', () => {
    const tools: ToolDefinition[] = [
      { ...functionTool('read file'), namespace: 'disk.a' },
      { kind: 'custom', name: 'patch', format: { type: 'text' } },
    ];
    const { parts } = decodeChunks(
      [
        calls({ index: 0, id: 'a', name: 'disk_a__read_file', arguments: '{}' }),
        calls({ index: 1, id: 'b', name: 'patch', arguments: '{"input":"x"}' }),
        finish('tool_calls'),
      ],
      { tools },
    );
    expect(parts).toEqual([
      { type: 'tool-call', callId: 'a', name: 'read file', namespace: 'disk.a', kind: 'function', argumentsText: '{}' },
      { type: 'tool-call', callId: 'b', name: 'patch', kind: 'custom', argumentsText: 'x' },
    ]);
  });
});

describe('custom tools', () => {
  const tools: ToolDefinition[] = [{ kind: 'custom', name: 'patch', format: { type: 'text' } }];
  const inDeltas = (json: string, size: number, reason = 'tool_calls'): object[] => {
    const deltas = json.match(new RegExp(`.{1,${size}}`, 'gsu')) ?? [];
    return [
      calls({ index: 0, id: 'a', name: 'patch', arguments: '' }),
      ...deltas.map((text) => calls({ index: 0, arguments: text })),
      finish(reason),
    ];
  };
  const readInput = (json: string, size: number, reason?: string): string =>
    decodeChunks(inDeltas(json, size, reason), { tools })
      .parts.map((part) => (part.type === 'tool-call' ? part.argumentsText : ''))
      .join();
  const readDeltas = (json: string, size: number): readonly string[] =>
    decodeBytes([sse(inDeltas(json, size))], { tools }).map((event) =>
      event.type === 'part-delta' ? event.delta.text : '',
    );

  it('receive their free text, however its JSON is split', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme' }),
        fc.integer({ min: 1, max: 30 }),
        fc.boolean(),
        (input, size, ascii) => {
          const json = JSON.stringify({ input });
          const escaped = ascii
            ? json.replaceAll(/[\u0080-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
            : json;
          expect(readInput(escaped, size)).toBe(input);
          expect(readDeltas(escaped, size).every((text) => text.isWellFormed())).toBe(true);
        },
      ),
      { numRuns: 500 },
    );
  });

  it('get it while it arrives', () => {
    const events = decodeBytes(
      [
        sse([
          calls({ index: 0, id: 'a', name: 'patch', arguments: '{"input":"one ' }),
          calls({ index: 0, arguments: 'two"}' }),
          finish('tool_calls'),
        ]),
      ],
      { tools },
    );
    expect(events.filter(({ type }) => type === 'part-delta')).toHaveLength(2);
  });

  it('get what the model wrote when it is of another shape', () => {
    expect(readInput('{"other":"x","input":"late"}', 4)).toBe('late');
    expect(readInput('{"text":"x"}', 4)).toBe('{"text":"x"}');
    expect(readInput('"just text"', 4)).toBe('just text');
    expect(readInput('no json', 4)).toBe('no json');
    expect(readInput('{"input":"cut sho', 4, 'length')).toBe('cut sho');
  });
});

it.each([
  ['index', (at: number): CallDelta => ({ index: at, id: `c${at}`, name: 'f', arguments: '{' })],
  ['id', (at: number): CallDelta => ({ id: `c${at}`, name: 'f', arguments: '{' })],
])('reads many open calls, which differ in their %s, in a time that grows with their number', (_, call) => {
  const chunks = Array.from({ length: 30_000 }, (__, at) => calls(call(at)));
  const started = performance.now();
  decodeBytes([sse([...chunks, finish('tool_calls')])]);
  expect(performance.now() - started).toBeLessThan(2_000);
});
