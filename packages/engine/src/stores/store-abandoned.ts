import { EngineError } from '../errors/engine-error.js';

/** What those are told who wait for a store when nobody can wait any longer. */
export function storeAbandoned(): EngineError {
  return new EngineError(
    'internal',
    'The store did not respond before the process ended: the outcome of this operation is unknown.',
    { retryable: false },
  );
}
