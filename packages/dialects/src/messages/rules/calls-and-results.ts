import type { MessageParam } from '@org/protocol/messages';
import { blocksOf } from '../blocks-of.js';
import { callsHaveResults } from './calls-have-results.js';
import { checkCallPositions } from './check-call-positions.js';
import { resultsHaveCalls } from './results-have-calls.js';
import type { Rule } from './rule.js';

/**
 * Calls and results must match; the individual rules run only where the fast check does not suffice. Call ids are
 * unique by then.
 */
export const callsAndResults: Rule = (request, context) =>
  haveResultsInOrder(request.messages)
    ? undefined
    : (checkCallPositions(request, context) ??
      callsHaveResults(request, context) ??
      resultsHaveCalls(request, context));

/**
 * Whether the user turn after each turn with calls has their results, all in order, and no other turn has results:
 * the form of almost every conversation. Collects no ids, so it costs a fraction of the rules.
 */
function haveResultsInOrder(messages: readonly MessageParam[]): boolean {
  const calls: string[] = [];
  let resultCount = 0;
  let before: MessageParam['role'] | undefined;
  for (const message of messages) {
    const { role } = message;
    // The turn with the calls may continue, and so may the one with the results; any other turn requires that all
    // calls have results.
    if (resultCount < calls.length && role !== before && before !== 'assistant') return false;
    for (const block of blocksOf(message)) {
      if (block.type === 'tool_use') {
        if (role !== 'assistant') return false;
        calls.push(block.id);
      } else if (block.type === 'tool_result') {
        if (role !== 'user' || calls[resultCount] !== block.tool_use_id) return false;
        resultCount += 1;
      }
    }
    before = role;
  }
  return resultCount === calls.length;
}
