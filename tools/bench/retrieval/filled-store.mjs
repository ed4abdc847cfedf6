// A vector store with the chunks of the texts, and the searches in it.
import { searchFiles } from '../../../packages/hosted-tools/dist/index.js';
import { hashedVector } from '../../reliability/embeddings-upstream.mjs';
import { conceptsOf, textOf } from './facts.mjs';

const owner = 'bench';
const chunksPerFile = 100;
const chunkLengths = { maxTokens: 800, overlapTokens: 400 };

/**
 * The embedding space of the benchmark, in place of a model: concepts by their hashes. It knows every synonym of the
 * texts, and confuses the months.
 * @param {number} dimensions
 */
export function conceptSpace(dimensions) {
  const vectorOf = (text) => new Float32Array(hashedVector(conceptsOf(text), dimensions));
  return { space: { model: 'concepts', dimensions }, vectorOf };
}

/**
 * Adds texts to a vector store, in files of 100 chunks, until it has `chunks` of them.
 * @param {import('../../../packages/engine/dist/index.js').Store} store
 */
export async function fillStore(store, id, { from, chunks, space, vectorOf, progress }) {
  const now = Date.now();
  if (from === 0)
    await store.createVectorStore({ id, owner, createdAt: now, name: id, metadata: {}, embedding: space });
  for (let first = from; first < chunks; first += chunksPerFile) {
    const fileId = `file-${String(first).padStart(8, '0')}`;
    await store.attachFiles(owner, id, [{ fileId, filename: fileId, attributes: {}, chunkLengths, createdAt: now }]);
    const lease = await store.claimIngestion(60_000);
    const texts = Array.from({ length: Math.min(chunksPerFile, chunks - first) }, (_, index) => textOf(first + index));
    await store.publishFile(
      lease,
      texts.map((text) => ({ text, vector: vectorOf(text) })),
      { space },
    );
    if (first % 10_000 === 0) progress(`${first} of ${chunks} chunks`);
  }
}

/** One search as a request runs it. @param {'lexical' | 'vector' | 'hybrid'} way */
export async function search(store, id, question, way, { vectorOf }) {
  const models = {
    embedding: (name) => ({ name, embed: async (texts) => ({ vectors: texts.map(vectorOf), inputTokens: 0 }) }),
  };
  const weights = { text: way === 'vector' ? 0 : 1, vector: way === 'lexical' ? 0 : 1 };
  const { hits } = await searchFiles(
    { owner, vectorStoreIds: [id], queries: [question], limit: 5, ranking: { weights } },
    { store, clock: Date, models },
    { signal: new AbortController().signal, requestId: 'bench', owner },
  );
  return hits;
}
