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
export class PacedQueue {
  readonly #lag = new EventLoopLag();
  /** Callers that arrived since the loop last polled, in order. */
  #fresh: (() => void)[] = [];
  /** Callers that may continue, in reverse order: the first is last. */
  #ready: (() => void)[] = [];
  #moving = false;
  /** When the time slice of this iteration ends, once a caller has asked. */
  #turnUntil: number | undefined;

  /**
   * Calls `goOn` now or in its turn. The loop accepts one newcomer per iteration, so a newcomer may have waited in
   * the system for as long as the loop was busy; every other caller was seen in the previous iteration and need not
   * wait while this one has time.
   */
  enter(goOn: () => void, newcomer: boolean): void {
    const calm = this.#lag.length < maxLagMs;
    if (!this.#moving && (calm || (!newcomer && this.#turnHasTime()))) {
      goOn();
      return;
    }
    this.#fresh.push(goOn);
    if (!this.#moving) this.#moveNextTurn();
  }

  #turnHasTime(): boolean {
    const now = performance.now();
    if (this.#turnUntil === undefined) {
      this.#turnUntil = now + share;
      setImmediate(() => (this.#turnUntil = undefined));
    }
    return now < this.#turnUntil;
  }

  #moveNextTurn(): void {
    this.#moving = true;
    setImmediate(() => void this.#move());
  }

  async #move(): Promise<void> {
    const until = performance.now() + share;
    for (
      let goOn = this.#ready.pop();
      goOn !== undefined;
      goOn = performance.now() < until ? this.#ready.pop() : undefined
    ) {
      goOn();
      // What follows from it at once is part of its time.
      await new Promise<void>((resolve) => process.nextTick(resolve));
    }
    if (this.#ready.length === 0) {
      this.#ready = this.#fresh.reverse();
      this.#fresh = [];
    }
    this.#moving = false;
    if (this.#ready.length > 0) this.#moveNextTurn();
  }
}
