import { firstMarker, partialSuffix } from './marker-search.js';

/**
 * Looks for stop sequences in text that arrives in pieces. Holds back only what may be the beginning of one, so that
 * nothing of a sequence is ever delivered.
 */
export class StopScanner {
  readonly #sequences: readonly string[];
  #held = '';

  /** Empty sequences are left out: they would stop everything. */
  constructor(sequences: readonly string[]) {
    this.#sequences = sequences.filter((sequence) => sequence !== '');
  }

  /** True when there is nothing to look for. */
  get idle(): boolean {
    return this.#sequences.length === 0;
  }

  /** What may be delivered now, and the sequence that was met, after which there is no more. */
  push(text: string): { readonly text: string; readonly met?: string } {
    if (this.idle) return { text };
    const whole = this.#held + text;
    const first = firstMarker(whole, this.#sequences);
    if (first !== undefined) {
      this.#held = '';
      return { text: whole.slice(0, first.at), met: first.marker };
    }
    const sure = whole.length - partialSuffix(whole, this.#sequences);
    this.#held = whole.slice(sure);
    return { text: whole.slice(0, sure) };
  }

  /** What is still held back when the text has ended. */
  flush(): string {
    const held = this.#held;
    this.#held = '';
    return held;
  }
}
