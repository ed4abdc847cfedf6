import { cancelled } from '../errors/cancelled.js';
import { EngineError } from '../errors/engine-error.js';
import type { Job } from '../ports/job-store.js';

/** What becomes of a job that was claimed: it runs from its start, or ends with `error` where it stands. */
export type AttemptPlan = { readonly kind: 'run' } | { readonly kind: 'end'; readonly error: EngineError };

/** What is known of the attempts before. */
export interface EarlierAttempts {
  /** Whether somebody may have seen something of the answer. */
  readonly outputSeen: boolean;
  /** What the store said when the last of them could not go on, if that was here. */
  readonly storeFailure?: EngineError | undefined;
}

/**
 * The policy after an interruption. An answer of which nobody has seen anything is made again, because that shows nowhere.
 * One that has begun is ended: a second run would say something else than what was already read.
 */
export function planAttempt(
  { attempt, cancelRequested }: Job,
  { outputSeen, storeFailure }: EarlierAttempts,
  maxAttempts: number,
): AttemptPlan {
  if (cancelRequested) return { kind: 'end', error: cancelled() };
  if (outputSeen)
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

/** Of what another process has begun nobody knows why it did not go on. */
function interruption(storeFailure: EngineError | undefined): string {
  return storeFailure === undefined
    ? 'The service restarted, or lost its store, while it generated this response'
    : 'The service could not write to its store while it generated this response';
}

function interruptions(times: number, storeFailure: EngineError | undefined): string {
  const last = storeFailure === undefined ? '' : ', the last time because it could not write to its store';
  return `The service was interrupted ${times} times while it worked on this request${last}`;
}
