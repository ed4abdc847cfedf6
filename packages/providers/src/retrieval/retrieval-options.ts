import type { UpstreamOptions } from '../transport/upstream-options.js';

/** `baseUrl` goes up to and without `/embeddings`: `http://127.0.0.1:8000/v1`. The key is sent as a bearer token. */
export interface UpstreamEmbeddingOptions extends UpstreamOptions {
  /** Inputs of one request to the upstream, 1 to 2,048. Default 128. */
  readonly batchSize?: number;
}

/** `baseUrl` goes up to and without `/rerank`. */
export interface UpstreamRerankOptions extends UpstreamOptions {
  /** The path from the origin, for servers that have another one: `/rerank`. Default: `/rerank` below `baseUrl`. */
  readonly rerankPath?: string;
  /**
   * What the upstream's scores are. `probability`: from 0 to 1. `logit`: any number; the service maps it to 0 to 1. Default:
   * logits where a score of the response is below 0 or above 1.
   */
  readonly rerankScores?: 'probability' | 'logit';
}

/** Inputs that the API takes in one request. */
export const maxBatchSize = 2_048;
