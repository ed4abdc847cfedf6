import type { ClientBase } from 'pg';
import type { AuditEvent, AuditLog } from '@org/engine/storage';
import { auditEventColumns, auditEventValues, toAuditEvent } from '../shared/audit-event-row.js';
import { textOf } from '../shared/column-values.js';
import { fromKeyText, toKeyText } from '../shared/key-text.js';
import { rowsOf, type PostgresDatabase } from './database/postgres-database.js';

/** Number of events deleted in one statement, so that no transaction grows long. */
const batchSize = 500;

const parameters = auditEventColumns
  .split(', ')
  .map((_, index) => `$${index + 1}`)
  .join(', ');

/** An inserted row has no earlier version, and an updated one has. */
const putEvent = `
  INSERT INTO audit_event (${auditEventColumns}) VALUES (${parameters})
  ON CONFLICT (id) DO UPDATE SET last_at = excluded.last_at, count = excluded.count
  RETURNING id, xmax = 0 AS fresh`;

export function postgresAuditLog(database: PostgresDatabase): AuditLog {
  return {
    async putAuditEvents(events) {
      if (events.length === 0) return new Set();
      return database.transaction((client) => insertAuditEvents(client, events));
    },
    async listAuditEvents({ since, keyId, limit }) {
      const rows = await database.query(
        `SELECT ${auditEventColumns} FROM audit_event
         WHERE last_at >= $1 AND ($2::text IS NULL OR key_id = $2 OR replacement_id = $2) ORDER BY last_at DESC, key DESC LIMIT $3`,
        [since, keyId === undefined ? null : toKeyText(keyId), limit],
      );
      return rows.map(toAuditEvent).toReversed();
    },
    async deleteAuditEvents(time, signal) {
      for (let total = 0; ;) {
        const deleted = await database.query(
          `DELETE FROM audit_event WHERE key = ANY (ARRAY(
             SELECT key FROM audit_event WHERE last_at < $1 ORDER BY last_at LIMIT ${batchSize} FOR UPDATE SKIP LOCKED)) RETURNING 1`,
          [time],
        );
        total += deleted.length;
        if (deleted.length < batchSize || signal?.aborted === true) return total;
      }
    },
  };
}

/** Stores events in the transaction of `client`, and returns the ids of those that did not exist. */
export async function insertAuditEvents(
  client: ClientBase,
  events: readonly AuditEvent[],
): Promise<ReadonlySet<string>> {
  const fresh = new Set<string>();
  for (const event of events)
    for (const row of await rowsOf(client, putEvent, auditEventValues(event)))
      if (row['fresh'] === true) fresh.add(fromKeyText(textOf(row, 'id')));
  return fresh;
}
