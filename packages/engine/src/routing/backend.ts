import type { EngineError } from '../errors/engine-error.js';
import type { Clock } from '../ports/clock.js';
import type { LanguageModel } from '../ports/language-model.js';
import {
  admits,
  afterProbe,
  closedBreaker,
  admitRequest,
  recordOutcome,
  type BreakerOutcome,
  type BreakerSettings,
  type BreakerState,
} from './circuit-breaker.js';
import { judgeFailure, type FailureJudgement } from './judge-failure.js';

/** By what a backend's health is judged. */
export interface HealthRules {
  readonly breaker: BreakerSettings;
  /** Milliseconds; need not be the time of day. */
  readonly clock: Clock;
  /** Between 0 and 1. */
  readonly random: () => number;
  /** Called when the circuit of a backend opens or closes. */
  readonly onChange: (backend: Backend) => void;
}

/** A group that holds a backend. */
export interface BackendObserver {
  /** Called when a request ended or the backend's health changed: it may have free capacity. */
  onBackendChanged(backend: Backend): void;
}

/**
 * Health of a backend: `backing-off` after it requested a backoff, `open` after failures, `half-open` while it is
 * probed (half-open).
 */
export type BackendHealth = 'closed' | 'half-open' | 'open' | 'backing-off';

/** Maximum backoff in milliseconds that a backend can request. */
const maxBackoffMs = 60_000;
const minBackoffMs = 1000;

/**
 * One of several language models for the same model, with its health state. It may belong to an old and a new group
 * at once while the configuration changes; the last holder to release it closes it.
 */
export class Backend {
  #state: BreakerState = closedBreaker;
  #backedOffUntil = Number.NEGATIVE_INFINITY;
  #running = 0;
  /** The groups that hold the backend, oldest first. */
  readonly #observers = new Set<BackendObserver>();
  #probing: Promise<void> | undefined;
  #pendingProbe: Promise<boolean> | undefined;

  /** `name` identifies the backend in logs and metrics, and determines which conversations prefer it. */
  constructor(
    readonly name: string,
    readonly languageModel: LanguageModel,
  ) {}

  /** Requests that run now. */
  get running(): number {
    return this.#running;
  }

  /** A probe is in flight whose result may admit requests. */
  get probing(): boolean {
    return this.#probing !== undefined;
  }

  status(now: number): BackendHealth {
    return this.#state.phase !== 'open' && now < this.#backedOffUntil ? 'backing-off' : this.#state.phase;
  }

  /**
   * True when a request may be sent to the backend. A backend that supports probes is probed before a request is
   * risked.
   */
  admits(now: number): boolean {
    if (now < this.#backedOffUntil || !admits(this.#state, now)) return false;
    return this.#state.phase !== 'open' || this.languageModel.probe === undefined;
  }

  /** True when its pause is over and it can be asked how it is. */
  isDue(now: number): boolean {
    return this.#state.phase === 'open' && admits(this.#state, now);
  }

  /** Milliseconds until the backend may be called again, as far as known; 0 when that depends on other events. */
  remainingPauseMs(now: number): number {
    const open = this.#state.phase === 'open' ? this.#state.until : now;
    return Math.max(0, open - now, this.#backedOffUntil - now);
  }

  /** Starts a request; the caller has checked that the backend admits it. */
  start(rules: HealthRules): BackendRun {
    const before = this.#state.phase;
    this.#state = admitRequest(this.#state);
    this.#running += 1;
    const { epoch } = this.#state;
    if (this.#state.phase !== before) rules.onChange(this);
    return new BackendRun(this, {
      recordOutcome: (outcome, waiting) =>
        this.#change(recordOutcome(this.#state, { epoch, waiting, outcome }, this.#at(rules)), rules),
      backOff: (seconds) => this.#backOff(seconds, rules),
      release: () => {
        this.#running -= 1;
        this.#notifyObservers();
      },
    });
  }

  /** Whether the backend responds to a probe, one at a time. A backend without probes counts as responsive. */
  isResponsive(): Promise<boolean> {
    this.#pendingProbe ??= this.#probeOnce().finally(() => (this.#pendingProbe = undefined));
    return this.#pendingProbe;
  }

  /**
   * Probes the backend while its circuit is open and uses the result as the half-open trial. Resolves when the result
   * is known.
   */
  probe(rules: HealthRules): Promise<void> {
    this.#probing ??= this.#probe(rules);
    return this.#probing;
  }

  retain(observer: BackendObserver): void {
    this.#observers.add(observer);
  }

  /** Releases the backend. The last holder to do so closes its language model. */
  async release(observer: BackendObserver): Promise<void> {
    if (this.#observers.delete(observer) && this.#observers.size === 0) await this.languageModel.close();
  }

  async #probeOnce(): Promise<boolean> {
    try {
      await this.languageModel.probe?.();
      return true;
    } catch {
      return false;
    }
  }

  async #probe(rules: HealthRules): Promise<void> {
    const isResponsive = await this.isResponsive();
    this.#probing = undefined;
    this.#change(afterProbe(this.#state, isResponsive, this.#at(rules)), rules);
  }

  #backOff(seconds: number | undefined, rules: HealthRules): void {
    const now = rules.clock.now();
    const backoffElapsed = now >= this.#backedOffUntil;
    this.#backedOffUntil = Math.max(
      this.#backedOffUntil,
      now + Math.min(maxBackoffMs, Math.max(minBackoffMs, (seconds ?? 0) * 1000)),
    );
    if (backoffElapsed) rules.onChange(this);
  }

  #change(next: BreakerState, rules: HealthRules): void {
    const before = this.#state;
    if (next === before) return;
    this.#state = next;
    if (next.phase !== before.phase) rules.onChange(this);
    this.#notifyObservers();
  }

  #notifyObservers(): void {
    for (const observer of this.#observers) observer.onBackendChanged(this);
  }

  #at({ clock, random, breaker }: HealthRules): { now: number; random: number; settings: BreakerSettings } {
    return { now: clock.now(), random: random(), settings: breaker };
  }
}

interface RunEffects {
  recordOutcome(outcome: BreakerOutcome, waiting: boolean): void;
  backOff(seconds: number | undefined): void;
  release(): void;
}

/** One request that runs on a backend. It ends once; later reports have no effect. */
export class BackendRun {
  #waiting = true;
  #recorded = false;
  #released = false;

  constructor(
    readonly backend: Backend,
    readonly effects: RunEffects,
  ) {}

  /** The first event came. */
  started(): void {
    if (!this.#waiting || this.#recorded) return;
    this.effects.recordOutcome('started', true);
    this.#waiting = false;
  }

  /** Reports that the completion is complete. */
  completed(): void {
    this.#recordOutcome('succeeded');
  }

  /** Reports a failure and returns its classification. */
  failed(error: EngineError): FailureJudgement {
    const judgement = judgeFailure(error);
    if (judgement === 'busy' && !this.#recorded) this.effects.backOff(error.retryAfter);
    this.#recordOutcome(judgement === 'backend' ? 'failed' : 'dropped');
    return judgement;
  }

  /** Reports that no part of the request runs any more. */
  release(): void {
    this.#recordOutcome('dropped');
    if (this.#released) return;
    this.#released = true;
    this.effects.release();
  }

  #recordOutcome(outcome: BreakerOutcome): void {
    if (this.#recorded) return;
    this.#recorded = true;
    this.effects.recordOutcome(outcome, this.#waiting);
  }
}
