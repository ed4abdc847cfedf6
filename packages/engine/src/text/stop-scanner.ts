import { firstMarker, partialSuffix } from './marker-search.js';

/**
 * Looks for stop sequences in text that arrives in pieces. Holds back only what may be the beginning of one, so that
 * nothing of a sequence is ever delivered.
 */
export class StopScanner {
  readonly #sequences: readonly string[];
  #buffered = '';

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
    const combined = this.#buffered + text;
    const first = firstMarker(combined, this.#sequences);
    if (first !== undefined) {
      this.#buffered = '';
      return { text: combined.slice(0, first.at), met: first.marker };
    }
    const sure = combined.length - partialSuffix(combined, this.#sequences);
    this.#buffered = combined.slice(sure);
    return { text: combined.slice(0, sure) };
  }

  /** What is still held back when the text has ended. */
  flush(): string {
    const buffered = this.#buffered;
    this.#buffered = '';
    return buffered;
  }
}
