import { cancelled, EngineError, type RetrievalModels } from '@org/engine';
import { searchFiles, VectorStoreMissing } from '#src/file-search/search-files.js';
import { context, hitOf, scriptedEmbedding, scriptedSearch, storeOf } from './scripted-files.js';

const query = { owner: 'alice', vectorStoreIds: ['vs_1'], queries: ['pumps'], limit: 10 };
const space = { model: 'e', dimensions: 3 };
const embedded = storeOf('vs_1', { embedding: space });
const idsOf = (hits: readonly { readonly fileId: string }[]): string[] => hits.map(({ fileId }) => fileId);

function modelsOf(
  embedding: ReturnType<typeof scriptedEmbedding> = scriptedEmbedding(3),
  scores?: (documents: readonly string[]) => readonly number[],
): RetrievalModels {
  return {
    embedding(name) {
      if (name !== 'e') throw new EngineError('unknown-model', 'There is no such model.');
      return embedding;
    },
    rerank: (name) => ({
      name,
      async rank(_query, documents) {
        if (scores === undefined) throw new EngineError('upstream-failed', 'The reranker is down.');
        return { scores: scores(documents), inputTokens: 1 };
      },
    }),
  };
}

describe('a search of files', () => {
  it('finds words alone where no vector store has vectors, and says so', async () => {
    const ports = scriptedSearch({ stores: [storeOf('vs_1')], byText: () => [hitOf('a'), hitOf('b')] });
    const { hits, degraded } = await searchFiles(query, ports, context);
    expect(idsOf(hits)).toEqual(['a', 'b']);
    expect(hits[0]?.score).toBe(1);
    expect(degraded).toEqual(['no-vectors']);
    expect(ports.touched).toEqual(['vs_1']);
  });

  it('fuses the ranks of words and meaning, and of several queries', async () => {
    const ports = scriptedSearch({
      stores: [embedded],
      byText: (words) => (words === 'pumps' ? [hitOf('a'), hitOf('b')] : [hitOf('b')]),
      byVector: () => [hitOf('b'), hitOf('c')],
    });
    const found = await searchFiles(
      { ...query, queries: ['pumps', 'valves'] },
      { ...ports, models: modelsOf() },
      context,
    );
    expect(idsOf(found.hits)).toEqual(['b', 'c', 'a']);
    expect(found.degraded).toEqual([]);
  });

  it('weighs words and meaning as the request wants', async () => {
    const ports = {
      ...scriptedSearch({ stores: [embedded], byText: () => [hitOf('words')], byVector: () => [hitOf('meaning')] }),
      models: modelsOf(),
    };
    const search = async (vector: number, text: number): Promise<string[]> =>
      idsOf((await searchFiles({ ...query, ranking: { weights: { vector, text } } }, ports, context)).hits);
    expect(await search(0.2, 0.8)).toEqual(['words', 'meaning']);
    expect(await search(0.8, 0.2)).toEqual(['meaning', 'words']);
    expect(await search(1, 0)).toEqual(['meaning']);
    expect(await search(0, 1)).toEqual(['words']);
  });

  it('returns at most the limit, above the threshold', async () => {
    const ports = scriptedSearch({
      stores: [storeOf('vs_1')],
      byText: () => Array.from({ length: 60 }, (_, n) => hitOf(`f${n}`)),
    });
    expect((await searchFiles({ ...query, limit: 3 }, ports, context)).hits).toHaveLength(3);
    const above = await searchFiles({ ...query, limit: 50, ranking: { scoreThreshold: 0.9 } }, ports, context);
    expect(above.hits.length).toBeGreaterThan(1);
    expect(above.hits.every(({ score }) => score >= 0.9)).toBe(true);
    expect(above.hits.length).toBeLessThan(50);
  });

  it.each([
    ['is missing', ['vs_1', 'vs_2'], 'alice', 1],
    ['belongs to another owner', ['vs_1'], 'bob', 0],
  ])('fails, with no hits of the others, where a vector store %s', async (_name, vectorStoreIds, owner, index) => {
    const ports = scriptedSearch({ stores: [storeOf('vs_1')], byText: () => [hitOf('a')] });
    const failed = searchFiles({ ...query, vectorStoreIds, owner }, ports, context);
    await expect(failed).rejects.toBeInstanceOf(VectorStoreMissing);
    await expect(failed).rejects.toMatchObject({ index });
    expect(ports.touched).toEqual([]);
  });

  it('fails where a vector store disappears during the search', async () => {
    const ports = scriptedSearch({ stores: [storeOf('vs_1')], byText: () => undefined });
    await expect(searchFiles(query, ports, context)).rejects.toBeInstanceOf(VectorStoreMissing);
  });

  it.each([
    ['embedding-failed', modelsOf(scriptedEmbedding(3, () => new EngineError('upstream-failed', 'Down.')))],
    ['embedding-failed', modelsOf(scriptedEmbedding(2))],
    ['embedding-unknown', undefined],
  ] as const)('finds words where the model of a vector store fails: %s', async (reason, models) => {
    const ports = scriptedSearch({ stores: [embedded], byText: () => [hitOf('a')], byVector: () => [hitOf('b')] });
    const { hits, degraded } = await searchFiles(query, { ...ports, models }, context);
    expect([idsOf(hits), degraded]).toEqual([['a'], [reason]]);
  });

  it('ends when it is cancelled', async () => {
    const models = modelsOf(scriptedEmbedding(3, () => cancelled()));
    const ports = scriptedSearch({ stores: [embedded], byText: () => [hitOf('a')] });
    await expect(searchFiles(query, { ...ports, models }, context)).rejects.toMatchObject({ code: 'cancelled' });
  });

  describe('with a reranker', () => {
    const ports = scriptedSearch({ stores: [storeOf('vs_1')], byText: () => [hitOf('a'), hitOf('b'), hitOf('c')] });
    const scored = modelsOf(undefined, (documents) => documents.map((text) => (text.includes('c') ? 0.9 : 0.2)));

    it('has its order and scores, which the threshold tests', async () => {
      const { hits } = await searchFiles(query, { ...ports, models: scored, reranker: 'r' }, context);
      expect(hits.map(({ fileId, score }) => [fileId, score])).toEqual([
        ['c', 0.9],
        ['a', 0.2],
        ['b', 0.2],
      ]);
      const ranking = { scoreThreshold: 0.5 };
      const above = await searchFiles({ ...query, ranking }, { ...ports, models: scored, reranker: 'r' }, context);
      expect(idsOf(above.hits)).toEqual(['c']);
    });

    it('keeps the fused order where the request wants none, and where it fails', async () => {
      const ranking = { reranker: 'none' } as const;
      const none = await searchFiles({ ...query, ranking }, { ...ports, models: scored, reranker: 'r' }, context);
      expect(idsOf(none.hits)).toEqual(['a', 'b', 'c']);
      const failed = await searchFiles(query, { ...ports, models: modelsOf(), reranker: 'r' }, context);
      expect(idsOf(failed.hits)).toEqual(['a', 'b', 'c']);
      expect(failed.degraded).toContain('rerank-failed');
    });
  });
});
