import { storageQuotaExceeded } from '@org/engine/storage';
import { numberOf } from '../../shared/column-values.js';
import type { Statements } from '../database/statements.js';

/** Throws when the owner stores more than `max` bytes by now, which undoes the transaction. Null: unlimited. */
export function requireQuota(sql: Statements, owner: string, max: number | null): void {
  if (max === null) return;
  const row = sql.first('SELECT responses + conversations + files AS bytes FROM stored_bytes WHERE owner = ?', owner);
  const bytes = row === undefined ? 0 : numberOf(row, 'bytes');
  if (bytes > max) throw storageQuotaExceeded(bytes, max);
}

/** Removes the account of an owner without records. */
export function deleteEmptyAccount(sql: Statements, owner: string): void {
  sql.change('DELETE FROM stored_bytes WHERE owner = ? AND responses + conversations + files = 0', owner);
}
