import type { Clock, GenerationRequest } from '@org/engine';
import { requestForm } from './request-form.js';

/** Milliseconds for which a fallback is remembered. After that the upstream may have another model or release. */
export const cacheLifetimeMs = 10 * 60_000;
/** Maximum number of cached request forms per upstream. The oldest is evicted first. */
export const maxCachedForms = 256;

const steadyClock: Clock = { now: () => performance.now() };

/**
 * Caches what one upstream accepts per request form: a parameter that it rejects costs one round trip instead of one
 * per request. The cache infers nothing for other forms, because many rejections apply only together with tools or
 * reasoning.
 */
export class CapabilityCache<Value> {
  readonly #entries = new Map<string, { readonly value: Value; readonly until: number }>();

  /** `clock` need not report the time of day. */
  constructor(readonly clock: Clock = steadyClock) {}

  /** What requests of this form were sent with the last time, if a rule had to change them. */
  recall(request: GenerationRequest): Value | undefined {
    if (this.#entries.size === 0) return undefined;
    const form = requestForm(request);
    const found = this.#entries.get(form);
    if (found === undefined || this.clock.now() < found.until) return found?.value;
    this.#entries.delete(form);
    return undefined;
  }

  set(request: GenerationRequest, value: Value): void {
    const form = requestForm(request);
    this.#entries.delete(form);
    const [oldest] = this.#entries.keys();
    if (oldest !== undefined && this.#entries.size >= maxCachedForms) this.#entries.delete(oldest);
    this.#entries.set(form, { value, until: this.clock.now() + cacheLifetimeMs });
  }
}
