import { isInstruction } from './is-instruction.js';
import type { Message } from './message.js';

/**
 * How many turns can be left out of a conversation at its old end. A turn begins with a user message and holds all
 * answers, calls and results up to the next one. System text stays for good, and so does the last turn.
 */
export function droppableTurns(messages: readonly Message[]): number {
  return Math.max(0, turnStarts(messages).length - 1);
}

/** A quarter of the turns that are kept may be left out beyond the need. */
const spareShare = 4;

/**
 * How many turns to leave out where `least` have to be, of those that can be: rounded up to a step of at most a quarter of the turns
 * that would be kept. So the next turns of a growing conversation are cut at the same place, and what was read of it is read no more.
 */
export function roundDropCount(least: number, droppable: number): number {
  const retained = droppable + 1 - least;
  if (retained < spareShare) return least;
  const step = 2 ** Math.floor(Math.log2(retained / spareShare));
  return Math.ceil(least / step) * step;
}

/** The conversation without its `count` oldest turns. Whole turns only, so no result is ever left without its call. */
export function withoutOldestTurns(messages: readonly Message[], count: number): readonly Message[] {
  const retainedFrom = turnStarts(messages)[count] ?? messages.length;
  return messages.filter((message, index) => index >= retainedFrom || isInstruction(message));
}

/**
 * What the conversation weighs without its oldest turns: at `n`, without the `n` oldest, as far as turns can be left out. Looks at each
 * message once, however many turns there are.
 */
export function weightsWithoutTurns(
  messages: readonly Message[],
  weigh: (message: Message) => number,
): readonly number[] {
  const starts = new Set(turnStarts(messages));
  const weighed = messages.map((message) => ({ message, weight: weigh(message) }));
  let remaining = weighed.reduce((sum, { weight }) => sum + weight, 0);
  const weights: number[] = [];
  for (const [index, { message, weight }] of weighed.entries()) {
    if (starts.has(index)) weights.push(remaining);
    if (!isInstruction(message)) remaining -= weight;
  }
  return weights;
}

/** Index of the first message of every turn. What comes before the first user message is a turn of its own. */
function turnStarts(messages: readonly Message[]): readonly number[] {
  const starts: number[] = [];
  for (const [index, message] of messages.entries()) {
    const startsTurn = message.role === 'user' && !message.parts.some((part) => part.type === 'tool-result');
    const precedes = starts.length === 0 && !isInstruction(message);
    if (startsTurn || precedes) starts.push(index);
  }
  return starts;
}
