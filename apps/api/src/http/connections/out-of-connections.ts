import { EngineError } from '@org/engine';

const retrySeconds = 5;

/** The error of a request on a connection beyond the limits. */
export function outOfConnections(): EngineError {
  return new EngineError('overloaded', 'The service has reached its limit of open connections.', {
    retryAfter: retrySeconds,
  });
}
