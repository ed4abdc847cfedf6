import type { JsonObject } from '../json/json-value.js';

/** Tokens of one generation, counted by whoever generated. All are integers of at least 0. */
export interface Usage {
  /** The whole prompt, cached tokens included. */
  readonly inputTokens: number;
  /** Everything that was generated, reasoning included. */
  readonly outputTokens: number;
  /** The share of `inputTokens` that was read from a cache. */
  readonly cachedInputTokens: number;
  /** The share of `inputTokens` that was written to a cache. */
  readonly cacheWriteTokens: number;
  /** The share of `outputTokens` that was reasoning. */
  readonly reasoningTokens: number;
  /**
   * The generation was cut before whoever generated could count: pieces that arrived stand for tokens, and what was not
   * told is 0. Absent: the counts are true.
   */
  readonly estimated?: true;
  /** The upstream's own object, when there is one. */
  readonly raw?: JsonObject;
}

/** The usage of two generations together. What the second one's upstream said of it alone is left out. */
export function addUsage(one: Usage, other: Usage): Usage {
  return {
    ...one,
    inputTokens: one.inputTokens + other.inputTokens,
    outputTokens: one.outputTokens + other.outputTokens,
    cachedInputTokens: one.cachedInputTokens + other.cachedInputTokens,
    cacheWriteTokens: one.cacheWriteTokens + other.cacheWriteTokens,
    reasoningTokens: one.reasoningTokens + other.reasoningTokens,
  };
}

/** A usage of nothing, for generations that ended before anything was counted. */
export const emptyUsage: Usage = {
  inputTokens: 0,
  outputTokens: 0,
  cachedInputTokens: 0,
  cacheWriteTokens: 0,
  reasoningTokens: 0,
};
