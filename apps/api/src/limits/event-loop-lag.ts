import { performance } from 'node:perf_hooks';

/** Milliseconds without work that count as a rest. A mere look at what is there takes less. */
const minIdleMs = 0.2;

/**
 * How long the event loop has been at work since it last had nothing to do. A loop that rests has seen all that was there: no connection,
 * no request on one and no end of one can have waited unseen for longer than this.
 */
export class EventLoopLag {
  #lookedAt = performance.now();
  #idle = performance.nodeTiming.idleTime;
  #length = 0;

  /** Milliseconds at most: when a rest ended is not known to those who look, so all work since the last look counts. */
  get length(): number {
    const now = performance.now();
    const idle = performance.nodeTiming.idleTime;
    const rested = idle - this.#idle;
    const worked = now - this.#lookedAt - rested;
    this.#lookedAt = now;
    this.#idle = idle;
    this.#length = rested > minIdleMs ? worked : this.#length + worked;
    return this.#length;
  }
}
