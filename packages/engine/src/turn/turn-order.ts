import { EngineError } from '../errors/engine-error.js';

/** Lets callers with the same key in one at a time, first come, first served. */
export class TurnOrder {
  readonly #queues = new Map<string, (() => void)[]>();

  /** Resolves when it is the caller's turn, with what ends it. Throws `cancelled` when `signal` aborts before. */
  async enter(key: string, signal: AbortSignal): Promise<() => void> {
    if (signal.aborted) throw cancelled();
    const waiting = this.#queues.get(key);
    if (waiting === undefined) this.#queues.set(key, []);
    else await waitIn(waiting, signal);
    let inside = true;
    return () => {
      if (inside) this.#next(key);
      inside = false;
    };
  }

  /** How many keys somebody holds. */
  get size(): number {
    return this.#queues.size;
  }

  #next(key: string): void {
    const next = this.#queues.get(key)?.shift();
    if (next === undefined) this.#queues.delete(key);
    else next();
  }
}

function waitIn(queue: (() => void)[], signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const enter = (): void => {
      signal.removeEventListener('abort', giveUp);
      resolve();
    };
    const giveUp = (): void => {
      queue.splice(queue.indexOf(enter), 1);
      reject(cancelled());
    };
    queue.push(enter);
    signal.addEventListener('abort', giveUp, { once: true });
  });
}

function cancelled(): EngineError {
  return new EngineError('cancelled', 'The request was cancelled.');
}
