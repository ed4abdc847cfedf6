import type { Message } from '../../model/message.js';
import { joinedResults } from './joined-results.js';
import { withoutRepeatedCalls } from './repeated-calls.js';
import { resultsByCalls } from './results-by-calls.js';
import { resultsInOrder } from './results-in-order.js';
import { withoutDetachedCalls } from './tool-pairing.js';

/** Calls of one answer are compared with each other; of more than these nothing is told beforehand. */
const maxComparedCalls = 64;

/**
 * The conversation as chat templates and most upstreams need it: each call once, with one result, the results directly behind the message of
 * their calls and in the order of these. Calls that need no result and have none are left out.
 */
export function arrangedCalls(conversation: readonly Message[]): readonly Message[] {
  // Nearly all are, and one look costs a tenth of the five steps, which each look at everything.
  return isArranged(conversation) ? conversation : inSteps(conversation);
}

function inSteps(conversation: readonly Message[]): readonly Message[] {
  return resultsInOrder(resultsByCalls(joinedResults(withoutRepeatedCalls(withoutDetachedCalls(conversation)))));
}

/** Whether nothing stands between the calls of a message and their results, one for each, in the same order. Not all that are arranged are seen to be. */
export function isArranged(conversation: readonly Message[]): boolean {
  let waiting: string[] = [];
  let resultCount = 0;
  for (const { parts } of conversation) {
    let isCalling = false;
    for (const part of parts) {
      if (part.type === 'tool-result') {
        if (isCalling || part.callId !== waiting[resultCount]) return false;
        resultCount += 1;
        continue;
      }
      if (!isCalling && resultCount < waiting.length) return false;
      if (part.type !== 'tool-call') continue;
      if (!isCalling) {
        isCalling = true;
        waiting = [];
        resultCount = 0;
      }
      if (waiting.length === maxComparedCalls || waiting.includes(part.callId)) return false;
      waiting.push(part.callId);
    }
  }
  return resultCount === waiting.length;
}
