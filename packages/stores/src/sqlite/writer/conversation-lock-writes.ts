import { EngineError } from '@org/engine/storage';
import { numberOf } from '../../shared/column-values.js';
import type { ConversationAdditionRow } from '../addition-rows.js';
import type { Statements } from '../database/statements.js';
import { addConversationItems } from './conversation-writes.js';

/** The number of the new ticket. Undefined when the conversation does not exist. */
export function enqueueTicket(
  sql: Statements,
  owner: string,
  id: string,
  leaseMs: number,
  heldTickets: readonly number[],
): number | undefined {
  const conversation = sql.first('SELECT key FROM conversation WHERE owner = ? AND id = ?', owner, id);
  if (conversation === undefined) return undefined;
  const key = numberOf(conversation, 'key');
  const now = Date.now();
  renewHeldTickets(sql, key, heldTickets, now, leaseMs);
  sql.change('DELETE FROM conversation_ticket WHERE conversation_key = ? AND held_until <= ?', key, now);
  return sql.insert('INSERT INTO conversation_ticket (conversation_key, held_until) VALUES (?, ?)', key, now + leaseMs);
}

export function renewTicket(sql: Statements, number: number, leaseMs: number, heldTickets: readonly number[]): boolean {
  const now = Date.now();
  const own = sql.first(
    'UPDATE conversation_ticket SET held_until = ? WHERE number = ? RETURNING conversation_key',
    now + leaseMs,
    number,
  );
  if (own === undefined) return false;
  const key = numberOf(own, 'conversation_key');
  renewHeldTickets(sql, key, heldTickets, now, leaseMs);
  sql.change(
    'DELETE FROM conversation_ticket WHERE conversation_key = ? AND number < ? AND held_until <= ?',
    key,
    number,
    now,
  );
  return true;
}

/** Before anything is removed: the clock may have jumped. */
function renewHeldTickets(
  sql: Statements,
  key: number,
  heldTickets: readonly number[],
  now: number,
  leaseMs: number,
): void {
  for (const number of heldTickets)
    sql.change(
      'UPDATE conversation_ticket SET held_until = ? WHERE number = ? AND conversation_key = ? AND held_until <= ?',
      now + leaseMs,
      number,
      key,
      now,
    );
}

export function releaseTicket(sql: Statements, number: number): void {
  sql.change('DELETE FROM conversation_ticket WHERE number = ?', number);
}

/**
 * Adds a turn's items. Throws `conflict` when its ticket is lost to others, because the input of the turn may be out
 * of date.
 */
export function addTurnItems(
  sql: Statements,
  owner: string,
  { id, items, ticketNumber }: ConversationAdditionRow,
): void {
  const heldTickets =
    ticketNumber === null || sql.change('DELETE FROM conversation_ticket WHERE number = ?', ticketNumber) > 0;
  // A conversation that was deleted took its line along.
  if (!heldTickets && sql.first('SELECT 1 FROM conversation WHERE owner = ? AND id = ?', owner, id) !== undefined) {
    throw new EngineError('conflict', 'The request has lost its conversation lock.', { param: 'conversation' });
  }
  addConversationItems(sql, owner, id, items);
}
