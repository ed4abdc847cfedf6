import { EngineError } from '../errors/engine-error.js';
import type { EmbeddingModel, RerankModel } from '../ports/embedding-model.js';
import type { LanguageModel } from '../ports/language-model.js';

/** How a model is listed, probed, loaded and closed, whatever its task is. */
export type ModelLifecycle = Pick<LanguageModel, 'modelInfo' | 'probe' | 'available' | 'warmUp' | 'close'>;

/** An embedding model in the list of models: registered, loaded and closed like the others. It generates nothing. */
export function createEmbeddingLanguageModel(embedding: EmbeddingModel, lifecycle: ModelLifecycle): LanguageModel {
  return { ...lifecycle, embedding, generate: () => rejected(embedding.name, 'an embedding', '/v1/embeddings') };
}

/** A rerank model in the list of models, like {@link createEmbeddingLanguageModel}. */
export function createRerankLanguageModel(rerank: RerankModel, lifecycle: ModelLifecycle): LanguageModel {
  return { ...lifecycle, rerank, generate: () => rejected(rerank.name, 'a rerank', '/v1/rerank') };
}

/** A stream that fails before its first event, so that the client receives an error and no response has started. */
function rejected(name: string, kind: string, path: string): AsyncIterable<never> {
  const error = new EngineError(
    'invalid-request',
    `The model ${JSON.stringify(name)} is ${kind} model and generates no text. Send it requests to POST ${path}.`,
    { param: 'model' },
  );
  return { [Symbol.asyncIterator]: () => ({ next: () => Promise.reject(error) }) };
}
