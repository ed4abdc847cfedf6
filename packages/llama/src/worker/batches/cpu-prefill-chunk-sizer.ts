import { maxPrefillChunkTokens, prefillChunkTargetMs, tile, type PrefillChunkSizer } from './prefill-chunk-sizer.js';

/**
 * For a CPU, where time is proportional to tokens: as many tokens as fit into the target time according to the last
 * chunk.
 */
export class CpuPrefillChunkSizer implements PrefillChunkSizer {
  #size = tile;

  get size(): number {
    return this.#size;
  }

  recordTime(tokens: number, time: number): void {
    // Fewer tokens than a tile are slower per token and do not predict the time of a complete chunk.
    if (tokens < tile) return;
    const perTile = (time / tokens) * tile;
    this.#size = Math.min(maxPrefillChunkTokens, Math.max(1, Math.floor(prefillChunkTargetMs / perTile)) * tile);
  }
}
