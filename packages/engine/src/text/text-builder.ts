/** Pieces that are put together at a time. */
const together = 8;

/**
 * A text that comes in small pieces and is read at its end. With `text += piece` every piece would stay in memory until then, and
 * beside it a node that joins it to the others: six times what is said. Here only the last few pieces are apart.
 */
export class TextBuilder {
  #joined = '';
  #chunks: string[] = [];

  push(chunk: string): void {
    if (this.#chunks.push(chunk) < together) return;
    this.#joined += this.#chunks.join('');
    this.#chunks = [];
  }

  /** What came so far. */
  toString(): string {
    return this.#joined + this.#chunks.join('');
  }
}
