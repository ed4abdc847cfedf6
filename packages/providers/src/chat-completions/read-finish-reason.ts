import { EngineError, type FinishReason } from '@org/engine';
import { mapFinishReason } from '../shared/map-finish-reason.js';
import { textOf, type ApiPayload } from '../shared/json-value.js';

/** Narrows `finish_reason` of a choice. Throws `upstream-failed` for the words that mean failure. */
export function readFinishReason(raw: string, choice: ApiPayload, stopSequences: readonly string[]): FinishReason {
  const unified = mapFinishReason(raw) ?? 'stop';
  if (unified === 'failed')
    throw new EngineError('upstream-failed', 'The upstream aborted the response.', { cause: { finish_reason: raw } });
  // Some engines say which sequence they met, under two names; they also name ends of their own there.
  const met = textOf(choice['stop_reason']) ?? textOf(choice['matched_stop']);
  const asked = met !== undefined && stopSequences.includes(met);
  return unified === 'stop' && asked ? { unified: 'stop-sequence', raw, stopSequence: met } : { unified, raw };
}
