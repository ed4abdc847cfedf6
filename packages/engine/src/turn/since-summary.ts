import type { Message } from '../model/message.js';
import type { Part } from '../model/part.js';
import { withoutParts } from './without-parts.js';

/**
 * The conversation from the last part on that stands for everything before it. Standing instructions before it stay. A
 * conversation without such a part is returned as it is. One that an earlier answer brought and that its client sends again stands for
 * no more than it did then: VS Code sends it beside what has been said since.
 */
export function sinceSummary(messages: readonly Message[]): readonly Message[] {
  const at = messages.findLastIndex(({ parts }) => parts.some(replacesEarlier));
  const message = messages[at];
  if (message === undefined) return messages;
  const from = message.parts.findLastIndex(replacesEarlier);
  const summary = message.parts[from];
  if (message.role === 'user' && messages.slice(0, at).some((earlier) => earlier.role === 'assistant' && earlier.parts.some((part) => saysTheSame(part, summary)))) {
    return sinceSummary(messages.flatMap((one, index) => (index === at ? withoutParts(one, (part) => part === summary) : [one])));
  }
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

function saysTheSame(part: Part, summary: Part | undefined): boolean {
  return replacesEarlier(part) && part.type === 'opaque' && summary?.type === 'opaque' && part.text === summary.text;
}
