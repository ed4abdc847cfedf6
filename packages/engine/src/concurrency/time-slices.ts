/**
 * Turns of the event loop from one slice of long work to the next: short requests need several turns each, and get them
 * first. Turns in which nothing else runs take microseconds.
 */
const turnsBetweenSlices = 3;
/** Turns after which long work goes first, however much short work waits. */
const maxTurnsBetweenSlices = 8;

/**
 * Work of the process that waits for its next time slice. However much of it waits, one slice runs in a turn of the event
 * loop, so that a short request waits for at most one slice. Short work goes first; otherwise the order is that in which
 * work began to wait.
 */
class TimeSlices {
  readonly #short: (() => void)[] = [];
  readonly #long: (() => void)[] = [];
  #isScheduled = false;
  #turns = 0;

  /** Whether work waits. */
  get isWanted(): boolean {
    return this.#short.length > 0 || this.#long.length > 0;
  }

  /** Resolves when the caller may run for a slice, in another turn of the event loop. */
  next(isLong: boolean): Promise<void> {
    return new Promise((resolve) => {
      (isLong ? this.#long : this.#short).push(resolve);
      this.#schedule();
    });
  }

  #schedule(): void {
    if (this.#isScheduled || !this.isWanted) return;
    this.#isScheduled = true;
    setImmediate(() => {
      this.#isScheduled = false;
      const resume = this.#take();
      this.#schedule();
      resume?.();
    });
  }

  #take(): (() => void) | undefined {
    this.#turns += 1;
    const minTurns = this.#short.length > 0 ? maxTurnsBetweenSlices : turnsBetweenSlices;
    if (this.#turns < minTurns || this.#long.length === 0) return this.#short.shift();
    this.#turns = 0;
    return this.#long.shift();
  }
}

/** Shared by all work of the thread, as its event loop is. */
export const timeSlices = new TimeSlices();
