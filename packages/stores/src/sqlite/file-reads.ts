import type { FilePageRequest, FileRecord, Page } from '@org/engine/storage';
import { numberOf, textOf } from '../shared/column-values.js';
import { contentName, decryptBytes, decryptContent } from '../shared/content-cipher.js';
import { rangeStart } from '../shared/file-chunks.js';
import { fromKeyText, toKeyText } from '../shared/key-text.js';
import { contentKeyOf } from './database/content-keys.js';
import { bytesOf, type Row, type Statements } from './database/statements.js';

const isReadable = (now: string): string => `complete = 1 AND (expires_at IS NULL OR expires_at > ${now})`;
const columns = 'file.key AS file_key, owner, id, purpose, created_at, expires_at, size, description, content_key.key';

export function findFile(sql: Statements, owner: string, id: string, now: number): FileRecord | undefined {
  const row = sql.first(
    `SELECT ${columns} FROM file JOIN content_key USING (slot) WHERE owner = ?1 AND id = ?2 AND ${isReadable('?3')}`,
    toKeyText(owner),
    toKeyText(id),
    now,
  );
  return row === undefined ? undefined : toFile(sql, row);
}

export function findFileChunk(
  sql: Statements,
  owner: string,
  id: string,
  number: number,
  now: number,
): Uint8Array | undefined {
  const row = sql.first(
    `SELECT owner, id, data, content_key.key FROM file JOIN content_key USING (slot) JOIN file_chunk ON file_key = file.key
     WHERE owner = ?1 AND id = ?2 AND number = ?3 AND ${isReadable('?4')}`,
    toKeyText(owner),
    toKeyText(id),
    number,
    now,
  );
  return row === undefined
    ? undefined
    : decryptBytes(
        contentKeyOf(sql, row),
        contentName('piece', textOf(row, 'owner'), textOf(row, 'id'), number),
        bytesOf(row, 'data'),
      );
}

/** Files of owner ?1 after id ?2. */
export const selectFiles = { asc: selectFilesIn('asc'), desc: selectFilesIn('desc') };

function selectFilesIn(order: FilePageRequest['order']): string {
  return `
    SELECT ${columns} FROM file JOIN content_key USING (slot)
    WHERE owner = ?1 AND id ${order === 'asc' ? '>' : '<'} ?2 AND ${isReadable('?3')} AND (?4 IS NULL OR purpose = ?4) ORDER BY id ${order} LIMIT ?5`;
}

export function readFiles(
  sql: Statements,
  owner: string,
  { after, order, limit, purpose }: FilePageRequest,
  now: number,
): Page<FileRecord> {
  const from = after === undefined ? rangeStart[order] : toKeyText(after);
  const rows = sql.all(
    selectFiles[order],
    toKeyText(owner),
    from,
    now,
    purpose === undefined ? null : toKeyText(purpose),
    limit + 1,
  );
  return { entries: rows.slice(0, limit).map((row) => toFile(sql, row)), hasMore: rows.length > limit };
}

/** Reads the output of `finishFile`: the service wrote this text, so its shape is known. */
function toFile(sql: Statements, row: Row): FileRecord {
  const name = contentName('file', textOf(row, 'owner'), textOf(row, 'id'));
  const description = JSON.parse(decryptContent(contentKeyOf(sql, row), name, bytesOf(row, 'description'))) as Pick<
    FileRecord,
    'filename' | 'mediaType'
  >;
  return {
    id: fromKeyText(textOf(row, 'id')),
    owner: fromKeyText(textOf(row, 'owner')),
    ...description,
    purpose: fromKeyText(textOf(row, 'purpose')),
    size: numberOf(row, 'size'),
    createdAt: numberOf(row, 'created_at'),
    ...(row['expires_at'] === null ? {} : { expiresAt: numberOf(row, 'expires_at') }),
  };
}
