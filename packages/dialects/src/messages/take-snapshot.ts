// The ended turn as the store keeps it.
import type { FinishKind } from '@org/engine/model/finish-reason';
import type { TurnStatus } from '@org/engine/ports/store';
import type { TurnOutcome, TurnSnapshot } from '@org/engine/turn/turn-request';
import type { EncodeContext } from '../dialect.js';
import { jsonOf } from '../shared/json-of.js';
import { encodeMessage } from './encode-message.js';
import { threadItems } from './threads.js';
import type { MessageCreateParams } from '@org/protocol/messages';

/** A failed turn keeps what there was of the message, with no reason for its end. */
export function takeSnapshot(outcome: TurnOutcome, request: MessageCreateParams, context: EncodeContext): TurnSnapshot {
  const message = jsonOf(encodeMessage(outcome.result, request, context));
  return {
    status: statusOf(outcome),
    wire: outcome.error === undefined ? message : { ...message, stop_reason: null, stop_sequence: null, stop_details: null },
    items: threadItems(request, context.id, context.items),
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
