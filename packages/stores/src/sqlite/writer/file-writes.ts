import type { AppendChunkOutcome, FileQuota } from '@org/engine/storage';
import { contentName, encryptContent } from '../../shared/content-cipher.js';
import { readContentKey, takeContentKey } from '../database/content-keys.js';
import { requireQuota } from './stored-bytes-writes.js';
import { numberOf } from '../../shared/column-values.js';
import { persistResponse, type CompletedRow } from './idempotency-writes.js';
import type { Row, Statements } from '../database/statements.js';

/** A complete file as sent to the writer. */
export interface FileRow {
  readonly owner: string;
  readonly id: string;
  readonly purpose: string;
  readonly expiresAt: number | null;
  readonly description: string;
}

export function createFile(
  sql: Statements,
  owner: string,
  id: string,
  createdAt: number,
  { files, bytes, maxStoredBytes }: FileQuota,
): boolean {
  const quotaUsage =
    sql.first('SELECT count(*) AS files, coalesce(sum(size), 0) AS bytes FROM file WHERE owner = ?', owner) ?? {};
  if (numberOf(quotaUsage, 'files') >= files || numberOf(quotaUsage, 'bytes') >= bytes) return false;
  const { slot } = takeContentKey(sql);
  sql.change(
    "INSERT INTO file (owner, id, purpose, created_at, size, complete, slot, description) VALUES (?, ?, '', ?, 0, 0, ?, x'')",
    owner,
    id,
    createdAt,
    slot,
  );
  requireQuota(sql, owner, maxStoredBytes ?? null);
  return true;
}

export function appendFileChunk(
  sql: Statements,
  owner: string,
  id: string,
  number: number,
  chunk: Uint8Array,
  { bytes, maxStoredBytes }: FileQuota,
): AppendChunkOutcome {
  const file = findUnfinished(sql, owner, id);
  if (file === undefined) return 'missing';
  const quotaUsage = sql.first('SELECT coalesce(sum(size), 0) AS bytes FROM file WHERE owner = ?', owner) ?? {};
  if (numberOf(quotaUsage, 'bytes') + chunk.length > bytes) return 'full';
  const { key } = readContentKey(sql, numberOf(file, 'slot'));
  const fileKey = numberOf(file, 'key');
  sql.change(
    'INSERT INTO file_chunk (file_key, number, data) VALUES (?, ?, ?)',
    fileKey,
    number,
    encryptContent(key, contentName('piece', owner, id, number), chunk),
  );
  sql.change('UPDATE file SET size = size + ? WHERE key = ?', chunk.length, fileKey);
  requireQuota(sql, owner, maxStoredBytes ?? null);
  return 'added';
}

export function finishFile(
  sql: Statements,
  { owner, id, purpose, expiresAt, description }: FileRow,
  completedAttempt: CompletedRow | null,
): boolean {
  const file = findUnfinished(sql, owner, id);
  if (file === undefined) return false;
  const { key } = readContentKey(sql, numberOf(file, 'slot'));
  const locked = encryptContent(key, contentName('file', owner, id), description);
  sql.change(
    'UPDATE file SET complete = 1, purpose = ?, expires_at = ?, description = ? WHERE key = ?',
    purpose,
    expiresAt,
    locked,
    numberOf(file, 'key'),
  );
  persistResponse(sql, completedAttempt);
  return true;
}

function findUnfinished(sql: Statements, owner: string, id: string): Row | undefined {
  return sql.first('SELECT key, slot FROM file WHERE owner = ? AND id = ? AND complete = 0', owner, id);
}
