import {
  cancelled,
  createRerankLanguageModel,
  EngineError,
  type JsonObject,
  type LanguageModel,
  type RerankModel,
  type RetrievalContext,
} from '@org/engine';
import { readRanking } from './read-ranking.js';
import type { UpstreamRerankOptions } from './retrieval-options.js';
import { RetrievalUpstream } from './retrieval-upstream.js';

/** Characters of a token, where the upstream reports no tokens. */
const charactersPerToken = 4;

/**
 * Creates a rerank model with the rerank API of vLLM, llama.cpp, Jina and others. Throws `invalid-request` when the options
 * cannot work.
 */
export function createUpstreamRerankModel(options: UpstreamRerankOptions): LanguageModel {
  const upstream = new RetrievalUpstream(options, 'rerank');
  return createRerankLanguageModel(new UpstreamRerankModel(upstream, options), upstream.lifecycle);
}

class UpstreamRerankModel implements RerankModel {
  readonly name: string;

  constructor(
    readonly upstream: RetrievalUpstream,
    readonly options: UpstreamRerankOptions,
  ) {
    this.name = options.id;
  }

  async rank(
    query: string,
    documents: readonly string[],
    context: RetrievalContext,
  ): Promise<{ readonly scores: readonly number[]; readonly inputTokens: number }> {
    if (context.signal.aborted) throw cancelled();
    if (documents.length === 0) return { scores: [], inputTokens: 0 };
    const { upstream } = this;
    const { rerankPath = upstream.client.below('/rerank'), rerankScores } = this.options;
    const body: JsonObject = { model: upstream.model, query, documents: [...documents], top_n: documents.length };
    const response = await upstream
      .query(rerankPath, body, context, upstream.retryPolicy)
      .catch((error: unknown) =>
        Promise.reject(error instanceof EngineError ? upstream.toClientError(error, body) : error),
      );
    const { scores, inputTokens } = readRanking(response, documents.length, rerankScores);
    return { scores, inputTokens: inputTokens ?? estimateTokens(query, documents) };
  }
}

function estimateTokens(query: string, documents: readonly string[]): number {
  const characters = documents.reduce((sum, document) => sum + document.length + query.length, 0);
  return Math.ceil(characters / charactersPerToken);
}
