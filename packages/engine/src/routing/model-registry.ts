import { EngineError } from '../errors/engine-error.js';
import type { ModelInfo } from '../model/model-info.js';
import type { EmbeddingModel, RerankModel, RetrievalModels } from '../ports/embedding-model.js';
import type { LanguageModel } from '../ports/language-model.js';
import { ModelTable } from './model-table.js';
import { ResolvedModel } from './resolved-model.js';
import { findTaskError } from './retrieval-language-model.js';
import { resolveEmbedding, resolveRerank } from './resolved-retrieval.js';
import type { WatchRun } from './run-watch.js';
import { RegisteredModel } from './registered-model.js';

/** Maps a language model to names. One language model may serve several patterns. */
export interface ModelRoute {
  /** A name, or a pattern with `*`. */
  readonly pattern: string;
  readonly languageModel: LanguageModel;
}

/** Resolves model names to language models and owns all of them. The routes can be replaced while requests run. */
export class ModelRegistry implements RetrievalModels {
  #table: ModelTable<RegisteredModel>;
  /** All models to close, with removed ones that still run. */
  readonly #tracked = new Map<LanguageModel, RegisteredModel>();

  /**
   * Throws `conflict` when two routes have the same pattern, `invalid-request` when one is empty. `watchRun` returns
   * the watcher of each run.
   */
  constructor(
    routes: readonly ModelRoute[],
    readonly watchRun?: WatchRun,
  ) {
    this.#table = this.#tableOf(routes);
  }

  /** The concrete names, in the order of the routes. */
  get names(): readonly string[] {
    return this.#table.names;
  }

  /** Whether a route matches the name. */
  has(name: string): boolean {
    return this.#table.has(name);
  }

  /**
   * Resolves a name: an exact name first, then the pattern with the longest literal prefix. Each run uses the
   * language model that serves the name when the run starts. Throws `unknown-model`, and `invalid-request` for a model
   * that generates nothing.
   */
  resolve(name: string): LanguageModel {
    const error = findTaskError(name, this.#table.find(name).entry.languageModel);
    if (error !== undefined) throw error;
    return new ResolvedModel(() => this.#table.find(name), this.watchRun);
  }

  embedding(name: string): EmbeddingModel {
    return resolveEmbedding(name, () => this.#table.find(name), this.watchRun);
  }

  rerank(name: string): RerankModel {
    return resolveRerank(name, () => this.#table.find(name), this.watchRun);
  }

  /**
   * Replaces the routes atomically: new runs use the new routes. Language models in both sets stay unchanged.
   * Resolves when the others have finished their runs and are closed; rejects with all close failures. Throws like
   * the constructor, and changes nothing then.
   */
  replace(routes: readonly ModelRoute[]): Promise<void> {
    const before = new Set(this.#table.entries);
    this.#table = this.#tableOf(routes);
    for (const entry of this.#table.entries) before.delete(entry);
    return settleAll(
      [...before].map(async (tracked) => {
        try {
          await tracked.retire();
        } finally {
          this.#tracked.delete(tracked.languageModel);
        }
      }),
    );
  }

  /**
   * The metadata of every concrete name. A pattern is not a model, so it has none. A model whose metadata is
   * unavailable is omitted, so that it hides no other; rejects when all are unavailable.
   */
  async modelInfos(): Promise<readonly ModelInfo[]> {
    const { named } = this.#table;
    const modelInfos = await Promise.allSettled(
      named.map(async ([id, { languageModel }]) => ({ ...(await languageModel.modelInfo()), id })),
    );
    const known = modelInfos.filter((modelInfo) => modelInfo.status === 'fulfilled').map(({ value }) => value);
    const [first] = modelInfos;
    if (known.length === 0 && first?.status === 'rejected') throw first.reason;
    return known;
  }

  /** The metadata of one name that resolves, also by a pattern. Throws `unknown-model`. */
  async modelInfo(name: string): Promise<ModelInfo> {
    return { ...(await this.#table.find(name).entry.languageModel.modelInfo()), id: name };
  }

  /** Number of active language models that are known to be unavailable, and the total. */
  availability(): { readonly unavailable: number; readonly all: number } {
    const tracked = [...new Set(this.#table.entries)];
    return {
      unavailable: tracked.filter(({ languageModel }) => languageModel.available?.() === false).length,
      all: tracked.length,
    };
  }

  /**
   * Warms up every language model concurrently. Calls `onFailure` for each failure, with a name or pattern that the
   * model serves.
   */
  async warmUp(onFailure: (name: string, error: unknown) => void): Promise<void> {
    const names = new Map<RegisteredModel, string>();
    for (const { pattern, entry } of this.#table.routes) if (!names.has(entry)) names.set(entry, pattern);
    await Promise.all(
      [...names].map(async ([{ languageModel }, name]) => {
        try {
          await languageModel.warmUp?.();
        } catch (error) {
          onFailure(name, error);
        }
      }),
    );
  }

  /** Closes every language model, also when one of them fails to close; then rejects with all failures. */
  async close(): Promise<void> {
    await settleAll([...this.#tracked.values()].map((tracked) => tracked.close()));
  }

  /** Throws `conflict` for a language model that is retired: it will be closed. */
  #tableOf(routes: readonly ModelRoute[]): ModelTable<RegisteredModel> {
    const fresh = new Map<LanguageModel, RegisteredModel>();
    const entryOf = (languageModel: LanguageModel): RegisteredModel => {
      const entry = this.#tracked.get(languageModel) ?? fresh.get(languageModel) ?? new RegisteredModel(languageModel);
      if (entry.retired) throw new EngineError('conflict', 'A removed model cannot be registered again.');
      fresh.set(languageModel, entry);
      return entry;
    };
    const table = new ModelTable(
      routes.map(({ pattern, languageModel }) => ({ pattern, entry: entryOf(languageModel) })),
    );
    for (const [languageModel, entry] of fresh) this.#tracked.set(languageModel, entry);
    return table;
  }
}

/** Waits for all promises, then rejects when one rejected. */
async function settleAll(promises: readonly Promise<void>[]): Promise<void> {
  const outcomes = await Promise.allSettled(promises);
  const failures = outcomes.filter((outcome) => outcome.status === 'rejected').map(({ reason }) => reason as unknown);
  if (failures.length > 0) throw new AggregateError(failures, 'Not every model could be closed.');
}
