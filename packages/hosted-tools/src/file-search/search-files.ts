import {
  type ChunkHit,
  type ChunkSearch,
  type EmbeddingModel,
  type EmbeddingSpace,
  EngineError,
  type FileSearchRequest,
  fuseHits,
  type RankedHits,
  type RerankModel,
  type RetrievalModels,
  type VectorStoreRecord,
  type VectorStoreStore,
} from '@org/engine';
import { findRetrievalModel } from './find-retrieval-model.js';

/** One search of several vector stores for several queries. */
export interface FileSearchQuery extends Pick<FileSearchRequest, 'vectorStoreIds' | 'filter' | 'ranking'> {
  readonly owner: string;
  /** At least one. */
  readonly queries: readonly string[];
  /** Maximum number of hits. */
  readonly limit: number;
}

/** What a search works with. */
export interface SearchPorts {
  readonly store: Pick<VectorStoreStore, 'getVectorStore' | 'searchByText' | 'searchByVector' | 'touchVectorStores'>;
  readonly clock: { now(): number };
  /** Absent: chunks are found by their words alone. */
  readonly models?: RetrievalModels | undefined;
  /** Name of the model that reorders hits. */
  readonly reranker?: string | undefined;
}

/** What a search found. */
export interface FoundChunks {
  /** Best first, with scores from 0 to 1. */
  readonly hits: readonly ChunkHit[];
  /** A part of the search did not run: the hits are those of the other parts. */
  readonly degraded: readonly SearchDegradation[];
}

/**
 * `no-vectors`: no vector store has vectors. `embedding-failed`, `embedding-unknown`, `rerank-failed`: the model of a
 * vector store failed or is not configured any more, or the reranker failed.
 */
export type SearchDegradation = 'no-vectors' | 'embedding-failed' | 'embedding-unknown' | 'rerank-failed';

/** A vector store does not exist, has expired, or belongs to another owner. */
export class VectorStoreMissing extends Error {
  override readonly name = 'VectorStoreMissing';

  /** `index`: of the first missing one among the ids of the search. */
  constructor(readonly index: number) {
    super('There is no vector store with this id.');
  }
}

type Context = Parameters<EmbeddingModel['embed']>[1];

/** Hits of each single search that are fused: more than are returned, because their ranks differ. */
const candidates = 100;
/** Hits that the reranker reads. */
const maxReranked = 50;

/** The vector stores of these ids, in their order. Throws {@link VectorStoreMissing} unless all of them exist. */
export async function findVectorStores(
  store: Pick<VectorStoreStore, 'getVectorStore'>,
  owner: string,
  ids: readonly string[],
): Promise<readonly VectorStoreRecord[]> {
  const found = await Promise.all(ids.map((id) => store.getVectorStore(owner, id)));
  return found.map((record, index) => {
    if (record === undefined) throw new VectorStoreMissing(index);
    return record;
  });
}

/**
 * Searches by words and, where vector stores have vectors, by meaning; fuses the ranks of all queries. Throws
 * {@link VectorStoreMissing}, failures of the store, and `cancelled`. A model that fails leaves the other searches.
 */
