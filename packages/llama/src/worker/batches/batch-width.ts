/** The weight of one pass in what its width takes; more where the last pass of that width was long ago. */
const share = { fresh: 0.1, stale: 0.5 };
/** So many passes of a width are looked at before anything is concluded of it: the first ones on a cold machine say little. */
const probes = 3;
/** A width that was not used for so many turns is tried again; one that takes twice as long for an answer as the best, after twice as many. */
const staleAfter = 256;

interface Cost {
  /** Milliseconds a pass; of the first few, the fastest. */
  readonly time: number;
  readonly batches: number;
  /** The turn in which it was measured last. */
  readonly turn: number;
}

/**
 * Learns how many answers are best evaluated in one pass. On a graphics card or with large weights a pass takes hardly longer for four
 * than for one. On a processor the engine's way for a single token can be so much faster than the one for a few that four passes of
 * one are done before one pass of four.
 */
export class BatchWidth {
  readonly #costs = new Map<number, Cost>();
  #turn = 0;

  /** The number of answers a pass should have when `waiting` of them want their next token. 1 to `waiting`. */
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

  /** A pass of `width` answers took `time` milliseconds. */
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
    // A machine that stood still for a moment says nothing of the width.
    return known.time + weight * (Math.min(time, 2 * known.time) - known.time);
  }

  /** `worth`: how many times as long an answer takes as with the best width. Trying all takes a small share of the time, whatever the widths cost. */
  #isStale(width: number, worth = 1): boolean {
    const known = this.#costs.get(width);
    return known !== undefined && this.#turn - known.turn > staleAfter * worth;
  }

  #timePerSequenceMs(width: number): number {
    return (this.#costs.get(width)?.time ?? Infinity) / width;
  }
}

/** The widths worth trying: everybody together, half of them, half of those, down to one. */
function halves(waiting: number): readonly number[] {
  return waiting <= 1 ? [1] : [waiting, ...halves(Math.ceil(waiting / 2))];
}
