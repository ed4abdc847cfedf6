// Which calls a turn that continues others may leave without a result.
import type { ToolCallPart, ToolResultPart } from '#src/model/part.js';
import type { TurnStatus } from '#src/ports/turn-status.js';
import { buildRequest, message } from '#src/testing/builders.js';
import { assembleContext } from '#src/turn/context/assemble-context.js';
import type { TurnRequest } from '#src/turn/turn-request.js';

const call = (callId: string, more: Partial<ToolCallPart> = {}): ToolCallPart => ({
  type: 'tool-call',
  callId,
  name: 'f',
  kind: 'function',
  argumentsText: '{}',
  ...more,
});
const result = (callId: string): ToolResultPart => ({
  type: 'tool-result',
  callId,
  kind: 'function',
  content: [{ type: 'text', text: 'seen' }],
});
const userMessage = message('user', 'And now?');

function turn(input: TurnRequest['input'], dialect: TurnRequest['dialect'] = 'responses'): TurnRequest {
  return { dialect, generation: buildRequest(input), instructions: [], input, state: { store: true }, warnings: [] };
}

const after = (
  output: TurnRequest['input'],
  status: TurnStatus = 'completed',
): Parameters<typeof assembleContext>[1] => [
  { id: 'a', dialect: 'responses', model: 'm', status, input: [message('user', 'Do it')], output },
];

describe('A turn that continues from a call', () => {
  it('has to bring the result', () => {
    const earlier = after([message('assistant', call('c1'), call('c2'))]);
    for (const input of [[userMessage], [message('tool', result('c1')), userMessage]]) {
      expect(() => assembleContext(turn(input), earlier)).toThrow(
        expect.objectContaining({ code: 'invalid-request', param: 'input', message: expect.stringMatching(/'c[12]'/) }),
      );
    }
    expect(
      assembleContext(turn([message('tool', result('c1'), result('c2')), userMessage]), earlier).messages,
    ).toHaveLength(4);
  });

  it('requires its result in a conversation, and in the other dialect, too', () => {
    const conversation = [message('user', 'Do it'), message('assistant', call('c'))];
    expect(() => assembleContext(turn([userMessage], 'messages'), [], conversation)).toThrow(
      expect.objectContaining({ code: 'invalid-request', param: 'messages' }),
    );
    expect(
      assembleContext(turn([userMessage]), [], [...conversation, message('tool', result('c'))]).messages,
    ).toHaveLength(4);
  });

  it('reports the path of a result without a call', () => {
    const earlier = after([message('assistant', call('c'))]);
    for (const [dialect, param] of [
      ['responses', 'input'],
      ['messages', 'messages'],
    ] as const) {
      expect(() => assembleContext(turn([message('tool', result('other'))], dialect), earlier)).toThrow(
        expect.objectContaining({ code: 'invalid-request', param, message: expect.stringContaining("'other'") }),
      );
    }
  });

  it('requires no result where the model continues without it', () => {
    const earlier = after([message('assistant', 'I will.', call('c', { detached: true }))]);
    expect(assembleContext(turn([userMessage]), earlier).messages).toEqual([
      message('user', 'Do it'),
      message('assistant', 'I will.'),
      userMessage,
    ]);
    expect(assembleContext(turn([message('tool', result('c'))]), earlier).messages[1]?.parts).toHaveLength(2);
  });

  it('leaves the check to an upstream of its own dialect', () => {
    const reader = { native: { dialect: 'responses', signer: 'far' } } as const;
    expect(
      assembleContext(turn([userMessage]), after([message('assistant', call('c'))]), [], reader).messages,
    ).toHaveLength(3);
  });

  it('requires no result when a summary replaces it', () => {
    const summary = message('user', {
      type: 'opaque',
      dialect: 'responses',
      apiType: 'compaction',
      value: {},
      text: 'It was done.',
      replacesEarlier: true,
    });
    expect(assembleContext(turn([summary, userMessage]), after([message('assistant', call('c'))])).messages).toEqual([
      summary,
      userMessage,
    ]);
  });
});

describe('A turn that continues from an incomplete one', () => {
  it.each(['incomplete', 'failed', 'cancelled'] as const)(
    'continues without the calls of a turn that is %s',
    (status) => {
      const { messages } = assembleContext(
        turn([userMessage]),
        after([message('assistant', 'I will.', call('c')), message('assistant', call('d'))], status),
      );
      expect(messages).toEqual([message('user', 'Do it'), message('assistant', 'I will.'), userMessage]);
    },
  );

  it('retains calls that its results match', () => {
    const { messages } = assembleContext(
      turn([message('tool', result('c'))]),
      after([message('assistant', call('c'), call('d'))], 'incomplete'),
    );
    expect(messages).toEqual([message('user', 'Do it'), message('assistant', call('c')), message('tool', result('c'))]);
  });
});
