import type { Message } from '../../model/message.js';
import type { ToolResultPart } from '../../model/part.js';
import { standIn } from '../../model/stand-in.js';
import { withoutParts } from './without-parts.js';

/**
 * The conversation with one result for each call: what further results of it say is a part of the first. On the wire of responses a call
 * may have several, such as what a program told on its way and its end in Codex; other wires refuse them.
 */
export function joinedResults(conversation: readonly Message[]): readonly Message[] {
  const further = furtherResults(conversation);
  if (further.size === 0) return conversation;
  const joined = new Set<unknown>([...further.values()].flat());
  return conversation.flatMap((message) =>
    withoutParts(message, (part) => joined.has(part)).map((kept) => {
      const isFirst = kept.parts.some((part) => part.type === 'tool-result' && further.has(part));
      return isFirst ? { ...kept, parts: kept.parts.map((part) => (part.type === 'tool-result' ? withAll(part, further.get(part)) : part)) } : kept;
    }),
  );
}

/** By the first result of a call those that follow it, of calls that have several. */
function furtherResults(conversation: readonly Message[]): ReadonlyMap<ToolResultPart, readonly ToolResultPart[]> {
  const further = new Map<ToolResultPart, ToolResultPart[]>();
  /** The first result of each call. Ids may come again with another call. */
  const first = new Map<string, ToolResultPart>();
  for (const { parts } of conversation) {
    for (const part of parts) {
      if (part.type === 'tool-call') first.delete(part.callId);
      if (part.type !== 'tool-result') continue;
      const before = first.get(part.callId);
      if (before === undefined) {
        first.set(part.callId, part);
        continue;
      }
      const results = further.get(before) ?? [];
      results.push(part);
      further.set(before, results);
    }
  }
  return further;
}

function withAll(result: ToolResultPart, further: readonly ToolResultPart[] = []): ToolResultPart {
  if (further.length === 0) return result;
  const all = [result, ...further];
  const toolChanges = all.flatMap((one) => one.toolChanges ?? []);
  const isError = all.some((one) => one.isError === true);
  return standIn({ ...result, content: all.flatMap(({ content }) => content), ...(isError && { isError }), ...(toolChanges.length > 0 && { toolChanges }) }, result);
}
