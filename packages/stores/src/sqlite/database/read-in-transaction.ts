import type { DatabaseSync } from 'node:sqlite';
import { toStoreError } from './sqlite-failure.js';
import type { Statements } from './statements.js';

/**
 * Runs a read. All its statements see one state of the database: otherwise a row key that one of them found could be
 * another owner's row for the next, after the first was deleted. Throws an EngineError.
 */
export function readInTransaction<Result>(
  database: DatabaseSync,
  sql: Statements,
  query: (sql: Statements) => Result,
): Result {
  try {
    sql.change('BEGIN');
    const result = query(sql);
    sql.change('COMMIT');
    return result;
  } catch (thrown) {
    if (database.isTransaction) database.exec('ROLLBACK');
    throw toStoreError(thrown);
  }
}
