import { EngineError, type EngineErrorOptions } from '@org/engine';

/** The model lacks what the request asks of it. */
export class MissingCapability extends EngineError {
  constructor(
    /** What the model lacks, in words. */
    readonly missing: string,
    options: EngineErrorOptions,
  ) {
    super('unsupported', `The model does not support ${missing}.`, options);
  }
}

/** The error, with the name of the model as the client knows it where it is the model that lacks something. */
export function withModelName(error: EngineError, model: string): EngineError {
  return error instanceof MissingCapability
    ? error.with({ message: `The model ${JSON.stringify(model)} does not support ${error.missing}.` })
    : error;
}
