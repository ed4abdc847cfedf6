import { EngineError } from '../errors/engine-error.js';

/** The run of an idempotent request is not the one any more whose work counts. */
export function idempotencyLeaseLost(): EngineError {
  return new EngineError('conflict', 'The service stalled, and another attempt of this request may have started.', {
    retryAfter: 1,
    retryable: true,
  });
}
