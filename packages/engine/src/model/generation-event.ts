import type { AppliedEdit } from './context-edit.js';
import type { DialectId, Extensions } from './extensions.js';
import type { FinishReason } from './finish-reason.js';
import type { Sampling } from './generation-request.js';
import type { JsonObject } from '../json/json-value.js';
import type { Part, TokenLogprob } from './part.js';
import type { Usage } from './usage.js';
import type { Warning } from './warning.js';

/**
 * The event stream that every provider produces and every dialect encodes.
 *
 * Grammar: `generation-start (part-start part-delta* part-end)* generation-end`. Parts follow one another, and their
 * indices count 0, 1, 2 ... without a gap. A failure is a thrown EngineError, never an event. A `generation-usage`
 * may appear anywhere in the stream: right before a failure, and between the steps of a response with several steps.
 */
export type GenerationEvent = GenerationStart | PartStart | PartDeltaEvent | PartEnd | GenerationEnd | GenerationUsage;

/** Sent once the prompt is accepted, before the first token. `usage` holds the exact counts of the prompt where known. */
export interface GenerationStart {
  readonly type: 'generation-start';
  /** The model that generates the response. */
  readonly model: string;
  readonly usage: Usage;
  /**
   * Approximate prompt length, for a turn that reports it at the start, before an exact count is known. Not part of
   * the usage, and never charged.
   */
  readonly estimatedInputTokens?: number;
  readonly warnings: readonly Warning[];
  /** The effective sampling; absent members use the upstream's default. Absent: the provider does not know it. */
  readonly sampling?: Sampling;
  /** The service tier of this response, in the values of `GenerationRequest.serviceTier`, as far as it is known now. */
  readonly serviceTier?: string;
  /** What was done to the context before. Absent: no edit was asked for. */
  readonly edits?: readonly AppliedEdit[];
  /** Fields of the upstream's own API that describe the response as a unit, as far as they are known now. */
  readonly extensions?: Extensions;
}

/** Opens a part. `part` is its skeleton: all fixed fields are set, and the growing text is empty. */
export interface PartStart {
  readonly type: 'part-start';
  readonly index: number;
  readonly part: Part;
}

/** More content of the part that `part-start` opened with the same `index`. */
export interface PartDeltaEvent {
  readonly type: 'part-delta';
  readonly index: number;
  readonly delta: PartDelta;
}

/**
 * Closes a part and carries it completely: the text equals the joined deltas; signatures and extensions may be added
 * here.
 */
export interface PartEnd {
  readonly type: 'part-end';
  readonly index: number;
  readonly part: Part;
}

/** The last event of a generation. */
export interface GenerationEnd {
  readonly type: 'generation-end';
  readonly finishReason: FinishReason;
  readonly usage: Usage;
  /** Absent: unknown, or already reported by `generation-start`. */
  readonly serviceTier?: string;
  /** Fields of the upstream's own API that describe the response as a unit; includes all fields of `generation-start`. */
  readonly extensions?: Extensions;
}

/** The usage of the response so far, as counted by the provider. */
export interface GenerationUsage {
  readonly type: 'generation-usage';
  readonly usage: Usage;
}

/**
 * The growing content: the text of a text or reasoning part, or the arguments of a tool call. An opaque part has no
 * growing content. Any part may have status deltas.
 */
export type PartDelta =
  | { readonly type: 'text'; readonly text: string; readonly logprobs?: readonly TokenLogprob[] }
  /**
   * `raw`: the model's original reasoning, from an upstream that distinguishes it from a summary. `divides`: the text
   * is only the gap before a new paragraph, for dialects that show reasoning paragraphs separately.
   */
  | { readonly type: 'reasoning'; readonly text: string; readonly raw?: true; readonly divides?: true }
  | { readonly type: 'arguments'; readonly text: string }
  /**
   * An upstream event about a part in progress, such as the status of a tool: verbatim but without its index, for
   * clients of that dialect.
   */
  | { readonly type: 'opaque'; readonly text: ''; readonly dialect: DialectId; readonly value: JsonObject };
