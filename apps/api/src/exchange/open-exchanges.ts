import { Injectable } from '@nestjs/common';
import { Roll, shuttingDown } from '@org/engine';
import type { Exchange } from './exchange.js';

/** The requests that are being answered, and whether new ones are taken. */
@Injectable()
export class OpenExchanges implements Iterable<Exchange> {
  readonly #open = new Roll<Exchange>();
  readonly #listeners: ((exchange: Exchange) => void)[] = [];
  #onEmpty: (() => void)[] = [];
  #draining = false;
  #refusing = false;

  /** Calls `listener` with each exchange that begins, before anything else knows of it. */
  listen(listener: (exchange: Exchange) => void): void {
    this.#listeners.push(listener);
  }

  add(exchange: Exchange): void {
    this.#open.add(exchange);
    for (const listener of this.#listeners) listener(exchange);
  }

  delete(exchange: Exchange): void {
    this.#open.delete(exchange);
    if (this.#open.size === 0) for (const resolve of this.#onEmpty.splice(0)) resolve();
  }

  /** A copy. */
  [Symbol.iterator](): Iterator<Exchange> {
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
    for (const exchange of this.#open) exchange.abort(shuttingDown());
  }
}
