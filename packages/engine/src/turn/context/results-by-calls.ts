import type { Message } from '../../model/message.js';
import type { Part } from '../../model/part.js';
import { withoutParts } from './without-parts.js';

/**
 * The conversation with every result directly after the message of its call. The responses API allows anything
 * between the two; chat templates and most upstreams reject that or lose the result. Results in the right position
 * stay unchanged.
 */
export function resultsByCalls(conversation: readonly Message[]): readonly Message[] {
  const resultsByMessage = findLateResults(conversation);
  if (resultsByMessage.size === 0) return conversation;
  const moved = new Set([...resultsByMessage.values()].flat());
  return conversation.flatMap((message, index) => {
    const remaining = withoutParts(message, (part) => moved.has(part));
    const lateParts = resultsByMessage.get(index);
    return lateParts === undefined ? remaining : [...remaining, { role: 'tool' as const, parts: lateParts }];
  });
}

/** Results separated from their call by other messages, by the index of the message with the call. */
function findLateResults(conversation: readonly Message[]): ReadonlyMap<number, readonly Part[]> {
  const resultsByMessage = new Map<number, Part[]>();
  /** Calls without a result so far, and the number of messages with content at that point. */
  const open = new Map<string, { readonly at: number; readonly messageCount: number }>();
  let messageCount = 0;
  for (const [index, { parts }] of conversation.entries()) {
    for (const part of parts) {
      if (part.type !== 'tool-result') continue;
      const call = open.get(part.callId);
      if (call !== undefined && call.messageCount < messageCount) {
        const results = resultsByMessage.get(call.at) ?? [];
        results.push(part);
        resultsByMessage.set(call.at, results);
      }
      open.delete(part.callId);
    }
    // The model does not receive a message that contains only settings.
    if (parts.some(({ type }) => type !== 'tool-result')) messageCount += 1;
    for (const part of parts) if (part.type === 'tool-call') open.set(part.callId, { at: index, messageCount });
  }
  return resultsByMessage;
}
