/** Time that the decoding of long chunks may use in one iteration of the event loop, in milliseconds. */
const maxTurnMs = 5;

/**
 * The long chunks that arrive in one iteration of the event loop, from all upstreams together: each takes about a
 * millisecond, and hundreds of connections may have one at the same time.
 */
class ReadingTurn {
  #usedMs = 0;
  #isScheduled = false;

  /** Whether further long chunks should wait for a turn of their own. */
  get isUsedUp(): boolean {
    return this.#usedMs > maxTurnMs;
  }

  /** Runs `read`, and counts its time. */
  run(read: () => void): void {
    const start = performance.now();
    read();
    this.#usedMs += performance.now() - start;
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    // Runs after all connections that have data now.
    setImmediate(() => {
      this.#isScheduled = false;
      this.#usedMs = 0;
    });
  }
}

/** Shared by all upstreams of the thread, as its event loop is. */
export const readingTurn = new ReadingTurn();
