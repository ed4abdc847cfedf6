import { EngineError, type FinishReason, asText } from '@org/engine';
import type { ApiPayload } from '../shared/api-payload.js';
import { mapFinishReason } from '../shared/map-finish-reason.js';

/** Narrows `finish_reason` of a choice. Throws `upstream-failed` for reasons that mean failure. */
export function readFinishReason(raw: string, choice: ApiPayload, stopSequences: readonly string[]): FinishReason {
  const unified = mapFinishReason(raw) ?? 'stop';
  if (unified === 'failed')
    throw new EngineError('upstream-failed', 'The upstream aborted the response.', { cause: { finish_reason: raw } });
  // Some engines report the matched sequence under two names; they also name their own end tokens there.
  const met = asText(choice['stop_reason']) ?? asText(choice['matched_stop']);
  const asked = met !== undefined && stopSequences.includes(met);
  return unified === 'stop' && asked ? { unified: 'stop-sequence', raw, stopSequence: met } : { unified, raw };
}
