import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { type AttributeFilter, type AttributeValue, type ChunkHit, fuseHits, matchesAttributes } from '@org/engine';
import { ingest, newVectorStoreFile, putVectorStore, type StoreLocation } from '@org/engine/testing';

const space = { model: 'embed', dimensions: 4 };

const values: fc.Arbitrary<AttributeValue> = fc.oneof(
  fc.constantFrom('1', '2', 'a', '\u0000', '\ud800'),
  fc.constantFrom(1, 2, -1.5),
  fc.boolean(),
);
const keys = fc.constantFrom('a', 'b', '__proto__');
const words = fc.constantFrom('pump', 'heat', 'Heizung', '契約', 'x1', '"OR"');
const numbers = fc.integer({ min: -3, max: 3 });

const files = fc.array(
  fc.record({
    attributes: fc.dictionary(keys, values, { noNullPrototype: true }),
    chunks: fc.array(
      fc.record({
        text: fc.array(words, { maxLength: 5 }).map((some) => some.join(' ')),
        vector: fc.tuple(numbers, numbers, numbers, numbers),
      }),
      { maxLength: 4 },
    ),
  }),
  { minLength: 1, maxLength: 6 },
);

const filters = fc.letrec<{ filter: AttributeFilter }>((tie) => ({
  filter: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.record({ type: fc.constantFrom('eq', 'ne', 'gt', 'gte', 'lt', 'lte'), key: keys, value: values }),
    fc.record({ type: fc.constantFrom('in', 'nin'), key: keys, values: fc.array(values, { maxLength: 3 }) }),
    fc.record({ type: fc.constantFrom('and', 'or'), filters: fc.array(tie('filter'), { maxLength: 3 }) }),
  ),
})).filter;

/**
 * Checks searches of a store against the pure functions: which files match a filter, and which vectors are nearest.
 * Returns what each search found, so that two stores can be compared.
 */
export async function searchGenerated(makeLocation: () => Promise<StoreLocation>, numRuns: number): Promise<string> {
  const log: unknown[] = [];
  const location = await makeLocation();
  const store = await location.open();
  let runs = 0;
  await fc.assert(
    fc.asyncProperty(
      files,
      filters,
      fc.array(words, { minLength: 1, maxLength: 3 }),
      fc.tuple(numbers, numbers, numbers, numbers),
      async (list, filter, query, vector) => {
        const owner = `owner ${runs++}`;
        for (const id of ['vs_1', 'vs_2']) await putVectorStore(store, id, { owner });
        for (const [n, { attributes, chunks }] of list.entries()) {
          const embedded = chunks.map((chunk) => ({ ...chunk, vector: Float32Array.from(chunk.vector) }));
          const file = newVectorStoreFile(`file_${n}`, { attributes });
          await ingest(store, `vs_${1 + (n % 2)}`, file, embedded, { owner, space });
        }
        const search = { vectorStoreIds: ['vs_1', 'vs_2'], filter, limit: 50 };
        const byText = await store.searchByText(owner, query.join(' '), search);
        const byVector = await store.searchByVector(owner, { space, vector: Float32Array.from(vector) }, search);
        assert.ok(byText !== undefined && byVector !== undefined);
        const matching = list.flatMap((file, n) => (matchesAttributes(filter, file.attributes) ? [n] : []));
        assert.deepEqual(
          byVector.map(({ score }) => score + 0),
          matching
            .flatMap((n) => list[n]?.chunks.map((chunk) => product(chunk.vector, vector)) ?? [])
            .toSorted((one, other) => other - one),
        );
        assertMatches(byText, new Set(matching));
        log.push(
          byText,
          byVector,
          fuseHits(
            [
              { hits: byText, weight: 1 },
              { hits: byVector, weight: 2 },
            ],
            { limit: 9 },
          ),
        );
      },
    ),
    { numRuns, seed: 40, endOnFailure: true },
  );
  await store.close();
  await location.dispose();
  return JSON.stringify(log);
}

function assertMatches(hits: readonly ChunkHit[], matching: ReadonlySet<number>): void {
  for (const { fileId } of hits) assert.ok(matching.has(Number(fileId.slice('file_'.length))), fileId);
}

function product(one: readonly number[], other: readonly number[]): number {
  return one.reduce((sum, value, index) => sum + value * (other[index] ?? 0), 0) + 0;
}
