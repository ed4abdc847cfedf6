import type { DialectId, Extensions } from '../model/extensions.js';
import type { GenerationEvent } from '../model/generation-event.js';
import type { GenerationRequest, OptionalParameter } from '../model/generation-request.js';
import type { ModelInfo } from '../model/model-info.js';
import type { EmbeddingModel, RerankModel } from './embedding-model.js';
import type { RunContext } from './run-context.js';

/**
 * A source of completions: a local model, an upstream, a script. Every adapter passes
 * `testing/contracts/language-model-contract`.
 */
export interface LanguageModel {
  /** Set when the upstream natively supports one of our dialects. Absent: it does not. */
  readonly native?: NativeUpstream;

  /**
   * Signer name of its reasoning signatures when it signs reasoning without supporting one of our dialects. See
   * `ReasoningSignature`.
   */
  readonly signer?: string;

  /** Set when its task is to embed: `generate` then throws `invalid-request`. */
  readonly embedding?: EmbeddingModel;

  /** Set when its task is to rerank: `generate` then throws `invalid-request`. */
  readonly rerank?: RerankModel;

  /** Metadata of the model. Called rarely; may read the model file or ask the upstream once. */
  modelInfo(): Promise<ModelInfo>;

  /**
   * Streams one step. Throws an EngineError; after an abort of `context.signal` it throws `cancelled` within 200 ms
   * and releases all resources; the usage of the completion may be emitted right before. A stream that ends without
   * `generation-end` is a defect of the adapter.
   */
  generate(request: GenerationRequest, context: RunContext): AsyncIterable<GenerationEvent>;

  /** Whether the optional parameter is forwarded to a model that supports it. Absent: none is. */
  supportsParameter?(parameter: OptionalParameter): boolean;

  /** The input tokens that `generate` would report for this request. Absent: the adapter cannot know. */
  countTokens?(request: GenerationRequest, context: RunContext): Promise<InputCount>;

  /** Checks without any work whether the model could respond now; rejects within a few seconds when it could not. */
  probe?(): Promise<void>;

  /** False while the model is known to be unavailable. Absent: unknown. */
  available?(): boolean;

  /** Loads the model in advance; otherwise the first request pays the cost. */
  warmUp?(): Promise<void>;

  /** Ends what it started: processes, sockets, timers. */
  close(): Promise<void>;
}

/** How long a prompt is. */
export interface InputCount {
  readonly inputTokens: number;
  /** All provider metadata from an upstream of the client's own dialect. */
  readonly extensions?: Extensions;
}

/**
 * An upstream that natively supports one of our dialects. Requests of that dialect reach it unchanged: it runs hosted
 * tools, applies fields that the service does not know, and accepts the reasoning that it signed.
 */
export interface NativeUpstream {
  readonly dialect: DialectId;
  /**
   * Signer name of its signatures, see `ReasoningSignature`. Two upstreams that accept each other's signatures may share
   * one.
   */
  readonly signer: string;
}
