import type { Message } from './message.js';

/**
 * How many turns can be left out of a conversation at its old end. A turn begins with a user message and holds all
 * answers, calls and results up to the next one. System text stays for good, and so does the last turn.
 */
export function droppableTurns(messages: readonly Message[]): number {
  return Math.max(0, turnStarts(messages).length - 1);
}

/** The conversation without its `count` oldest turns. Whole turns only, so no result is ever left without its call. */
export function withoutOldestTurns(messages: readonly Message[], count: number): readonly Message[] {
  const keptFrom = turnStarts(messages)[count] ?? messages.length;
  return messages.filter((message, index) => index >= keptFrom || message.role === 'system' || message.role === 'developer');
}

/** Index of the first message of every turn. What comes before the first user message is a turn of its own. */
function turnStarts(messages: readonly Message[]): readonly number[] {
  const starts: number[] = [];
  for (const [index, message] of messages.entries()) {
    const begins = message.role === 'user' && !message.parts.some((part) => part.type === 'tool-result');
    const precedes = starts.length === 0 && message.role !== 'system' && message.role !== 'developer';
    if (begins || precedes) starts.push(index);
  }
  return starts;
}
