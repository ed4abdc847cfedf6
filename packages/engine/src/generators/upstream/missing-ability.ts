import { EngineError, type EngineErrorOptions } from '../../errors/engine-error.js';

/** The model lacks what the request asks of it. Who knows under which name it was asked names it. */
export class MissingAbility extends EngineError {
  constructor(
    readonly lacks: string,
    readonly options: EngineErrorOptions,
    model?: string,
  ) {
    super('unsupported', `The model ${model === undefined ? '' : `${JSON.stringify(model)} `}takes no ${lacks}.`, options);
  }

  of(model: string): MissingAbility {
    return new MissingAbility(this.lacks, this.options, model);
  }
}

/** The error, with the name of the model where it is the model that lacks something. */
export function namingModel(error: EngineError, model: string): EngineError {
  return error instanceof MissingAbility ? error.of(model) : error;
}
