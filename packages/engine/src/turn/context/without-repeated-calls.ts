import type { Message } from '../../model/message.js';
import type { Part, ToolCallPart } from '../../model/part.js';
import { withoutParts } from './without-parts.js';

/**
 * The conversation with each call once. Clients send a call back together with its output although they continue the
 * response that contains it, and every upstream rejects two calls with one id and one result. Only an identical call
 * that waits for its result counts as a repetition.
 */
export function withoutRepeatedCalls(conversation: readonly Message[]): readonly Message[] {
  const repeated = repeatedCalls(conversation);
  return repeated.size === 0
    ? conversation
    : conversation.flatMap((message) => withoutParts(message, (part) => repeated.has(part)));
}

function repeatedCalls(conversation: readonly Message[]): ReadonlySet<Part> {
  const repeated = new Set<Part>();
  const open = new Map<string, ToolCallPart>();
  for (const { parts } of conversation) {
    for (const part of parts) {
      if (part.type === 'tool-result') open.delete(part.callId);
      if (part.type !== 'tool-call') continue;
      const before = open.get(part.callId);
      if (before !== undefined && isSame(before, part)) repeated.add(part);
      else open.set(part.callId, part);
    }
  }
  return repeated;
}

function isSame(one: ToolCallPart, other: ToolCallPart): boolean {
  return (
    one.name === other.name &&
    one.namespace === other.namespace &&
    one.kind === other.kind &&
    one.argumentsText === other.argumentsText
  );
}
