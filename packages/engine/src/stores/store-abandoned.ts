import { EngineError } from '../errors/engine-error.js';

/** What those are told who wait for a store when nobody can wait any longer. */
export function storeAbandoned(): EngineError {
  return new EngineError(
    'internal',
    'The store did not answer before the process had to end: whether this was done is not known.',
    { retryable: false },
  );
}
