import type { EngineError } from '@org/engine';
import { UnknownUpstreamModel } from './unknown-upstream-model.js';
import { upstreamErrorText } from './upstream-error-text.js';

/** Whether a server lacks the endpoint for token counting: for a missing model its error differs. */
export function lacksTokenCounting(error: EngineError): boolean {
  return error instanceof UnknownUpstreamModel && !/model/i.test(upstreamErrorText(error));
}
