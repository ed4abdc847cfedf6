import { EventLoopLag } from './event-loop-lag.js';

/** Milliseconds of uninterrupted work after which a new caller must wait. */
const maxLagMs = 20;
/** Milliseconds of a turn of the event loop that the line may take. */
const share = 10;

/**
 * An admission queue for callers that arrive faster than they are served, such as a thousand first requests of a cold
 * process. While the event loop has time, callers continue at once. Otherwise they wait in order, each at least until
 * the loop has polled all connections once more, and the queue takes a few milliseconds of each iteration: in between
 * the loop serves others and notices disconnects.
 */
export class AdmissionQueue {
  readonly #lag = new EventLoopLag();
  /** Callers that arrived since the loop last polled, in order. */
  #fresh: (() => void)[] = [];
  /** Callers that may continue, in reverse order: the first is last. */
  #ready: (() => void)[] = [];
  #draining = false;
  /** When the time slice of this iteration ends, once a caller has asked. */
  #turnUntil: number | undefined;

  /**
   * Calls `proceed` now or in its turn. The loop accepts one newcomer per iteration, so a newcomer may have waited in
   * the system for as long as the loop was busy; every other caller was seen in the previous iteration and need not
   * wait while this one has time.
   */
  enter(proceed: () => void, isNewConnection: boolean): void {
    const isResponsive = this.#lag.length < maxLagMs;
    if (!this.#draining && (isResponsive || (!isNewConnection && this.#turnHasTime()))) {
      proceed();
      return;
    }
    this.#fresh.push(proceed);
    if (!this.#draining) this.#scheduleDrain();
  }

  #turnHasTime(): boolean {
    const now = performance.now();
    if (this.#turnUntil === undefined) {
      this.#turnUntil = now + share;
      setImmediate(() => (this.#turnUntil = undefined));
    }
    return now < this.#turnUntil;
  }

  #scheduleDrain(): void {
    this.#draining = true;
    setImmediate(() => void this.#drain());
  }

  async #drain(): Promise<void> {
    const until = performance.now() + share;
    for (
      let proceed = this.#ready.pop();
      proceed !== undefined;
      proceed = performance.now() < until ? this.#ready.pop() : undefined
    ) {
      proceed();
      // What follows from it at once is part of its time.
      await new Promise<void>((resolve) => process.nextTick(resolve));
    }
    if (this.#ready.length === 0) {
      this.#ready = this.#fresh.reverse();
      this.#fresh = [];
    }
    this.#draining = false;
    if (this.#ready.length > 0) this.#scheduleDrain();
  }
}
