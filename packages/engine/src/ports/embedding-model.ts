import type { RunContext } from './run-context.js';

/** What an embedding or rerank model needs of a run. `logFields`: where routing records its decisions. */
export type RetrievalContext = Pick<RunContext, 'signal' | 'requestId' | 'owner' | 'trace' | 'logFields'>;

/** A text, or the tokens of one, by the model's own vocabulary. */
export type EmbeddingInput = string | readonly number[];

/** What an embedding model made of its inputs. */
export interface Embeddings {
  /** One vector per input, in their order, each of length 1. */
  readonly vectors: readonly Float32Array[];
  /** Tokens of all inputs. */
  readonly inputTokens: number;
}

/** Options of one call of an embedding model. */
export interface EmbeddingOptions {
  /** Length of the vectors. Absent: the model's own. */
  readonly dimensions?: number;
  /** A search waits for its vector, an ingestion does not: searches go first. Default `search`. */
  readonly purpose?: 'search' | 'ingestion';
}

/** Turns texts into vectors. Every adapter passes `testing/contracts/embedding-model-contract`. */
export interface EmbeddingModel {
  /** As the configuration calls it: a vector store records it. */
  readonly name: string;
  /**
   * Throws `invalid-request` for an input that is empty or longer than the model can read and for a number of
   * dimensions that it cannot give, with a `param` such as `input.3`, `upstream-failed` for an incomplete response, and
   * `cancelled`.
   */
  embed(inputs: readonly EmbeddingInput[], context: RetrievalContext, options?: EmbeddingOptions): Promise<Embeddings>;
}

/** Scores how well documents fit a query. */
export interface RerankModel {
  readonly name: string;
  /** One score from 0 to 1 per document, in their order. Throws as {@link EmbeddingModel.embed} does. */
  rank(
    query: string,
    documents: readonly string[],
    context: RetrievalContext,
  ): Promise<{ readonly scores: readonly number[]; readonly inputTokens: number }>;
}

/**
 * The configured models of both kinds. Throws `unknown-model` for a name that no model has, and `invalid-request` for a
 * model with another task.
 */
export interface RetrievalModels {
  embedding(name: string): EmbeddingModel;
  rerank(name: string): RerankModel;
}
