import { EngineError } from '@org/engine';

/** The abort reason of work whose client has disconnected. */
export function clientDisconnectedError(): EngineError {
  return new EngineError('cancelled', 'The client closed the connection.');
}
