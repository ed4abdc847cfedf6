import type { Message } from '../../model/message.js';
import { joinedResults } from './joined-results.js';
import { withoutRepeatedCalls } from './without-repeated-calls.js';
import { resultsByCalls } from './results-by-calls.js';
import { resultsInOrder } from './results-in-order.js';
import { withoutDetachedCalls } from './tool-pairing.js';

/** Maximum number of calls in one message that are compared with each other; with more, the check assumes nothing. */
const maxComparedCalls = 64;

/**
 * Arranges the conversation as chat templates and most upstreams require: each call once, with one result, the
 * results directly after the message with their calls and in the same order. Calls that neither need nor have a
 * result are omitted.
 */
export function arrangedCalls(conversation: readonly Message[]): readonly Message[] {
  // Nearly all are arranged, and one check costs a tenth of the five steps, which each traverse everything.
  return isArranged(conversation) ? conversation : inSteps(conversation);
}

function inSteps(conversation: readonly Message[]): readonly Message[] {
  return resultsInOrder(resultsByCalls(joinedResults(withoutRepeatedCalls(withoutDetachedCalls(conversation)))));
}

/**
 * Whether the results of a message's calls follow it directly, one for each, in the same order. The check may miss
 * some arranged conversations.
 */
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
