import { maxPrefillChunkTokens, prefillChunkTargetMs, tile, type PrefillChunkSizer } from './prefill-chunk-sizer.js';

/** A piece may take so many times as long as the quickest: smaller ones would hardly let go earlier. */
const hardlyLonger = 1.25;
/** Pieces that are read in a size that others proved too large for, before the next larger one is tried again. */
const contentFor = 32;

/**
 * For a graphics processor, where a pass of 512 tokens may take no longer than one of 64, and the first of each size may take seconds:
 * the driver compiles what it runs. So the time of a pass is not divided by its tokens, a single slow pass is not believed, and each
 * size is tried.
 */
export class GpuPrefillChunkSizer implements PrefillChunkSizer {
  #size = tile;
  /** The quickest pass of a tile or more; one of a tile takes no longer. Milliseconds. */
  #quickest: number | undefined;
  #slowInARow = 0;
  #contentFor = 0;

  get size(): number {
    return this.#size;
  }

  took(tokens: number, time: number): void {
    if (tokens < tile) return;
    const isSlow = time > Math.max(prefillChunkTargetMs, hardlyLonger * (this.#quickest ?? 0));
    this.#quickest = Math.min(this.#quickest ?? time, time);
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
      // Nothing is quicker any more, such as deep in a long conversation: what was measured earlier says nothing.
      this.#quickest = time;
      this.#contentFor = 0;
    }
  }
}
