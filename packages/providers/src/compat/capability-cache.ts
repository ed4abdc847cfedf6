import type { Clock, GenerationRequest } from '@org/engine';
import { requestForm } from './request-form.js';

/** Milliseconds for which a fallback is remembered. After that the upstream may have another model or release. */
export const cacheLifetimeMs = 10 * 60_000;
/** Maximum number of cached request forms per upstream. The oldest is evicted first. */
export const maxCachedForms = 2_048;

const steadyClock: Clock = { now: () => performance.now() };

/**
 * Caches what one upstream accepts per owner and request form: a parameter that it rejects costs one round trip instead
 * of one per request. The cache infers nothing for other forms, because many rejections apply only together with tools
 * or reasoning. It infers nothing for other owners, because an upstream may quote a request in its error: then one
 * client's text would decide how the requests of another are sent.
 */
export class CapabilityCache<Value> {
  readonly #entries = new Map<string, { readonly value: Value; readonly until: number }>();

  /** `clock` need not report the time of day. */
  constructor(readonly clock: Clock = steadyClock) {}

  /** What requests of this form were sent with the last time, if a rule had to change them. */
  recall(owner: string, request: GenerationRequest): Value | undefined {
    if (this.#entries.size === 0) return undefined;
    const form = requestForm(owner, request);
    const found = this.#entries.get(form);
    if (found === undefined || this.clock.now() < found.until) return found?.value;
    this.#entries.delete(form);
    return undefined;
  }

  set(owner: string, request: GenerationRequest, value: Value): void {
    const form = requestForm(owner, request);
    this.#entries.delete(form);
    const [oldest] = this.#entries.keys();
    if (oldest !== undefined && this.#entries.size >= maxCachedForms) this.#entries.delete(oldest);
    this.#entries.set(form, { value, until: this.clock.now() + cacheLifetimeMs });
  }
}
