import { hashText } from './hash-text.js';

/** A place that conversations can be at home. */
export interface WeightedBackend {
  /** Stays the same over restarts and on every replica. */
  readonly name: string;
  /** Its share of the conversations, above 0. */
  readonly weight: number;
}

const range = 2 ** 53;

/**
 * The home of a conversation by weighted rendezvous: every place draws a number for the key, the highest wins. All
 * replicas agree without a word; when a place leaves, only its own conversations move, and when it is back they return.
 */
export function selectPreferredBackend<T extends WeightedBackend>(key: number, slots: readonly T[]): T | undefined {
  let best: T | undefined;
  let highest = Number.NEGATIVE_INFINITY;
  for (const slot of slots) {
    const drawn = (hashText(slot.name, key) + 0.5) / range;
    const score = -slot.weight / Math.log(drawn);
    if (score > highest) {
      best = slot;
      highest = score;
    }
  }
  return best;
}
