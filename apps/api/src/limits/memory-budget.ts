import { EngineError } from '@org/engine';
import type { ServiceConfig } from '../config/service-config.js';
import { shareOfOwner, smallBody } from '../config/settings/share-of-owner.js';
import type { RequestContext } from '../request-context/request-context.js';
import type { Outcomes } from '../request-context/outcomes.js';

export interface MemoryBudgetOptions {
  readonly config: { readonly limits: Pick<ServiceConfig['limits'], 'maxBodyMemoryBytes'> };
  /** Reports a request when it has ended. */
  readonly outcomes: Pick<Outcomes, 'listen'>;
}

/**
 * The memory budget for the bodies of all requests in progress: a total number of bytes, and half of them for one
 * owner. Larger amounts would crash the process and abort all responses.
 */
export class MemoryBudget {
  readonly #maxBytes: number;
  #usedBytes = 0;
  readonly #usedBytesByOwner = new Map<string, number>();
  readonly #reservations = new WeakMap<RequestContext, MemoryReservation>();

  constructor({ config, outcomes }: MemoryBudgetOptions) {
    this.#maxBytes = config.limits.maxBodyMemoryBytes;
    outcomes.listen((requestContext) => this.#reservations.get(requestContext)?.resize(0));
  }

  /**
   * Reserves `bytes` for the body of a request, as far as known, until the request is reported. Throws `overloaded`,
   * and for an ended request, which may have been reported already.
   */
  reserve(requestContext: RequestContext, bytes: number): void {
    const { principal, signal } = requestContext;
    signal.throwIfAborted();
    if (principal === undefined) return;
    let reservation = this.#reservations.get(requestContext);
    if (reservation === undefined && bytes < smallBody) return;
    if (reservation === undefined)
      this.#reservations.set(requestContext, (reservation = this.reservation(principal.owner)));
    reservation.resize(bytes);
  }

  /** Reserves additional bytes for a request beyond its body. Throws like `reserve`. */
  reserveMore(requestContext: RequestContext, bytes: number): void {
    this.reserve(requestContext, (this.#reservations.get(requestContext)?.bytes ?? 0) + bytes);
  }

  /** An empty reservation for data that `owner` sends. */
  reservation(owner: string): MemoryReservation {
    return new MemoryReservation((more) => this.#take(owner, more));
  }

  #take(owner: string, more: number): void {
    const ownerBytes = (this.#usedBytesByOwner.get(owner) ?? 0) + more;
    if (ownerBytes > shareOfOwner(this.#maxBytes) || this.#usedBytes + more > this.#maxBytes) {
      throw new EngineError('overloaded', 'Too many large requests are in progress.', { retryAfter: 1 });
    }
    this.#usedBytes += more;
    if (ownerBytes === 0) this.#usedBytesByOwner.delete(owner);
    else this.#usedBytesByOwner.set(owner, ownerBytes);
  }
}

/** The memory reserved by one request or connection. */
export class MemoryReservation {
  readonly #take: (more: number) => void;
  #bytes = 0;

  /** `take` reserves more memory, or releases some; it throws when the budget is exhausted. */
  constructor(take: (more: number) => void) {
    this.#take = take;
  }

  get bytes(): number {
    return this.#bytes;
  }

  /** Throws `overloaded` when the budget does not suffice; the reservation is then unchanged. */
  resize(bytes: number): void {
    this.#take(bytes - this.#bytes);
    this.#bytes = bytes;
  }
}
