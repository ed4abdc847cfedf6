/** Tokens of a prompt are read in multiples of this: with fewer, the engine's attention takes up to twice as long for each. */
export const tile = 64;
export const maxPrefillChunkTokens = 8 * tile;
/** Target time of one prefill chunk, in milliseconds, because an evaluation cannot be interrupted. */
export const prefillChunkTargetMs = 150;

/** How many tokens of a prompt to read at once, by what was measured. */
export interface PrefillChunkSizer {
  /** A multiple of `tile`, at most `maxPrefillChunkTokens`. */
  readonly size: number;
  /** A pass that read `tokens` tokens took `time` milliseconds. */
  recordTime(tokens: number, time: number): void;
}
