import { isInstruction } from '../../model/is-instruction.js';
import type { Message } from '../../model/message.js';
import type { OpaquePart, Part } from '../../model/part.js';
import { withoutParts } from './without-parts.js';

/**
 * Returns the conversation from the last summary part on, which replaces everything before it. System and developer
 * instructions before it are retained. A conversation without such a part is returned unchanged.
 */
export function sinceSummary(messages: readonly Message[]): readonly Message[] {
  if (!messages.some(({ parts }) => parts.some(replacesEarlier))) return messages;
  const deduplicated = withoutRepeated(messages);
  const at = deduplicated.findLastIndex(({ parts }) => parts.some(replacesEarlier));
  const message = deduplicated[at];
  if (message === undefined) return messages;
  const from = message.parts.findLastIndex(replacesEarlier);
  const rest = message.parts.slice(from + 1);
  return [
    ...deduplicated.slice(0, at).filter(isInstruction),
    {
      ...(message.role === 'user' ? message : { role: 'user' }),
      parts: message.parts.slice(from, message.role === 'user' ? undefined : from + 1),
    },
    ...(message.role === 'user' || rest.length === 0 ? [] : [{ ...message, parts: rest }]),
    ...deduplicated.slice(at + 1),
  ];
}

/**
 * Drops summaries of an earlier response that the client sends again: each still covers only what it covered then. VS
 * Code sends such a summary together with the messages after it.
 */
function withoutRepeated(messages: readonly Message[]): readonly Message[] {
  const repeatedTexts = new Set<string | undefined>();
  return messages.flatMap((message) => {
    if (message.role === 'user')
      return withoutParts(message, (part) => replacesEarlier(part) && repeatedTexts.has(part.text));
    if (message.role === 'assistant')
      for (const part of message.parts) if (replacesEarlier(part)) repeatedTexts.add(part.text);
    return [message];
  });
}

function replacesEarlier(part: Part): part is OpaquePart {
  return part.type === 'opaque' && part.replacesEarlier === true;
}
