import type { Message } from '../../model/message.js';
import type { Part, ToolResultPart } from '../../model/part.js';

/**
 * Returns the conversation with the tool results after each message sorted in the order of its calls. Clients send
 * them in order of arrival; many chat templates render results without call ids, so a model takes the first result
 * for that of the first call. Expects every result to follow the message of its call.
 */
export function resultsInOrder(conversation: readonly Message[]): readonly Message[] {
  const moved = new Map<Part, Part>();
  for (const [index, { parts }] of conversation.entries()) {
    const ranks = new Map(
      parts.flatMap((part) => (part.type === 'tool-call' ? [part.callId] : [])).map((callId, rank) => [callId, rank]),
    );
    if (ranks.size > 1) recordMoves(resultsAfter(conversation, index), ranks, moved);
  }
  if (moved.size === 0) return conversation;
  return conversation.map((message) =>
    message.parts.some((part) => moved.has(part))
      ? { ...message, parts: message.parts.map((part) => moved.get(part) ?? part) }
      : message,
  );
}

/** The results before any other message. */
function resultsAfter(conversation: readonly Message[], index: number): readonly ToolResultPart[] {
  const results: ToolResultPart[] = [];
  for (let at = index + 1; at < conversation.length; at += 1) {
    const parts: readonly Part[] = conversation[at]?.parts ?? [];
    results.push(...parts.filter((part) => part.type === 'tool-result'));
    if (parts.some(({ type }) => type !== 'tool-result')) break;
  }
  return results;
}

/** Records in `moved` which result takes the position of which other. */
function recordMoves(
  results: readonly ToolResultPart[],
  ranks: ReadonlyMap<string, number>,
  moved: Map<Part, Part>,
): void {
  const rankOf = ({ callId }: ToolResultPart): number => ranks.get(callId) ?? ranks.size;
  const ordered = results.toSorted((one, other) => rankOf(one) - rankOf(other));
  for (const [index, result] of results.entries()) {
    const other = ordered[index];
    if (other !== undefined && other !== result) moved.set(result, other);
  }
}
