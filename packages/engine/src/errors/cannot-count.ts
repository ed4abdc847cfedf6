import { EngineError } from './engine-error.js';

/** Reports that no backend of this model can count the tokens of a prompt. */
export function cannotCount(model: string, cause?: unknown): EngineError {
  return new EngineError('unsupported', `The model ${JSON.stringify(model)} cannot count tokens.`, {
    param: 'model',
    retryable: false,
    cause,
  });
}
