import { firstMarker, partialSuffix } from './marker-search.js';

/**
 * Searches text that arrives in deltas for stop sequences. Holds back only a possible beginning of one, so that no
 * part of a sequence is delivered.
 */
export class StopScanner {
  readonly #sequences: readonly string[];
  #buffered = '';

  /** Ignores empty sequences, which would stop everything. */
  constructor(sequences: readonly string[]) {
    this.#sequences = sequences.filter((sequence) => sequence !== '');
  }

  /** True when there is nothing to search for. */
  get idle(): boolean {
    return this.#sequences.length === 0;
  }

  /** Returns the text to deliver now and the matched sequence, after which there is no more text. */
  push(text: string): { readonly text: string; readonly met?: string } {
    if (this.idle) return { text };
    const combined = this.#buffered + text;
    const first = firstMarker(combined, this.#sequences);
    if (first !== undefined) {
      this.#buffered = '';
      return { text: combined.slice(0, first.at), met: first.marker };
    }
    const confirmed = combined.length - partialSuffix(combined, this.#sequences);
    this.#buffered = combined.slice(confirmed);
    return { text: combined.slice(0, confirmed) };
  }

  /** Returns the held-back text at the end of the stream. */
  flush(): string {
    const buffered = this.#buffered;
    this.#buffered = '';
    return buffered;
  }
}
