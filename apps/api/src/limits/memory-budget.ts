import { EngineError } from '@org/engine';
import type { ServiceConfig } from '../config/service-config.js';
import { shareOfOwner, smallBody } from '../config/settings/body-shares.js';
import type { RequestContext } from '../request-context/request-context.js';
import type { Outcomes } from '../request-context/outcomes.js';

export interface MemoryBudgetOptions {
  readonly config: { readonly limits: Pick<ServiceConfig['limits'], 'maxBodyMemoryBytes'> };
  /** Reports a request when it has ended. */
  readonly outcomes: Pick<Outcomes, 'listen'>;
}

/** The bodies of all requests that come in or are in the works: so many bytes together, and half of them from one owner. Whoever sends more would end the process, with everybody's answers. */
export class MemoryBudget {
  readonly #maxBytes: number;
  #usedBytes = 0;
  readonly #usedBytesByOwner = new Map<string, number>();
  readonly #reservations = new WeakMap<RequestContext, MemoryReservation>();

  constructor({ config, outcomes }: MemoryBudgetOptions) {
    this.#maxBytes = config.limits.maxBodyMemoryBytes;
    outcomes.listen((requestContext) => this.#reservations.get(requestContext)?.resize(0));
  }

  /** Says that the body of a request has `bytes`, as far as it is known, until the request is reported. Throws `overloaded`, and for a request that was ended: it may have been reported. */
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

  /** Says that a request has so many bytes in memory beyond its body. Throws as `reserve` does. */
  reserveMore(requestContext: RequestContext, bytes: number): void {
    this.reserve(requestContext, (this.#reservations.get(requestContext)?.bytes ?? 0) + bytes);
  }

  /** A place for what `owner` sends, of no size yet. */
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

/** Room that one request or connection takes. */
export class MemoryReservation {
  readonly #take: (more: number) => void;
  #bytes = 0;

  /** `take` takes more room, or gives some back; it throws when there is no more. */
  constructor(take: (more: number) => void) {
    this.#take = take;
  }

  get bytes(): number {
    return this.#bytes;
  }

  /** Throws `overloaded` when there is no room for so much; then all stays as it was. */
  resize(bytes: number): void {
    this.#take(bytes - this.#bytes);
    this.#bytes = bytes;
  }
}
