import type { Row, Statements } from '../database/statements.js';
import { putAuditEvents, type AuditEventRow } from './audit-event-writes.js';

/** Deletes up to `limit` idempotency keys of an owner with their responses, and returns their number. */
export function deleteOwnedIdempotencyKeys(sql: Statements, owner: string, limit: number): number {
  return sql.change(
    'DELETE FROM idempotency_key WHERE rowid IN (SELECT rowid FROM idempotency_key WHERE owner = ? LIMIT ?)',
    owner,
    limit,
  );
}

/** Deletes the keys of an owner and their events, and stores `event`. */
export function eraseOwnerKeys(sql: Statements, owner: string, event: AuditEventRow): void {
  const ids = 'SELECT id FROM api_key WHERE owner = ?1 UNION ALL SELECT id FROM revoked_api_key WHERE owner = ?1';
  sql.change(`DELETE FROM audit_event WHERE owner = ?1 OR key_id IN (${ids})`, owner);
  for (const table of ['api_key', 'revoked_api_key']) rewriteWithout(sql, table, owner);
  putAuditEvents(sql, [event]);
}

/**
 * Deletes all rows and inserts those of other owners again. SQLite may have left copies of a row in unused parts of a
 * page; only the deletion of all rows overwrites complete pages.
 */
function rewriteWithout(sql: Statements, table: string, owner: string): void {
  const rows = sql.all(`SELECT * FROM ${table} WHERE owner <> ?`, owner);
  sql.change(`DELETE FROM ${table}`);
  for (const row of rows) insert(sql, table, row);
}

function insert(sql: Statements, table: string, row: Row): void {
  const columns = Object.keys(row);
  sql.change(
    `INSERT INTO ${table} (${columns.join(', ')}) VALUES (${columns.map(() => '?').join(', ')})`,
    ...Object.values(row),
  );
}
