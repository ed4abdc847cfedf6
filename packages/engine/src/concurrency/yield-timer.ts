import { setImmediate as othersTurn } from 'node:timers/promises';
import { longWork } from './long-work.js';

/** Time slice before work yields to the event loop, in milliseconds. */
const timeSliceMs = 5;

/**
 * Slices after which work is long. A short request yields, too, after it has waited for something that took longer than
 * a slice.
 */
const maxShortSlices = 2;

/**
 * Yields to the event loop during long work: `if (timer.due) await timer.yieldToEventLoop()` after each step. Work of more
 * than two slices takes turns with other long work of the process.
 */
export class YieldTimer {
  #since = performance.now();
  #slices = 0;

  get due(): boolean {
    return performance.now() - this.#since > timeSliceMs;
  }

  async yieldToEventLoop(): Promise<void> {
    this.#slices += 1;
    if (this.#slices < maxShortSlices) await othersTurn();
    else await longWork.nextSlice();
    this.#since = performance.now();
  }
}
