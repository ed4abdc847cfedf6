import type { Message } from '../../model/message.js';
import type { ServerToolSet } from './server-tool-set.js';

/**
 * The conversation with the calls of hosted tools under the names that the model is offered now: where a client's tool
 * has the name of a hosted one, the name of an earlier call would mean the client's.
 */
export function withOfferedNames(messages: readonly Message[], toolSet: ServerToolSet): readonly Message[] {
  const hosted = new Set<string>();
  for (const { parts } of messages)
    for (const part of parts) if (part.type === 'tool-result' && part.hosted !== undefined) hosted.add(part.callId);
  if (hosted.size === 0) return messages;
  return messages.map((message) => {
    const parts = message.parts.map((part) => {
      if (part.type !== 'tool-call' || !hosted.has(part.callId)) return part;
      const name = toolSet.offeredName(part.name);
      return name === part.name ? part : { ...part, name };
    });
    return parts.some((part, index) => part !== message.parts[index]) ? { ...message, parts } : message;
  });
}
