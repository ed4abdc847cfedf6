import { randomFillSync } from 'node:crypto';

/**
 * Returns the requested number of random bytes (at most `blockSize`). Draws them in blocks, because a system call per
 * id or nonce would cost more than the rest of the work. Returned bytes are erased from the block.
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
