import type { Message } from '../model/message.js';
import type { Part } from '../model/part.js';
import type { LockTicket } from '../ports/conversation-store.js';
import type { TurnAddition, TurnRecord } from '../ports/store.js';
import type { TurnResponse } from './turn-response.js';
import type { TurnOutcome, TurnRequest } from './turn-request.js';

/** The ended turn as it is stored. Calls `response.takeSnapshot`, once. */
export function toTurnRecord(
  turn: TurnRequest,
  owner: string,
  response: TurnResponse,
  outcome: TurnOutcome,
): TurnRecord {
  const { status, payload, items, unfinishedText } = response.takeSnapshot(outcome);
  const { previousId } = turn.state;
  return {
    id: response.id,
    owner,
    dialect: turn.dialect,
    ...(previousId === undefined ? {} : { previousId }),
    model: outcome.result.model === '' ? turn.generation.model : outcome.result.model,
    status,
    createdAt: response.createdAt,
    ...(response.expiresAt === undefined ? {} : { expiresAt: response.expiresAt }),
    input: turn.input,
    output: outputMessages(
      unfinishedText === undefined ? outcome.result.parts : [...outcome.result.parts, unfinishedText],
    ),
    items,
    payload,
  };
}

/**
 * The conversation items that are written together with an ended turn. A failed or cancelled turn adds none, so that
 * a client that retries does not repeat them; a read-only turn adds none, because the client sends the same input
 * again for a response.
 */
export function additionOf(
  { state, onlyReads = false }: TurnRequest,
  { status, items }: TurnRecord,
  ticket?: LockTicket,
): TurnAddition {
  const { conversationId: id } = state;
  if (id === undefined || onlyReads || (status !== 'completed' && status !== 'incomplete')) return {};
  return {
    conversation: {
      id,
      items: items.map((item) => ({ id: item.id, value: item.value })),
      ...(ticket === undefined ? {} : { ticket: ticket }),
    },
  };
}

/** The output parts as messages that a later turn starts from. No output: no message. */
export function outputMessages(parts: readonly Part[]): readonly Message[] {
  return parts.length === 0 ? [] : [{ role: 'assistant', parts }];
}
