import { EngineError } from '@org/engine/storage';

/** The error of callers that wait for a store when shutdown stops waiting. */
export function storeAbandoned(): EngineError {
  return new EngineError(
    'internal',
    'The store did not respond before the process ended: the outcome of this operation is unknown.',
    { retryable: false },
  );
}
