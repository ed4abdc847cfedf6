import { IntrusiveSet, shuttingDown } from '@org/engine';
import type { RequestContext } from './request-context.js';

/** The requests that are being answered, and whether new ones are taken. */
export class ActiveRequests implements Iterable<RequestContext> {
  readonly #open = new IntrusiveSet<RequestContext>();
  readonly #listeners: ((requestContext: RequestContext) => void)[] = [];
  #onEmpty: (() => void)[] = [];
  #draining = false;
  #refusing = false;

  /** Calls `listener` with each exchange that begins, before anything else knows of it. */
  listen(listener: (requestContext: RequestContext) => void): void {
    this.#listeners.push(listener);
  }

  add(requestContext: RequestContext): void {
    this.#open.add(requestContext);
    for (const listener of this.#listeners) listener(requestContext);
  }

  delete(requestContext: RequestContext): void {
    this.#open.delete(requestContext);
    if (this.#open.size === 0) for (const resolve of this.#onEmpty.splice(0)) resolve();
  }

  /** A copy. */
  [Symbol.iterator](): Iterator<RequestContext> {
    return this.#open[Symbol.iterator]();
  }

  get count(): number {
    return this.#open.size;
  }

  /** True from the moment the service was told to stop. */
  get draining(): boolean {
    return this.#draining;
  }

  /** True when no new request is answered any more. */
  get refusing(): boolean {
    return this.#refusing;
  }

  startDraining(): void {
    this.#draining = true;
  }

  startRefusing(): void {
    this.#refusing = true;
  }

  /** Resolves when nothing is being answered: work may go on behind a connection that is closed. */
  async whenEmpty(): Promise<void> {
    if (this.#open.size > 0) await new Promise<void>((resolve) => this.#onEmpty.push(resolve));
  }

  /** Ends all answers that still run; clients are told that a retry may succeed. */
  abortAll(): void {
    for (const requestContext of this.#open) requestContext.abort(shuttingDown());
  }
}
