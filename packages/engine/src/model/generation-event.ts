import type { AppliedEdit } from './context-edit.js';
import type { DialectId, Extensions } from './extensions.js';
import type { FinishReason } from './finish-reason.js';
import type { Sampling } from './generation-request.js';
import type { JsonObject } from '../json/json-value.js';
import type { Part, TokenLogprob } from './part.js';
import type { Usage } from './usage.js';
import type { Warning } from './warning.js';

/**
 * The one stream that every generator produces and every dialect encodes.
 *
 * Grammar: `generation-start (part-start part-delta* part-end)* generation-end`. Parts come one after another, their
 * indices count 0, 1, 2 ... without a gap. Failure is a thrown EngineError, never an event. A `generation-usage` may stand
 * wherever the stream is: right before a failure, and between the steps of an answer that takes several.
 */
export type GenerationEvent = GenerationStart | PartStart | PartDeltaEvent | PartEnd | GenerationEnd | GenerationUsage;

/** Sent once the prompt was accepted, before the first token. `usage` holds the prompt's true counts where known. */
export interface GenerationStart {
  readonly type: 'generation-start';
  /** The model that answers. */
  readonly model: string;
  readonly usage: Usage;
  /**
   * About how long the prompt is, for a turn that tells it at the start, where nobody has counted by then. No part of the usage:
   * it is never charged.
   */
  readonly estimatedInputTokens?: number;
  readonly warnings: readonly Warning[];
  /** The sampling as it takes effect; members that are absent: the upstream's default. Absent: whoever generates does not know it. */
  readonly sampling?: Sampling;
  /** At which tier it works, in the words of `GenerationRequest.serviceTier`, as far as it is known now. */
  readonly serviceTier?: string;
  /** What was done to the context before. Absent: no edit was asked for. */
  readonly edits?: readonly AppliedEdit[];
  /** What the upstream's own wire says of the answer as a whole, as far as it is known now. */
  readonly extensions?: Extensions;
}

/** Opens a part. `part` is its skeleton: everything fixed is there, the growing text is empty. */
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

/** Closes a part and carries it whole: text equals the joined deltas; seals and extensions may be added here. */
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
  /** Absent: nobody told, or `generation-start` has told it. */
  readonly serviceTier?: string;
  /** What the upstream's own wire says of the answer as a whole; holds all that `generation-start` had. */
  readonly extensions?: Extensions;
}

/** What the answer has cost until here, counted by whoever generated. */
export interface GenerationUsage {
  readonly type: 'generation-usage';
  readonly usage: Usage;
}

/** What grows: the text of a text or reasoning part, or the arguments of a tool call. In an opaque part nothing does. Any part may be told of. */
export type PartDelta =
  | { readonly type: 'text'; readonly text: string; readonly logprobs?: readonly TokenLogprob[] }
  /**
   * `raw`: the model's own wording, from an upstream that tells it from a summary. `divides`: the text is nothing but the
   * gap before a new paragraph, for dialects that show paragraphs of reasoning apart.
   */
  | { readonly type: 'reasoning'; readonly text: string; readonly raw?: true; readonly divides?: true }
  | { readonly type: 'arguments'; readonly text: string }
  /** What the wire of an upstream tells of a part meanwhile, such as how far a tool is: an event without its place, verbatim, for clients of that dialect. */
  | { readonly type: 'opaque'; readonly text: ''; readonly dialect: DialectId; readonly value: JsonObject };
