import type { Clock, IdSource, RunContext } from '@org/engine';
import type { RequestContext } from '../request-context/request-context.js';

/** The data that a model run needs about the request of `owner`. `nonStreaming`: the client reads the response only at its end. */
export function createRunContext(
  { clock, ids }: { readonly clock: Clock; readonly ids: IdSource },
  owner: string,
  { signal, requestId, trace, waits: shouldRetry, log }: RequestContext,
  nonStreaming = false,
): RunContext {
  return { signal, clock, ids, requestId, trace, owner, nonStreaming, shouldRetry: shouldRetry, logFields: log };
}
