/** Weight of one batch in the average time of its width; higher when the last batch of that width is old. */
const share = { fresh: 0.1, stale: 0.5 };
/** Number of batches of a width before it is judged, because the first ones on a cold machine are not representative. */
const probes = 3;
/**
 * Number of unused rounds after which a width is tried again; a width with twice the best time per completion is
 * tried after twice as many.
 */
const staleAfter = 256;

interface Cost {
  /** Milliseconds a pass; of the first few, the fastest. */
  readonly time: number;
  readonly batches: number;
  /** The turn in which it was measured last. */
  readonly turn: number;
}

/**
 * Learns the optimal number of completions per decode batch. On a GPU or with large weights a batch of four takes
 * hardly longer than a batch of one. On a CPU the engine's path for a single token can be so much faster that four
 * batches of one finish before one batch of four.
 */
export class BatchWidth {
  readonly #costs = new Map<number, Cost>();
  #turn = 0;

  /** The number of completions for a batch when `waiting` of them need their next token. 1 to `waiting`. */
  choose(waiting: number): number {
    this.#turn += 1;
    const widths = halves(waiting);
    const unknown = widths.find((width) => (this.#costs.get(width)?.batches ?? 0) < probes);
    if (unknown !== undefined) return unknown;
    const best = widths.reduce((found, width) =>
      this.#timePerSequenceMs(width) < this.#timePerSequenceMs(found) ? width : found,
    );
    return (
      widths.find((width) => this.#isStale(width, this.#timePerSequenceMs(width) / this.#timePerSequenceMs(best))) ??
      best
    );
  }

  /** Records that a batch of `width` completions took `time` milliseconds. */
  took(width: number, time: number): void {
    const known = this.#costs.get(width);
    this.#costs.set(width, {
      time: known === undefined ? time : this.#next(width, known, time),
      batches: (known?.batches ?? 0) + 1,
      turn: this.#turn,
    });
  }

  #next(width: number, known: Cost, time: number): number {
    if (known.batches < probes) return Math.min(known.time, time);
    const weight = this.#isStale(width) ? share.stale : share.fresh;
    // A brief stall of the machine must not distort the average.
    return known.time + weight * (Math.min(time, 2 * known.time) - known.time);
  }

  /**
   * `worth`: time per completion relative to the best width. Probing takes a small share of the time, at
   * any cost of the widths.
   */
  #isStale(width: number, worth = 1): boolean {
    const known = this.#costs.get(width);
    return known !== undefined && this.#turn - known.turn > staleAfter * worth;
  }

  #timePerSequenceMs(width: number): number {
    return (this.#costs.get(width)?.time ?? Infinity) / width;
  }
}

/** The widths to try: all waiting completions, then repeatedly half of them, down to one. */
function halves(waiting: number): readonly number[] {
  return waiting <= 1 ? [1] : [waiting, ...halves(Math.ceil(waiting / 2))];
}
