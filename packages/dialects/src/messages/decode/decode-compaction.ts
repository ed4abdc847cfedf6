// A summary of the conversation: instead of a response, as `compaction` of a request asks for it, or before one.
import {
  type Extensions,
  isObject,
  type JsonObject,
  type Message,
  type OnlySummary,
  type OpaquePart,
  type Summarize,
} from '@org/engine';
import type { MessageCreateParams } from '@org/protocol/messages';
import { opaque } from './decode-content.js';

/** The stop reason of a response that is only a summary. */
export const compactionStop: Extensions = { messages: { stop_reason: 'compaction' } };

/** Decodes what the request asks for, unless it is a response. */
export function decodeCompaction({ compaction }: Pick<MessageCreateParams, 'compaction'>): OnlySummary | undefined {
  if (compaction === undefined || compaction === null) return undefined;
  return { ...summaryRequest(compaction.instructions), extensions: compactionStop };
}

/** What a summary is made of and becomes. Instructions without a visible character count as none. */
export function summaryRequest(instructions: string | null | undefined): Pick<Summarize, 'instruction' | 'part'> {
  const instruction = instructions?.trim();
  return { ...(instruction && { instruction }), part: summaryBlock };
}

function summaryBlock(text: string, messages: readonly Message[]): OpaquePart {
  return opaque({ type: 'compaction', content: text, encrypted_content: null, tool_changes: toolChangesIn(messages) });
}

/** All tool changes in order: the summary replaces these too, and its block is read again later. */
function toolChangesIn(messages: readonly Message[]): JsonObject[] {
  return messages
    .flatMap(({ parts }) => parts)
    .flatMap((part) => {
      if (part.type !== 'opaque' || part.dialect !== 'messages') return [];
      const { type, tool = null, tool_changes: changes } = part.value;
      if (type === 'tool_addition' || type === 'tool_removal') return [{ type, tool }];
      return type === 'compaction' && Array.isArray(changes) ? changes.filter(isObject) : [];
    });
}
