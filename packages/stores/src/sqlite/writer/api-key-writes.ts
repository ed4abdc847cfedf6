import type { Statements } from '../database/statements.js';

/** An API key as sent to the writer. */
export interface ApiKeyRow {
  readonly hash: string;
  readonly id: string;
  readonly owner: string;
  readonly name: string;
  readonly createdAt: number;
  readonly expiresAt: number | null;
}

export function putApiKey(sql: Statements, key: ApiKeyRow): void {
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
}

export function deleteApiKey(sql: Statements, id: string): boolean {
  return sql.change('DELETE FROM api_key WHERE id = ?', id) > 0;
}
