import type { Clock, GenerationRequest } from '@org/engine';
import { requestForm } from './request-form.js';

/** Milliseconds after which an upstream is asked anew for what it refused: it may have another model or release by then. */
export const fitsLast = 10 * 60_000;
/** Forms of requests that are remembered of one upstream; the oldest give way. */
export const mostFits = 256;

const steadyClock: Clock = { now: () => performance.now() };

/**
 * What one upstream was found to take, for each form of request: so that a wish that it refuses costs a round trip once, and not with
 * every request. Of other forms nothing is concluded: many refusals hold beside tools, or with reasoning, only.
 */
export class LearnedFits<Fit> {
  readonly #fits = new Map<string, { readonly fit: Fit; readonly until: number }>();

  /** `clock` need not tell the time of day. */
  constructor(readonly clock: Clock = steadyClock) {}

  /** What requests of this form were fitted to, if any had to be. */
  recall(request: GenerationRequest): Fit | undefined {
    if (this.#fits.size === 0) return undefined;
    const form = requestForm(request);
    const found = this.#fits.get(form);
    if (found === undefined || this.clock.now() < found.until) return found?.fit;
    this.#fits.delete(form);
    return undefined;
  }

  learn(request: GenerationRequest, fit: Fit): void {
    const form = requestForm(request);
    this.#fits.delete(form);
    const [oldest] = this.#fits.keys();
    if (oldest !== undefined && this.#fits.size >= mostFits) this.#fits.delete(oldest);
    this.#fits.set(form, { fit, until: this.clock.now() + fitsLast });
  }
}
