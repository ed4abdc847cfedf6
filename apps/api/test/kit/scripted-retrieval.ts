// Models of embeddings and a reranker whose results tests can predict.
import { EngineError, type RetrievalModels } from '@org/engine';

/** Words that mean the same have the same dimension. */
const meanings = [
  ['pump', 'compressor'],
  ['invoice', 'bill'],
  ['garden', 'flowers'],
];

/** How often the embedding model fails next. */
export interface RetrievalScript {
  fails: number;
  /** Code of its failures. Default: upstream-failed. */
  code?: 'upstream-failed' | 'overloaded';
}

/** Every name is an embedding model, and a reranker that prefers gardens. */
export function scriptedRetrieval(script: RetrievalScript = { fails: 0 }): RetrievalModels {
  return {
    embedding: (name) => ({
      name,
      async embed(inputs) {
        if (script.fails > 0) {
          script.fails -= 1;
          throw new EngineError(script.code ?? 'upstream-failed', 'The embedding model failed.');
        }
        return { vectors: inputs.map((input) => vectorOf(String(input).toLowerCase())), inputTokens: inputs.length };
      },
    }),
    rerank: (name) => ({
      name,
      rank: async (_query, documents) => ({
        scores: documents.map((text) => (text.includes('garden') ? 0.9 : 0.1)),
        inputTokens: 1,
      }),
    }),
  };
}

function vectorOf(words: string): Float32Array {
  const counts = meanings.map((same) => same.filter((word) => words.includes(word)).length + 0.01);
  const length = Math.hypot(...counts);
  return Float32Array.from(counts, (count) => count / length);
}
