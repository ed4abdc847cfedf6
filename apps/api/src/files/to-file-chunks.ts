import { fileChunkBytes } from '@org/engine';

/** The same bytes in chunks for the store: all but the last have one size. */
export async function* toFileChunks(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer, void, void> {
  let parts: Buffer[] = [];
  let length = 0;
  for await (const chunk of chunks) {
    let rest = chunk;
    while (length + rest.length >= fileChunkBytes) {
      const freeBytes = fileChunkBytes - length;
      yield Buffer.concat([...parts, rest.subarray(0, freeBytes)]);
      [parts, length, rest] = [[], 0, rest.subarray(freeBytes)];
    }
    parts.push(rest);
    length += rest.length;
  }
  if (length > 0) yield Buffer.concat(parts);
}
