/**
 * Turns of the event loop from one slice to the next: short requests need several turns each, and get them first. Turns in
 * which nothing else runs take microseconds.
 */
const turnsBetweenSlices = 3;

/**
 * Long work of the process that waits for its next time slice. However much of it waits, one slice runs at a time, in the
 * order in which it began to wait, so that a short request waits for at most one slice.
 */
class LongWork {
  readonly #waiting: (() => void)[] = [];
  #isScheduled = false;

  /** Resolves when the caller may run for a slice. */
  nextSlice(): Promise<void> {
    return new Promise((resolve) => {
      this.#waiting.push(resolve);
      this.#schedule();
    });
  }

  #schedule(): void {
    if (this.#isScheduled || this.#waiting.length === 0) return;
    this.#isScheduled = true;
    afterTurns(turnsBetweenSlices, () => {
      this.#isScheduled = false;
      const resume = this.#waiting.shift();
      this.#schedule();
      resume?.();
    });
  }
}

/** Shared by all work of the thread, as its event loop is. */
export const longWork = new LongWork();

function afterTurns(count: number, run: () => void): void {
  setImmediate(() => (count > 1 ? afterTurns(count - 1, run) : run()));
}
