import type { Extensions } from './extensions.js';
import type { Message } from './message.js';
import type { OpaquePart } from './part.js';
import type { Usage } from './usage.js';

/** What is done to a context that has grown long, before the model reads it. */
export type ContextEdit = ClearToolResults | ClearReasoning | Summarize;

/** Empties the oldest tool results. The calls stay, so that the model knows what it has done. */
export interface ClearToolResults {
  readonly kind: 'clear-tool-results';
  /** When to do it: the context has more than `above` input tokens, or more than `above` tool calls. */
  readonly trigger: { readonly of: 'input-tokens' | 'tool-calls'; readonly above: number };
  /** How many of the newest results stay. Integer of at least 0. */
  readonly keep: number;
  /** Not done at all where it would free fewer input tokens than this. Absent: however few. */
  readonly atLeast?: number;
  /** Tools whose results are not cleared. */
  readonly exceptTools: readonly string[];
  /** Of which tools the arguments of an emptied call go, too. */
  readonly argumentsOf: 'none' | 'all' | readonly string[];
}

/** Removes the model's reasoning from old turns. A turn extends from one user message to the next, tools included. */
export interface ClearReasoning {
  readonly kind: 'clear-reasoning';
  /** Number of newest turns with reasoning that retain it. Integer of at least 0. */
  readonly keep: number;
}

/** Replaces the conversation with a summary. */
export interface Summarize {
  readonly kind: 'summarize';
  /** Done when the context has more input tokens than this. Absent, or more than the model can read: four fifths of that. */
  readonly above?: number;
  /** The instructions for the summary. Absent: the default instructions. */
  readonly instruction?: string;
  /**
   * The part that replaces the conversation, with the summary as its text. `messages` is the complete conversation,
   * including its changes to the tools.
   */
  readonly part: (text: string, messages: readonly Message[]) => OpaquePart;
  /**
   * The summary is the entire response, and the end of the response carries these fields. Absent: the model continues
   * after the summary.
   */
  readonly pause?: Extensions;
}

/**
 * The applied edit, and how many input tokens it saved. `usage`: cost of a summary, which the usage of the response
 * also includes.
 */
export type AppliedEdit =
  | { readonly kind: 'clear-tool-results'; readonly toolCalls: number; readonly inputTokens: number }
  | { readonly kind: 'clear-reasoning'; readonly turns: number; readonly inputTokens: number }
  | { readonly kind: 'summarize'; readonly inputTokens: number; readonly usage: Usage };
