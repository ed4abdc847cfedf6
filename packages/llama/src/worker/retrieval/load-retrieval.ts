import { EngineError } from '@org/engine';
import { getLlama, LlamaLogLevel, type LlamaModel, type LlamaRankingContext } from 'node-llama-cpp';

import type { EmbeddingWork, LoadedOn, RankingWork, RuntimeSettings } from '../../process-messages.js';
import { EngineLog } from '../engine-log.js';
import { gpuLayersOf, loadedOn, requireGpu } from '../gpu-layers.js';
import { embedInputs, type EmbeddedInputs } from './embed-inputs.js';
import { rankDocuments, type RankedDocuments } from './rank-documents.js';
import { StepQueue } from './step-queue.js';

/** A model that is loaded for embeddings or for ranking. */
export interface RetrievalRuntime {
  readonly on: LoadedOn;
  embed(work: EmbeddingWork, signal: AbortSignal): Promise<EmbeddedInputs>;
  rank(work: RankingWork, signal: AbortSignal): Promise<RankedDocuments>;
}

/** Loads a model from disk for one of the two tasks. Throws when the model cannot do it. */
export async function loadRetrieval(
  settings: RuntimeSettings,
  task: 'embedding' | 'rerank',
): Promise<RetrievalRuntime> {
  const engineLog = new EngineLog();
  const llama = await getLlama({
    gpu: settings.gpu ? 'auto' : false,
    build: 'never',
    skipDownload: true,
    progressLogs: false,
    maxThreads: settings.threads,
    logLevel: LlamaLogLevel.error,
    logger: (_, message) => engineLog.push(message),
  });
  await requireGpu(llama, settings);
  const model = await engineLog.explain(
    llama.loadModel({ modelPath: settings.modelPath, gpuLayers: gpuLayersOf(settings) }),
  );
  const { contextLength, threads } = settings;
  // The engine pools the tokens of one batch, so a batch has to hold a complete input.
  const options = { contextSize: contextLength, batchSize: contextLength, threads };
  const queue = new StepQueue();
  const on = await loadedOn(llama, model, settings);
  if (task === 'embedding') {
    const context = await engineLog.explain(model.createEmbeddingContext(options));
    const parts = { model, context, contextLength, vocabulary: vocabularySize(model), queue };
    return { on, embed: (work, signal) => embedInputs(parts, work, signal), rank: () => Promise.reject(otherTask()) };
  }
  const context = await createRankingContext(model, options);
  if (typeof context === 'string')
    return { on: { ...on, unsuitable: context }, embed: cannot(context), rank: cannot(context) };
  const parts = { model, context, contextLength, queue };
  return { on, embed: () => Promise.reject(otherTask()), rank: (work, signal) => rankDocuments(parts, work, signal) };
}

/** The reason, where the model cannot rank: it stays loaded, and each request receives the reason. */
async function createRankingContext(
  model: LlamaModel,
  options: Parameters<LlamaModel['createRankingContext']>[0],
): Promise<LlamaRankingContext | string> {
  try {
    return await model.createRankingContext(options);
  } catch (thrown) {
    if (thrown instanceof Error && /rankings|template/i.test(thrown.message)) return cannotRank;
    throw thrown;
  }
}

const cannotRank =
  'The model cannot rank documents: its file has no rank template or no classification layer. Use a rerank model.';

function cannot(reason: string): () => Promise<never> {
  return () => Promise.reject(new EngineError('invalid-request', reason, { param: 'model' }));
}

/** The service sends a process only work of its task. */
function otherTask(): EngineError {
  return new EngineError('internal', 'The model is loaded for another task.');
}

function vocabularySize(model: LlamaModel): number {
  let size = 0;
  for (const token of model.iterateAllTokens()) size = Math.max(size, token + 1);
  return size;
}
