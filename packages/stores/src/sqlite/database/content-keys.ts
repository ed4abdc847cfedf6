import { envelopeBytes } from '../../shared/key-ring.js';
import type { EncryptOnce } from '../../shared/content-cipher.js';
import { numberOf } from '../../shared/column-values.js';
import { bytesOf, type Row, type Statements } from './statements.js';

/** A key and the row that holds its envelope. */
export interface ContentKey {
  readonly slot: number;
  readonly key: Uint8Array;
}

/** A key that has encrypted nothing before. */
export interface NewContentKey extends ContentKey {
  /** For the first content. */
  readonly encrypt: EncryptOnce;
}

/** Content of a slot whose key was destroyed; the schema's triggers write it. */
export const emptySlot = `x'${'00'.repeat(envelopeBytes)}'`;

const findFree = `SELECT slot FROM content_key WHERE key = ${emptySlot} LIMIT 1`;
const findUsed = `SELECT key FROM content_key WHERE slot = ? AND key <> ${emptySlot}`;
const empty = `UPDATE content_key SET key = ${emptySlot} WHERE slot = ?`;

/**
 * Connections that found no free slot in this transaction. The next call takes the slots that the transaction frees
 * itself.
 */
const withoutFreeSlots = new WeakSet<Statements>();

/** Must be called when a transaction begins, because others may have freed slots. */
export function resetFreeSlotSearch(sql: Statements): void {
  withoutFreeSlots.delete(sql);
}

/**
 * Stores a new key in a slot. Slots are overwritten in place, appended at the end and never deleted: SQLite therefore
 * never moves one, and the file contains no copy of a destroyed key.
 */
export function takeContentKey(sql: Statements): NewContentKey {
  const { key, envelope, encrypt } = sql.newKeys.take();
  const free = withoutFreeSlots.has(sql) ? undefined : sql.first(findFree);
  if (free === undefined) {
    withoutFreeSlots.add(sql);
    return { slot: sql.insert('INSERT INTO content_key (key) VALUES (?)', envelope), key, encrypt };
  }
  const slot = numberOf(free, 'slot');
  sql.change('UPDATE content_key SET key = ? WHERE slot = ?', envelope, slot);
  return { slot, key, encrypt };
}

/** Frees a slot whose key encrypts nothing. */
export function freeContentKey(sql: Statements, slot: number): void {
  sql.change(empty, slot);
}

export function readContentKey(sql: Statements, slot: number): ContentKey {
  const row = sql.first('SELECT key FROM content_key WHERE slot = ?', slot);
  if (row === undefined) throw new TypeError('A slot is missing.');
  return { slot, key: contentKeyOf(sql, row) };
}

/** The key of a row that has its envelope as `key`. */
export function contentKeyOf(sql: Statements, row: Row): Uint8Array {
  return sql.keys.unwrapKey(bytesOf(row, 'key'));
}

/**
 * Encrypts the keys of slots into new envelopes, in place, unless they are under the first store key. Returns how
 * many were renewed and how many could not be decrypted.
 */
export function renewContentKeys(sql: Statements, slots: readonly number[]): { renewed: number; failed: number } {
  const count = { renewed: 0, failed: 0 };
  for (const slot of slots) {
    const row = sql.first(findUsed, slot);
    if (row === undefined || sql.keys.isCurrent(bytesOf(row, 'key'))) continue;
    const envelope = newEnvelope(sql, row);
    if (envelope === undefined) count.failed += 1;
    else count.renewed += sql.change('UPDATE content_key SET key = ? WHERE slot = ?', envelope, slot);
  }
  return count;
}

/** Undefined when the old envelope is damaged, so that it blocks no other. */
function newEnvelope(sql: Statements, row: Row): Buffer | undefined {
  try {
    return sql.keys.wrapKey(contentKeyOf(sql, row));
  } catch {
    return undefined;
  }
}
