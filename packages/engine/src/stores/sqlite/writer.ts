import type { DatabaseSync } from 'node:sqlite';
import { EngineError } from '../../errors/engine-error.js';
import { toStoreError } from './sqlite-failure.js';
import { Statements } from './statements.js';
import { erasingWrites, writeOperations } from './write-operations.js';
import { toFailure, type WriteOrder, type WriteOutcome } from './writer-messages.js';

/** Most pages that one round of deletions gives back to the file system: 16 MiB, so that nobody waits long behind it. */
const pagesGivenBack = 4_096;

/** Writes in groups: every order of a batch in one transaction, one wait for the disk for all of them. */
export class Writer {
  readonly #sql: Statements;

  constructor(private readonly database: DatabaseSync) {
    this.#sql = new Statements(database);
  }

  /** Runs the batch and says of each order how it ended. What is reported as done is on disk. */
  write(batch: readonly WriteOrder[]): readonly WriteOutcome[] {
    try {
      this.database.exec('BEGIN IMMEDIATE');
      const outcomes = batch.map((order) => this.#writeOne(order));
      this.database.exec('COMMIT');
      return batch.some(({ name }, index) => erasingWrites.has(name) && outcomes[index]?.ok === true) ? this.#erase(batch, outcomes) : outcomes;
    } catch (error) {
      if (this.database.isTransaction) this.database.exec('ROLLBACK');
      const failure = toFailure(toStoreError(error));
      return batch.map(() => ({ ok: false, failure }));
    }
  }

  /** Each order has its own savepoint: one that fails takes nobody with it, unless SQLite gave up the whole transaction. */
  #writeOne(order: WriteOrder): WriteOutcome {
    this.database.exec('SAVEPOINT one');
    try {
      const result = this.#dispatch(order);
      this.database.exec('RELEASE one');
      return { ok: true, result };
    } catch (error) {
      if (!this.database.isTransaction) throw error;
      this.database.exec('ROLLBACK TO one; RELEASE one');
      return { ok: false, failure: toFailure(toStoreError(error)) };
    }
  }

  #dispatch({ name, values }: WriteOrder): unknown {
    // The only sender is WriteQueue.write, whose signature ties the values to the name.
    const operation = writeOperations[name] as (sql: Statements, ...values: readonly unknown[]) => unknown;
    return operation(this.#sql, ...values);
  }

  /** Deleted rows are zeroed in the database, but older pages of them may stand in the write-ahead log: empty that, too. */
  #erase(batch: readonly WriteOrder[], outcomes: readonly WriteOutcome[]): readonly WriteOutcome[] {
    this.database.exec(`PRAGMA incremental_vacuum(${pagesGivenBack})`);
    const busy = this.#sql.first('PRAGMA wal_checkpoint(TRUNCATE)')?.['busy'] !== 0;
    if (!busy) return outcomes;
    const failure = toFailure(
      new EngineError('overloaded', 'It was deleted, but its bytes stay in the log of the database as long as another process reads it.', { retryAfter: 1 }),
    );
    return outcomes.map((outcome, index) => (erasingWrites.has(batch[index]?.name ?? 'putTurn') ? { ok: false, failure } : outcome));
  }
}
