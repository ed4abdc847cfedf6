import { cancelled } from '../../errors/cancelled.js';
import { EngineError } from '../../errors/engine-error.js';

interface Waiting {
  readonly admit: () => void;
}

/** Seconds that one answer takes, until the first was measured. */
const firstGuess = 2;
/** How much the newest answer counts in the running average. */
const smoothing = 0.3;
const longestHint = 60;

/**
 * Lets a fixed number of requests run and a bounded number wait, first come, first served. A request that gives up while
 * it waits leaves the queue without touching any other.
 */
export class AdmissionQueue {
  readonly #places: number;
  readonly #limit: number;
  readonly #waiting = new Set<Waiting>();
  #running = 0;
  #averageSeconds = firstGuess;

  constructor(places: number, limit: number) {
    this.#places = places;
    this.#limit = limit;
  }

  get running(): number {
    return this.#running;
  }

  get waiting(): number {
    return this.#waiting.size;
  }

  /**
   * Resolves when the request may run, with the function that gives its place back; calling that twice does nothing.
   * Throws `rate-limited` at once when the queue is full, `cancelled` when the signal aborts first.
   */
  async enter(signal: AbortSignal): Promise<() => void> {
    if (signal.aborted) throw cancelled();
    if (this.#running < this.#places) {
      this.#running += 1;
    } else {
      if (this.#waiting.size >= this.#limit) {
        throw new EngineError('rate-limited', `The model is busy: ${this.#running} requests are running and ${this.#waiting.size} are waiting.`, { retryAfter: this.#hint() });
      }
      await this.#wait(signal);
    }
    return this.#leaving();
  }

  #wait(signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const giveUp = (): void => {
        this.#waiting.delete(waiting);
        reject(cancelled());
      };
      const waiting: Waiting = {
        admit: () => {
          signal.removeEventListener('abort', giveUp);
          resolve();
        },
      };
      this.#waiting.add(waiting);
      signal.addEventListener('abort', giveUp, { once: true });
    });
  }

  #leaving(): () => void {
    const started = performance.now();
    let left = false;
    return () => {
      if (left) return;
      left = true;
      this.#averageSeconds += smoothing * ((performance.now() - started) / 1000 - this.#averageSeconds);
      const [next] = this.#waiting;
      if (next === undefined) {
        this.#running -= 1;
        return;
      }
      this.#waiting.delete(next);
      next.admit();
    };
  }

  /** Seconds until a place in the queue is likely to be free. */
  #hint(): number {
    return Math.min(longestHint, Math.max(1, Math.ceil((this.#averageSeconds * (this.#waiting.size + 1)) / this.#places)));
  }
}
