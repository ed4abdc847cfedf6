import { cancelled } from '../errors/cancelled.js';
import { EngineError } from '../errors/engine-error.js';
import type { Job } from '../ports/job-store.js';

/** What happens to a claimed job: it runs from its start, or ends with `error` at its current state. */
export type AttemptPlan = { readonly kind: 'run' } | { readonly kind: 'end'; readonly error: EngineError };

/** What is known of the attempts before. */
export interface EarlierAttempts {
  /** Whether a client may have seen part of the response. */
  readonly hasOutput: boolean;
  /** The store error that ended the last attempt, if that attempt ran here. */
  readonly storeFailure?: EngineError | undefined;
}

/**
 * The policy after an interruption. A response that no client has seen is generated again, because the difference is
 * invisible. A started response is ended, because a second run would differ from what the client already read.
 */
export function planAttempt(
  { attempt, cancelRequested }: Job,
  { hasOutput, storeFailure }: EarlierAttempts,
  maxAttempts: number,
): AttemptPlan {
  if (cancelRequested) return { kind: 'end', error: cancelled() };
  if (hasOutput)
    return {
      kind: 'end',
      error: new EngineError('internal', `${interruption(storeFailure)}, so it cannot complete it.`, {
        retryable: true,
        cause: storeFailure,
      }),
    };
  if (attempt > maxAttempts)
    return {
      kind: 'end',
      error: new EngineError('internal', `${interruptions(maxAttempts, storeFailure)}, and does not retry it.`, {
        retryable: false,
        cause: storeFailure,
      }),
    };
  return { kind: 'run' };
}

/** The reason is unknown when another process started the attempt. */
function interruption(storeFailure: EngineError | undefined): string {
  return storeFailure === undefined
    ? 'The service restarted, or lost its store, while it generated this response'
    : 'The service could not write to its store while it generated this response';
}

function interruptions(times: number, storeFailure: EngineError | undefined): string {
  const last = storeFailure === undefined ? '' : ', the last time because it could not write to its store';
  return `The service was interrupted ${times} times while it worked on this request${last}`;
}
