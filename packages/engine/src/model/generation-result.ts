import type { AppliedEdit } from './context-edit.js';
import type { Extensions } from './extensions.js';
import type { FinishReason } from './finish-reason.js';
import type { GenerationEvent } from './generation-event.js';
import type { Sampling } from './generation-request.js';
import type { Part } from './part.js';
import { emptyUsage, type Usage } from './usage.js';
import { UsageMeter } from './usage-meter.js';
import type { Warning } from './warning.js';

/** The result of a complete stream. */
export interface GenerationResult {
  readonly model: string;
  readonly parts: readonly Part[];
  readonly finishReason: FinishReason;
  readonly usage: Usage;
  readonly warnings: readonly Warning[];
  /** The effective sampling. Absent: not reported. */
  readonly sampling?: Sampling;
  /** The service tier that was used. Absent: not reported. */
  readonly serviceTier?: string;
  /** What was done to the context before. Absent: no edit was asked for. */
  readonly edits?: readonly AppliedEdit[];
  /** Fields of the upstream's own API that describe the response as a unit. */
  readonly extensions?: Extensions;
}

/** Folds events into the result, one at a time. Reads finished parts only, so its cost does not grow with deltas. */
export class ResultCollector {
  #model = '';
  #warnings: readonly Warning[] = [];
  #sampling: Sampling | undefined;
  #serviceTier: string | undefined;
  #edits: readonly AppliedEdit[] | undefined;
  readonly #parts: Part[] = [];
  readonly #meter = new UsageMeter();
  #finishReason: FinishReason | undefined;
  #extensions: Extensions | undefined;

  push(event: GenerationEvent): void {
    this.#meter.push(event);
    switch (event.type) {
      case 'generation-start':
        this.#model = event.model;
        this.#warnings = event.warnings;
        this.#sampling = event.sampling;
        this.#serviceTier = event.serviceTier;
        this.#edits = event.edits;
        this.#extensions = event.extensions;
        return;
      case 'part-end':
        this.#parts.push(event.part);
        return;
      case 'generation-end':
        this.#finishReason = event.finishReason;
        this.#serviceTier = event.serviceTier ?? this.#serviceTier;
        this.#extensions = event.extensions ?? this.#extensions;
        return;
      case 'part-start':
      case 'part-delta':
      case 'generation-usage':
        return;
    }
  }

  /** True after `generation-end` was pushed: a stream without it is truncated, never a success. */
  get complete(): boolean {
    return this.#finishReason !== undefined;
  }

  /** The usage so far; `undefined` before the start. */
  get usage(): Usage | undefined {
    return this.#meter.usage;
  }

  /** The result so far; before the end, the finish reason is `stop` and the usage is the last reported one. */
  result(): GenerationResult {
    return {
      model: this.#model,
      parts: this.#parts,
      finishReason: this.#finishReason ?? { unified: 'stop' },
      usage: this.#meter.usage ?? emptyUsage,
      warnings: this.#warnings,
      ...(this.#sampling === undefined ? {} : { sampling: this.#sampling }),
      ...(this.#serviceTier === undefined ? {} : { serviceTier: this.#serviceTier }),
      ...(this.#edits === undefined ? {} : { edits: this.#edits }),
      ...(this.#extensions === undefined ? {} : { extensions: this.#extensions }),
    };
  }
}
