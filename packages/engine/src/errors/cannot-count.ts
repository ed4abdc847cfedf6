import { EngineError } from './engine-error.js';

/** The model of this name has nobody who counts the tokens of a prompt. */
export function cannotCount(model: string, cause?: unknown): EngineError {
  return new EngineError('unsupported', `The model ${JSON.stringify(model)} cannot count tokens.`, {
    param: 'model',
    retryable: false,
    cause,
  });
}
