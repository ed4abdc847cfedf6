import type { Message } from '../model/message.js';
import type { Part } from '../model/part.js';

/**
 * The conversation from the last part on that stands for everything before it. Standing instructions before it stay. A
 * conversation without such a part is returned as it is.
 */
export function sinceSummary(messages: readonly Message[]): readonly Message[] {
  const at = messages.findLastIndex(({ parts }) => parts.some(replacesEarlier));
  const message = messages[at];
  if (message === undefined) return messages;
  const from = message.parts.findLastIndex(replacesEarlier);
  const rest = message.parts.slice(from + 1);
  return [
    ...messages.slice(0, at).filter(isStanding),
    { ...(message.role === 'user' ? message : { role: 'user' }), parts: message.parts.slice(from, message.role === 'user' ? undefined : from + 1) },
    ...(message.role === 'user' || rest.length === 0 ? [] : [{ ...message, parts: rest }]),
    ...messages.slice(at + 1),
  ];
}

/** Instructions hold on, however much is summarised. */
export function isStanding({ role }: Message): boolean {
  return role === 'system' || role === 'developer';
}

function replacesEarlier(part: Part): boolean {
  return part.type === 'opaque' && part.replacesEarlier === true;
}
