import { EngineError } from '../errors/engine-error.js';

/** The run of an idempotent request is not the one any more whose work counts. */
export function idempotencyLeaseLost(): EngineError {
  return new EngineError('conflict', 'The service was held up, and another run of this request may have begun.', {
    retryAfter: 1,
    retryable: true,
  });
}
