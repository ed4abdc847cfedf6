import type { GenerationEvent } from './generation-event.js';
import type { Usage } from './usage.js';

/**
 * The usage of a stream so far, even if it never ends. A provider whose stream is aborted often cannot report it;
 * then every received delta counts as one token, and the result is marked as estimated.
 */
export class UsageMeter {
  #reported: Usage | undefined;
  /** Whether the provider has reported counts, and not merely started. */
  #counted = false;
  #deltas = 0;
  #reasoningDeltas = 0;

  push(event: GenerationEvent): void {
    switch (event.type) {
      case 'generation-start':
        this.#report(event.usage, event.usage.raw !== undefined || event.usage.inputTokens > 0);
        return;
      case 'part-delta':
        if (event.delta.type === 'opaque') return;
        this.#deltas += 1;
        if (event.delta.type === 'reasoning') this.#reasoningDeltas += 1;
        return;
      case 'generation-usage':
      case 'generation-end':
        this.#report(event.usage, true);
        return;
      case 'part-start':
      case 'part-end':
        return;
    }
  }

  /** `undefined` before the generation started: no work is known. */
  get usage(): Usage | undefined {
    const reported = this.#reported;
    if (reported === undefined || (this.#counted && this.#deltas === 0)) return reported;
    const { raw: _, ...counts } = reported;
    return {
      ...counts,
      outputTokens: counts.outputTokens + this.#deltas,
      reasoningTokens: counts.reasoningTokens + this.#reasoningDeltas,
      estimated: true,
    };
  }

  #report(usage: Usage, counted: boolean): void {
    this.#reported = usage;
    this.#counted = counted;
    this.#deltas = 0;
    this.#reasoningDeltas = 0;
  }
}
