import type { Extensions } from './extensions.js';
import type { Message } from './message.js';
import type { OpaquePart } from './part.js';
import type { Usage } from './usage.js';

/** What is done to a context that has grown long, before the model reads it. */
export type ContextEdit = ClearToolResults | ClearReasoning | Summarise;

/** Empties the oldest tool results. The calls stay, so that the model knows what it has done. */
export interface ClearToolResults {
  readonly kind: 'clear-tool-results';
  /** When to do it: the context has more than `above` input tokens, or more than `above` tool calls. */
  readonly trigger: { readonly of: 'input-tokens' | 'tool-calls'; readonly above: number };
  /** How many of the newest results stay. Integer of at least 0. */
  readonly keep: number;
  /** Not done at all where it would free fewer input tokens than this. Absent: however few. */
  readonly atLeast?: number;
  /** Tools whose results stay. */
  readonly exceptTools: readonly string[];
  /** Of which tools the arguments of an emptied call go, too. */
  readonly argumentsOf: 'none' | 'all' | readonly string[];
}

/** Leaves out the model's reasoning of old turns. A turn reaches from one word of the user to the next, tools included. */
export interface ClearReasoning {
  readonly kind: 'clear-reasoning';
  /** How many of the newest turns with reasoning keep it. Integer of at least 0. */
  readonly keep: number;
}

/** Puts a summary in the place of all that was said. */
export interface Summarise {
  readonly kind: 'summarise';
  /** Done when the context has more input tokens than this. Absent, or more than the model can read: four fifths of that. */
  readonly above?: number;
  /** What the model is asked for. Absent: what it is asked for whenever a context is summarised. */
  readonly instruction?: string;
  /** The part that stands for what was said, with the summary for its text. `messages` is all of that, with what it changed among the tools. */
  readonly part: (text: string, messages: readonly Message[]) => OpaquePart;
  /** The summary is the whole answer, and this is what its end says of that on the wire. Absent: the model goes on from it. */
  readonly pause?: Extensions;
}

/** What was done, and how many input tokens it saved. `usage`: what a summary cost, which the usage of the whole answer holds, too. */
export type AppliedEdit =
  | { readonly kind: 'clear-tool-results'; readonly toolCalls: number; readonly inputTokens: number }
  | { readonly kind: 'clear-reasoning'; readonly turns: number; readonly inputTokens: number }
  | { readonly kind: 'summarise'; readonly inputTokens: number; readonly usage: Usage };
