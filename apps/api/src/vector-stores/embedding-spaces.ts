import { type EmbeddingModel, type EmbeddingSpace, EngineError, type RetrievalModels } from '@org/engine';
import { findRetrievalModel } from '@org/hosted-tools';
import type { FileSearchSettings } from '../config/settings/file-search-settings.js';

export interface EmbeddingSpacesOptions {
  readonly settings: Pick<FileSearchSettings, 'embedding'>;
  readonly models: RetrievalModels;
}

/** The embedding spaces of vector stores. */
export class EmbeddingSpaces {
  readonly #options: EmbeddingSpacesOptions;
  #current: EmbeddingSpace | undefined;

  constructor(options: EmbeddingSpacesOptions) {
    this.#options = options;
  }

  /**
   * The space of new vector stores; undefined without a configured model. The first call asks the model for the length
   * of its vectors, and throws what the model throws.
   */
  async current(context: Parameters<EmbeddingModel['embed']>[1]): Promise<EmbeddingSpace | undefined> {
    const { embedding: name } = this.#options.settings;
    if (name === undefined) return undefined;
    if (this.#current !== undefined) return this.#current;
    const model = findRetrievalModel(() => this.#options.models.embedding(name));
    if (model === undefined)
      throw new EngineError('internal', 'The service is configured with an embedding model that it does not have.');
    const { vectors } = await model.embed(['length'], context);
    const dimensions = vectors[0]?.length ?? 0;
    if (dimensions === 0) throw new EngineError('upstream-failed', 'The embedding model returned no vector.');
    this.#current = { model: name, dimensions };
    return this.#current;
  }

  /** The model of a space; undefined when it is not configured any more. */
  modelOf({ model }: EmbeddingSpace): EmbeddingModel | undefined {
    return findRetrievalModel(() => this.#options.models.embedding(model));
  }
}
