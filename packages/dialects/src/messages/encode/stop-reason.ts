// Maps why a response ended, both ways.
import type { FinishReason } from '@org/engine';

/** Values of `stop_reason` that this service itself sends. */
export type ServiceStopReason =
  | 'end_turn'
  | 'max_tokens'
  | 'stop_sequence'
  | 'tool_use'
  | 'pause_turn'
  | 'refusal'
  | 'model_context_window_exceeded';

/**
 * The API's stop reason. Clients act on `tool_use` alone, so a response that holds a call reports it whatever end its
 * language model named; only a truncated or refused response does not, because its last call may be incomplete.
 */
export function encodeStopReason(
  reason: FinishReason,
  content: { readonly calls: boolean; readonly refuses: boolean },
): ServiceStopReason {
  switch (reason.unified) {
    case 'length':
      return 'max_tokens';
    case 'context-window':
      return 'model_context_window_exceeded';
    case 'refusal':
    case 'content-filter':
      return 'refusal';
    case 'paused':
      return 'pause_turn';
    case 'stop-sequence':
      if (!content.calls && !content.refuses && reason.stopSequence !== undefined) return 'stop_sequence';
      return encodeEnd(content);
    case 'stop':
    case 'tool-calls':
      return encodeEnd(content);
  }
}

function encodeEnd(content: { readonly calls: boolean; readonly refuses: boolean }): ServiceStopReason {
  if (content.calls) return 'tool_use';
  return content.refuses ? 'refusal' : 'end_turn';
}

/**
 * The neutral reason, also for names of another API, which gateways leave unchanged; an unknown value counts as an
 * ordinary end and stays in `raw`.
 */
export function decodeStopReason(stopReason: string | null, stopSequence: string | null | undefined): FinishReason {
  const raw = stopReason === null ? {} : { raw: stopReason };
  switch (stopReason) {
    case 'max_tokens':
    case 'length':
      return { unified: 'length', ...raw };
    case 'content_filter':
      return { unified: 'content-filter', ...raw };
    case 'stop_sequence':
      return { unified: 'stop-sequence', ...raw, ...(stopSequence != null && { stopSequence }) };
    case 'tool_use':
    case 'tool_calls':
      return { unified: 'tool-calls', ...raw };
    case 'pause_turn':
      return { unified: 'paused', ...raw };
    case 'refusal':
      return { unified: 'refusal', ...raw };
    case 'model_context_window_exceeded':
      return { unified: 'context-window', ...raw };
    default:
      return { unified: 'stop', ...raw };
  }
}
