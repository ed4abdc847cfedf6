import { numberOf, textOf } from '../../shared/column-values.js';
import { tombstoneOwner } from '../../shared/conversation-tombstones.js';
import { filesPerSweepStep, maxChunksAtOnce } from '../../shared/file-chunks.js';
import { freeContentKey } from '../database/content-keys.js';
import type { Row, Statements } from '../database/statements.js';
import { hideInVectorStores } from './vector-store-deletion.js';

/** A file that became a tombstone. */
export interface HiddenFile {
  readonly tombstone: number;
  /** Whether vector stores have tombstones of it. */
  readonly attached: boolean;
}

/** Makes tombstones of a file, in vector stores, too. */
export function hideFile(sql: Statements, owner: string, id: string): HiddenFile | undefined {
  const row = sql.first('SELECT key, slot, owner, id FROM file WHERE owner = ? AND id = ?', owner, id);
  return row === undefined ? undefined : hide(sql, row);
}

/**
 * Turns files that expired, or whose upload was not completed, at or before `now` into tombstones. Returns their
 * number: fewer than the limit means all.
 */
export function hideExpiredFiles(sql: Statements, now: number): number {
  const rows = [
    ...sql.all('SELECT key, slot, owner, id FROM file WHERE expires_at <= ? LIMIT ?', now, filesPerSweepStep),
    ...sql.all(
      'SELECT key, slot, owner, id FROM file WHERE complete = 0 AND created_at <= ? LIMIT ?',
      now,
      filesPerSweepStep,
    ),
  ];
  for (const row of rows) hide(sql, row);
  return rows.length;
}

/** Deletes some chunks of this tombstone, or of any. Returns false when there are none. */
export function deleteFileChunks(sql: Statements, tombstone: number | null): boolean {
  return (
    sql.change(
      `DELETE FROM file_chunk WHERE key IN (
         SELECT file_chunk.key FROM file CROSS JOIN file_chunk ON file_key = file.key WHERE owner = ?1 AND (?2 IS NULL OR file.key = ?2) LIMIT ?3)`,
      tombstoneOwner,
      tombstone,
      maxChunksAtOnce,
    ) > 0
  );
}

/** Deletes this tombstone, or all, without chunks. Returns false when there is none. */
export function deleteFileTombstones(sql: Statements, tombstone: number | null): boolean {
  const empty = 'NOT EXISTS (SELECT 1 FROM file_chunk WHERE file_key = file.key)';
  return (
    sql.change(
      `DELETE FROM file WHERE owner = ?1 AND (?2 IS NULL OR key = ?2) AND ${empty}`,
      tombstoneOwner,
      tombstone,
    ) > 0
  );
}

function hide(sql: Statements, row: Row): HiddenFile {
  const key = numberOf(row, 'key');
  const attached = hideInVectorStores(sql, textOf(row, 'owner'), textOf(row, 'id'));
  freeContentKey(sql, numberOf(row, 'slot'));
  // No slot has the number 0: another row may reuse the old slot before this one is deleted.
  sql.change(
    "UPDATE file SET owner = ?, id = ?, complete = 1, expires_at = NULL, slot = 0, description = x'' WHERE key = ?",
    tombstoneOwner,
    String(key),
    key,
  );
  return { tombstone: key, attached };
}
