import { cancelled } from '../errors/cancelled.js';
import { EngineError } from '../errors/engine-error.js';
import type { BackendRun, HealthRules } from './backend.js';
import { chooseBackend } from './choose-backend.js';
import type { Place } from './place.js';
import { WaitingLine } from './waiting-line.js';

/** A request that was let in: where, and what is to be told of how it goes. */
export interface Entrance {
  readonly place: Place;
  readonly run: BackendRun;
}

/** A request that asks to be let in. */
export interface Applicant {
  /** The conversation; absent when it does not matter where it goes. */
  readonly key?: number;
  /** Where it failed already. */
  readonly tried: ReadonlySet<Place>;
  readonly signal: AbortSignal;
}

/** Seconds that one answer takes, until the first was measured. */
const firstGuess = 2;
/** How much the newest answer counts in the running average. */
const smoothing = 0.2;
const maxRetryAfterSeconds = 60;
const nowhere: ReadonlySet<Place> = new Set();

/** Decides which request runs on which backend, and when. No request is let in twice, and no place is lost. */
export class Admission {
  readonly #line = new WaitingLine<Place, Entrance>();
  /** Turns of the backend that had the fewest when one was last chosen. */
  #minTurns = 0;
  #averageSeconds = firstGuess;
  #closed: EngineError | undefined;

  constructor(
    readonly places: readonly Place[],
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
    this.#serveLine();
    const { tried } = applicant;
    const now = this.health.clock.now();
    const fresh = this.places.filter((place) => !tried.has(place));
    // Who failed once is asked again only when nobody else is left.
    const asked = fresh.some((place) => this.#isAlive(place, now)) ? fresh : this.places;
    const candidates = asked.filter(({ backend }) => backend.admits(now));
    const choice = chooseBackend(candidates, applicant.key);
    if (choice?.place === 'slot') return this.#start(choice.backend);
    const home =
      choice?.backend ??
      (candidates.length > 0
        ? undefined
        : asked.find((place) => this.#isAlive(place, now) && place.waiting < place.queue));
    if (home === undefined)
      throw asked.some((place) => this.#isAlive(place, now)) ? this.#busy() : this.#noBackendAvailable(now);
    return await this.#wait(home, asked === fresh ? tried : nowhere, applicant.signal);
  }

  /** Whether a request that failed somewhere could go elsewhere, or to the same backend when there is no other. */
  hasRoomFor(tried: ReadonlySet<Place>, allowSame: boolean): 'elsewhere' | 'same' | undefined {
    const now = this.health.clock.now();
    if (this.places.some((place) => !tried.has(place) && this.#isAlive(place, now))) return 'elsewhere';
    return allowSame && this.places.some(({ backend }) => backend.admits(now)) ? 'same' : undefined;
  }

  /** How long an answer took. */
  recordDuration(seconds: number): void {
    this.#averageSeconds += smoothing * (seconds - this.#averageSeconds);
  }

  /** True when at least one backend could be asked, now or after a question to it. */
  available(): boolean {
    this.#probeDueBackends();
    const now = this.health.clock.now();
    return this.places.some(({ backend }) => backend.standing(now) !== 'open' || backend.isDue(now));
  }

  /** Something changed: somebody in line may have their turn, or wait in vain. */
  reconsider(): void {
    if (this.#line.length === 0) return;
    this.#serveLine();
    const now = this.health.clock.now();
    this.#line.refuse(
      ({ tried }) => !this.places.some((place) => !tried.has(place) && this.#isAlive(place, now)),
      () => this.#noBackendAvailable(now),
    );
  }

  /** Sends everybody in line away with `error`, and everybody who comes later. */
  close(error: EngineError): void {
    this.#closed ??= error;
    this.#line.refuse(
      () => true,
      () => error,
    );
  }

  /** It runs requests, or is about to show whether it can. */
  #isAlive({ backend }: Place, now: number): boolean {
    const standing = backend.standing(now);
    return standing === 'closed' || standing === 'trial' || backend.probing || backend.admits(now);
  }

  #start(place: Place): Entrance {
    const now = this.health.clock.now();
    let minTurns = Number.POSITIVE_INFINITY;
    for (const { backend, turns } of this.places) if (backend.admits(now)) minTurns = Math.min(minTurns, turns);
    if (minTurns !== Number.POSITIVE_INFINITY) this.#minTurns = Math.max(this.#minTurns, minTurns);
    return { place, run: place.start(this.health, this.#minTurns) };
  }

  #wait(home: Place, tried: ReadonlySet<Place>, signal: AbortSignal): Promise<Entrance> {
    home.waiting += 1;
    return this.#line.wait(
      { home, tried },
      {
        signal,
        patienceMs: this.queueMs,
        timeoutError: () => this.#busy('overloaded'),
        onDequeue: () => (home.waiting -= 1),
      },
    );
  }

  #serveLine(): void {
    if (this.#line.length === 0) return;
    const now = this.health.clock.now();
    const isUnavailable = ({ backend }: Place): boolean => !backend.admits(now);
    for (const place of this.places) {
      while (
        place.isFree &&
        place.backend.admits(now) &&
        this.#line.admit(place, isUnavailable, () => this.#start(place))
      );
    }
  }

  #probeDueBackends(): void {
    const now = this.health.clock.now();
    for (const { backend } of this.places) {
      if (backend.isDue(now) && !backend.admits(now) && !backend.probing) void backend.probe(this.health);
    }
  }

  #busy(code: 'rate-limited' | 'overloaded' = 'rate-limited'): EngineError {
    let running = 0;
    let places = 0;
    for (const { backend, concurrency } of this.places) {
      running += backend.running;
      places += concurrency;
    }
    const waiting = this.#line.length;
    return new EngineError(code, `The model is busy: ${running} requests are running and ${waiting} are waiting.`, {
      retryAfter: hint((this.#averageSeconds * (waiting + 1)) / places),
    });
  }

  #noBackendAvailable(now: number): EngineError {
    const pause = Math.min(...this.places.map(({ backend }) => backend.remainingPauseMs(now)));
    return new EngineError('overloaded', 'None of the backends of this model can be asked right now.', {
      retryAfter: hint(pause / 1000),
    });
  }
}

/** Whole seconds for a `retry-after`. */
function hint(seconds: number): number {
  return Math.min(maxRetryAfterSeconds, Math.max(1, Math.ceil(seconds)));
}
