import { textOf } from '../../shared/column-values.js';
import { auditEventColumns } from '../../shared/audit-event-row.js';
import type { Statements } from '../database/statements.js';

/** The values of `auditEventColumns`, as sent to the writer. */
export type AuditEventRow = readonly (string | number | null)[];

/** Stores events and returns the ids of those that did not exist. */
export function putAuditEvents(sql: Statements, events: readonly AuditEventRow[]): readonly string[] {
  const fresh: string[] = [];
  for (const event of events) {
    const [id = null, , , lastAt = null, count = null] = event;
    if (sql.change('UPDATE audit_event SET last_at = ?, count = ? WHERE id = ?', lastAt, count, id) > 0) continue;
    const row = sql.first(
      `INSERT INTO audit_event (${auditEventColumns}) VALUES (${event.map(() => '?').join(', ')}) RETURNING id`,
      ...event,
    );
    if (row !== undefined) fresh.push(textOf(row, 'id'));
  }
  return fresh;
}

/** Deletes up to `limit` events that occurred last before `time`, and returns their number. */
export function deleteAuditEvents(sql: Statements, time: number, limit: number): number {
  return sql.change(
    'DELETE FROM audit_event WHERE key IN (SELECT key FROM audit_event WHERE last_at < ? LIMIT ?)',
    time,
    limit,
  );
}
