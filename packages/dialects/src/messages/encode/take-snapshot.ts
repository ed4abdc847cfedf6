// The ended turn as the store persists it.
import type { FinishKind, TextPart, TurnOutcome, TurnSnapshot, TurnStatus } from '@org/engine';
import type { EncodeContext } from '../../dialect.js';
import { jsonOf } from '../../shared/json-of.js';
import { encodeMessage } from './encode-message.js';
import { threadItems } from '../threads.js';
import type { MessageCreateParams } from '@org/protocol/messages';

/** A failed turn stores the partial message, without a stop reason. `unfinished`: the unfinished text of the response. */
export function takeSnapshot(
  outcome: TurnOutcome,
  request: MessageCreateParams,
  context: EncodeContext,
  unfinished?: TextPart,
): TurnSnapshot {
  const { result, error } = outcome;
  const items = threadItems(request, context.id, context.items);
  if (error === undefined)
    return { status: statusOf(outcome), payload: jsonOf(encodeMessage(result, request, context)), items };
  const partialResult = unfinished === undefined ? result : { ...result, parts: [...result.parts, unfinished] };
  return {
    status: statusOf(outcome),
    payload: {
      ...jsonOf(encodeMessage(partialResult, request, context)),
      stop_reason: null,
      stop_sequence: null,
      stop_details: null,
    },
    items,
    ...(unfinished === undefined ? {} : { unfinishedText: unfinished }),
  };
}

function statusOf({ result, error }: TurnOutcome): TurnStatus {
  if (error !== undefined) return error.code === 'cancelled' ? 'cancelled' : 'failed';
  return endedEarly(result.finishReason.unified) ? 'incomplete' : 'completed';
}

function endedEarly(kind: FinishKind): boolean {
  switch (kind) {
    case 'length':
    case 'context-window':
    case 'content-filter':
      return true;
    case 'stop':
    case 'stop-sequence':
    case 'tool-calls':
    case 'refusal':
    case 'paused':
      return false;
  }
}
