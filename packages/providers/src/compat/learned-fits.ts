import type { Clock, GenerationRequest } from '@org/engine';
import { requestForm } from './request-form.js';

/** Milliseconds after which an upstream is asked anew for what it refused: it may have another model or release by then. */
export const capabilityTtlMs = 10 * 60_000;
/** Forms of requests that are remembered of one upstream; the oldest give way. */
export const maxCapabilities = 256;

const steadyClock: Clock = { now: () => performance.now() };

/**
 * What one upstream was found to take, for each form of request: so that a wish that it refuses costs a round trip once, and not with
 * every request. Of other forms nothing is concluded: many refusals hold beside tools, or with reasoning, only.
 */
export class CapabilityCache<Capability> {
  readonly #entries = new Map<string, { readonly fallback: Capability; readonly until: number }>();

  /** `clock` need not tell the time of day. */
  constructor(readonly clock: Clock = steadyClock) {}

  /** What requests of this form were fitted to, if any had to be. */
  recall(request: GenerationRequest): Capability | undefined {
    if (this.#entries.size === 0) return undefined;
    const form = requestForm(request);
    const found = this.#entries.get(form);
    if (found === undefined || this.clock.now() < found.until) return found?.fallback;
    this.#entries.delete(form);
    return undefined;
  }

  learn(request: GenerationRequest, fallback: Capability): void {
    const form = requestForm(request);
    this.#entries.delete(form);
    const [oldest] = this.#entries.keys();
    if (oldest !== undefined && this.#entries.size >= maxCapabilities) this.#entries.delete(oldest);
    this.#entries.set(form, { fallback, until: this.clock.now() + capabilityTtlMs });
  }
}
