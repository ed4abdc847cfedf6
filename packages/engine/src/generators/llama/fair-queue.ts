import { EngineError } from '../../errors/engine-error.js';
import { cancelled } from '../../errors/cancelled.js';

type Begin = () => void;

/** Does a bounded number of things at a time, at most one for each owner, and takes owners in turns: who asks for much waits for itself alone. */
export class FairQueue {
  readonly #atATime: number;
  readonly #mostWaiting: number;
  readonly #working = new Set<string>();
  /** What owners wait for, each in the order of asking. The owner that stands first was served the longest ago. */
  readonly #waiting = new Map<string, Set<Begin>>();

  /** `mostWaiting`: things that one owner may have waiting. */
  constructor(atATime: number, mostWaiting = Infinity) {
    this.#atATime = atATime;
    this.#mostWaiting = mostWaiting;
  }

  /**
   * Throws `cancelled` when the signal aborts before it is the turn of `work`, and `rate-limited` at once when too much of the owner waits;
   * then `work` is never begun.
   */
  async run<Result>(owner: string, signal: AbortSignal, work: () => Promise<Result>): Promise<Result> {
    const waiting = this.#waiting.get(owner)?.size ?? 0;
    const hasToWait = this.#working.has(owner) || this.#working.size >= this.#atATime;
    if (hasToWait && waiting >= this.#mostWaiting) throw new EngineError('rate-limited', `${waiting} requests of this kind are waiting already.`, { retryAfter: 1 });
    await this.#turn(owner, signal);
    try {
      return await work();
    } finally {
      this.#working.delete(owner);
      this.#toTheEnd(owner);
      this.#beginNext();
    }
  }

  #turn(owner: string, signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      if (signal.aborted) return reject(cancelled());
      const leave = (): void => {
        this.#remove(owner, begin);
        reject(cancelled());
      };
      const begin = (): void => {
        signal.removeEventListener('abort', leave);
        resolve();
      };
      signal.addEventListener('abort', leave, { once: true });
      this.#waiting.set(owner, (this.#waiting.get(owner) ?? new Set()).add(begin));
      this.#beginNext();
    });
  }

  #beginNext(): void {
    for (const [owner, [begin]] of this.#waiting) {
      if (this.#working.size >= this.#atATime) return;
      if (begin === undefined || this.#working.has(owner)) continue;
      this.#working.add(owner);
      this.#remove(owner, begin);
      begin();
    }
  }

  #toTheEnd(owner: string): void {
    const own = this.#waiting.get(owner);
    if (own === undefined) return;
    this.#waiting.delete(owner);
    this.#waiting.set(owner, own);
  }

  #remove(owner: string, begin: Begin): void {
    const own = this.#waiting.get(owner);
    own?.delete(begin);
    if (own?.size === 0) this.#waiting.delete(owner);
  }
}
