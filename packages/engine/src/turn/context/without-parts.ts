import type { Message } from '../../model/message.js';
import type { Part } from '../../model/part.js';

/**
 * Returns the message without the omitted parts: unchanged when it has none of them, and empty when no other parts
 * remain.
 */
export function withoutParts(message: Message, isOmitted: (part: Part) => boolean): readonly Message[] {
  if (!message.parts.some(isOmitted)) return [message];
  const parts = message.parts.filter((part) => !isOmitted(part));
  return parts.length === 0 ? [] : [{ ...message, parts }];
}
