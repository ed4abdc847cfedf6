import type { AuditLog } from '@org/engine/storage';
import { auditEventColumns, auditEventValues, toAuditEvent } from '../shared/audit-event-row.js';
import { fromKeyText, toKeyText } from '../shared/key-text.js';
import type { SqliteConnection } from './database/sqlite-connection.js';

/** Number of events deleted in one transaction, so that other writes can run in between. */
const batchSize = 500;

export function sqliteAuditLog(connection: SqliteConnection): AuditLog {
  return {
    async putAuditEvents(events) {
      if (events.length === 0) return new Set();
      return new Set((await connection.write('putAuditEvents', events.map(auditEventValues))).map(fromKeyText));
    },
    async listAuditEvents({ since, keyId, limit }) {
      const rows = connection.read((sql) =>
        sql.all(
          `SELECT ${auditEventColumns} FROM audit_event
           WHERE last_at >= ?1 AND (?2 IS NULL OR key_id = ?2 OR replacement_id = ?2) ORDER BY last_at DESC, key DESC LIMIT ?3`,
          since,
          keyId === undefined ? null : toKeyText(keyId),
          limit,
        ),
      );
      return rows.map(toAuditEvent).toReversed();
    },
    async deleteAuditEvents(time, signal) {
      for (let total = 0; ;) {
        const deleted = await connection.write('deleteAuditEvents', time, batchSize);
        total += deleted;
        if (deleted < batchSize || signal?.aborted === true) return total;
      }
    },
  };
}
