import { isInstruction } from './is-instruction.js';
import type { Message } from './message.js';

/**
 * How many of the oldest turns of a conversation can be dropped. A turn starts with a user message and holds all
 * completions, calls and results up to the next one. System text always remains, and so does the last turn.
 */
export function droppableTurns(messages: readonly Message[]): number {
  return Math.max(0, turnStarts(messages).length - 1);
}

/** Up to a quarter of the remaining turns may be dropped beyond the minimum. */
const spareShare = 4;

/**
 * How many turns to drop where `least` of the droppable ones are necessary: rounded up to a step of at most a quarter
 * of the remaining turns. The next turns of a growing conversation are thus truncated at the same index, and the
 * cached prompt stays valid.
 */
export function roundDropCount(least: number, droppable: number): number {
  const retained = droppable + 1 - least;
  if (retained < spareShare) return least;
  const step = 2 ** Math.floor(Math.log2(retained / spareShare));
  return Math.ceil(least / step) * step;
}

/** The conversation without its `count` oldest turns. It drops complete turns only, so no result loses its call. */
export function withoutOldestTurns(messages: readonly Message[], count: number): readonly Message[] {
  const retainedFrom = turnStarts(messages)[count] ?? messages.length;
  return messages.filter((message, index) => index >= retainedFrom || isInstruction(message));
}

/**
 * Weight of the conversation without its oldest turns: index `n` holds the weight without the `n` oldest, as far as
 * turns can be dropped. Visits each message once, however many turns there are.
 */
export function weightsWithoutTurns(
  messages: readonly Message[],
  weightOf: (message: Message) => number,
): readonly number[] {
  const starts = new Set(turnStarts(messages));
  const weighed = messages.map((message) => ({ message, weight: weightOf(message) }));
  let remaining = weighed.reduce((sum, { weight }) => sum + weight, 0);
  const weights: number[] = [];
  for (const [index, { message, weight }] of weighed.entries()) {
    if (starts.has(index)) weights.push(remaining);
    if (!isInstruction(message)) remaining -= weight;
  }
  return weights;
}

/** Index of the first message of every turn. Messages before the first user message form their own turn. */
function turnStarts(messages: readonly Message[]): readonly number[] {
  const starts: number[] = [];
  for (const [index, message] of messages.entries()) {
    const startsTurn = message.role === 'user' && !message.parts.some((part) => part.type === 'tool-result');
    const precedes = starts.length === 0 && !isInstruction(message);
    if (startsTurn || precedes) starts.push(index);
  }
  return starts;
}
