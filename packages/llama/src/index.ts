export { GgufError, readGgufHeader, type GgufHeader } from './gguf-header.js';
export { createLlamaModel } from './llama-model.js';
export type { LocalLanguageModelOptions } from './llama-model-options.js';
export type { LoadedModel } from './loaded-model.js';
export { createLlamaRetrievalModel } from './retrieval/llama-retrieval-model.js';
export type { LoadedRetrievalModel, LocalRetrievalOptions } from './retrieval/retrieval-model-options.js';
export { kvCacheTypes, type KvCacheType } from './memory/kv-cache-type.js';
export type { ResidentModelStatus } from './memory/resident-model.js';
export { ModelMemory } from './memory/model-memory.js';
export { ModelFolder } from './model-files/model-folder.js';
export { ModelHub } from './model-files/model-hub.js';
export { findModelFile, type FoundModelFile } from './model-files/find-model-file.js';
export { inspectModelFile } from './model-files/inspect-model-file.js';
export {
  formatModelReference,
  isModelReference,
  modelStem,
  parseHubReference,
  parseModelReference,
  shardNames,
  type ModelReference,
  type RepositoryReference,
} from './model-files/model-reference.js';
export { hasGpuEngine } from './has-gpu-engine.js';
export { requireLlamaCpp } from './require-llama-cpp.js';
export type { SandboxLevel, SandboxMode, SandboxReport } from './sandbox/sandbox-level.js';
export type { SamplingDefaults } from './sampling/sampling-defaults.js';
