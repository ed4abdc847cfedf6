import { EngineError } from '../../errors/engine-error.js';

/** What a run ends with when its signal aborts. */
export function cancelled(): EngineError {
  return new EngineError('cancelled', 'The request was cancelled.');
}
