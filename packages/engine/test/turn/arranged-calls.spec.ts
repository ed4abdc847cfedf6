import * as fc from 'fast-check';
import type { Message } from '#src/model/message.js';
import type { Part, ToolCallPart, ToolResultPart } from '#src/model/part.js';
import { message } from '#src/testing/builders.js';
import { arrangedCalls, isArranged } from '#src/turn/context/arranged-calls.js';
import { joinedResults } from '#src/turn/context/joined-results.js';
import { withoutRepeatedCalls } from '#src/turn/context/without-repeated-calls.js';
import { resultsByCalls } from '#src/turn/context/results-by-calls.js';
import { resultsInOrder } from '#src/turn/context/results-in-order.js';
import { withoutDetachedCalls } from '#src/turn/context/tool-pairing.js';

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
  content: [{ type: 'text', text: `of ${callId}` }],
});

/** Few ids, so that they meet. */
const id = fc.constantFrom('a', 'b', 'c');
const part: fc.Arbitrary<Part> = fc.oneof(
  id.map((callId) => call(callId)),
  id.map((callId) => call(callId, { detached: true })),
  id.map(result),
  id.map(result),
  fc.constant<Part>({ type: 'text', text: 'Be quick' }),
);
const loose: fc.Arbitrary<Message> = fc
  .tuple(fc.constantFrom<Message['role']>('assistant', 'tool', 'user'), fc.array(part, { maxLength: 3 }))
  .map(([role, parts]) => ({ role, parts }));

/** Calls and their results as most clients send them, with one missing at times. */
const round: fc.Arbitrary<readonly Message[]> = fc
  .tuple(fc.array(id, { maxLength: 3 }), fc.boolean(), fc.nat(9))
  .map(([ids, together, faulty]) => {
    const results = ids.slice(faulty === 0 ? 1 : 0).map(result);
    return [
      message('user', 'Do it'),
      message('assistant', 'I will.', ...ids.map((callId) => call(callId))),
      ...(together ? [message('tool', ...results)] : results.map((one) => message('tool', one))),
    ];
  });
const conversation = fc
  .array(fc.oneof({ weight: 3, arbitrary: round }, { weight: 1, arbitrary: loose.map((one) => [one]) }), {
    maxLength: 5,
  })
  .map((rounds) => rounds.flat());

describe('Calls and results that are arranged already', () => {
  it('are detected only where no step of the arrangement would change anything', () => {
    let seen = 0;
    fc.assert(
      fc.property(conversation, (messages) => {
        if (!isArranged(messages)) return;
        seen += 1;
        expect(
          resultsInOrder(resultsByCalls(joinedResults(withoutRepeatedCalls(withoutDetachedCalls(messages))))),
        ).toEqual(messages);
      }),
      { numRuns: 5_000 },
    );
    expect(seen).toBeGreaterThan(500);
  });

  it('are detected in the order in which models made them, and the messages are unchanged', () => {
    const rounds = Array.from({ length: 3 }, () => [
      message('user', 'Do it'),
      message('assistant', call('a'), call('b')),
      message('tool', result('a')),
      { role: 'user', parts: [result('b'), { type: 'text', text: 'Be quick' }] } as const,
    ]);
    expect(isArranged(rounds.flat())).toBe(true);
    const messages = rounds.flat();
    expect(arrangedCalls(messages)).toBe(messages);
  });
});
