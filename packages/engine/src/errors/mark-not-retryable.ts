import { toEngineError, type EngineError } from './engine-error.js';

/** The failure of work that had an external effect: it instructs clients with automatic retries not to retry. */
export function markNotRetryable(thrown: unknown): EngineError {
  return toEngineError(thrown).with({ retryable: false });
}
