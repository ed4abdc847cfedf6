import { newContentKey } from './content-lock.js';
import { numberOf } from '../columns.js';
import { bytesOf, type Statements } from './statements.js';

/** A key and the row that holds it. */
export interface ContentKey {
  readonly slot: number;
  readonly key: Uint8Array;
}

/** How a slot looks whose key was destroyed; the schema's triggers write it. */
export const emptySlot = `x'${'00'.repeat(32)}'`;

/**
 * A new key in a slot. Slots are overwritten in place, added at the end and never deleted: so SQLite never moves one, and
 * no copy of a destroyed key can be left anywhere in the file.
 */
export function takeContentKey(sql: Statements): ContentKey {
  const key = newContentKey();
  const free = sql.first(`SELECT slot FROM content_key WHERE key = ${emptySlot} LIMIT 1`);
  if (free === undefined) return { slot: sql.insert('INSERT INTO content_key (key) VALUES (?)', key), key };
  const slot = numberOf(free, 'slot');
  sql.change('UPDATE content_key SET key = ? WHERE slot = ?', key, slot);
  return { slot, key };
}

/** Gives a slot back whose key locks nothing. */
export function freeContentKey(sql: Statements, slot: number): void {
  sql.change(`UPDATE content_key SET key = ${emptySlot} WHERE slot = ?`, slot);
}

export function readContentKey(sql: Statements, slot: number): ContentKey {
  const row = sql.first('SELECT key FROM content_key WHERE slot = ?', slot);
  if (row === undefined) throw new TypeError('A slot is missing.');
  return { slot, key: bytesOf(row, 'key') };
}
