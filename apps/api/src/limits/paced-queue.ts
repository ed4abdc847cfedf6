import { EventLoopLag } from './event-loop-lag.js';

/** Milliseconds at work without a rest after which whoever comes has to wait. */
const maxLagMs = 20;
/** Milliseconds of a turn of the event loop that the line may take. */
const share = 10;

/**
 * A line for those who come faster than they are served, such as a thousand first requests of a process that is not warm yet. While the
 * event loop has time they go straight on. Otherwise they wait in their order, each at least until the loop has looked at all connections
 * once more, and the line takes a few milliseconds of each turn: in between others are served, and who has left is seen to have left.
 */
export class PacedQueue {
  readonly #lag = new EventLoopLag();
  /** Came since the loop last looked, in their order. */
  #fresh: (() => void)[] = [];
  /** May go on; the first stands last. */
  #ready: (() => void)[] = [];
  #moving = false;
  /** When this turn has taken its time, once somebody has asked. */
  #turnUntil: number | undefined;

  /**
   * Calls `goOn` now or in its turn. A newcomer may have waited in the system for as long as the loop was busy, since it takes one a turn;
   * anybody else was seen in the turn before, and need not wait while this one has time.
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
