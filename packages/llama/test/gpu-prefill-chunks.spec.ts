import { GpuPrefillChunkSizer } from '#src/worker/batches/gpu-prefill-chunk-sizer.js';
import type { PrefillChunkSizer } from '#src/worker/batches/prefill-chunk-sizer.js';
import { CpuPrefillChunkSizer } from '#src/worker/batches/cpu-prefill-chunk-sizer.js';

/** Milliseconds that the pass takes which is number `batch`, from 0, and reads `tokens`. */
type Speed = (tokens: number, batch: number) => number;

/** The sizes of the given number of consecutive chunks. */
function read(chunkSizer: PrefillChunkSizer, count: number, speed: Speed): readonly number[] {
  return Array.from({ length: count }, (_, batch) => {
    const { size } = chunkSizer;
    chunkSizer.recordTime(size, speed(size, batch));
    return size;
  });
}

/** What is compiled takes three seconds, whenever a size is used for the first time. */
function compiling(speed: Speed): Speed {
  const compiled = new Set<number>();
  return (tokens, batch) => {
    const isNew = !compiled.has(tokens);
    compiled.add(tokens);
    return (isNew ? 3_000 : 0) + speed(tokens, batch);
  };
}

describe('the prefill chunk size on a GPU', () => {
  it.each([5, 100, 140, 300, 2_000])('soon reaches the maximum where a batch takes %d ms at any size', (time) => {
    expect(read(new GpuPrefillChunkSizer(), 8, () => time).slice(-2)).toEqual([512, 512]);
  });

  it('soon reaches the maximum where the first batch took seconds, or the first of every size did', () => {
    expect(read(new GpuPrefillChunkSizer(), 8, (_, batch) => (batch === 0 ? 10_000 : 5)).slice(-2)).toEqual([512, 512]);
    expect(
      read(
        new GpuPrefillChunkSizer(),
        12,
        compiling((tokens) => tokens / 20),
      ).slice(-2),
    ).toEqual([512, 512]);
    expect(
      read(
        new GpuPrefillChunkSizer(),
        12,
        compiling(() => 140),
      ).slice(-2),
    ).toEqual([512, 512]);
  });

  it('does not shrink after a single slow batch', () => {
    const chunkSizer = new GpuPrefillChunkSizer();
    read(chunkSizer, 8, () => 5);
    expect(read(chunkSizer, 3, (_, batch) => (batch === 0 ? 4_000 : 5))).toEqual([512, 512, 512]);
  });

  it.each([
    ['64 tokens take 1,000 ms and every token as long', 64, compiling((tokens) => (tokens * 1_000) / 64)],
    ['64 tokens take 100 ms and every token as long', 64, compiling((tokens) => (tokens * 100) / 64)],
    ['64 tokens take 40 ms and every token as long', 128, compiling((tokens) => (tokens * 40) / 64)],
  ])('allows timely cancels where %s; larger chunks are tried again rarely', (_, size, speed) => {
    const chunkSizer = new GpuPrefillChunkSizer();
    read(chunkSizer, 12, speed);
    const sizes = read(chunkSizer, 340, speed);
    expect(sizes.filter((one) => one !== size).length).toBeLessThanOrEqual(22);
    expect(Math.max(...sizes)).toBe(2 * size);
  });

  it('returns to the maximum when every batch becomes slower regardless of size', () => {
    const chunkSizer = new GpuPrefillChunkSizer();
    read(chunkSizer, 8, () => 50);
    expect(read(chunkSizer, 16, () => 300).slice(-2)).toEqual([512, 512]);
  });

  it('does not grow with short prompts, which do not predict longer chunks', () => {
    const chunkSizer = new GpuPrefillChunkSizer();
    for (let batch = 0; batch < 10; batch += 1) chunkSizer.recordTime(63, 1);
    expect(chunkSizer.size).toBe(64);
    for (let batch = 0; batch < 10; batch += 1) chunkSizer.recordTime(100, 1);
    expect(chunkSizer.size).toBe(128);
  });
});

describe('the prefill chunk size on a CPU', () => {
  it('fits 150 ms according to the last chunk, from 64 tokens to 512', () => {
    const chunkSizer = new CpuPrefillChunkSizer();
    expect(read(chunkSizer, 4, (tokens, batch) => (tokens / 64) * ([50, 140, 10, 200][batch] ?? 0))).toEqual([
      64, 192, 64, 512,
    ]);
    expect(chunkSizer.size).toBe(64);
  });
});
