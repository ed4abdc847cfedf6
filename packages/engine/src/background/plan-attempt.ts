import { cancelled } from '../errors/cancelled.js';
import { EngineError } from '../errors/engine-error.js';
import type { Job } from '../ports/job-store.js';

/** What becomes of a job that was claimed: it runs from its start, or ends with `error` where it stands. */
export type AttemptPlan = { readonly kind: 'run' } | { readonly kind: 'end'; readonly error: EngineError };

/**
 * The policy after a restart. An answer of which nobody has seen anything is made again, because that shows nowhere.
 * One that has begun is ended: a second run would say something else than what was already read.
 */
export function planAttempt({ attempt, cancelRequested }: Job, outputSeen: boolean, mostAttempts: number): AttemptPlan {
  if (cancelRequested) return { kind: 'end', error: cancelled() };
  if (outputSeen) return { kind: 'end', error: new EngineError('internal', 'The service was restarted in the middle of this answer, so it cannot be finished.', { retryable: true }) };
  if (attempt > mostAttempts) return { kind: 'end', error: new EngineError('internal', `The service was restarted ${mostAttempts} times while it worked on this request, and tries it no more.`, { retryable: false }) };
  return { kind: 'run' };
}
