import { EngineError } from '@org/engine';

/** The model that `find` returns; undefined for a name that the configuration does not have, or has for another task. */
export function findRetrievalModel<Model>(find: () => Model | undefined): Model | undefined {
  try {
    return find();
  } catch (thrown) {
    if (thrown instanceof EngineError && (thrown.code === 'unknown-model' || thrown.code === 'invalid-request'))
      return undefined;
    throw thrown;
  }
}
