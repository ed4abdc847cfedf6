import { setImmediate as othersTurn } from 'node:timers/promises';

/** So long a piece of work goes on before others have their turn, in milliseconds. */
const timeSliceMs = 5;

/** Lets others have the event loop in the midst of long work: `if (breather.due) await breather.rest()` after each piece of it. */
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
