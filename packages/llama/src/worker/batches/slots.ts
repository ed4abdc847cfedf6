import type { LlamaContextSequence, Token } from 'node-llama-cpp';

/** One sequence of the context; it holds the tokens of the last conversation that ran in it. */
export interface Slot {
  readonly sequence: LlamaContextSequence;
  /** Index of the sequence, in the order in which they were created from the context. */
  readonly sequenceIndex: number;
  /**
   * Owner of the conversation. Its tokens are never reused for other owners, because timing would reveal their
   * prompts.
   */
  owner: string | undefined;
  /** Order of use; the smallest is the least recently used. */
  used: number;
  busy: boolean;
}

/** The slots of a context. The service never sends more work than there are slots, so a free one always exists. */
export class Slots {
  readonly #slots: readonly Slot[];
  #clock = 0;

  constructor(sequences: readonly LlamaContextSequence[]) {
    this.#slots = sequences.map((sequence, sequenceIndex) => ({
      sequence,
      sequenceIndex,
      owner: undefined,
      used: 0,
      busy: false,
    }));
  }

  /**
   * Takes the best free slot for a prompt, aligned to it: its first `sequence.nextTokenIndex` tokens are already
   * evaluated. At least the last token of the prompt always remains to be evaluated.
   */
  async take(owner: string, prompt: readonly Token[]): Promise<Slot> {
    const slot = this.#choose(owner, prompt);
    slot.busy = true;
    slot.used = ++this.#clock;
    try {
      if (slot.owner !== owner) await slot.sequence.clearHistory();
      else await slot.sequence.adaptStateToTokens(prompt.slice(0, -1), false);
      slot.owner = owner;
      return slot;
    } catch (thrown) {
      slot.busy = false;
      slot.owner = undefined;
      throw thrown;
    }
  }

  /** Gives a slot back. `intact: false`: its state is unknown and must not be reused. */
  release(slot: Slot, isReusable: boolean): void {
    if (!isReusable) slot.owner = undefined;
    slot.busy = false;
  }

  #choose(owner: string, prompt: readonly Token[]): Slot {
    const free = this.#slots.filter((slot) => !slot.busy);
    let best: { slot: Slot; shared: number } | undefined;
    for (const slot of free) {
      if (slot.owner !== owner) continue;
      const shared = slot.sequence.compareContextTokens([...prompt]).firstDifferentIndex;
      if (isContinuation(shared, prompt.length, slot.sequence.nextTokenIndex) && shared > (best?.shared ?? 0))
        best = { slot, shared };
    }
    const chosen = best?.slot ?? free.toSorted((a, b) => a.used - b.used)[0];
    if (chosen === undefined) throw new Error('No slot is free.');
    return chosen;
  }
}

/** Sharing only the first few tokens of every prompt is no reason to throw a conversation out of its slot. */
function isContinuation(shared: number, promptLength: number, cachedLength: number): boolean {
  return shared * 2 >= Math.min(promptLength, cachedLength);
}
