import { EngineError } from '@org/engine';

/** The failure for a response that violates its API. `fault` appears in the log only. */
export function malformedResponse(fault: string): EngineError {
  return new EngineError('upstream-failed', 'The upstream sent a response that the service cannot read.', {
    cause: { fault },
  });
}
