import type { DatabaseSync, SQLInputValue, SQLOutputValue, StatementSync } from 'node:sqlite';
import type { KeyRing } from '../../shared/key-ring.js';
import { KeyStock } from './key-stock.js';

/** A row as SQLite gives it. */
export type Row = Readonly<Record<string, SQLOutputValue>>;

/** The statements of one connection, each prepared once, and the keys of what they read and write. */
export class Statements {
  readonly #prepared = new Map<string, StatementSync>();
  /** For what is locked the first time. */
  readonly newKeys: KeyStock;

  constructor(
    private readonly database: DatabaseSync,
    readonly keys: KeyRing,
  ) {
    this.newKeys = new KeyStock(keys);
  }

  /** Every row of a query. */
  all(sql: string, ...values: readonly SQLInputValue[]): readonly Row[] {
    return this.#statement(sql).all(...values);
  }

  /** The rows of a query one by one: rows that the caller does not consume are not read. */
  each(sql: string, ...values: readonly SQLInputValue[]): Iterable<Row> {
    return this.#statement(sql).iterate(...values);
  }

  /** The first row of a query. */
  first(sql: string, ...values: readonly SQLInputValue[]): Row | undefined {
    return this.#statement(sql).get(...values);
  }

  /** Runs a change and returns the number of affected rows. */
  change(sql: string, ...values: readonly SQLInputValue[]): number {
    return Number(this.#statement(sql).run(...values).changes);
  }

  /** Inserts one row into a table with a rowid and returns the rowid. */
  insert(sql: string, ...values: readonly SQLInputValue[]): number {
    return Number(this.#statement(sql).run(...values).lastInsertRowid);
  }

  /** Like `insert`, for a statement that does nothing when the row exists: then there is no rowid. */
  insertIfAbsent(sql: string, ...values: readonly SQLInputValue[]): number | undefined {
    const { changes, lastInsertRowid } = this.#statement(sql).run(...values);
    return changes === 0 ? undefined : Number(lastInsertRowid);
  }

  #statement(sql: string): StatementSync {
    let statement = this.#prepared.get(sql);
    if (statement === undefined) {
      statement = this.database.prepare(sql);
      this.#prepared.set(sql, statement);
    }
    return statement;
  }
}

/** The columns `bytes` and `content` of a query: the content, if it has at most the bytes of the parameter. */
export function contentUpTo(parameter: string): string {
  return `length(content) AS bytes, CASE WHEN length(content) <= ${parameter} THEN content END AS content`;
}

/** A column that the schema declares as blob. */
export function bytesOf(row: Row, column: string): Uint8Array {
  const value = row[column];
  if (!(value instanceof Uint8Array)) throw new TypeError(`Column ${column} does not contain bytes.`);
  return value;
}
