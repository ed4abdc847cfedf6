import type { IdempotencyStore, IdempotentAttempt, JobSettings } from '@org/engine';

export interface KeyLeaseOptions {
  readonly store: Pick<IdempotencyStore, 'renewIdempotent'>;
  readonly times: Pick<JobSettings, 'leaseMs' | 'heartbeatMs'>;
  readonly attempt: IdempotentAttempt;
  /** `performance.now()` before the key was acquired. */
  readonly acquiredAt: number;
  /** Called once, when another process may run the request from now on. */
  readonly onLost: () => void;
}

/**
 * Renews the lease on a request with an idempotency key for the other replicas. When a renewal does not succeed in
 * time, this process must stop: the others may consider its work abandoned.
 */
export class KeyLease {
  readonly #options: KeyLeaseOptions;
  readonly #heartbeat: NodeJS.Timeout;
  #deadline: NodeJS.Timeout | undefined;
  #over = false;

  constructor(options: KeyLeaseOptions) {
    this.#options = options;
    this.#heartbeat = setInterval(() => void this.#renew(), options.times.heartbeatMs).unref();
    this.#scheduleRenewal(options.acquiredAt);
  }

  /** Ends the renewal; the key expires by itself. */
  end(): void {
    this.#over = true;
    clearInterval(this.#heartbeat);
    clearTimeout(this.#deadline);
  }

  async #renew(): Promise<void> {
    const { store, times, attempt } = this.#options;
    const asked = performance.now();
    // An unreachable store may respond at the next heartbeat, as long as there is time for one.
    const renewed = await store.renewIdempotent(attempt, times.leaseMs).catch(() => undefined);
    if (this.#over || renewed === undefined) return;
    if (renewed) this.#scheduleRenewal(asked);
    else this.#markLost();
  }

  #scheduleRenewal(since: number): void {
    clearTimeout(this.#deadline);
    this.#deadline = setTimeout(
      () => this.#markLost(),
      Math.max(0, since + this.#options.times.leaseMs - performance.now()),
    ).unref();
  }

  #markLost(): void {
    if (this.#over) return;
    this.end();
    this.#options.onLost();
  }
}
