import { EngineError } from './engine-error.js';

/** What a run ends with when its signal aborts. */
export function cancelled(cause?: unknown): EngineError {
  return new EngineError('cancelled', 'The request was cancelled.', { cause });
}
