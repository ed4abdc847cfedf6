import { performance } from 'node:perf_hooks';

/** Idle milliseconds that count as a pause. A mere poll takes less. */
const minIdleMs = 0.2;

/**
 * How long the event loop has been busy since it was last idle. An idle loop has seen every pending event, so no
 * connection, request or disconnect can have waited unseen for longer than this.
 */
export class EventLoopLag {
  #sampledAt = performance.now();
  #idle = performance.nodeTiming.idleTime;
  #length = 0;

  /**
   * Upper bound in milliseconds: the end of an idle period is unknown to the reader, so all work since the last check
   * counts.
   */
  get length(): number {
    const now = performance.now();
    const idle = performance.nodeTiming.idleTime;
    const idleMs = idle - this.#idle;
    const busyMs = now - this.#sampledAt - idleMs;
    this.#sampledAt = now;
    this.#idle = idle;
    this.#length = idleMs > minIdleMs ? busyMs : this.#length + busyMs;
    return this.#length;
  }
}
