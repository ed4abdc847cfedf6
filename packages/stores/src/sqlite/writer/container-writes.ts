import type { ContainerQuota } from '@org/engine/storage';
import { numberOf } from '../../shared/column-values.js';
import { containerName, type ContainerRow } from '../../shared/container-row.js';
import { encryptContent } from '../../shared/content-cipher.js';
import { readContentKey, takeContentKey } from '../database/content-keys.js';
import type { Statements } from '../database/statements.js';
import { requireQuota } from './stored-bytes-writes.js';

export function createContainer(
  sql: Statements,
  { owner, id, expiresAt, createdAt, description, ownedFiles }: ContainerRow,
  { containers, maxStoredBytes }: ContainerQuota,
): boolean {
  const found =
    sql.first('SELECT count(*) AS containers FROM container WHERE owner = ? AND expires_at > ?', owner, createdAt) ??
    {};
  if (numberOf(found, 'containers') >= containers) return false;
  const { slot, key } = takeContentKey(sql);
  sql.change(
    'INSERT INTO container (owner, id, expires_at, version, slot, description, owned_files) VALUES (?, ?, ?, 0, ?, ?, ?)',
    owner,
    id,
    expiresAt,
    slot,
    encryptContent(key, containerName(owner, id), description),
    ownedFiles,
  );
  requireQuota(sql, owner, maxStoredBytes ?? null);
  return true;
}

export function updateContainer(
  sql: Statements,
  { owner, id, expiresAt, description, ownedFiles }: ContainerRow,
  version: number,
): boolean {
  const row = sql.first(
    'SELECT key, slot FROM container WHERE owner = ? AND id = ? AND version = ?',
    owner,
    id,
    version,
  );
  if (row === undefined) return false;
  const { key } = readContentKey(sql, numberOf(row, 'slot'));
  sql.change(
    'UPDATE container SET version = version + 1, expires_at = ?, description = ?, owned_files = ? WHERE key = ?',
    expiresAt,
    encryptContent(key, containerName(owner, id), description),
    ownedFiles,
    numberOf(row, 'key'),
  );
  return true;
}

export function removeContainer(sql: Statements, owner: string, id: string): boolean {
  return sql.change('DELETE FROM container WHERE owner = ? AND id = ?', owner, id) > 0;
}
