import { maxPrefillChunkTokens, prefillChunkTargetMs, tile, type PrefillChunkSizer } from './prefill-chunk-sizer.js';

/** Maximum time of a chunk relative to the fastest; smaller chunks would hardly yield earlier. */
const maxRelativeTime = 1.25;
/** Number of chunks at a size limited by slow larger ones, before the next larger size is tried again. */
const contentFor = 32;

/**
 * For a GPU, where a chunk of 512 tokens may take no longer than one of 64, and the first of each size may take
 * seconds while the driver compiles. Therefore the sizer does not divide time by tokens, ignores a single slow chunk,
 * and tries each size.
 */
export class GpuPrefillChunkSizer implements PrefillChunkSizer {
  #size = tile;
  /** Minimum time of a chunk of a tile or more, in milliseconds; a chunk of one tile takes no longer. */
  #minChunkTimeMs: number | undefined;
  #slowInARow = 0;
  #contentFor = 0;

  get size(): number {
    return this.#size;
  }

  recordTime(tokens: number, time: number): void {
    if (tokens < tile) return;
    const isSlow = time > Math.max(prefillChunkTargetMs, maxRelativeTime * (this.#minChunkTimeMs ?? 0));
    this.#minChunkTimeMs = Math.min(this.#minChunkTimeMs ?? time, time);
    this.#slowInARow = isSlow ? this.#slowInARow + 1 : 0;
    this.#contentFor = Math.max(0, this.#contentFor - 1);
    if (this.#slowInARow > 1) this.#shrink(time);
    else if (!isSlow && tokens >= this.#size && this.#contentFor === 0)
      this.#size = Math.min(maxPrefillChunkTokens, 2 * this.#size);
  }

  #shrink(time: number): void {
    this.#slowInARow = 0;
    if (this.#size > tile) {
      this.#size /= 2;
      this.#contentFor = contentFor;
    } else {
      // All chunks are slower now, such as deep in a long conversation, so earlier measurements no longer apply.
      this.#minChunkTimeMs = time;
      this.#contentFor = 0;
    }
  }
}
