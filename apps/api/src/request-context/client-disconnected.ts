import { EngineError } from '@org/engine';

/** Why work ends whose client has gone. */
export function clientDisconnectedError(): EngineError {
  return new EngineError('cancelled', 'The client closed the connection.');
}
