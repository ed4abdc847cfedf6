import { EngineError, ModelLoadError } from '@org/engine';
import { requireLlamaCpp } from '@org/llama';
import { ConfigError } from '../config/checks/config-error.js';

/** Throws a ConfigError that names the model where the library for local models, an optional dependency, is missing. */
export function requireInstalled(model: string): void {
  try {
    requireLlamaCpp();
  } catch (error) {
    throw toConfigError(model, error);
  }
}

/** Reports an error that an operator can fix in one sentence. */
export function toConfigError(model: string, error: unknown): unknown {
  return error instanceof EngineError || error instanceof ModelLoadError
    ? new ConfigError(`models: "${model}": ${error.message}`, { cause: error })
    : error;
}
