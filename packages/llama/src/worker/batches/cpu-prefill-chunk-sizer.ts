import { maxPrefillChunkTokens, prefillChunkTargetMs, tile, type PrefillChunkSizer } from './prefill-chunk-sizer.js';

/** For a processor, where every token takes its time: as many as the last pass says that there is time for. */
export class CpuPrefillChunkSizer implements PrefillChunkSizer {
  #size = tile;

  get size(): number {
    return this.#size;
  }

  took(tokens: number, time: number): void {
    // Fewer tokens than a tile are slower each: they say nothing of how long a whole piece takes.
    if (tokens < tile) return;
    const perTile = (time / tokens) * tile;
    this.#size = Math.min(maxPrefillChunkTokens, Math.max(1, Math.floor(prefillChunkTargetMs / perTile)) * tile);
  }
}
