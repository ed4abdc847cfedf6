/** Disconnected requests that may end in one iteration of the event loop. */
const maxInTurn = 8;
/** Time after which no further one ends in the same iteration, in milliseconds. */
const timeSliceMs = 5;

/**
 * The requests of clients that have disconnected. Each one ends streams and writes what it has of a response: of a thousand
 * that disconnect at once, a few end in each iteration of the event loop.
 */
export class DisconnectTurns {
  readonly #waiting: (() => void)[] = [];
  #scheduled = 0;
  #since = 0;

  /** Calls `end` in one of the next iterations of the event loop. */
  add(end: () => void): void {
    this.#waiting.push(end);
    if (this.#scheduled === 0) this.#schedule();
  }

  /** Immediates of one iteration run one after another, each with all promises that it resolves. */
  #schedule(): void {
    this.#scheduled = Math.min(this.#waiting.length, maxInTurn);
    setImmediate(() => {
      this.#since = performance.now();
      this.#next();
    });
    for (let number = 1; number < this.#scheduled; number += 1) setImmediate(() => this.#next());
  }

  #next(): void {
    this.#scheduled -= 1;
    const end = performance.now() - this.#since > timeSliceMs ? undefined : this.#waiting.shift();
    if (this.#scheduled === 0 && this.#waiting.length > 0) this.#schedule();
    end?.();
  }
}
