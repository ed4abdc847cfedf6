import type { Message } from '../model/message.js';
import type { Part } from '../model/part.js';

/**
 * The conversation with every result directly behind the message of its call. On the wire of responses anything may stand between
 * the two; chat templates and most upstreams refuse that, or lose the result. What stands well already stays as it is.
 */
export function resultsByCalls(conversation: readonly Message[]): readonly Message[] {
  const late = lateResults(conversation);
  if (late.size === 0) return conversation;
  return conversation.flatMap((message, index) => {
    const parts = message.parts.filter((part) => !late.has(part));
    const stays = parts.length === message.parts.length ? [message] : parts.length === 0 ? [] : [{ ...message, parts }];
    const brought = [...late].flatMap(([result, at]) => (at === index ? [result] : []));
    return brought.length === 0 ? stays : [...stays, { role: 'tool' as const, parts: brought }];
  });
}

/** Results between which and their call something else was said, and the index of the message with the call. */
function lateResults(conversation: readonly Message[]): ReadonlyMap<Part, number> {
  const late = new Map<Part, number>();
  const open = new Map<string, { readonly at: number; overtaken: boolean }>();
  for (const [index, { parts }] of conversation.entries()) {
    for (const part of parts) {
      if (part.type !== 'tool-result') continue;
      const call = open.get(part.callId);
      if (call?.overtaken === true) late.set(part, call.at);
      open.delete(part.callId);
    }
    // A message of settings alone is none that a model is shown.
    if (parts.some(({ type }) => type !== 'tool-result')) for (const call of open.values()) call.overtaken = true;
    for (const part of parts) if (part.type === 'tool-call') open.set(part.callId, { at: index, overtaken: false });
  }
  return late;
}
