import type { LocalLanguageModelOptions } from '../llama-model-options.js';
import type { GgufHeader } from '../gguf-header.js';
import type { LoadedOn, ModelTask } from '../process-messages.js';

/** How a model file is loaded to embed texts or to rank documents. Optional settings have a default. */
export interface LocalRetrievalOptions extends Pick<
  LocalLanguageModelOptions,
  | 'id'
  | 'modelPath'
  | 'threads'
  | 'queueLimit'
  | 'gpu'
  | 'gpuLayers'
  | 'compiledFolder'
  | 'sandbox'
  | 'privatePaths'
  | 'load'
  | 'idleSeconds'
  | 'memoryBytes'
  | 'memory'
> {
  readonly task: Exclude<ModelTask, 'chat'>;
  /**
   * Maximum tokens of one input, plus one. Default 8,192, and never more than the model's training context. The engine
   * computes an input in one batch, so a longer context needs much memory.
   */
  readonly contextLength?: number;
  /**
   * Shorter lengths of vectors that the model was trained for (Matryoshka). A request for another number of dimensions
   * is rejected, because the start of any other vector means nothing. Default: none.
   */
  readonly matryoshkaDimensions?: readonly number[];
  /** Called with what the model runs on, every time it is loaded. */
  readonly onLoaded?: (model: LoadedRetrievalModel) => void;
}

/** What a loaded model runs on, and how it was loaded. */
export interface LoadedRetrievalModel extends LoadedOn {
  readonly task: LocalRetrievalOptions['task'];
  readonly contextLength: number;
  /** How it makes one vector of those of the tokens; absent: it does not. */
  readonly pooling?: NonNullable<GgufHeader['pooling']>;
}

/** Why a model hardly suits its task, for the log; undefined: it does. */
export function findUnsuitability(
  task: LocalRetrievalOptions['task'],
  { pooling }: Pick<GgufHeader, 'pooling'>,
): string | undefined {
  if (task === 'rerank' || (pooling !== undefined && pooling !== 'rank')) return undefined;
  return pooling === undefined
    ? 'The file names no pooling, as files of chat models. The vector of the last token then stands for the text, and searches find little.'
    : 'The file is of a rerank model. Its vectors are scores; set task to rerank.';
}
