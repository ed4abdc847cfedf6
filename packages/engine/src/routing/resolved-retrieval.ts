import { EngineError } from '../errors/engine-error.js';
import { emptyUsage } from '../model/usage.js';
import type { EmbeddingModel, RerankModel, RetrievalContext } from '../ports/embedding-model.js';
import type { LanguageModel } from '../ports/language-model.js';
import type { TableRoute } from './model-table.js';
import type { RegisteredModel } from './registered-model.js';
import type { WatchRun } from './run-watch.js';

/** Returns the route that serves the name now. Throws `unknown-model`. */
type Find = () => TableRoute<RegisteredModel>;

/** The embedding model of one name. Each call uses the model that serves the name when it starts. */
export function resolveEmbedding(name: string, find: Find, watchRun?: WatchRun): EmbeddingModel {
  embeddingOf(find().entry.languageModel, name);
  return {
    name,
    embed: (inputs, context, options) =>
      runCall({ name, find, watchRun, operation: 'embeddings', context }, (model, callContext) =>
        embeddingOf(model, name).embed(inputs, callContext, options),
      ),
  };
}

/** The rerank model of one name, like {@link resolveEmbedding}. */
export function resolveRerank(name: string, find: Find, watchRun?: WatchRun): RerankModel {
  rerankOf(find().entry.languageModel, name);
  return {
    name,
    rank: (query, documents, context) =>
      runCall({ name, find, watchRun, operation: 'rerank', context }, (model, callContext) =>
        rerankOf(model, name).rank(query, documents, callContext),
      ),
  };
}

interface Call {
  readonly name: string;
  readonly find: Find;
  readonly watchRun: WatchRun | undefined;
  readonly operation: 'embeddings' | 'rerank';
  readonly context: RetrievalContext;
}

/** Counts the call as a run of its model, which is not closed before the call ends, and lets the watchers observe it. */
async function runCall<Result extends { readonly inputTokens: number }>(
  { name, find, watchRun, operation, context }: Call,
  call: (languageModel: LanguageModel, context: RetrievalContext) => Promise<Result>,
): Promise<Result> {
  const { pattern, entry } = find();
  if (context.logFields !== undefined) context.logFields.pattern = pattern;
  const watch = watchRun?.({ pattern, operation, request: { model: name, limits: {}, sampling: {} }, context });
  entry.enter();
  try {
    const traced = watch?.trace === undefined ? context : { ...context, trace: watch.trace };
    const result = await call(entry.languageModel, traced);
    watch?.complete({ ...emptyUsage, inputTokens: result.inputTokens });
    return result;
  } catch (thrown) {
    watch?.fail(thrown);
    throw thrown;
  } finally {
    entry.release();
    watch?.end();
  }
}

function embeddingOf({ embedding }: LanguageModel, name: string): EmbeddingModel {
  if (embedding === undefined) throw hasOtherTask(name, 'an embedding');
  return embedding;
}

function rerankOf({ rerank }: LanguageModel, name: string): RerankModel {
  if (rerank === undefined) throw hasOtherTask(name, 'a rerank');
  return rerank;
}

function hasOtherTask(name: string, kind: string): EngineError {
  return new EngineError('invalid-request', `The model ${JSON.stringify(name)} is not ${kind} model.`, {
    param: 'model',
  });
}
