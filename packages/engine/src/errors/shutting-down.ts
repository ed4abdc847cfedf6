import { EngineError } from './engine-error.js';

/** The error for all requests that a stopping service rejects: another replica may serve them at once. */
export function shuttingDown(): EngineError {
  return new EngineError('overloaded', 'The service is shutting down.', { retryAfter: 1 });
}
