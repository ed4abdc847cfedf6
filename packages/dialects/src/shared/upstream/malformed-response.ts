import { EngineError } from '@org/engine';

/** The failure of an answer that is not what its wire promises. `fault` is for the log only. */
export function malformedResponse(fault: string): EngineError {
  return new EngineError('upstream-failed', 'The upstream sent a response that the service cannot read.', {
    cause: { fault },
  });
}
