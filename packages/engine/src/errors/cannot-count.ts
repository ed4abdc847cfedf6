import { EngineError } from './engine-error.js';

/** Reports that no backend of this model can count the tokens of a prompt. */
export class CannotCount extends EngineError {
  constructor(model: string, cause?: unknown) {
    const message = `The model ${JSON.stringify(model)} cannot count tokens.`;
    super('unsupported', message, { param: 'model', retryable: false, cause });
  }
}
