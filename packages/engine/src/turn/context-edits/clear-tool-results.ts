import type { ClearToolResults } from '../../model/context-edit.js';
import type { Message } from '../../model/message.js';
import type { Part, ToolCallPart, ToolResultPart } from '../../model/part.js';

/** Messages with some content removed, and the number of affected calls or turns. */
export interface Cleared {
  readonly messages: readonly Message[];
  readonly count: number;
}

/** Placeholder for a removed result. */
const clearedText = '[This result was removed to make room.]';

/** Empties all tool results but the newest. Messages that need no change are returned unchanged. */
export function clearToolResults(
  messages: readonly Message[],
  { keep, exceptTools, argumentsOf }: ClearToolResults,
): Cleared {
  const names = new Map<string, string>();
  const resultCallIds: string[] = [];
  for (const { parts } of messages) {
    for (const part of parts) {
      if (part.type === 'tool-call') names.set(part.callId, part.name);
      else if (part.type === 'tool-result') resultCallIds.push(part.callId);
    }
  }
  const except = new Set(exceptTools);
  const old = resultCallIds.slice(0, Math.max(0, resultCallIds.length - keep));
  const cleared = new Set(old.filter((callId) => !except.has(names.get(callId) ?? '')));
  if (cleared.size === 0) return { messages, count: 0 };
  const losesArguments = ({ callId, name }: ToolCallPart): boolean =>
    cleared.has(callId) && (argumentsOf === 'all' || (argumentsOf !== 'none' && argumentsOf.includes(name)));
  const change = (part: Part): Part => {
    if (part.type === 'tool-result' && cleared.has(part.callId)) return emptied(part);
    return part.type === 'tool-call' && losesArguments(part)
      ? { ...part, argumentsText: part.kind === 'function' ? '{}' : '' }
      : part;
  };
  return { messages: messages.map((message) => changed(message, change)), count: cleared.size };
}

/** Number of tool calls in the messages. */
export function countToolCalls(messages: readonly Message[]): number {
  return messages.reduce((sum, { parts }) => sum + parts.filter(({ type }) => type === 'tool-call').length, 0);
}

function emptied(part: ToolResultPart): ToolResultPart {
  return { ...part, content: [{ type: 'text', text: clearedText }] };
}

function changed(message: Message, change: (part: Part) => Part): Message {
  const parts = message.parts.map(change);
  return parts.some((part, index) => part !== message.parts[index]) ? { ...message, parts } : message;
}
