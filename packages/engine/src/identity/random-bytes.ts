import { randomFillSync } from 'node:crypto';

/**
 * Random bytes, as many as asked for (at most `blockSize`). Drawn in blocks: a call into the operating system for every
 * id or nonce would cost more than the rest of the work. Nothing that was given out stays in the block.
 */
export function randomBlocks(blockSize = 4096): (length: number) => Buffer {
  const block = Buffer.alloc(blockSize);
  let used = blockSize;
  return (length) => {
    if (used + length > blockSize) {
      randomFillSync(block);
      used = 0;
    }
    const slice = block.subarray(used, used + length);
    used += length;
    const bytes = Buffer.from(slice);
    slice.fill(0);
    return bytes;
  };
}
