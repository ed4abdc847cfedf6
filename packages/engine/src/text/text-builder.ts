/** Number of parts that are joined at a time. */
const maxPendingChunks = 8;

/**
 * A text that arrives in small deltas and is read at its end. With `text += delta` every delta stays in memory until
 * then, with a node that joins it to the others: six times the size of the text. Here only the last few deltas are
 * separate.
 */
export class TextBuilder {
  #joined = '';
  #chunks: string[] = [];

  push(chunk: string): void {
    if (this.#chunks.push(chunk) < maxPendingChunks) return;
    this.#joined += this.#chunks.join('');
    this.#chunks = [];
  }

  /** The text so far. */
  toString(): string {
    return this.#joined + this.#chunks.join('');
  }
}
