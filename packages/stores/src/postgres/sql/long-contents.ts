import type { ClientBase } from 'pg';
import { numberOf } from '../../shared/column-values.js';
import { maxBytesUnreserved } from '../../shared/read-reserved.js';
import { rowsOf, type PostgresDatabase } from '../database/postgres-database.js';
import { bytesOf, type Row } from './rows.js';

/** Bytes of a long content that one statement reads: the driver holds them as text, twice as long. */
const sliceBytes = 1024 * 1024;

/** A query whose rows have a `key`, a `total` of bytes, and {@link contentColumn} for each of `columns`. */
export interface ContentQuery {
  readonly sql: string;
  readonly values: readonly unknown[];
  readonly table: 'turn' | 'conversation_item';
  readonly columns: readonly string[];
}

/**
 * The content of a column, with its length as `<column>_bytes`; null where `total` exceeds the parameter `maxBytes`, and
 * where it is so long that {@link readContents} reads it in slices. The database knows a length without reading it.
 */
export function contentColumn(column: string, total: string, maxBytes: string): string {
  return `octet_length(${column}) AS ${column}_bytes,
    CASE WHEN ${total} <= ${maxBytes} AND octet_length(${column}) <= ${maxBytesUnreserved} THEN ${column} END AS ${column}`;
}

/** The rows of a query, with contents where `total` is at most `maxBytes`; they are the contents of one moment. */
export async function readContents(
  database: PostgresDatabase,
  { sql, values, table, columns }: ContentQuery,
  maxBytes: number,
): Promise<readonly Row[]> {
  if (maxBytes <= maxBytesUnreserved) return await database.query(sql, values);
  return await database.snapshot(async (client) => {
    const rows: Row[] = [];
    for (const row of await rowsOf(client, sql, values))
      rows.push(isWithin(row, maxBytes) ? await completed(client, table, columns, row) : row);
    return rows;
  });
}

/** A row of an outer join has no total. */
function isWithin({ total }: Row, maxBytes: number): boolean {
  return total !== null && Number(total) <= maxBytes;
}

async function completed(client: ClientBase, table: string, columns: readonly string[], row: Row): Promise<Row> {
  const long = columns.filter((column) => row[column] === null);
  if (long.length === 0) return row;
  const key = numberOf(row, 'key');
  const contents: Record<string, Buffer> = {};
  for (const column of long)
    contents[column] = await readSlices(client, table, column, key, numberOf(row, `${column}_bytes`));
  return { ...row, ...contents };
}

async function readSlices(
  client: ClientBase,
  table: string,
  column: string,
  key: number,
  bytes: number,
): Promise<Buffer> {
  const content = Buffer.allocUnsafeSlow(bytes);
  const select = `SELECT substring(${column} FROM $2 FOR $3) AS slice FROM ${table} WHERE key = $1`;
  for (let at = 0; at < bytes; at += sliceBytes) {
    const [row] = await rowsOf(client, select, [key, at + 1, sliceBytes]);
    if (row === undefined) throw new TypeError('A row is missing in its snapshot.');
    content.set(bytesOf(row, 'slice'), at);
  }
  return content;
}
