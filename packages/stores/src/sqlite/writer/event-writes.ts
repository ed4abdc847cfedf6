import { EngineError, type TurnEvent } from '@org/engine/storage';
import { contentName, encryptContent } from '../../shared/content-cipher.js';
import { readContentKey } from '../database/content-keys.js';
import { holdsLease } from './job-writes.js';
import { numberOf } from '../../shared/column-values.js';
import type { Statements } from '../database/statements.js';
import type { TurnKeys } from './turn-key.js';

/** Adds events to a turn that has not ended, and whose lease is held if an attempt is given. */
export function appendEvents(
  sql: Statements,
  owner: string,
  id: string,
  events: readonly TurnEvent[],
  attempt: number | null,
): boolean {
  const turn = sql.first(
    "SELECT key, slot FROM turn WHERE owner = ? AND id = ? AND status IN ('queued', 'in_progress')",
    owner,
    id,
  );
  if (turn === undefined || (attempt !== null && !holdsLease(sql, numberOf(turn, 'key'), attempt))) return false;
  const { key } = readContentKey(sql, numberOf(turn, 'slot'));
  insertEvents(sql, { turnKey: numberOf(turn, 'key'), owner, id, contentKey: key }, events);
  return true;
}

export function insertEvents(
  sql: Statements,
  { turnKey, owner, id, contentKey }: TurnKeys,
  events: readonly TurnEvent[],
): void {
  if (events.length === 0) return;
  const last = sql.first('SELECT coalesce(max(seq), -1) AS seq FROM turn_event WHERE turn_key = ?', turnKey);
  let expected = (last === undefined ? -1 : numberOf(last, 'seq')) + 1;
  for (const { seq, data } of events) {
    if (seq !== expected++) throw eventOutOfOrder();
    sql.change(
      'INSERT INTO turn_event (turn_key, seq, data) VALUES (?, ?, ?)',
      turnKey,
      seq,
      encryptContent(contentKey, contentName('event', owner, id, seq), data),
    );
  }
}

function eventOutOfOrder(): EngineError {
  return new EngineError('conflict', 'An event does not continue the log of its turn.');
}