export async function searchFiles(query: FileSearchQuery, ports: SearchPorts, context: Context): Promise<FoundChunks> {
  const { owner, vectorStoreIds, queries, filter, ranking = {}, limit } = query;
  const ids = [...new Set(vectorStoreIds)];
  const stores = await findVectorStores(ports.store, owner, ids);
  const search: ChunkSearch = { vectorStoreIds: ids, limit: candidates, ...(filter !== undefined && { filter }) };
  const { text = 1, vector = 1 } = ranking.weights ?? {};
  const degraded = new Set<SearchDegradation>();
  const byVector = vector === 0 ? [] : spacesOf(stores).map((space) => rankByVector(space));
  if (vector > 0 && byVector.length === 0) degraded.add('no-vectors');

  async function rankByText(words: string): Promise<RankedHits> {
    return { hits: required(await ports.store.searchByText(owner, words, search)), weight: text };
  }
  async function rankByVector(space: EmbeddingSpace): Promise<readonly RankedHits[]> {
    const vectors = await embedQueries(queries, space, ports, context, degraded);
    return await Promise.all(
      vectors.map(async (each) => ({
        hits: required(await ports.store.searchByVector(owner, { space, vector: each }, search)),
        weight: vector,
      })),
    );
  }

  const vectorRankings = (await Promise.all(byVector)).flat();
  // A weight of 0 for words is obeyed only where there is something else.
  const textRankings =
    text === 0 && vectorRankings.length > 0 ? [] : await Promise.all(queries.map((words) => rankByText(words)));
  const rankings = [...textRankings, ...vectorRankings].map(({ hits, weight }) => ({ hits, weight: weight || 1 }));
  await ports.store.touchVectorStores(owner, ids, ports.clock.now());
  const reranker = ranking.reranker === 'none' ? undefined : rerankerOf(ports);
  const { scoreThreshold = 0 } = ranking;
  if (reranker === undefined) return { hits: fuseHits(rankings, { limit, scoreThreshold }), degraded: [...degraded] };
  const fused = fuseHits(rankings, { limit: Math.max(limit, maxReranked) });
  const hits = await rerank(queries, fused, reranker, context, degraded);
  return { hits: hits.filter(({ score }) => score >= scoreThreshold).slice(0, limit), degraded: [...degraded] };
}

function required(hits: readonly ChunkHit[] | undefined): readonly ChunkHit[] {
  // Deleted since it was found: which one of several does not matter.
  if (hits === undefined) throw new VectorStoreMissing(0);
  return hits;
}

/** The spaces in which vectors of these stores lie, each once. */
function spacesOf(stores: readonly VectorStoreRecord[]): readonly EmbeddingSpace[] {
  const spaces = stores.flatMap(({ embedding }) => (embedding === undefined ? [] : [embedding]));
  return [...new Map(spaces.map((space) => [`${space.dimensions} ${space.model}`, space])).values()];
}

async function embedQueries(
  queries: readonly string[],
  { model: name, dimensions }: EmbeddingSpace,
  { models }: SearchPorts,
  context: Context,
  degraded: Set<SearchDegradation>,
): Promise<readonly Float32Array[]> {
  const model = findRetrievalModel(() => models?.embedding(name));
  if (model === undefined) {
    degraded.add('embedding-unknown');
    return [];
  }
  try {
    const { vectors } = await model.embed(queries, context, { purpose: 'search' });
    if (vectors.length === queries.length && vectors.every(({ length }) => length === dimensions)) return vectors;
  } catch (thrown) {
    rethrowCancelled(thrown);
  }
  degraded.add('embedding-failed');
  return [];
}

function rerankerOf({ models, reranker }: SearchPorts): RerankModel | undefined {
  return reranker === undefined ? undefined : findRetrievalModel(() => models?.rerank(reranker));
}

async function rerank(
  queries: readonly string[],
  hits: readonly ChunkHit[],
  model: RerankModel,
  context: Context,
  degraded: Set<SearchDegradation>,
): Promise<readonly ChunkHit[]> {
  const [head, tail] = [hits.slice(0, maxReranked), hits.slice(maxReranked)];
  if (head.length === 0) return hits;
  try {
    const { scores } = await model.rank(
      queries.join('\n'),
      head.map(({ text }) => text),
      context,
    );
    const ranked = head.map((hit, index) => ({ ...hit, score: scores[index] ?? 0 }));
    return [...ranked.toSorted((one, other) => other.score - one.score), ...tail.map((hit) => ({ ...hit, score: 0 }))];
  } catch (thrown) {
    rethrowCancelled(thrown);
    degraded.add('rerank-failed');
    return hits;
  }
}

function rethrowCancelled(thrown: unknown): void {
  if (thrown instanceof EngineError && thrown.code === 'cancelled') throw thrown;
}
