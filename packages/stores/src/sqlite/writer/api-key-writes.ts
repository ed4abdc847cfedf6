import type { ApiKeyUse } from '@org/engine/storage';
import type { Statements } from '../database/statements.js';
import { putAuditEvents, type AuditEventRow } from './audit-event-writes.js';

/** An API key as sent to the writer. */
export interface ApiKeyRow {
  readonly hash: string;
  readonly id: string;
  readonly owner: string;
  readonly name: string;
  readonly createdAt: number;
  readonly expiresAt: number | null;
}

const columns = 'hash, id, owner, name, created_at, expires_at, last_used_at';

export function putApiKey(sql: Statements, key: ApiKeyRow, event: AuditEventRow | null): void {
  sql.change(
    `INSERT INTO api_key (hash, id, owner, name, created_at, expires_at) VALUES (?, ?, ?, ?, ?, ?)
     ON CONFLICT (hash) DO UPDATE SET
       id = excluded.id, owner = excluded.owner, name = excluded.name, created_at = excluded.created_at, expires_at = excluded.expires_at`,
    key.hash,
    key.id,
    key.owner,
    key.name,
    key.createdAt,
    key.expiresAt,
  );
  if (event !== null) putAuditEvents(sql, [event]);
}

export function revokeApiKey(sql: Statements, id: string, at: number, event: AuditEventRow | null): boolean {
  sql.change(
    `INSERT OR REPLACE INTO revoked_api_key (${columns}, revoked_at) SELECT ${columns}, ? FROM api_key WHERE id = ?`,
    at,
    id,
  );
  const revoked = sql.change('DELETE FROM api_key WHERE id = ?', id) > 0;
  if (revoked && event !== null) putAuditEvents(sql, [event]);
  return revoked;
}

export function recordApiKeyUses(sql: Statements, uses: readonly ApiKeyUse[]): void {
  for (const { id, at } of uses)
    sql.change('UPDATE api_key SET last_used_at = ?2 WHERE id = ?1 AND coalesce(last_used_at, 0) < ?2', id, at);
}
