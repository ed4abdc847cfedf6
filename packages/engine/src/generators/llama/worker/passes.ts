/** Tokens of a prompt are read in multiples of this: with fewer, the engine's attention takes up to twice as long for each. */
const tile = 64;
const largestPiece = 8 * tile;
/** What reading one piece should take at most: nothing that is evaluated can be interrupted. Milliseconds. */
const pieceTarget = 150;

interface Waiting {
  /** Tokens of a prompt; 0 for the next token of an answer. */
  readonly reads: number;
  readonly signal: AbortSignal;
  readonly begin: () => void;
}

/**
 * Decides what is evaluated together. All answers get their next token in one pass: left to itself, the engine starts
 * the next batch before the last answer of the one before has asked again, so that every batch lacks one. Prompts are read in
 * passes of their own, in turn with the others, since the engine would not evaluate the two together either.
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
  read<T>(tokens: number, signal: AbortSignal, evaluate: () => Promise<T>): Promise<T> {
    return this.#run(this.#reading, tokens, signal, evaluate);
  }

  /** Evaluates the next token of an answer together with those of all others. Throws like {@link read}. */
  write<T>(signal: AbortSignal, evaluate: () => Promise<T>): Promise<T> {
    return this.#run(this.#writing, 0, signal, evaluate);
  }

  async #run<T>(line: Waiting[], reads: number, signal: AbortSignal, evaluate: () => Promise<T>): Promise<T> {
    await new Promise<void>((begin) => {
      line.push({ reads, signal, begin });
      this.#plan();
    });
    try {
      signal.throwIfAborted();
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
    const reads = admitted.reduce((sum, one) => sum + (one.signal.aborted ? 0 : one.reads), 0);
    this.#readLast = !writes;
    this.#running = admitted.length;
    this.#pass = { reads, began: performance.now() };
    for (const { begin } of admitted) begin();
  }

  /** Those who gave up, and of the others, in the order of arrival, as many as make one piece together. */
  #nextReaders(): Waiting[] {
    let room = this.#piece;
    let full = false;
    const admitted: Waiting[] = [];
    const left: Waiting[] = [];
    for (const one of this.#reading) {
      const goes: boolean = one.signal.aborted || (!full && (one.reads <= room || room === this.#piece));
      (goes ? admitted : left).push(one);
      if (one.signal.aborted) continue;
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
