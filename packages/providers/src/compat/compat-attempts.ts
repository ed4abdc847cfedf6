import type { EngineError, GenerationRequest, RunLogFields, Warning } from '@org/engine';
import { applyCompatRules } from './apply-compat-rules.js';
import {
  type Attempt,
  type AttemptState,
  firstAttempt,
  type CachedChanges,
  type SentPayload,
  warningsOf,
} from './attempt.js';
import type { CapabilityCache } from './capability-cache.js';
import type { CompatRule } from './compat-rule.js';

/** Cached capabilities: valid only while the upstream's profile is the same as then. */
export interface CachedCapabilities<Target> {
  readonly cached: CachedChanges<Target>;
  readonly profile: unknown;
}

export interface CompatRetryOptions<Target extends object, Payload extends SentPayload> {
  /** Whose request it is: what an upstream rejects of it changes no request of another owner. */
  readonly owner: string;
  readonly target: Target;
  readonly rules: readonly CompatRule<Target, Payload>[];
  readonly cache: CapabilityCache<CachedCapabilities<Target>>;
  /** Profile of the upstream. The service discards its cache when that changes. Default: always the same. */
  readonly profile?: unknown;
  readonly encode: (state: AttemptState<Target>) => Payload;
}

/** Maximum number of patches per request: an upstream that rejects more of it does not serve the API. */
const maxPatches = 8;

/**
 * The attempts of one request: a rule of the table patches each rejected one until the upstream accepts it or no rule
 * applies, at most {@link maxPatches} times.
 */
export class CompatAttempts<Target extends object, Payload extends SentPayload> {
  readonly #options: CompatRetryOptions<Target, Payload>;
  readonly #known: CachedChanges<Target>;
  #attempt: Attempt<Target, Payload>;
  #patches = 0;

  constructor(request: GenerationRequest, options: CompatRetryOptions<Target, Payload>) {
    const { owner, target, cache, profile } = options;
    const cached = cache.recall(owner, request);
    const state = firstAttempt(request, target, cached?.profile === profile ? cached?.cached : undefined);
    this.#options = options;
    this.#known = state.cached;
    this.#attempt = this.#encoded(state);
  }

  /** The request as it is sent now. */
  get attempt(): Attempt<Target, Payload> {
    return this.#attempt;
  }

  get payload(): Payload {
    return this.#attempt.payload;
  }

  get warnings(): readonly Warning[] {
    return warningsOf(this.#attempt);
  }

  /**
   * Patches the attempt after `error`, and records the rule in `logFields`. True when the request is worth another
   * attempt: the upstream has done no work yet.
   */
  patch(error: EngineError, logFields?: RunLogFields): boolean {
    if (this.#patches >= maxPatches) return false;
    const applied = applyCompatRules(this.#options.rules, this.#attempt, error);
    if (applied === undefined) return false;
    this.#patches += 1;
    if (logFields !== undefined && logFields.fallbacks?.includes(applied.id) !== true)
      (logFields.fallbacks ??= []).push(applied.id);
    this.#attempt = this.#encoded(applied.attempt);
    return true;
  }

  /** The upstream accepts the attempt: later requests of the owner and the form start with it. */
  accepted(): void {
    const { original, cached } = this.#attempt;
    const { owner, cache, profile } = this.#options;
    if (cached !== this.#known) cache.set(owner, original, { cached, profile });
  }

  #encoded(state: AttemptState<Target>): Attempt<Target, Payload> {
    return { ...state, payload: this.#options.encode(state) };
  }
}
