import type { GenerationEvent } from '../../model/generation-event.js';
import type { RunContext } from '../../ports/run-context.js';
import { countCharacters } from '../../text/count-characters.js';

/** Characters that a turn collects without a reservation, and by which each reservation grows. */
const stepCharacters = 131_072;

/**
 * Reserves memory for the output that a turn collects, in large steps: a short output reserves nothing. The turn waits
 * before it reads more of the model, so that a full budget slows the upstream down.
 */
export class OutputReservation {
  readonly #reserve: RunContext['reserveOutput'];
  #collected = 0;
  #reserved = stepCharacters;
  /** Whether deltas carried the content of the current part. */
  #hasDeltas = false;

  constructor({ reserveOutput }: Pick<RunContext, 'reserveOutput'>) {
    this.#reserve = reserveOutput;
  }

  /**
   * Counts an event. Returns undefined when the turn may continue, otherwise waits. Throws and rejects what
   * `reserveOutput` does.
   */
  push(event: GenerationEvent): Promise<void> | undefined {
    if (event.type === 'part-delta') {
      this.#hasDeltas = true;
      this.#collected += event.delta.text.length;
    } else if (event.type === 'part-end') {
      if (!this.#hasDeltas) this.#collected += countCharacters(event.part);
      this.#hasDeltas = false;
    }
    return this.#collected <= this.#reserved ? undefined : this.#grow();
  }

  #grow(): Promise<void> | undefined {
    const more = Math.ceil((this.#collected - this.#reserved) / stepCharacters) * stepCharacters;
    this.#reserved += more;
    return this.#reserve?.(more);
  }
}
