import { demoModelPath } from '@org/demo-model';
import type { LanguageModel } from '@org/engine';
import {
  createLlamaRetrievalModel,
  isModelReference,
  type LoadedRetrievalModel,
  type LocalRetrievalOptions,
  ModelFolder,
  type ModelMemory,
  shardNames,
} from '@org/llama';
import type { LlamaSettings } from '../config/providers/llama-settings.js';
import { pullModel } from '../model-files/pull-model.js';
import { definedOnly } from './defined-only.js';
import { requireInstalled, toConfigError } from './model-config-error.js';
import type { ModelLog } from './model-log.js';
import { sandboxFacts } from './sandbox-facts.js';

/** A local model with a task other than chat. */
interface LocalRetrieval {
  readonly name: string;
  readonly provider: LlamaSettings;
  readonly task: LocalRetrievalOptions['task'];
}

export interface LocalRetrievalParts {
  readonly variables: Readonly<Record<string, string | undefined>>;
  readonly memory: ModelMemory;
  readonly log: ModelLog | undefined;
}

/** Creates an embedding or rerank model of a file. Downloads a missing file; loads nothing yet. */
export async function createLocalRetrieval(
  { name, provider, task }: LocalRetrieval,
  { variables, memory, log }: LocalRetrievalParts,
): Promise<LanguageModel> {
  requireInstalled(name);
  const {
    kind: _,
    model,
    modelsFolder,
    // They concern generations.
    slots: _slots,
    sampling: _sampling,
    kvCacheType: _kvCacheType,
    flashAttention: _flashAttention,
    ...options
  } = definedOnly(provider);
  const modelPath = isModelReference(model)
    ? await pulled(name, model, new ModelFolder(modelsFolder), variables)
    : model === 'demo'
      ? demoModelPath
      : shardNames(model)[0];
  return createLlamaRetrievalModel({ id: name, modelPath, task, ...options, memory, onLoaded: logLoaded(name, log) });
}

async function pulled(
  name: string,
  model: string,
  folder: ModelFolder,
  variables: LocalRetrievalParts['variables'],
): Promise<string> {
  try {
    return (await pullModel(model, { folder, variables, output: process.stderr })).path;
  } catch (error) {
    throw toConfigError(name, error);
  }
}

/** Poor search results do not show in the log, so it logs a warning for a model that hardly suits its task. */
function logLoaded(model: string, log: ModelLog | undefined): (loaded: LoadedRetrievalModel) => void {
  return ({ unsuitable, unmet, sandbox, ...on }) => {
    const facts = { model, ...on, ...(sandbox === undefined ? {} : sandboxFacts(sandbox)) };
    log?.info(facts, 'model loaded');
    if (unmet !== undefined) log?.warn({ model, reason: unmet }, 'model loaded with less GPU use than configured');
    if (unsuitable !== undefined) log?.warn({ model, reason: unsuitable }, 'model does not suit its task');
  };
}
