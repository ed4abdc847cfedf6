// Where tool results appear in the input of a model.
import type { Message } from '#src/model/message.js';
import type { ToolCallPart, ToolResultPart } from '#src/model/part.js';
import { buildRequest, message } from '#src/testing/builders.js';
import { assembleContext } from '#src/turn/context/assemble-context.js';

const call = (callId: string): ToolCallPart => ({
  type: 'tool-call',
  callId,
  name: 'f',
  kind: 'function',
  argumentsText: '{}',
});
const result = (callId: string): ToolResultPart => ({
  type: 'tool-result',
  callId,
  kind: 'function',
  content: [{ type: 'text', text: `of ${callId}` }],
});
const [question, more] = [message('user', 'Do it'), message('user', 'Be quick')];

function assembledMessages(
  input: readonly Message[],
  reader: Parameters<typeof assembleContext>[3] = {},
): readonly Message[] {
  return assembleContext(
    {
      dialect: 'responses',
      generation: buildRequest(input),
      instructions: [],
      input,
      state: { store: true },
      warnings: [],
    },
    [],
    [],
    reader,
  ).messages;
}

describe('The result of a tool', () => {
  it('follows its call directly, whatever the client has put between them', () => {
    expect(assembledMessages([question, message('assistant', call('a')), more, message('tool', result('a'))])).toEqual([
      question,
      message('assistant', call('a')),
      message('tool', result('a')),
      more,
    ]);
  });

  it('finds its call among several, with one result in time and one late', () => {
    const calls = message('assistant', call('a'), call('b'));
    const late = { role: 'user' as const, parts: [result('b'), { type: 'text' as const, text: 'And?' }] };
    expect(assembledMessages([question, calls, message('tool', result('a')), more, late])).toEqual([
      question,
      calls,
      message('tool', result('a')),
      message('tool', result('b')),
      more,
      message('user', 'And?'),
    ]);
  });

  it('precedes what the model generated in between', () => {
    expect(
      assembledMessages([
        question,
        message('assistant', call('a')),
        message('assistant', call('b')),
        message('tool', result('a')),
        message('tool', result('b')),
      ]),
    ).toEqual([
      question,
      message('assistant', call('a')),
      message('tool', result('a')),
      message('assistant', call('b')),
      message('tool', result('b')),
    ]);
  });

  it.each<[string, (ids: readonly string[]) => readonly Message[]]>([
    [
      'each with a word of the user between it and its call',
      (ids) => ids.flatMap((id) => [message('assistant', call(id)), more, message('tool', result(id))]),
    ],
    [
      'all calls before all words before all results',
      (ids) => [
        ...ids.map((id) => message('assistant', call(id))),
        ...ids.map(() => more),
        ...ids.map((id) => message('tool', result(id))),
      ],
    ],
    [
      'all calls in one response',
      (ids) => [message('assistant', ...ids.map(call)), more, ...ids.map((id) => message('tool', result(id)))],
    ],
  ])('takes linear time, however many late results there are: %s', (_, of) => {
    const conversation = of(Array.from({ length: 3_000 }, (_none, index) => `c${index}`));
    const began = performance.now();
    assembledMessages([question, ...conversation]);
    expect(performance.now() - began).toBeLessThan(3_000);
  });

  it('stays after its call, with settings between them, too', () => {
    const settings: Message = { role: 'system', parts: [], settings: { reasoning: { effort: 'high' } } };
    const conversation = [
      question,
      message('assistant', 'I will.', call('a'), call('b')),
      settings,
      message('tool', result('a')),
      message('tool', result('b')),
      more,
    ];
    expect(assembledMessages(conversation)).toEqual(conversation);
  });

  it('stays where the client has put it for an upstream of its own dialect', () => {
    const conversation = [question, message('assistant', call('a')), more, message('tool', result('a'))];
    expect(assembledMessages(conversation, { native: { dialect: 'responses', signer: 'far' } })).toEqual(conversation);
  });
});

describe('The results of several calls', () => {
  const calls = message('assistant', 'I will.', call('a'), call('b'), call('c'));
  const settings: Message = { role: 'system', parts: [], settings: { reasoning: { effort: 'high' } } };
  const [first, second, third]: readonly [ToolResultPart, ToolResultPart, ToolResultPart] = [
    result('a'),
    result('b'),
    result('c'),
  ];
  const text = { type: 'text' as const, text: 'Be quick' };

  it.each<[string, readonly Message[], readonly Message[]]>([
    [
      'in messages of their own',
      [message('tool', third), message('tool', first), message('tool', second)],
      [message('tool', first), message('tool', second), message('tool', third)],
    ],
    ['in one message', [message('tool', second, first, third)], [message('tool', first, second, third)]],
    [
      'followed by text of the user',
      [{ role: 'user', parts: [third, second, first, text] }],
      [{ role: 'user', parts: [first, second, third, text] }],
    ],
    [
      'with settings between them',
      [message('tool', second), settings, message('tool', first), message('tool', third)],
      [message('tool', first), settings, message('tool', second), message('tool', third)],
    ],
    [
      'late ones',
      [message('tool', third), more, message('tool', second), message('tool', first)],
      [message('tool', first, second), message('tool', third), more],
    ],
  ])('are sent in the order of the calls, which models without ids rely on: %s', (_, sent, expected) => {
    expect(assembledMessages([question, calls, ...sent])).toEqual([question, calls, ...expected]);
  });

  it('stay in the order of the client for an upstream of its own dialect', () => {
    const conversation = [question, calls, message('tool', third, second, first)];
    expect(assembledMessages(conversation, { native: { dialect: 'responses', signer: 'far' } })).toEqual(conversation);
  });

  it('are not confused with those of later calls under the same ids', () => {
    const again = [message('assistant', call('b'), call('a')), message('tool', result('b'), result('a'))];
    const conversation = [
      question,
      message('assistant', call('a'), call('b')),
      message('tool', first, second),
      ...again,
    ];
    expect(assembledMessages(conversation)).toEqual(conversation);
  });
});

