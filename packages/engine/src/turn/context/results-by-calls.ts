import type { Message } from '../../model/message.js';
import type { Part } from '../../model/part.js';
import { withoutParts } from './without-parts.js';

/**
 * The conversation with every result directly behind the message of its call. On the wire of responses anything may stand between
 * the two; chat templates and most upstreams refuse that, or lose the result. What stands well already stays as it is.
 */
export function resultsByCalls(conversation: readonly Message[]): readonly Message[] {
  const resultsByMessage = findLateResults(conversation);
  if (resultsByMessage.size === 0) return conversation;
  const moved = new Set([...resultsByMessage.values()].flat());
  return conversation.flatMap((message, index) => {
    const stays = withoutParts(message, (part) => moved.has(part));
    const lateParts = resultsByMessage.get(index);
    return lateParts === undefined ? stays : [...stays, { role: 'tool' as const, parts: lateParts }];
  });
}

/** Results between which and their call something else was said, by the index of the message with the call. */
function findLateResults(conversation: readonly Message[]): ReadonlyMap<number, readonly Part[]> {
  const resultsByMessage = new Map<number, Part[]>();
  /** Calls without a result until here, and how many messages had said something by then. */
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
    // A message of settings alone is none that a model is shown.
    if (parts.some(({ type }) => type !== 'tool-result')) messageCount += 1;
    for (const part of parts) if (part.type === 'tool-call') open.set(part.callId, { at: index, messageCount });
  }
  return resultsByMessage;
}
