import { cancelled } from '../errors/cancelled.js';
import type { EngineError } from '../errors/engine-error.js';

/** A request in line. `Item` is what it waits for. */
export interface Waiter<Item> {
  /** Where it would like to run. */
  readonly preferredBackend: Item;
  /** Where it has failed already; it is not sent there again. */
  readonly tried: ReadonlySet<Item>;
}

/** How long a request waits, and what happens when it does so no more. */
export interface Waiting {
  readonly signal: AbortSignal;
  readonly timeoutMs: number;
  readonly timeoutError: () => EngineError;
  /** Called once, when it leaves the line in whatever way, before anybody else is let in. */
  readonly onDequeue: () => void;
}

interface Entry<Item, Grant> {
  readonly waiter: Waiter<Item>;
  readonly admit: (grant: Grant) => void;
  readonly refuse: (error: EngineError) => void;
}

/**
 * Requests that wait for one of several places, in order of arrival. Whoever gives up leaves at once and disturbs nobody.
 * The line keeps no count of free places: its owner says when there is one.
 */
export class AdmissionQueue<Item, Grant> {
  /** A set, so that leaving from the middle is cheap. */
  readonly #entries = new Set<Entry<Item, Grant>>();

  get length(): number {
    return this.#entries.size;
  }

  /** Resolves with what was granted. Throws `cancelled` after an abort, `timeoutError` after `timeoutMs` milliseconds. */
  wait(waiter: Waiter<Item>, { signal, timeoutMs, timeoutError, onDequeue }: Waiting): Promise<Grant> {
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
   * Gives `slot` to the first in line who likes it best or whose own home is away, else to the first who would take it.
   * `grant` takes the place at once, so that nobody else can. False when nobody in line would have it.
   */
  admit(slot: Item, isUnavailable: (preferredBackend: Item) => boolean, grant: () => Grant): boolean {
    let anybody: Entry<Item, Grant> | undefined;
    for (const entry of this.#entries) {
      const { preferredBackend, tried } = entry.waiter;
      if (tried.has(slot)) continue;
      if (preferredBackend === slot || isUnavailable(preferredBackend)) {
        entry.admit(grant());
        return true;
      }
      anybody ??= entry;
    }
    anybody?.admit(grant());
    return anybody !== undefined;
  }

  /** Sends away whoever no place is left for. */
  refuse(isHopeless: (waiter: Waiter<Item>) => boolean, reason: () => EngineError): void {
    for (const entry of this.#entries) if (isHopeless(entry.waiter)) entry.refuse(reason());
  }
}
