/** A chunk of a segment, with its score. Greater is better. */
export interface RankedChunk {
  /** Number of the segment, in the order in which segments were added. */
  readonly segment: number;
  /** Number of the chunk in its segment. */
  readonly chunk: number;
  readonly score: number;
}

/** The best of many chunks. Of equal scores the chunk that was added first wins, so equal inputs give equal results. */
export class TopChunks {
  readonly #best: RankedChunk[] = [];

  constructor(private readonly limit: number) {}

  /** A lower score is ignored, so that callers need no object for most chunks. */
  get minScore(): number {
    return this.#best.length < this.limit ? -Infinity : (this.#best.at(-1)?.score ?? -Infinity);
  }

  add(segment: number, chunk: number, score: number): void {
    if (this.limit === 0 || (this.#best.length === this.limit && score <= this.minScore)) return;
    let low = 0;
    for (let high = this.#best.length; low < high;) {
      const middle = (low + high) >>> 1;
      if ((this.#best[middle]?.score ?? 0) >= score) low = middle + 1;
      else high = middle;
    }
    this.#best.splice(low, 0, { segment, chunk, score });
    if (this.#best.length > this.limit) this.#best.pop();
  }

  /** Best first. */
  get best(): readonly RankedChunk[] {
    return this.#best;
  }
}
