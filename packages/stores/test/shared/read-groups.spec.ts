import * as fc from 'fast-check';
import { chunksPerIndex } from '#src/shared/vector-stores/chunk-contents.js';
import {
  type ChunkQuery,
  maxBytesPerRead,
  readGroups,
  type SearchedFile,
} from '#src/shared/vector-stores/chunk-search.js';

const fileOf = (key: number, chunks: number): SearchedFile => ({
  ...{ key, chunks, version: 1, vectorStoreId: 'vs_1', fileId: `file_${key}` },
  description: { filename: 'a', attributes: {}, chunkLengths: { maxTokens: 800, overlapTokens: 400 } },
});

describe('the contents that a search reads at once', () => {
  it('are all contents of its files, once and in order, within the limit of bytes unless one content is larger', () =>
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 1, max: 20_000 }), { maxLength: 12 }),
        fc.integer({ min: 1, max: 8_192 }),
        (lengths, dimensions) => {
          const query: ChunkQuery = {
            type: 'vector',
            space: { model: 'm', dimensions },
            vector: new Float32Array(dimensions),
          };
          const files = lengths.map((chunks, key) => fileOf(key, chunks));
          const groups = readGroups(files, query);
          const numbers = groups
            .flat()
            .flatMap(({ file, from, to }) =>
              Array.from({ length: to - from }, (_, index) => `${file.key} ${from + index}`),
            );
          expect(numbers).toEqual(
            files.flatMap(({ key, chunks }) =>
              Array.from({ length: Math.ceil(chunks / chunksPerIndex) }, (_, number) => `${key} ${number}`),
            ),
          );
          for (const group of groups) {
            const chunks = group.map(
              ({ file, from, to }) => Math.min(file.chunks, to * chunksPerIndex) - from * chunksPerIndex,
            );
            const bytes = chunks.reduce((sum, count) => sum + count, 0) * dimensions * 4;
            const isOneContent = group.length === 1 && group.every(({ from, to }) => to - from === 1);
            expect(bytes <= maxBytesPerRead || isOneContent).toBe(true);
          }
        },
      ),
    ));
});
