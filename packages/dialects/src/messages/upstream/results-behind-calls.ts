import type { Message } from '@org/engine/model/message';
import type { Part, ToolResultPart } from '@org/engine/model/part';
import type { Warning } from '@org/engine/model/warning';

interface PlacedResult {
  readonly part: ToolResultPart;
  readonly position: number;
}

/** This wire wants the results of a turn's calls before all else that follows; other dialects let them come later. */
export function resultsBehindCalls(messages: readonly Message[], warnings: Warning[]): readonly Message[] {
  const placed = placeResults(messages);
  if (isSameOrder(messages, placed)) return messages;
  warnings.push({ kind: 'clamped', param: 'messages', message: 'The upstream takes the results of calls directly behind them, so it is told them there.' });
  return placed;
}

function placeResults(messages: readonly Message[]): readonly Message[] {
  const waiting = resultsIn(messages);
  const moved = new Set<Part>();
  const calls: string[] = [];
  const placed: Message[] = [];
  const answer = (): void => {
    const results = calls.splice(0).flatMap((callId) => waiting.get(callId)?.shift() ?? []);
    if (results.length === 0) return;
    const parts = results.sort((one, other) => one.position - other.position).map(({ part }) => part);
    for (const part of parts) moved.add(part);
    placed.push({ role: 'tool', parts });
  };
  for (const message of messages) {
    if (message.role !== 'assistant') answer();
    const parts = message.parts.filter((part) => !moved.has(part));
    if (parts.length > 0 || message.parts.length === 0) placed.push(parts.length === message.parts.length ? message : { ...message, parts });
    if (message.role === 'assistant') for (const part of parts) if (part.type === 'tool-call') calls.push(part.callId);
  }
  answer();
  return placed;
}

/** The results of each call, in their order: ids may come again in a long conversation. */
function resultsIn(messages: readonly Message[]): Map<string, PlacedResult[]> {
  const results = new Map<string, PlacedResult[]>();
  let position = 0;
  for (const { parts } of messages) {
    for (const part of parts) {
      if (part.type !== 'tool-result') continue;
      const known = results.get(part.callId);
      const result = { part, position: position++ };
      if (known === undefined) results.set(part.callId, [result]);
      else known.push(result);
    }
  }
  return results;
}

function isSameOrder(one: readonly Message[], other: readonly Message[]): boolean {
  const parts = other.flatMap((message) => message.parts);
  return one.flatMap((message) => message.parts).every((part, at) => part === parts[at]);
}
