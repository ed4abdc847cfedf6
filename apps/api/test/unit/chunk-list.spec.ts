import { ChunkList } from '#src/http/body/chunk-list.js';

describe('the chunks of a body', () => {
  it.each([
    ['none', []],
    ['one', [3]],
    ['short ones', [1, 1, 2, 0, 5]],
    ['short ones beyond a block', Array.from({ length: 300 }, (_, at) => at * 7)],
    ['short and long ones', [1, 70_000, 2, 3, 200_000, 1]],
  ])('are joined in order: %s', (_, lengths) => {
    const list = new ChunkList();
    const chunks = lengths.map((length, at) => Buffer.alloc(length, at + 1));
    for (const chunk of chunks) list.add(chunk);
    expect(list.take().equals(Buffer.concat(chunks))).toBe(true);
    expect(list.take()).toHaveLength(0);
  });

  it('takes little more than its bytes where each chunk has one', () => {
    const list = new ChunkList();
    const before = process.memoryUsage();
    for (let n = 0; n < 2_000_000; n++) list.add(Buffer.from([n]));
    const { heapUsed, arrayBuffers } = process.memoryUsage();
    // Two million chunks would take 200 MB.
    expect(arrayBuffers - before.arrayBuffers + heapUsed - before.heapUsed).toBeLessThan(100_000_000);
    expect(list.take()).toHaveLength(2_000_000);
  });
});
