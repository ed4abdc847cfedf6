/** Tokens of a prompt are read in multiples of this: with fewer, the engine's attention takes up to twice as long for each. */
const tile = 64;
const largestPiece = 8 * tile;
/** What reading one piece should take at most: nothing that is evaluated can be interrupted. Milliseconds. */
const pieceTarget = 150;

/** Whose tokens are evaluated, and whether they are still wanted. */
export interface Seat {
  /** Number of the engine's sequence. */
  readonly place: number;
  readonly signal: AbortSignal;
}

interface Waiting {
  /** Tokens of a prompt; 0 for the next token of an answer. */
  readonly reads: number;
  readonly seat: Seat;
  readonly begin: () => void;
}

/**
 * Decides what is evaluated together. All answers get their next token in one pass: left to itself, the engine starts
 * the next batch before the last answer of the one before has asked again, so that every batch lacks one. Prompts are read in
 * passes of their own, in turn with the others, since the engine would not evaluate the two together either. In a pass everybody begins
 * in the order of the sequences: the engine evaluates those together that follow each other, and a batch in another order piece by piece.
 */
export class Passes {
  #reading: Waiting[] = [];
  #writing: Waiting[] = [];
  #running = 0;
  #planned = false;
  #readLast = false;
  /** Tokens read in the pass that runs, and when it began. */
  #pass = { reads: 0, began: 0 };
  #piece = tile;

  /** How many tokens of a prompt to read at once, by the speed that was measured last. */
  get piece(): number {
    return this.#piece;
  }

  /** Evaluates `tokens` tokens of a prompt when it is their turn. Throws the signal's reason instead once that has aborted. */
  read<T>(seat: Seat, tokens: number, evaluate: () => Promise<T>): Promise<T> {
    return this.#run(this.#reading, seat, tokens, evaluate);
  }

  /** Evaluates the next token of an answer together with those of all others. Throws like {@link read}. */
  write<T>(seat: Seat, evaluate: () => Promise<T>): Promise<T> {
    return this.#run(this.#writing, seat, 0, evaluate);
  }

  async #run<T>(line: Waiting[], seat: Seat, reads: number, evaluate: () => Promise<T>): Promise<T> {
    await new Promise<void>((begin) => {
      line.push({ reads, seat, begin });
      this.#plan();
    });
    try {
      seat.signal.throwIfAborted();
      return await evaluate();
    } finally {
      this.#running -= 1;
      if (this.#running === 0) this.#ended();
    }
  }

  /** The next pass begins when all that follows from the one before has been done, so that nobody is left behind. */
  #plan(): void {
    if (this.#planned || this.#running > 0) return;
    this.#planned = true;
    setImmediate(() => {
      this.#planned = false;
      this.#begin();
    });
  }

  #begin(): void {
    const writes = this.#writing.length > 0 && (this.#readLast || this.#reading.length === 0);
    const admitted = writes ? this.#writing.splice(0) : this.#nextReaders();
    const reads = admitted.reduce((sum, one) => sum + (one.seat.signal.aborted ? 0 : one.reads), 0);
    this.#readLast = !writes;
    this.#running = admitted.length;
    this.#pass = { reads, began: performance.now() };
    for (const { begin } of admitted.sort((a, b) => a.seat.place - b.seat.place)) begin();
  }

  /** Those who gave up, and of the others, in the order of arrival, as many as make one piece together. */
  #nextReaders(): Waiting[] {
    let room = this.#piece;
    let full = false;
    const admitted: Waiting[] = [];
    const left: Waiting[] = [];
    for (const one of this.#reading) {
      const goes: boolean = one.seat.signal.aborted || (!full && (one.reads <= room || room === this.#piece));
      (goes ? admitted : left).push(one);
      if (one.seat.signal.aborted) continue;
      full ||= !goes;
      if (goes) room -= one.reads;
    }
    this.#reading = left;
    return admitted;
  }

  #ended(): void {
    const { reads, began } = this.#pass;
    // Fewer tokens than a tile are slower each: they say nothing of how long a whole piece takes.
    if (reads >= tile) {
      const perTile = ((performance.now() - began) / reads) * tile;
      this.#piece = Math.min(largestPiece, Math.max(1, Math.floor(pieceTarget / perTile)) * tile);
    }
    if (this.#reading.length > 0 || this.#writing.length > 0) this.#plan();
  }
}
