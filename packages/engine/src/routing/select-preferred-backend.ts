import { hashText } from './hash-text.js';

/** A backend that conversations can have affinity to. */
export interface WeightedBackend {
  /** Stays the same over restarts and on every replica. */
  readonly name: string;
  /** Its share of the conversations, above 0. */
  readonly weight: number;
}

const range = 2 ** 53;

/**
 * Selects the preferred backend of a conversation by weighted rendezvous hashing: every slot gets a score for the
 * key, and the highest wins. All replicas agree without communication; when a slot leaves, only its own conversations
 * move, and they return when it is back.
 */
export function selectPreferredBackend<T extends WeightedBackend>(key: number, slots: readonly T[]): T | undefined {
  let best: T | undefined;
  let highest = Number.NEGATIVE_INFINITY;
  for (const slot of slots) {
    const randomValue = (hashText(slot.name, key) + 0.5) / range;
    const score = -slot.weight / Math.log(randomValue);
    if (score > highest) {
      best = slot;
      highest = score;
    }
  }
  return best;
}
