import type { GenerationEvent } from './generation-event.js';
import type { Usage } from './usage.js';

/**
 * What a stream has cost so far, also when it never comes to its end. A generator that is cut often cannot say it; then
 * every delta that arrived counts as one token, and the result is marked as estimated.
 */
export class UsageMeter {
  #reported: Usage | undefined;
  /** Whether whoever generated has counted, and not merely begun. */
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

  /** `undefined` before the generation began: nothing is known to have been done. */
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
