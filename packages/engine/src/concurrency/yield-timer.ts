import { setImmediate as othersTurn } from 'node:timers/promises';

/** Time slice before work yields to the event loop, in milliseconds. */
const timeSliceMs = 5;

/** Yields to the event loop during long work: `if (timer.due) await timer.yieldToEventLoop()` after each step. */
export class YieldTimer {
  #since = performance.now();

  get due(): boolean {
    return performance.now() - this.#since > timeSliceMs;
  }

  async yieldToEventLoop(): Promise<void> {
    await othersTurn();
    this.#since = performance.now();
  }
}
