import { EngineError } from '../errors/engine-error.js';
import { cancelled } from '../errors/cancelled.js';

interface Waiter {
  readonly grant: () => void;
  readonly refuse: (error: EngineError) => void;
}

/**
 * A queue before the connection pool. A caller that gives up leaves the queue at once without disturbing the others;
 * a pool would hold the abandoned request until a connection is free for it.
 */
export class ConnectionSlots {
  #free: number;
  /** In order of arrival; a set, so that leaving from the middle is cheap. */
  readonly #waiting = new Set<Waiter>();
  #closed: EngineError | undefined;

  constructor(size: number) {
    this.#free = size;
  }

  /** Takes a slot if one is free now; the caller must then return it with `release`. */
  take(): boolean {
    if (this.#closed !== undefined || this.#free === 0) return false;
    this.#free -= 1;
    return true;
  }

  /**
   * Takes a slot. Throws `overloaded` after `timeout` milliseconds in the queue (0 waits without limit) and
   * `cancelled` after an abort. The caller must return the slot with `release`.
   */
  async acquire(signal: AbortSignal, timeout: number): Promise<void> {
    if (this.#closed !== undefined) throw this.#closed;
    if (signal.aborted) throw cancelled();
    if (this.take()) return;
    await new Promise<void>((resolve, reject) => {
      const dequeue = (): void => {
        this.#waiting.delete(waiter);
        signal.removeEventListener('abort', onAbort);
        clearTimeout(timer);
      };
      const waiter: Waiter = {
        grant: () => {
          dequeue();
          resolve();
        },
        refuse: (error) => {
          dequeue();
          reject(error);
        },
      };
      const onAbort = (): void => waiter.refuse(cancelled());
      const onTimeout = (): void =>
        waiter.refuse(new EngineError('overloaded', 'All connections to the upstream are in use.', { retryAfter: 5 }));
      const timer = timeout > 0 ? setTimeout(onTimeout, timeout) : undefined;
      signal.addEventListener('abort', onAbort);
      this.#waiting.add(waiter);
    });
  }

  /** Rejects all waiting and later callers with `error`. */
  close(error: EngineError): void {
    this.#closed = error;
    for (const waiter of this.#waiting) waiter.refuse(error);
  }

  /** Returns a slot, which goes to the first waiting caller, if any. */
  release(): void {
    for (const waiter of this.#waiting) {
      waiter.grant();
      return;
    }
    this.#free += 1;
  }
}
