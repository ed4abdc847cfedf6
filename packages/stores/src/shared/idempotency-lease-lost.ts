import { EngineError } from '@org/engine/storage';

/** This run of an idempotent request has lost its lease, so its result no longer counts. */
export function idempotencyLeaseLost(): EngineError {
  return new EngineError('conflict', 'The service stalled, and another attempt of this request may have started.', {
    retryAfter: 1,
    retryable: true,
  });
}
