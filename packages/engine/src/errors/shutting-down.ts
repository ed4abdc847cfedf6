import { EngineError } from './engine-error.js';

/** What is told to everybody whom a service that ends turns away: another one may answer at once. */
export function shuttingDown(): EngineError {
  return new EngineError('overloaded', 'The service is shutting down.', { retryAfter: 1 });
}
