import type { DialectId, Extensions } from '../model/extensions.js';
import type { GenerationEvent } from '../model/generation-event.js';
import type { GenerationRequest, OptionalParameter } from '../model/generation-request.js';
import type { ModelInfo } from '../model/model-info.js';
import type { RunContext } from './run-context.js';

/** Something that answers: a local model, an upstream, a script. Every adapter passes `testing/contracts/generator-contract`. */
export interface LanguageModel {
  /** Set when the upstream speaks one of our dialects itself. Absent: it does not. */
  readonly native?: NativeUpstream;

  /** The name that its seals bear, when it seals reasoning without speaking one of our dialects. See `ReasoningSeal`. */
  readonly signer?: string;

  /** What is known of the model. Asked rarely; may look at the model file or ask the upstream once. */
  modelInfo(): Promise<ModelInfo>;

  /**
   * Streams one step. Throws an EngineError; after an abort of `context.signal` it ends within 200 ms by throwing
   * `cancelled`, and holds nothing any more; what the answer had cost may come right before that. A stream that just
   * ends without `generation-end` is a defect of the adapter.
   */
  generate(request: GenerationRequest, context: RunContext): AsyncIterable<GenerationEvent>;

  /** Whether the wish is passed on to somebody who knows what to do with it. Absent: none is. */
  supportsParameter?(parameter: OptionalParameter): boolean;

  /** The input tokens that `generate` would report for this request. Absent: the adapter cannot know. */
  countTokens?(request: GenerationRequest, context: RunContext): Promise<InputCount>;

  /** Asks without any work whether it could answer now; rejects when it could not, after a few seconds at most. */
  probe?(): Promise<void>;

  /** False while it knows that it cannot answer. Absent: it does not know. */
  available?(): boolean;

  /** Makes ready to answer; without it the first request pays. */
  warmUp?(): Promise<void>;

  /** Ends what it started: processes, sockets, timers. */
  close(): Promise<void>;
}

/** How long a prompt is. */
export interface InputCount {
  readonly inputTokens: number;
  /** All that an upstream of the client's own dialect said of it. */
  readonly extensions?: Extensions;
}

/**
 * An upstream that speaks a dialect of ours. What a client of that dialect sends reaches it whole: hosted tools run there,
 * fields that are unknown here have their effect there, and so does reasoning that it sealed.
 */
export interface NativeUpstream {
  readonly dialect: DialectId;
  /** The name that its seals bear, see `ReasoningSeal`. Two upstreams that accept each other's seals may share one. */
  readonly signer: string;
}
