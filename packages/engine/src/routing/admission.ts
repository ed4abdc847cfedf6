import { cancelled } from '../errors/cancelled.js';
import { EngineError } from '../errors/engine-error.js';
import type { BackendRun, HealthRules } from './backend.js';
import { chooseBackend } from './choose-backend.js';
import type { Slot } from './slot.js';
import { AdmissionQueue } from './admission-queue.js';

/** An admitted request: its slot, and the run to report its progress to. */
export interface Admitted {
  readonly slot: Slot;
  readonly run: BackendRun;
}

/** A request that asks to be let in. */
export interface AdmissionRequest {
  /** The conversation; absent when it does not matter where it goes. */
  readonly key?: number;
  /** Where it failed already. */
  readonly tried: ReadonlySet<Slot>;
  readonly signal: AbortSignal;
}

/** Assumed seconds per completion until the first is measured. */
const initialCompletionSeconds = 2;
/** Weight of the latest completion in the moving average. */
const smoothing = 0.2;
const maxRetryAfterSeconds = 60;
const noSlots: ReadonlySet<Slot> = new Set();

/** Decides which request runs on which backend, and when. Admits no request twice and loses no slot. */
export class Admission {
  readonly #queue = new AdmissionQueue<Slot, Admitted>();
  /** Lowest number of turns among the backends at the last selection. */
  #minTurns = 0;
  #averageSeconds = initialCompletionSeconds;
  #closed: EngineError | undefined;

  constructor(
    readonly slots: readonly Slot[],
    readonly health: HealthRules,
    readonly queueMs: number,
  ) {}

  /**
   * Resolves when the request may run; the caller must then release the run in every case. Throws `overloaded` when
   * no backend is available, or none was in time, `rate-limited` when all queues are full, `cancelled` after an
   * abort.
   */
  async enter(request: AdmissionRequest): Promise<Admitted> {
    if (this.#closed !== undefined) throw this.#closed;
    if (request.signal.aborted) throw cancelled();
    this.#probeDueBackends();
    this.#drainQueue();
    const { tried } = request;
    const now = this.health.clock.now();
    const fresh = this.slots.filter((slot) => !tried.has(slot));
    // A backend that already failed is retried only when no other is left.
    const eligible = fresh.some((slot) => this.#isAlive(slot, now)) ? fresh : this.slots;
    const candidates = eligible.filter(({ backend }) => backend.admits(now));
    const choice = chooseBackend(candidates, request.key);
    if (choice?.admission === 'slot') return this.#start(choice.backend);
    const preferredBackend =
      choice?.backend ??
      (candidates.length > 0
        ? undefined
        : eligible.find((slot) => this.#isAlive(slot, now) && slot.waiting < slot.queue));
    if (preferredBackend === undefined)
      throw eligible.some((slot) => this.#isAlive(slot, now)) ? this.#busy() : this.#noBackendAvailable(now);
    return await this.#wait(preferredBackend, eligible === fresh ? tried : noSlots, request.signal);
  }

  /** Whether a failed request can be retried on another backend, or on the same one when there is no other. */
  retryTarget(tried: ReadonlySet<Slot>, allowSame: boolean): 'elsewhere' | 'same' | undefined {
    const now = this.health.clock.now();
    if (this.slots.some((slot) => !tried.has(slot) && this.#isAlive(slot, now))) return 'elsewhere';
    return allowSame && this.slots.some(({ backend }) => backend.admits(now)) ? 'same' : undefined;
  }

  /** Records the duration of a completion. */
  recordDuration(seconds: number): void {
    this.#averageSeconds += smoothing * (seconds - this.#averageSeconds);
  }

  /** True when at least one backend accepts requests, now or after a probe. */
  available(): boolean {
    this.#probeDueBackends();
    const now = this.health.clock.now();
    return this.slots.some(({ backend }) => backend.status(now) !== 'open' || backend.isDue(now));
  }

  /** Re-evaluates the queue after a change: a queued request may be admitted or have no backend left. */
  onBackendChanged(): void {
    if (this.#queue.length === 0) return;
    this.#drainQueue();
    const now = this.health.clock.now();
    this.#queue.refuse(
      ({ tried }) => !this.slots.some((slot) => !tried.has(slot) && this.#isAlive(slot, now)),
      () => this.#noBackendAvailable(now),
    );
  }

  /** Rejects all waiting and later callers with `error`. */
  close(error: EngineError): void {
    this.#closed ??= error;
    this.#queue.refuse(
      () => true,
      () => error,
    );
  }

  /** Whether the backend runs requests or is about to be probed. */
  #isAlive({ backend }: Slot, now: number): boolean {
    const status = backend.status(now);
    return status === 'closed' || status === 'half-open' || backend.probing || backend.admits(now);
  }

  #start(slot: Slot): Admitted {
    const now = this.health.clock.now();
    let minTurns = Number.POSITIVE_INFINITY;
    for (const { backend, turns } of this.slots) if (backend.admits(now)) minTurns = Math.min(minTurns, turns);
    if (minTurns !== Number.POSITIVE_INFINITY) this.#minTurns = Math.max(this.#minTurns, minTurns);
    return { slot, run: slot.start(this.health, this.#minTurns) };
  }

  #wait(preferredBackend: Slot, tried: ReadonlySet<Slot>, signal: AbortSignal): Promise<Admitted> {
    preferredBackend.waiting += 1;
    return this.#queue.wait(
      { preferredBackend, tried },
      {
        signal,
        timeoutMs: this.queueMs,
        timeoutError: () => this.#busy('overloaded'),
        onDequeue: () => (preferredBackend.waiting -= 1),
      },
    );
  }

  #drainQueue(): void {
    if (this.#queue.length === 0) return;
    const now = this.health.clock.now();
    const isUnavailable = ({ backend }: Slot): boolean => !backend.admits(now);
    for (const slot of this.slots) {
      while (
        slot.isFree &&
        slot.backend.admits(now) &&
        this.#queue.admit(slot, isUnavailable, () => this.#start(slot))
      );
    }
  }

  #probeDueBackends(): void {
    const now = this.health.clock.now();
    for (const { backend } of this.slots) {
      if (backend.isDue(now) && !backend.admits(now) && !backend.probing) void backend.probe(this.health);
    }
  }

  #busy(code: 'rate-limited' | 'overloaded' = 'rate-limited'): EngineError {
    let running = 0;
    let slots = 0;
    for (const { backend, concurrency } of this.slots) {
      running += backend.running;
      slots += concurrency;
    }
    const waiting = this.#queue.length;
    return new EngineError(code, `The model is busy: ${running} requests are running and ${waiting} are waiting.`, {
      retryAfter: hint((this.#averageSeconds * (waiting + 1)) / slots),
    });
  }

  #noBackendAvailable(now: number): EngineError {
    const pause = Math.min(...this.slots.map(({ backend }) => backend.remainingPauseMs(now)));
    return new EngineError('overloaded', 'No backend of this model is available right now.', {
      retryAfter: hint(pause / 1000),
    });
  }
}

/** Rounds to integer seconds for a `retry-after`. */
function hint(seconds: number): number {
  return Math.min(maxRetryAfterSeconds, Math.max(1, Math.ceil(seconds)));
}
