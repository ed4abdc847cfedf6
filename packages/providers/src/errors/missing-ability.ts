import { EngineError, type EngineErrorOptions } from '@org/engine';

/** The model lacks what the request asks of it. */
export class MissingAbility extends EngineError {
  constructor(
    readonly lacks: string,
    options: EngineErrorOptions,
  ) {
    super('unsupported', `The model does not support ${lacks}.`, options);
  }
}

/** The error, with the name of the model as the client knows it where it is the model that lacks something. */
export function namingModel(error: EngineError, model: string): EngineError {
  return error instanceof MissingAbility
    ? error.with({ message: `The model ${JSON.stringify(model)} does not support ${error.lacks}.` })
    : error;
}
