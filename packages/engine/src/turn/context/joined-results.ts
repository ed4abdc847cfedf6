import type { Message } from '../../model/message.js';
import type { ToolResultPart } from '../../model/part.js';
import { setOriginalPart } from '../../model/original-part.js';
import { withoutParts } from './without-parts.js';

/**
 * Merges the results of each call into the first one. In the responses API a call may have several, such as a
 * program's progress and its end in Codex; other APIs reject them. A result that the model has already processed and
 * that repeats with the same content was sent back together with the response that it continues, and is dropped.
 */
export function joinedResults(conversation: readonly Message[]): readonly Message[] {
  const additionalResults = findAdditionalResults(conversation);
  if (additionalResults.size === 0) return conversation;
  const joined = new Set<unknown>(
    [...additionalResults.values()].flatMap((results) => results.map(({ part }) => part)),
  );
  return conversation.flatMap((message) =>
    withoutParts(message, (part) => joined.has(part)).map((remaining) => {
      const isFirst = remaining.parts.some((part) => part.type === 'tool-result' && additionalResults.has(part));
      return isFirst
        ? {
            ...remaining,
            parts: remaining.parts.map((part) =>
              part.type === 'tool-result' ? withAll(part, additionalResults.get(part) ?? []) : part,
            ),
          }
        : remaining;
    }),
  );
}

interface AdditionalResult {
  readonly part: ToolResultPart;
  /** The model has generated output between the first result and this one. */
  readonly isLate: boolean;
}

/** By the first result of a call those that follow it, of calls that have several. */
function findAdditionalResults(
  conversation: readonly Message[],
): ReadonlyMap<ToolResultPart, readonly AdditionalResult[]> {
  const additionalResults = new Map<ToolResultPart, AdditionalResult[]>();
  /** The first result of each call, and the number of assistant turns before it. Another call may reuse an id. */
  const first = new Map<string, { readonly part: ToolResultPart; readonly assistantTurns: number }>();
  let assistantTurns = 0;
  // A result that the model has not processed yet stays last, if the model has generated output since the first.
  const lastContentIndex = conversation.findLastIndex(({ parts }) => parts.some(({ type }) => type !== 'tool-result'));
  for (const [at, { role, parts }] of conversation.entries()) {
    if (role === 'assistant') assistantTurns += 1;
    for (const part of parts) {
      if (part.type === 'tool-call') first.delete(part.callId);
      if (part.type !== 'tool-result') continue;
      const before = first.get(part.callId);
      if (before === undefined) {
        first.set(part.callId, { part, assistantTurns });
        continue;
      }
      const isLate = assistantTurns > before.assistantTurns;
      if (isLate && at > lastContentIndex) continue;
      const results = additionalResults.get(before.part) ?? [];
      results.push({ part, isLate });
      additionalResults.set(before.part, results);
    }
  }
  return additionalResults;
}

function withAll(result: ToolResultPart, additionalResults: readonly AdditionalResult[]): ToolResultPart {
  const all = [
    result,
    ...additionalResults
      .filter(({ part, isLate }) => !isLate || !haveSameContent(part, result))
      .map(({ part }) => part),
  ];
  if (all.length === 1) return result;
  const toolChanges = all.flatMap((one) => one.toolChanges ?? []);
  const isError = all.some((one) => one.isError === true);
  return setOriginalPart(
    {
      ...result,
      content: all.flatMap(({ content }) => content),
      ...(isError && { isError }),
      ...(toolChanges.length > 0 && { toolChanges }),
    },
    result,
  );
}

/** The same code parsed both, so their members have the same order. */
function haveSameContent(one: ToolResultPart, other: ToolResultPart): boolean {
  return one.isError === other.isError && JSON.stringify(one.content) === JSON.stringify(other.content);
}
