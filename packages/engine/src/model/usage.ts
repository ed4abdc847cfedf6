import type { JsonObject } from '../json/json-value.js';

/** Tokens of one generation, counted by the provider. All are integers of at least 0. */
export interface Usage {
  /** The complete prompt, cached tokens included. */
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
   * The generation was aborted before the provider could count: received deltas count as tokens, and unreported
   * counts are 0. Absent: the counts are exact.
   */
  readonly estimated?: true;
  /** The upstream's own usage object, if any. */
  readonly raw?: JsonObject;
}

/** The sum of two usages. The raw upstream object of the second is omitted. */
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

/** Zero usage, for generations that ended before any count. */
export const emptyUsage: Usage = {
  inputTokens: 0,
  outputTokens: 0,
  cachedInputTokens: 0,
  cacheWriteTokens: 0,
  reasoningTokens: 0,
};
