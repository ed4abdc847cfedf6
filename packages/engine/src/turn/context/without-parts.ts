import type { Message } from '../../model/message.js';
import type { Part } from '../../model/part.js';

/** The message without some of its parts: as it is where it has none of them, and nothing where it has no others. */
export function withoutParts(message: Message, isOmitted: (part: Part) => boolean): readonly Message[] {
  if (!message.parts.some(isOmitted)) return [message];
  const parts = message.parts.filter((part) => !isOmitted(part));
  return parts.length === 0 ? [] : [{ ...message, parts }];
}
