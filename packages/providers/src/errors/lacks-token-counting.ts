import type { EngineError } from '@org/engine';
import { upstreamErrorText } from './upstream-error-text.js';

/** Whether a server lacks the endpoint for token counting: for a missing model its error differs. */
export function lacksTokenCounting(error: EngineError): boolean {
  return error.detail === 'unknown-model' && !/model/i.test(upstreamErrorText(error));
}
