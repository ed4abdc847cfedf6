import { cancelled } from '../errors/cancelled.js';
import type { EngineError } from '../errors/engine-error.js';

/** A queued request. `Item` is what it waits for. */
export interface Waiter<Item> {
  /** Where it would like to run. */
  readonly preferredBackend: Item;
  /** Where it has failed already; it is not sent there again. */
  readonly tried: ReadonlySet<Item>;
}

/** How long a request waits, and what happens when it stops waiting. */
export interface QueuedRequest {
  readonly signal: AbortSignal;
  readonly timeoutMs: number;
  readonly timeoutError: () => EngineError;
  /** Called once when the request leaves the queue for any reason, before another request is admitted. */
  readonly onDequeue: () => void;
}

interface Entry<Item, Grant> {
  readonly waiter: Waiter<Item>;
  readonly admit: (grant: Grant) => void;
  readonly refuse: (error: EngineError) => void;
}

/**
 * Requests that wait for one of several slots, in order of arrival. A request that gives up leaves at once without
 * affecting the others. The queue does not count free slots: its owner reports when one is free.
 */
export class AdmissionQueue<Item, Grant> {
  /** A set, so that leaving from the middle is cheap. */
  readonly #entries = new Set<Entry<Item, Grant>>();

  get length(): number {
    return this.#entries.size;
  }

  /** Resolves with what was granted. Throws `cancelled` after an abort, `timeoutError` after `timeoutMs` milliseconds. */
  wait(waiter: Waiter<Item>, { signal, timeoutMs, timeoutError, onDequeue }: QueuedRequest): Promise<Grant> {
    return new Promise((resolve, reject) => {
      const dequeue = (): void => {
        this.#entries.delete(entry);
        signal.removeEventListener('abort', onAbort);
        clearTimeout(timer);
        onDequeue();
      };
      const entry: Entry<Item, Grant> = {
        waiter,
        admit(grant) {
          dequeue();
          resolve(grant);
        },
        refuse(error) {
          dequeue();
          reject(error);
        },
      };
      const onAbort = (): void => entry.refuse(cancelled());
      const timer = setTimeout(() => entry.refuse(timeoutError()), timeoutMs);
      signal.addEventListener('abort', onAbort, { once: true });
      this.#entries.add(entry);
    });
  }

  /**
   * Offers `slot` to the first queued request that prefers it or whose preferred backend is unavailable, else to the
   * first that accepts it. `grant` takes the slot synchronously, so that no other request can. False when no queued
   * request accepts it.
   */
  admit(slot: Item, isUnavailable: (preferredBackend: Item) => boolean, grant: () => Grant): boolean {
    let firstWaiter: Entry<Item, Grant> | undefined;
    for (const entry of this.#entries) {
      const { preferredBackend, tried } = entry.waiter;
      if (tried.has(slot)) continue;
      if (preferredBackend === slot || isUnavailable(preferredBackend)) {
        entry.admit(grant());
        return true;
      }
      firstWaiter ??= entry;
    }
    firstWaiter?.admit(grant());
    return firstWaiter !== undefined;
  }

  /** Rejects the requests that have no slot left. */
  refuse(mustRefuse: (waiter: Waiter<Item>) => boolean, reason: () => EngineError): void {
    for (const entry of this.#entries) if (mustRefuse(entry.waiter)) entry.refuse(reason());
  }
}
