import { EngineError } from '../errors/engine-error.js';
import type { EmbeddingModel, RerankModel } from '../ports/embedding-model.js';
import type { LanguageModel } from '../ports/language-model.js';

/** How a model is listed, probed, loaded and closed, whatever its task is. */
export type ModelLifecycle = Pick<LanguageModel, 'modelInfo' | 'probe' | 'available' | 'warmUp' | 'close'>;

/** An embedding model in the list of models: registered, loaded and closed like the others. It generates nothing. */
export function createEmbeddingLanguageModel(embedding: EmbeddingModel, lifecycle: ModelLifecycle): LanguageModel {
  return { ...lifecycle, embedding, generate: () => failing(embeddingError(embedding.name)) };
}

/** A rerank model in the list of models, like {@link createEmbeddingLanguageModel}. */
export function createRerankLanguageModel(rerank: RerankModel, lifecycle: ModelLifecycle): LanguageModel {
  return { ...lifecycle, rerank, generate: () => failing(rerankError(rerank.name)) };
}

/** The error of a generation with a model that has another task; undefined: the model generates. */
export function findTaskError(name: string, { embedding, rerank }: LanguageModel): EngineError | undefined {
  if (embedding !== undefined) return embeddingError(name);
  return rerank === undefined ? undefined : rerankError(name);
}

const embeddingError = (name: string): EngineError => taskError(name, 'an embedding', '/v1/embeddings');
const rerankError = (name: string): EngineError => taskError(name, 'a rerank', '/v1/rerank');

function taskError(name: string, kind: string, path: string): EngineError {
  return new EngineError(
    'invalid-request',
    `The model ${JSON.stringify(name)} is ${kind} model and generates no text. Send it requests to POST ${path}.`,
    { param: 'model' },
  );
}

/** A stream that fails before its first event. */
function failing(error: EngineError): AsyncIterable<never> {
  return { [Symbol.asyncIterator]: () => ({ next: () => Promise.reject(error) }) };
}
