import { EngineError, type ServerCallOutcome, untilAborted } from '@org/engine';
import { PageFetchError } from '../web/page-fetch-error.js';
import { failedOutcome } from './failed-outcome.js';

/**
 * Runs the work of a call. It ends at once after an abort, and a failure becomes an outcome, because a failed tool does
 * not end the response.
 */
export async function runCall(signal: AbortSignal, work: () => Promise<ServerCallOutcome>): Promise<ServerCallOutcome> {
  try {
    return await untilAborted(signal, work);
  } catch (thrown) {
    if (thrown instanceof PageFetchError) return failedOutcome(thrown.code, thrown.message);
    if (thrown instanceof EngineError && thrown.code === 'cancelled') throw thrown;
    return failedOutcome(
      'unavailable',
      'The tool failed. Respond without it, or tell the user that it is unavailable.',
    );
  }
}
