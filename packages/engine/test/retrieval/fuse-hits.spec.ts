import * as fc from 'fast-check';
import type { ChunkHit } from '#src/ports/vector-store.js';
import { fuseHits } from '#src/retrieval/fuse-hits.js';

function hit(fileId: string, chunk = 0): ChunkHit {
  return { vectorStoreId: 'vs_1', fileId, filename: fileId, attributes: {}, chunk, text: fileId, score: 7 };
}

const found = (hits: readonly ChunkHit[]): unknown =>
  hits.map(({ fileId, score }) => [fileId, Number(score.toFixed(4))]);

describe('Fused searches', () => {
  it('give a chunk that every search ranks first the score 1', () => {
    const rankings = [
      { hits: [hit('a'), hit('b')], weight: 1 },
      { hits: [hit('a'), hit('c')], weight: 3 },
    ];
    const [first, second, third] = [1, (3 / 62 / 4) * 61, (1 / 62 / 4) * 61].map((score) => Number(score.toFixed(4)));
    expect(found(fuseHits(rankings, { limit: 9 }))).toEqual([
      ['a', first],
      ['c', second],
      ['b', third],
    ]);
  });

  it('keep a hit whose shown score is at least the threshold, and no more hits than the limit', () => {
    const rankings = [{ hits: [hit('a'), hit('b'), hit('c')], weight: 2 }];
    expect(found(fuseHits(rankings, { limit: 9, scoreThreshold: 0.98 }))).toEqual([
      ['a', 1],
      ['b', Number((61 / 62).toFixed(4))],
    ]);
    expect(found(fuseHits(rankings, { limit: 1 }))).toEqual([['a', 1]]);
  });

  it('ignore a search without weight, and one result twice', () => {
    expect(fuseHits([{ hits: [hit('a')], weight: 0 }], { limit: 9 })).toEqual([]);
    expect(found(fuseHits([{ hits: [hit('b'), hit('a'), hit('a')], weight: 1 }], { limit: 9 }))).toEqual([
      ['b', 1],
      ['a', Number((61 / 62).toFixed(4))],
    ]);
  });

  it('have scores from 0 to 1 in descending order, each chunk once', () => {
    const rankings = fc.array(
      fc.record({
        ids: fc.uniqueArray(fc.constantFrom('a', 'b', 'c', 'd', 'e')),
        weight: fc.double({ min: 0, max: 5, noNaN: true }),
      }),
    );
    fc.assert(
      fc.property(rankings, fc.double({ min: 0, max: 1, noNaN: true }), (lists, scoreThreshold) => {
        const hits = fuseHits(
          lists.map(({ ids, weight }) => ({ hits: ids.map((id) => hit(id)), weight })),
          { limit: 4, scoreThreshold },
        );
        const scores = hits.map(({ score }) => score);
        expect(scores).toEqual(scores.toSorted((one, other) => other - one));
        expect(scores.every((score) => score >= scoreThreshold && score > 0 && score <= 1)).toBe(true);
        expect(new Set(hits.map(({ fileId }) => fileId)).size).toBe(hits.length);
      }),
    );
  });
});
