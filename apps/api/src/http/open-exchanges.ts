import { Injectable } from '@nestjs/common';
import { EngineError } from '@org/engine/errors/engine-error';
import type { Exchange } from './exchange.js';

/** The requests that are being answered, and whether new ones are taken. */
@Injectable()
export class OpenExchanges {
  readonly #open = new Set<Exchange>();
  #draining = false;
  #refusing = false;

  add(exchange: Exchange): void {
    this.#open.add(exchange);
  }

  delete(exchange: Exchange): void {
    this.#open.delete(exchange);
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

  /** Ends all answers that still run; clients are told that a retry may succeed. */
  abortAll(): void {
    for (const exchange of this.#open) exchange.abort(new EngineError('overloaded', 'The service is shutting down.', { retryAfter: 1 }));
  }
}
