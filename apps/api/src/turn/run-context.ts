import type { Clock, IdSource, RunContext } from '@org/engine';
import type { RequestContext } from '../request-context/request-context.js';

/** What a run of a model needs to know of the request of `owner` that it is for. `nonStreaming`: nobody reads the answer before its end. */
export function createRunContext(
  { clock, ids }: { readonly clock: Clock; readonly ids: IdSource },
  owner: string,
  { signal, requestId, trace, waits: shouldRetry, log }: RequestContext,
  nonStreaming = false,
): RunContext {
  return { signal, clock, ids, requestId, trace, owner, nonStreaming, shouldRetry: shouldRetry, logFields: log };
}
