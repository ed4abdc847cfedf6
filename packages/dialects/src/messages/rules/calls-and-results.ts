import type { MessageParam } from '@org/protocol/messages';
import { blocksOf } from '../blocks-of.js';
import { callsHaveResults } from './calls-have-results.js';
import { checkCallPositions } from './check-call-positions.js';
import { resultsHaveCalls } from './results-have-calls.js';
import type { Rule } from './rule.js';

/** Calls and results belong together; the rules that say so are asked only where one look does not tell. Ids of calls are unique by then. */
export const callsAndResults: Rule = (request, context) =>
  haveResultsInOrder(request.messages)
    ? undefined
    : (checkCallPositions(request, context) ??
      callsHaveResults(request, context) ??
      resultsHaveCalls(request, context));

/**
 * Whether the user's turn after each turn with calls answers these calls, all of them in their order, and nothing else is
 * answered anywhere: the form that almost every conversation has. Sets no ids aside, so it costs a fraction of the rules.
 */
function haveResultsInOrder(messages: readonly MessageParam[]): boolean {
  const calls: string[] = [];
  let resultCount = 0;
  let before: MessageParam['role'] | undefined;
  for (const message of messages) {
    const { role } = message;
    // The turn with the calls may go on, and so may the one with the results; any other turn must find all calls answered.
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
