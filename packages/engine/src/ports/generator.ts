import type { GenerationEvent } from '../model/generation-event.js';
import type { GenerationRequest } from '../model/generation-request.js';
import type { ModelCard } from '../model/model-card.js';
import type { RunContext } from './run-context.js';

/** Something that answers: a local model, an upstream, a script. Every adapter passes `testing/generator-contract`. */
export interface Generator {
  /** What is known of the model. Asked rarely; may look at the model file or ask the upstream once. */
  card(): Promise<ModelCard>;

  /**
   * Streams one step. Throws an EngineError; after an abort of `context.signal` it ends within 200 ms by throwing
   * `cancelled`, and holds nothing any more. A stream that just ends without `generation-end` is a defect of the adapter.
   */
  generate(request: GenerationRequest, context: RunContext): AsyncIterable<GenerationEvent>;

  /** The input tokens that `generate` would report for this request. Absent: the adapter cannot know. */
  countTokens?(request: GenerationRequest, context: RunContext): Promise<number>;

  /** Makes ready to answer; without it the first request pays. */
  warmUp?(): Promise<void>;

  /** Ends what it started: processes, sockets, timers. */
  close(): Promise<void>;
}