describe('Several results of one call', () => {
  const [start, end]: readonly [ToolResultPart, ToolResultPart] = [
    result('a'),
    { ...result('a'), content: [{ type: 'text', text: 'done' }] },
  ];
  const joined: ToolResultPart = { ...start, content: [...start.content, ...end.content] };

  it.each<[string, readonly Message[]]>([
    ['one after the other', [message('tool', start), message('tool', end)]],
    ['in one message', [message('tool', start, end)]],
    ['with another call next to it', [message('tool', start), message('tool', result('b')), message('tool', end)]],
    [
      'with a word of the user between them',
      [message('tool', start), message('tool', result('b')), more, message('tool', end)],
    ],
  ])('are merged into one with all contents: %s', (_, results) => {
    const parts = assembledMessages([
      question,
      message('assistant', call('a'), call('b')),
      ...results,
      ...(results.length > 2 ? [] : [message('tool', result('b'))]),
    ]).flatMap((one) => (one.role === 'tool' ? one.parts : []));
    expect(parts).toEqual([joined, result('b')]);
  });

  it('are not repeated when they are sent back after the model has responded to them', () => {
    const conversation = [
      question,
      message('assistant', call('a')),
      message('tool', start),
      message('assistant', 'Done.'),
    ];
    expect(assembledMessages([...conversation, message('tool', result('a')), more])).toEqual([...conversation, more]);
    // A result that a program sends twice before that is repeated.
    expect(
      assembledMessages([
        question,
        message('assistant', call('a')),
        message('tool', start),
        message('tool', result('a')),
      ]).at(-1)?.parts,
    ).toEqual([{ ...start, content: [...start.content, ...start.content] }]);
  });

  it.each([result('a'), end])(
    'use the last one where nothing follows them and the model has responded since the first: %j',
    (late) => {
      const conversation = [
        question,
        message('assistant', call('a')),
        message('tool', start),
        message('assistant', 'Done.'),
        message('tool', late),
      ];
      expect(assembledMessages(conversation)).toEqual(conversation);
    },
  );

  it('are an error when one of them is', () => {
    const failed = { ...end, isError: true };
    expect(
      assembledMessages([
        question,
        message('assistant', call('a')),
        message('tool', start),
        message('tool', failed),
      ]).at(-1)?.parts,
    ).toEqual([{ ...joined, isError: true }]);
  });

  it('belong to two calls where the id is repeated', () => {
    const conversation = [
      question,
      message('assistant', call('a')),
      message('tool', start),
      message('assistant', call('a')),
      message('tool', end),
    ];
    expect(assembledMessages(conversation)).toEqual(conversation);
  });

  it("stay separate for an upstream of the client's own dialect", () => {
    const conversation = [question, message('assistant', call('a')), message('tool', start), message('tool', end)];
    expect(assembledMessages(conversation, { native: { dialect: 'responses', signer: 'far' } })).toEqual(conversation);
  });

  it('take linear time, however many there are', () => {
    const all = Array.from({ length: 20_000 }, () => message('tool', result('a')));
    const began = performance.now();
    expect(assembledMessages([question, message('assistant', call('a')), ...all])).toHaveLength(3);
    expect(performance.now() - began).toBeLessThan(3_000);
  });
});

describe('A call that is sent back with its result, although the continued response already has it', () => {
  it('appears once', () => {
    const conversation = [
      question,
      message('assistant', 'I will.', call('a'), call('b')),
      message('assistant', call('a'), call('b')),
      message('tool', result('a'), result('b')),
    ];
    expect(assembledMessages(conversation)).toEqual([
      question,
      message('assistant', 'I will.', call('a'), call('b')),
      message('tool', result('a'), result('b')),
    ]);
  });

  it('is another call where its content differs, or it already has a result', () => {
    const conversation = [
      question,
      message('assistant', call('a')),
      message('tool', result('a')),
      message('assistant', call('a')),
      message('tool', result('a')),
    ];
    expect(assembledMessages(conversation)).toEqual(conversation);
    const other = [
      question,
      message('assistant', call('a')),
      message('assistant', { ...call('a'), argumentsText: '{"x":1}' }),
      message('tool', result('a')),
    ];
    expect(
      assembledMessages(other)
        .flatMap(({ parts }) => parts)
        .filter(({ type }) => type === 'tool-call'),
    ).toHaveLength(2);
  });
});
