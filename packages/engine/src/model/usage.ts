import type { JsonObject } from './json.js';

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
  /** The upstream's own object, when there is one. */
  readonly raw?: JsonObject;
}

/** A usage of nothing, for generations that ended before anything was counted. */
export const emptyUsage: Usage = {
  inputTokens: 0,
  outputTokens: 0,
  cachedInputTokens: 0,
  cacheWriteTokens: 0,
  reasoningTokens: 0,
};
