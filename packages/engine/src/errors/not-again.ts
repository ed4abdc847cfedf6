import { toEngineError, type EngineError } from './engine-error.js';

/** The failure of work that has changed something elsewhere: clients that try again by themselves are told not to. */
export function notAgain(thrown: unknown): EngineError {
  return toEngineError(thrown).with({ retryable: false });
}
