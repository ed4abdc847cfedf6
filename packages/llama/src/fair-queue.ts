import { cancelled, EngineError } from '@org/engine';

/** How much what ended last counts in the running average of what one thing takes. */
const smoothing = 0.3;
/** Seconds. */
const maxRetryAfterSeconds = 60;

/** What one owner may have, without a limit unless it is told. */
export interface OwnerLimits {
  readonly running?: number;
  readonly waiting?: number;
}

interface OwnerQueue {
  running: number;
  /** In the order of asking. */
  readonly waiting: Set<() => void>;
}

/**
 * Does a bounded number of things at a time. The next turn is of the owner who has the fewest running, and of several of the one who had
 * none for the longest time: who asks for much waits for itself alone. The things of one owner begin in the order of asking.
 */
export class FairQueue {
  readonly #maxRunning: number;
  readonly #ownerLimits: Required<OwnerLimits>;
  /** Of owners who have something running or waiting. Who came last or had something end last stands last: nobody gains a turn by coming back for each. */
  readonly #ownerQueues = new Map<string, OwnerQueue>();
  #running = 0;
  /** Seconds that one thing takes; 0 until the first has ended. */
  #average = 0;

  constructor(maxRunning: number, { running = Infinity, waiting = Infinity }: OwnerLimits = {}) {
    this.#maxRunning = maxRunning;
    this.#ownerLimits = { running, waiting };
  }

  get running(): number {
    return this.#running;
  }

  get waiting(): number {
    return [...this.#ownerQueues.values()].reduce((sum, { waiting }) => sum + waiting.size, 0);
  }

  /**
   * Resolves in the turn of the owner, with the function that ends it; calling that twice does nothing. Throws `rate-limited` at once when
   * too much of the owner waits, `cancelled` when the signal aborts first.
   */
  async enter(owner: string, signal: AbortSignal): Promise<() => void> {
    if (signal.aborted) throw cancelled();
    const queue = this.#ownerQueues.get(owner) ?? { running: 0, waiting: new Set() };
    if (!this.#hasCapacity(queue) && queue.waiting.size >= this.#ownerLimits.waiting) throw this.#busy(queue);
    this.#ownerQueues.set(owner, queue);
    await new Promise<void>((resolve, reject) => {
      const cancel = (): void => {
        queue.waiting.delete(start);
        this.#forgetIdle(owner, queue);
        reject(cancelled());
      };
      const start = (): void => {
        signal.removeEventListener('abort', cancel);
        resolve();
      };
      signal.addEventListener('abort', cancel, { once: true });
      queue.waiting.add(start);
      this.#startNext();
    });
    return this.#ending(owner, queue);
  }

  /** Does `work` in the turn of the owner. Throws like {@link enter}, and then `work` is never begun. */
  async run<Result>(owner: string, signal: AbortSignal, work: () => Promise<Result>): Promise<Result> {
    const end = await this.enter(owner, signal);
    try {
      return await work();
    } finally {
      end();
    }
  }

  #hasCapacity({ running }: OwnerQueue): boolean {
    return this.#running < this.#maxRunning && running < this.#ownerLimits.running;
  }

  #startNext(): void {
    for (;;) {
      const ready = [...this.#ownerQueues.values()].filter(
        (queue) => queue.waiting.size > 0 && this.#hasCapacity(queue),
      );
      const next = ready.toSorted((a, b) => a.running - b.running)[0];
      const [start] = next?.waiting ?? [];
      if (next === undefined || start === undefined) return;
      next.waiting.delete(start);
      next.running += 1;
      this.#running += 1;
      start();
    }
  }

  #ending(owner: string, queue: OwnerQueue): () => void {
    const began = performance.now();
    let ended = false;
    return () => {
      if (ended) return;
      ended = true;
      this.#average += smoothing * ((performance.now() - began) / 1000 - this.#average);
      queue.running -= 1;
      this.#running -= 1;
      this.#ownerQueues.delete(owner);
      this.#ownerQueues.set(owner, queue);
      this.#forgetIdle(owner, queue);
      this.#startNext();
    };
  }

  #forgetIdle(owner: string, { running, waiting }: OwnerQueue): void {
    if (running === 0 && waiting.size === 0) this.#ownerQueues.delete(owner);
  }

  #busy({ waiting }: OwnerQueue): EngineError {
    // About how long it takes until one more may wait.
    const seconds = (this.#average * (this.waiting + 1)) / this.#maxRunning;
    return new EngineError(
      'rate-limited',
      `The model is busy: ${this.#running} requests are running and ${waiting.size} of yours are waiting.`,
      {
        retryAfter: Math.min(maxRetryAfterSeconds, Math.max(1, Math.ceil(seconds))),
      },
    );
  }
}
