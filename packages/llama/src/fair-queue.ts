import { cancelled, EngineError } from '@org/engine';

/** Weight of the latest duration in the moving average. */
const smoothing = 0.3;
/** Seconds. */
const maxRetryAfterSeconds = 60;

/** Limits of one owner; unlimited by default. */
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
 * Runs a bounded number of tasks at a time. The next slot goes to the owner with the fewest running tasks, and among
 * equals to the one that has waited longest without one, so a heavy owner delays only itself. Tasks of one owner
 * start in order.
 */
export class FairQueue {
  #maxRunning: number;
  readonly #ownerLimits: Required<OwnerLimits>;
  /**
   * Owners with running or waiting tasks. The owner that arrived last or finished a task last is at the end, so that
   * returning for each task gains nothing.
   */
  readonly #ownerQueues = new Map<string, OwnerQueue>();
  #running = 0;
  /** Average task duration in seconds; 0 until the first task has ended. */
  #average = 0;

  constructor(maxRunning: number, { running = Infinity, waiting = Infinity }: OwnerLimits = {}) {
    this.#maxRunning = maxRunning;
    this.#ownerLimits = { running, waiting };
  }

  /** Changes the number of tasks that run at a time. Running tasks are not affected. */
  resize(maxRunning: number): void {
    this.#maxRunning = maxRunning;
    this.#startNext();
  }

  get running(): number {
    return this.#running;
  }

  get waiting(): number {
    return [...this.#ownerQueues.values()].reduce((sum, { waiting }) => sum + waiting.size, 0);
  }

  /**
   * Resolves when the owner gets a slot, with an idempotent function that releases it. Throws `rate-limited`
   * immediately when too many tasks of the owner wait, `cancelled` when the signal aborts first.
   */
  async enter(owner: string, signal: AbortSignal): Promise<() => void> {
    if (signal.aborted) throw cancelled();
    const queue = this.#ownerQueues.get(owner) ?? { running: 0, waiting: new Set() };
    if (!this.#hasCapacity(queue) && queue.waiting.size >= this.#ownerLimits.waiting) throw this.#busy(queue);
    this.#ownerQueues.set(owner, queue);
    await new Promise<void>((resolve, reject) => {
      const cancel = (): void => {
        queue.waiting.delete(start);
        this.#deleteIdle(owner, queue);
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

  /** Runs `work` in a slot of the owner. Throws like {@link enter}, and then `work` never starts. */
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
    const startedAt = performance.now();
    let ended = false;
    return () => {
      if (ended) return;
      ended = true;
      this.#average += smoothing * ((performance.now() - startedAt) / 1000 - this.#average);
      queue.running -= 1;
      this.#running -= 1;
      this.#ownerQueues.delete(owner);
      this.#ownerQueues.set(owner, queue);
      this.#deleteIdle(owner, queue);
      this.#startNext();
    };
  }

  #deleteIdle(owner: string, { running, waiting }: OwnerQueue): void {
    if (running === 0 && waiting.size === 0) this.#ownerQueues.delete(owner);
  }

  #busy({ waiting }: OwnerQueue): EngineError {
    // Approximate time until the queue accepts another task.
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
