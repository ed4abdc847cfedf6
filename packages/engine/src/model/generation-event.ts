import type { FinishReason } from './finish-reason.js';
import type { Part, TokenLogprob } from './part.js';
import type { Usage } from './usage.js';
import type { Warning } from './warning.js';

/**
 * The one stream that every generator produces and every dialect encodes.
 *
 * Grammar: `generation-start (part-start part-delta* part-end)* generation-end`. Parts come one after another, their
 * indices count 0, 1, 2 ... without a gap. Failure is a thrown EngineError, never an event.
 */
export type GenerationEvent = GenerationStart | PartStart | PartDeltaEvent | PartEnd | GenerationEnd;

/** Sent once the prompt was accepted, before the first token. `usage` holds the prompt's true counts where known. */
export interface GenerationStart {
  readonly type: 'generation-start';
  /** The model that answers. */
  readonly model: string;
  readonly usage: Usage;
  readonly warnings: readonly Warning[];
}

/** Opens a part. `part` is its skeleton: everything fixed is there, the growing text is empty. */
export interface PartStart {
  readonly type: 'part-start';
  readonly index: number;
  readonly part: Part;
}

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

export interface GenerationEnd {
  readonly type: 'generation-end';
  readonly finishReason: FinishReason;
  readonly usage: Usage;
}

/** What grows: the text of a text or reasoning part, or the arguments of a tool call. */
export type PartDelta =
  | { readonly type: 'text'; readonly text: string; readonly logprobs?: readonly TokenLogprob[] }
  | { readonly type: 'reasoning'; readonly text: string }
  | { readonly type: 'arguments'; readonly text: string };
