import type { EngineError } from '@org/engine';
import { upstreamErrorText } from './upstream-error-text.js';

/** Whether it is the place for counts that a server does not know: of a model that is not there it says so. */
export function hasNoCount(error: EngineError): boolean {
  return error.detail === 'unknown-model' && !/model/i.test(upstreamErrorText(error));
}
