import { isInstruction } from '../../model/is-instruction.js';
import type { Message } from '../../model/message.js';
import type { OpaquePart, Part } from '../../model/part.js';
import { withoutParts } from './without-parts.js';

/**
 * The conversation from the last part on that stands for everything before it. Standing instructions before it stay. A
 * conversation without such a part is returned as it is.
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

/** Without summaries that an earlier answer brought and its client sends again: each stands for no more than it did then. VS Code sends it beside what has been said since. */
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
