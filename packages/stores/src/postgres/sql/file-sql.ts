import type { FilePageRequest, FileRecord } from '@org/engine/storage';
import { numberOf, textOf } from '../../shared/column-values.js';
import type { KeyRing } from '../../shared/key-ring.js';
import { fromKeyText } from '../../shared/key-text.js';
import { fileName } from './file-contents.js';
import { RowCipher } from './row-cipher.js';
import { bytesOf, type Row } from './rows.js';

/** Whether a file exists for its owner at the time `now`. */
export function isReadable(now: string): string {
  return `complete AND (expires_at IS NULL OR expires_at > ${now})`;
}

const columns = 'owner, id, purpose, created_at, expires_at, size, description, content_key';

export const selectFile = `SELECT ${columns} FROM file WHERE owner = $1 AND id = $2 AND ${isReadable('$3')}`;

export const selectChunk = `
  SELECT owner, id, content_key, data FROM file JOIN file_chunk ON file_key = key WHERE owner = $1 AND id = $2 AND number = $4 AND ${isReadable('$3')}`;

/** Files of owner $1 after id $2. */
export const selectFiles = { asc: selectFilesIn('asc'), desc: selectFilesIn('desc') };

function selectFilesIn(order: FilePageRequest['order']): string {
  const operator = order === 'asc' ? '>' : '<';
  return `SELECT ${columns} FROM file WHERE owner = $1 AND id ${operator} $2 AND ${isReadable('$3')} AND ($4::text IS NULL OR purpose = $4) ORDER BY id ${order} LIMIT $5`;
}

/** An incomplete file, locked by the transaction. */
export const lockUnfinished =
  'SELECT key, content_key FROM file WHERE owner = $1 AND id = $2 AND NOT complete FOR UPDATE';

export const sumOfOwner =
  'SELECT count(*) AS files, coalesce(sum(size), 0)::bigint AS bytes FROM file WHERE owner = $1';

/** Reads the output of `finishFile`: the service wrote this text, so its shape is known. */
export function toFile(keys: KeyRing, row: Row): FileRecord {
  const text = RowCipher.of(keys, row).decrypt(
    fileName(textOf(row, 'owner'), textOf(row, 'id')),
    bytesOf(row, 'description'),
  );
  return {
    id: fromKeyText(textOf(row, 'id')),
    owner: fromKeyText(textOf(row, 'owner')),
    ...(JSON.parse(text) as Pick<FileRecord, 'filename' | 'mediaType'>),
    purpose: fromKeyText(textOf(row, 'purpose')),
    size: numberOf(row, 'size'),
    createdAt: numberOf(row, 'created_at'),
    ...(row['expires_at'] === null ? {} : { expiresAt: numberOf(row, 'expires_at') }),
  };
}
