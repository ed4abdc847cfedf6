import { EngineError } from '../../errors/engine-error.js';
import type { TurnEvent } from '../../ports/turn-event-log.js';
import { readContentKey } from './content-keys.js';
import { lockContent } from './content-lock.js';
import { numberOf } from '../columns.js';
import type { Statements } from './statements.js';

/** Adds events to a turn that has not ended. */
export function appendEvents(sql: Statements, owner: string, id: string, events: readonly TurnEvent[]): boolean {
  const turn = sql.first("SELECT key, slot FROM turn WHERE owner = ? AND id = ? AND status IN ('queued', 'in_progress')", owner, id);
  if (turn === undefined) return false;
  insertEvents(sql, numberOf(turn, 'key'), numberOf(turn, 'slot'), events);
  return true;
}

export function insertEvents(sql: Statements, turnKey: number, slot: number, events: readonly TurnEvent[]): void {
  if (events.length === 0) return;
  const { key } = readContentKey(sql, slot);
  const last = sql.first('SELECT coalesce(max(seq), -1) AS seq FROM turn_event WHERE turn_key = ?', turnKey);
  let expected = (last === undefined ? -1 : numberOf(last, 'seq')) + 1;
  for (const { seq, data } of events) {
    if (seq !== expected++) throw eventOutOfOrder();
    sql.change('INSERT INTO turn_event (turn_key, seq, data) VALUES (?, ?, ?)', turnKey, seq, lockContent(key, data));
  }
}

function eventOutOfOrder(): EngineError {
  return new EngineError('conflict', 'An event does not continue the log of its turn.');
}
