import {
  cancelled,
  createEmbeddingLanguageModel,
  EngineError,
  type EmbeddingInput,
  type EmbeddingModel,
  type EmbeddingOptions,
  type Embeddings,
  type JsonObject,
  type LanguageModel,
  type RetrievalContext,
} from '@org/engine';
import { upstreamErrorText } from '../errors/upstream-error-text.js';
import { readEmbeddings } from './read-embeddings.js';
import { maxBatchSize, type UpstreamEmbeddingOptions } from './retrieval-options.js';
import { RetrievalUpstream, type RetryPolicy } from './retrieval-upstream.js';

const defaultBatchSize = 128;
/** An ingestion has time, and starting it again costs more than a pause. */
const ingestionRetries: RetryPolicy = { retries: 5, maxDelaySeconds: 60 };
/** Characters of a token, where the upstream reports no tokens. */
const charactersPerToken = 4;

/**
 * Creates an embedding model with the OpenAI embeddings API: vLLM, Ollama, llama.cpp, a hosted API. Throws
 * `invalid-request` when the options cannot work.
 */
export function createUpstreamEmbeddingModel(options: UpstreamEmbeddingOptions): LanguageModel {
  const upstream = new RetrievalUpstream(options, 'embedding');
  return createEmbeddingLanguageModel(new UpstreamEmbeddingModel(upstream, options), upstream.lifecycle);
}

/** Inputs of one request, and the position of the first among those of the call. */
interface Batch {
  readonly inputs: readonly EmbeddingInput[];
  readonly start: number;
}

class UpstreamEmbeddingModel implements EmbeddingModel {
  readonly name: string;
  readonly #batchSize: number;

  constructor(
    readonly upstream: RetrievalUpstream,
    { id, batchSize = defaultBatchSize }: UpstreamEmbeddingOptions,
  ) {
    this.name = id;
    this.#batchSize = Math.min(batchSize, maxBatchSize);
  }

  async embed(
    inputs: readonly EmbeddingInput[],
    context: RetrievalContext,
    options: EmbeddingOptions = {},
  ): Promise<Embeddings> {
    if (context.signal.aborted) throw cancelled();
    for (const [index, input] of inputs.entries())
      if (input.length === 0)
        throw new EngineError('invalid-request', 'The input is empty.', { param: `input.${index}` });
    const vectors: Float32Array[] = [];
    let inputTokens = 0;
    for (let start = 0; start < inputs.length; start += this.#batchSize) {
      const batch = { inputs: inputs.slice(start, start + this.#batchSize), start };
      const part = await this.#embedBatch(batch, context, options);
      vectors.push(...part.vectors);
      inputTokens += part.inputTokens;
    }
    if (new Set(vectors.map(({ length }) => length)).size > 1)
      throw new EngineError('upstream-failed', 'The upstream sent vectors of different lengths.');
    return { vectors, inputTokens };
  }

  /** Halves a batch that is too long: the upstream does not report which input is, and each may be short enough. */
  async #embedBatch(batch: Batch, context: RetrievalContext, options: EmbeddingOptions): Promise<Embeddings> {
    try {
      return await this.#request(batch, context, options);
    } catch (error) {
      if (!(error instanceof EngineError) || (error.code !== 'context-overflow' && error.code !== 'too-large'))
        throw error;
      const { inputs, start } = batch;
      if (inputs.length === 1)
        throw new EngineError('invalid-request', 'The input is longer than the model can read.', {
          param: `input.${start}`,
          cause: error,
        });
      const middle = Math.ceil(inputs.length / 2);
      const first = await this.#embedBatch({ inputs: inputs.slice(0, middle), start }, context, options);
      const second = await this.#embedBatch({ inputs: inputs.slice(middle), start: start + middle }, context, options);
      return {
        vectors: [...first.vectors, ...second.vectors],
        inputTokens: first.inputTokens + second.inputTokens,
      };
    }
  }

  async #request(
    { inputs }: Batch,
    context: RetrievalContext,
    { dimensions, purpose }: EmbeddingOptions,
  ): Promise<Embeddings> {
    const { upstream } = this;
    const body: JsonObject = {
      model: upstream.model,
      input: inputs.map((input) => (typeof input === 'string' ? input : [...input])),
      encoding_format: 'float',
      ...(dimensions === undefined ? {} : { dimensions }),
    };
    const retryPolicy = purpose === 'ingestion' ? ingestionRetries : upstream.retryPolicy;
    const response = await upstream
      .query(upstream.client.below('/embeddings'), body, context, retryPolicy)
      .catch((error: unknown) => {
        if (!(error instanceof EngineError)) throw error;
        const ofDimensions = dimensions !== undefined && /dimension|matryoshka/i.test(upstreamErrorText(error));
        const clientError = upstream.toClientError(error, body);
        throw ofDimensions && clientError.code === 'invalid-request'
          ? clientError.with({ param: 'dimensions' })
          : clientError;
      });
    const { vectors, inputTokens } = readEmbeddings(response, inputs.length);
    const [first] = vectors;
    // Several servers ignore the field.
    if (dimensions !== undefined && first !== undefined && first.length !== dimensions)
      throw new EngineError('invalid-request', `The model gives vectors of ${first.length} dimensions.`, {
        param: 'dimensions',
      });
    return { vectors, inputTokens: inputTokens ?? estimateTokens(inputs) };
  }
}

function estimateTokens(inputs: readonly EmbeddingInput[]): number {
  const lengthOf = (input: EmbeddingInput): number =>
    typeof input === 'string' ? Math.ceil(input.length / charactersPerToken) : input.length;
  return inputs.reduce((sum, input) => sum + lengthOf(input), 0);
}
