import { IntrusiveSet, shuttingDown } from '@org/engine';
import type { RequestContext } from './request-context.js';

/** The requests in progress, and whether new ones are accepted. */
export class ActiveRequests implements Iterable<RequestContext> {
  readonly #open = new IntrusiveSet<RequestContext>();
  readonly #listeners: ((requestContext: RequestContext) => void)[] = [];
  #onEmpty: (() => void)[] = [];
  #draining = false;
  #refusing = false;

  /** Calls `listener` with each new request context, before any other code sees it. */
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

  /** True from the start of the shutdown. */
  get draining(): boolean {
    return this.#draining;
  }

  /** True when new requests are rejected. */
  get refusing(): boolean {
    return this.#refusing;
  }

  startDraining(): void {
    this.#draining = true;
  }

  startRefusing(): void {
    this.#refusing = true;
  }

  /** Resolves when no request is in progress: work may continue after its connection is closed. */
  async whenEmpty(): Promise<void> {
    if (this.#open.size > 0) await new Promise<void>((resolve) => this.#onEmpty.push(resolve));
  }

  /** Aborts all running responses; clients receive a retryable error. */
  abortAll(): void {
    for (const requestContext of this.#open) requestContext.abort(shuttingDown());
  }
}
