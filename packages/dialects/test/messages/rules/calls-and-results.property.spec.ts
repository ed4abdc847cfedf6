// Compares the fast check of calls and results with the rules that it replaces: they must agree on every
// conversation.
import * as fc from 'fast-check';
import { callsAndResults } from '#src/messages/rules/calls-and-results.js';
import { callsHaveResults } from '#src/messages/rules/calls-have-results.js';
import { checkCallPositions } from '#src/messages/rules/check-call-positions.js';
import { resultsHaveCalls } from '#src/messages/rules/results-have-calls.js';
import { assistant, checkRule, text, toolResult, toolUse, user } from '../requests.js';

/**
 * A message: its role, how many calls it makes, and which calls (counted from the first of all) it returns results
 * for.
 */
const step = fc.record({
  role: fc.constantFrom('user', 'user', 'assistant', 'assistant', 'system'),
  calls: fc.nat({ max: 2 }),
  /** How many results there are, or all that are due; from which call on, or from the first that is due. */
  results: fc.oneof({ arbitrary: fc.constant('due'), weight: 3 }, fc.nat({ max: 2 })),
  from: fc.oneof({ arbitrary: fc.constant('due'), weight: 3 }, fc.nat({ max: 3 })),
  /** Whether the user makes calls, too, and the assistant gives results. */
  astray: fc.boolean(),
});
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;

function conversation(steps: readonly Step[]): object[] {
  let made = 0;
  let resultCount = 0;
  return steps.map(({ role, calls, results, from, astray }) => {
    if (role === 'system') return { role, content: [text('Now')] };
    const build = role === 'user' ? user : assistant;
    const first = from === 'due' ? resultCount : from;
    const count = results === 'due' ? made - resultCount : results;
    const given =
      role === 'user' || astray ? Array.from({ length: count }, (_, at) => toolResult(`call_${first + at}`)) : [];
    const called =
      role === 'assistant' || astray ? Array.from({ length: calls }, (_, at) => toolUse(`call_${made + at}`)) : [];
    made += called.length;
    resultCount += given.length;
    return build([...given, ...called, text('Go on')]);
  });
}

describe('the fast check of calls and results', () => {
  it.each([[{}], [{ thread: { type: 'continue', previous_message_id: 'msg_0' } }]])(
    'agrees with the rules on %j',
    (fields) => {
      fc.assert(
        fc.property(fc.array(step, { minLength: 1, maxLength: 8 }), (steps) => {
          const request = { ...fields, messages: conversation(steps) };
          expect(checkRule(callsAndResults, request)).toEqual(
            checkRule(checkCallPositions, request) ??
              checkRule(callsHaveResults, request) ??
              checkRule(resultsHaveCalls, request),
          );
        }),
        { numRuns: 3_000 },
      );
    },
  );
});
