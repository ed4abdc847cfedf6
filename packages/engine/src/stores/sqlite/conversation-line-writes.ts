import { EngineError } from '../../errors/engine-error.js';
import { numberOf } from '../columns.js';
import type { ConversationAdditionRow } from './addition-rows.js';
import { addConversationItems } from './conversation-writes.js';
import type { Statements } from './statements.js';

/** The number of the new place. Nothing when there is no such conversation. */
export function joinLine(sql: Statements, owner: string, id: string, leaseMs: number): number | undefined {
  const conversation = sql.first('SELECT key FROM conversation WHERE owner = ? AND id = ?', owner, id);
  if (conversation === undefined) return undefined;
  const key = numberOf(conversation, 'key');
  const now = Date.now();
  sql.change('DELETE FROM conversation_place WHERE conversation_key = ? AND held_until <= ?', key, now);
  return sql.insert('INSERT INTO conversation_place (conversation_key, held_until) VALUES (?, ?)', key, now + leaseMs);
}

export function renewPlace(sql: Statements, number: number, leaseMs: number): boolean {
  const now = Date.now();
  if (sql.change('UPDATE conversation_place SET held_until = ? WHERE number = ?', now + leaseMs, number) === 0) return false;
  sql.change(
    `DELETE FROM conversation_place WHERE number < ?1 AND held_until <= ?2
     AND conversation_key = (SELECT conversation_key FROM conversation_place WHERE number = ?1)`,
    number, now,
  );
  return true;
}

export function leaveLine(sql: Statements, number: number): void {
  sql.change('DELETE FROM conversation_place WHERE number = ?', number);
}

/** Adds a turn's items. Throws `conflict` when its place is lost to others: what it was made from may be out of date. */
export function addTurnItems(sql: Statements, owner: string, { id, items, place }: ConversationAdditionRow): void {
  const held = place === null || sql.change('DELETE FROM conversation_place WHERE number = ?', place) > 0;
  // A conversation that was deleted took its line along.
  if (!held && sql.first('SELECT 1 FROM conversation WHERE owner = ? AND id = ?', owner, id) !== undefined) {
    throw new EngineError('conflict', 'The place in the line of the conversation is lost.');
  }
  addConversationItems(sql, owner, id, items);
}
