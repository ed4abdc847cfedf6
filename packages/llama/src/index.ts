export { createLlamaModel, type LocalLanguageModelOptions } from './llama-model.js';
export type { ResidentModelStatus } from './memory/resident-model.js';
export { ModelMemory } from './memory/model-memory.js';
export { ModelFolder } from './model-files/model-folder.js';
export { ModelHub } from './model-files/model-hub.js';
export { isModelReference, parseModelReference } from './model-files/model-reference.js';
export type { LoadedOn } from './process-messages.js';
export { requireLlamaCpp } from './require-llama-cpp.js';
export type { SandboxLevel, SandboxMode, SandboxReport } from './sandbox/sandbox-level.js';
