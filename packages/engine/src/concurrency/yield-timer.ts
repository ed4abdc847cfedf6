import { timeSlices } from './time-slices.js';

/** Time slice before work yields to the event loop, in milliseconds. */
const timeSliceMs = 5;
/** The first one where other work waits: a hundred long responses that begin at once delay the others less. */
const shortTimeSliceMs = 1;

/**
 * Slices after which work is long. A short request yields, too, after it has waited for something that took longer than
 * a slice.
 */
const maxShortSlices = 2;

/**
 * Yields to the event loop during long work: `if (timer.due) await timer.yieldToEventLoop()` after each step. Work of the
 * process takes turns, and short work goes first.
 */
export class YieldTimer {
  #since = performance.now();
  #slices = 0;

  get due(): boolean {
    const sliceMs = this.#slices === 0 && timeSlices.isWanted ? shortTimeSliceMs : timeSliceMs;
    return performance.now() - this.#since > sliceMs;
  }

  async yieldToEventLoop(): Promise<void> {
    this.#slices += 1;
    await timeSlices.next(this.#slices >= maxShortSlices);
    this.#since = performance.now();
  }
}
