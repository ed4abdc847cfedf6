import type { EngineError } from '../errors/engine-error.js';
import type { Clock } from '../ports/clock.js';
import type { Generator } from '../ports/generator.js';
import {
  admits,
  afterProbe,
  closedBreaker,
  letIn,
  settle,
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
  /** Told when a backend begins or ceases to be left alone. */
  readonly onChange: (backend: Backend) => void;
}

/** A group that a backend stands in. */
export interface BackendHolder {
  /** A request ended or its health changed: there may be room for others. */
  reconsider(backend: Backend): void;
}

/** How a backend stands: `resting` after it asked for it, `open` after failures, `trial` while it may prove itself again. */
export type BackendStanding = 'closed' | 'trial' | 'open' | 'resting';

/** Longest time in milliseconds that a backend is left alone because it said so. */
const longestRest = 60_000;
const shortestRest = 1000;

/**
 * A generator among others for the same model, with what is known of its health. It may stand in an old and a new group
 * at once while the configuration changes; the last one that lets go of it closes it.
 */
export class Backend {
  #state: BreakerState = closedBreaker;
  #restsUntil = Number.NEGATIVE_INFINITY;
  #running = 0;
  /** The groups that it stands in, the oldest first. */
  readonly #holders = new Set<BackendHolder>();
  #probing: Promise<void> | undefined;
  #asking: Promise<boolean> | undefined;

  /** `name` is what logs and metrics call it, and what decides which conversations are at home here. */
  constructor(
    readonly name: string,
    readonly generator: Generator,
  ) {}

  /** Requests that run now. */
  get running(): number {
    return this.#running;
  }

  /** A question to it is on its way, whose answer may let requests in. */
  get probing(): boolean {
    return this.#probing !== undefined;
  }

  standing(now: number): BackendStanding {
    return this.#state.phase !== 'open' && now < this.#restsUntil ? 'resting' : this.#state.phase;
  }

  /** True when a request may be sent to it. One that can be asked first is asked before a request is risked. */
  admits(now: number): boolean {
    if (now < this.#restsUntil || !admits(this.#state, now)) return false;
    return this.#state.phase !== 'open' || this.generator.probe === undefined;
  }

  /** True when its pause is over and it can be asked how it is. */
  isDue(now: number): boolean {
    return this.#state.phase === 'open' && admits(this.#state, now);
  }

  /** Milliseconds until it may be asked again, as far as that is known; 0 when it is up to others. */
  pauseLeft(now: number): number {
    const open = this.#state.phase === 'open' ? this.#state.until : now;
    return Math.max(0, open - now, this.#restsUntil - now);
  }

  /** Lets a request in; the caller has seen that it is admitted. */
  begin(rules: HealthRules): BackendRun {
    const before = this.#state.phase;
    this.#state = letIn(this.#state);
    this.#running += 1;
    const { epoch } = this.#state;
    if (this.#state.phase !== before) rules.onChange(this);
    return new BackendRun(this, {
      settle: (outcome, waiting) =>
        this.#change(settle(this.#state, { epoch, waiting, outcome }, this.#at(rules)), rules),
      rest: (seconds) => this.#rest(seconds, rules),
      leave: () => {
        this.#running -= 1;
        this.#tellHolders();
      },
    });
  }

  /** Whether it answers a question; asked once at a time. Who cannot be asked counts as there. */
  answers(): Promise<boolean> {
    this.#asking ??= this.#ask().finally(() => (this.#asking = undefined));
    return this.#asking;
  }

  /** Asks how it is while it is left alone, and takes the answer for a trial. Resolves when that is known. */
  probe(rules: HealthRules): Promise<void> {
    this.#probing ??= this.#probe(rules);
    return this.#probing;
  }

  hold(holder: BackendHolder): void {
    this.#holders.add(holder);
  }

  /** Lets go of it. The last holder to do so closes its generator. */
  async release(holder: BackendHolder): Promise<void> {
    if (this.#holders.delete(holder) && this.#holders.size === 0) await this.generator.close();
  }

  async #ask(): Promise<boolean> {
    try {
      await this.generator.probe?.();
      return true;
    } catch {
      return false;
    }
  }

  async #probe(rules: HealthRules): Promise<void> {
    const well = await this.answers();
    this.#probing = undefined;
    this.#change(afterProbe(this.#state, well, this.#at(rules)), rules);
  }

  #rest(seconds: number | undefined, rules: HealthRules): void {
    const now = rules.clock.now();
    const rested = now >= this.#restsUntil;
    this.#restsUntil = Math.max(
      this.#restsUntil,
      now + Math.min(longestRest, Math.max(shortestRest, (seconds ?? 0) * 1000)),
    );
    if (rested) rules.onChange(this);
  }

  #change(next: BreakerState, rules: HealthRules): void {
    const before = this.#state;
    if (next === before) return;
    this.#state = next;
    if (next.phase !== before.phase) rules.onChange(this);
    this.#tellHolders();
  }

  #tellHolders(): void {
    for (const holder of this.#holders) holder.reconsider(this);
  }

  #at({ clock, random, breaker }: HealthRules): { now: number; random: number; settings: BreakerSettings } {
    return { now: clock.now(), random: random(), settings: breaker };
  }
}

interface RunEffects {
  settle(outcome: BreakerOutcome, waiting: boolean): void;
  rest(seconds: number | undefined): void;
  leave(): void;
}

/** One request that runs on a backend. It ends once; what is said of it afterwards changes nothing. */
export class BackendRun {
  #waiting = true;
  #settled = false;
  #left = false;

  constructor(
    readonly backend: Backend,
    readonly effects: RunEffects,
  ) {}

  /** The first event came. */
  begun(): void {
    if (!this.#waiting || this.#settled) return;
    this.effects.settle('begun', true);
    this.#waiting = false;
  }

  /** The answer is whole. */
  answered(): void {
    this.#settle('answered');
  }

  /** It failed; tells whose fault that was. */
  failed(error: EngineError): FailureJudgement {
    const judgement = judgeFailure(error);
    if (judgement === 'busy' && !this.#settled) this.effects.rest(error.retryAfter);
    this.#settle(judgement === 'backend' ? 'failed' : 'dropped');
    return judgement;
  }

  /** Nothing of it runs any more. */
  leave(): void {
    this.#settle('dropped');
    if (this.#left) return;
    this.#left = true;
    this.effects.leave();
  }

  #settle(outcome: BreakerOutcome): void {
    if (this.#settled) return;
    this.#settled = true;
    this.effects.settle(outcome, this.#waiting);
  }
}
