import type { FinishReason } from './finish-reason.js';
import type { GenerationEvent } from './generation-event.js';
import type { Part } from './part.js';
import { emptyUsage, type Usage } from './usage.js';
import type { Warning } from './warning.js';

/** What a whole stream amounts to. */
export interface GenerationResult {
  readonly model: string;
  readonly parts: readonly Part[];
  readonly finishReason: FinishReason;
  readonly usage: Usage;
  readonly warnings: readonly Warning[];
}

/** Folds events into the result, one at a time. Reads finished parts only, so its cost does not grow with deltas. */
export class ResultCollector {
  #model = '';
  #warnings: readonly Warning[] = [];
  readonly #parts: Part[] = [];
  #end: { finishReason: FinishReason; usage: Usage } | undefined;
  #startUsage: Usage = emptyUsage;

  push(event: GenerationEvent): void {
    switch (event.type) {
      case 'generation-start':
        this.#model = event.model;
        this.#warnings = event.warnings;
        this.#startUsage = event.usage;
        return;
      case 'part-end':
        this.#parts.push(event.part);
        return;
      case 'generation-end':
        this.#end = { finishReason: event.finishReason, usage: event.usage };
        return;
      case 'part-start':
      case 'part-delta':
        return;
    }
  }

  /** True once `generation-end` was pushed: a stream without it is a cut stream, never a success. */
  get complete(): boolean {
    return this.#end !== undefined;
  }

  /** What was collected so far; before the end, the finish reason is `stop` and the usage that of the start. */
  result(): GenerationResult {
    return {
      model: this.#model,
      parts: this.#parts,
      finishReason: this.#end?.finishReason ?? { unified: 'stop' },
      usage: this.#end?.usage ?? this.#startUsage,
      warnings: this.#warnings,
    };
  }
}
