import type { ReasoningRequest } from '@org/engine';

/** What of the wishes of a request an upstream was found not to take. Nothing of a request's content. */
export interface RequestFallback {
  /** Settings that are left out, by the names that wires have for them. */
  readonly settings: readonly string[];
  /** The most tokens of an answer. */
  readonly maxOutputTokens?: number;
  /** What is asked for of reasoning; without a wish, nothing is. */
  readonly reasoning?: { readonly replacement?: ReasoningRequest };
}

export const noFallback: RequestFallback = { settings: [] };
