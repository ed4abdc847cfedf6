import { cancelled } from '../errors/cancelled.js';
import { EngineError } from '../errors/engine-error.js';
import type { BackendRun, HealthRules } from './backend.js';
import { chooseBackend } from './choose-backend.js';
import type { Slot } from './slot.js';
import { AdmissionQueue } from './admission-queue.js';

/** A request that was let in: where, and what is to be told of how it goes. */
export interface Entrance {
  readonly slot: Slot;
  readonly run: BackendRun;
}

/** A request that asks to be let in. */
export interface Applicant {
  /** The conversation; absent when it does not matter where it goes. */
  readonly key?: number;
  /** Where it failed already. */
  readonly tried: ReadonlySet<Slot>;
  readonly signal: AbortSignal;
}

/** Seconds that one answer takes, until the first was measured. */
const firstGuess = 2;
/** How much the newest answer counts in the running average. */
const smoothing = 0.2;
const maxRetryAfterSeconds = 60;
const nowhere: ReadonlySet<Slot> = new Set();

/** Decides which request runs on which backend, and when. No request is let in twice, and no place is lost. */
export class Admission {
  readonly #queue = new AdmissionQueue<Slot, Entrance>();
  /** Turns of the backend that had the fewest when one was last chosen. */
  #minTurns = 0;
  #averageSeconds = firstGuess;
  #closed: EngineError | undefined;

  constructor(
    readonly slots: readonly Slot[],
    readonly health: HealthRules,
    readonly queueMs: number,
  ) {}

  /**
   * Resolves when the request may run; then its run must be left, whatever comes. Throws `overloaded` when no backend can
   * be asked, or none could in time, `rate-limited` when all lines are full, `cancelled` after an abort.
   */
  async enter(applicant: Applicant): Promise<Entrance> {
    if (this.#closed !== undefined) throw this.#closed;
    if (applicant.signal.aborted) throw cancelled();
    this.#probeDueBackends();
    this.#drainQueue();
    const { tried } = applicant;
    const now = this.health.clock.now();
    const fresh = this.slots.filter((slot) => !tried.has(slot));
    // Who failed once is asked again only when nobody else is left.
    const asked = fresh.some((slot) => this.#isAlive(slot, now)) ? fresh : this.slots;
    const candidates = asked.filter(({ backend }) => backend.admits(now));
    const choice = chooseBackend(candidates, applicant.key);
    if (choice?.admission === 'slot') return this.#start(choice.backend);
    const preferredBackend =
      choice?.backend ??
      (candidates.length > 0 ? undefined : asked.find((slot) => this.#isAlive(slot, now) && slot.waiting < slot.queue));
    if (preferredBackend === undefined)
      throw asked.some((slot) => this.#isAlive(slot, now)) ? this.#busy() : this.#noBackendAvailable(now);
    return await this.#wait(preferredBackend, asked === fresh ? tried : nowhere, applicant.signal);
  }

  /** Whether a request that failed somewhere could go elsewhere, or to the same backend when there is no other. */
  retryTarget(tried: ReadonlySet<Slot>, allowSame: boolean): 'elsewhere' | 'same' | undefined {
    const now = this.health.clock.now();
    if (this.slots.some((slot) => !tried.has(slot) && this.#isAlive(slot, now))) return 'elsewhere';
    return allowSame && this.slots.some(({ backend }) => backend.admits(now)) ? 'same' : undefined;
  }

  /** How long an answer took. */
  recordDuration(seconds: number): void {
    this.#averageSeconds += smoothing * (seconds - this.#averageSeconds);
  }

  /** True when at least one backend could be asked, now or after a question to it. */
  available(): boolean {
    this.#probeDueBackends();
    const now = this.health.clock.now();
    return this.slots.some(({ backend }) => backend.status(now) !== 'open' || backend.isDue(now));
  }

  /** Something changed: somebody in line may have their turn, or wait in vain. */
  reconsider(): void {
    if (this.#queue.length === 0) return;
    this.#drainQueue();
    const now = this.health.clock.now();
    this.#queue.refuse(
      ({ tried }) => !this.slots.some((slot) => !tried.has(slot) && this.#isAlive(slot, now)),
      () => this.#noBackendAvailable(now),
    );
  }

  /** Sends everybody in line away with `error`, and everybody who comes later. */
  close(error: EngineError): void {
    this.#closed ??= error;
    this.#queue.refuse(
      () => true,
      () => error,
    );
  }

  /** It runs requests, or is about to show whether it can. */
  #isAlive({ backend }: Slot, now: number): boolean {
    const status = backend.status(now);
    return status === 'closed' || status === 'half-open' || backend.probing || backend.admits(now);
  }

  #start(slot: Slot): Entrance {
    const now = this.health.clock.now();
    let minTurns = Number.POSITIVE_INFINITY;
    for (const { backend, turns } of this.slots) if (backend.admits(now)) minTurns = Math.min(minTurns, turns);
    if (minTurns !== Number.POSITIVE_INFINITY) this.#minTurns = Math.max(this.#minTurns, minTurns);
    return { slot, run: slot.start(this.health, this.#minTurns) };
  }

  #wait(preferredBackend: Slot, tried: ReadonlySet<Slot>, signal: AbortSignal): Promise<Entrance> {
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

/** Whole seconds for a `retry-after`. */
function hint(seconds: number): number {
  return Math.min(maxRetryAfterSeconds, Math.max(1, Math.ceil(seconds)));
}
