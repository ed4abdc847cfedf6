import { types } from 'pg';
import { toItemKey } from '../../shared/key-text.js';

/** A row as `pg` gives it. */
export type Row = Readonly<Record<string, unknown>>;

/** Reads bigint as number: keys and Unix milliseconds stay far below 2^53. */
const int8 = 20;
export const columnTypes = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') =>
    oid === int8 ? Number : types.getTypeParser(oid, format),
};

/** A column of bytes. */
export function bytesOf(row: Row, column: string): Buffer {
  const value = row[column];
  if (!Buffer.isBuffer(value)) throw new TypeError(`Column ${column} does not contain bytes.`);
  return value;
}

/** Reads a bytea column that contains UTF-8. */
export function utf8Of(row: Row, column: string): string {
  return bytesOf(row, column).toString('utf8');
}

/** The lookup key of an item's id for a bytea column. */
export function itemKeyOf(id: string): Buffer {
  return Buffer.from(toItemKey(id), 'latin1');
}

/** Text as bytes for a bytea column. */
export function toUtf8(text: string): Buffer {
  return Buffer.from(text, 'utf8');
}
