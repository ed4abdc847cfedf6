import type { DatabaseSync } from 'node:sqlite';
import { EngineError } from '@org/engine/storage';
import type { KeyRing } from '../../shared/key-ring.js';
import { resetFreeSlotSearch } from '../database/content-keys.js';
import type { DatabaseFile } from '../database/file-location.js';
import { lockTimeout } from '../database/open-database.js';
import { toStoreError } from '../database/sqlite-failure.js';
import { Statements } from '../database/statements.js';
import { erasesContent, erasingWrites, writeOperations } from './write-operations.js';
import { toFailure, type Failure, type WriteOrder, type WriteOutcomes } from './writer-messages.js';

/**
 * Maximum number of pages that one round of deletions returns to the file system: 16 MiB, so that no write waits long
 * for it.
 */
const pagesGivenBack = 2_048;

/**
 * Maximum wait for readers of the log before it is truncated, in milliseconds. Own reads have ended by then; a backup
 * takes minutes, and every write would wait for it.
 */
const readersTimeout = 500;

/** Gives the next writes that came in, if some did. */
export type TakeMore = () => readonly WriteOrder[] | undefined;

/** Writes in groups: all orders of a group share one transaction and one wait for the disk. */
export class Writer {
  readonly #sql: Statements;

  constructor(
    private readonly database: DatabaseSync,
    keys: KeyRing,
    private readonly databaseFile: Pick<DatabaseFile, 'check'>,
  ) {
    this.#sql = new Statements(database, keys);
  }

  /**
   * Runs a group that accepts orders as long as `takeMore` returns some, and returns the outcome of each order. An
   * order reported as done is on disk.
   */
  write(first: readonly WriteOrder[], takeMore: TakeMore): WriteOutcomes {
    const group = [...first];
    const outcomes = this.#writeTogether(group, takeMore);
    for (const { transferred } of group) for (const buffer of transferred) buffer.transfer(0);
    return group.some(
      ({ name }, index) => !outcomes.failures.has(index) && erasesContent(name, outcomes.results[index]),
    )
      ? this.#erase(group, outcomes)
      : outcomes;
  }

  /**
   * Prepares a part of what the next writes need, and returns whether preparation is complete. Call it when there is
   * nothing to write.
   */
  prepare(): boolean {
    return this.#sql.newKeys.replenish();
  }

  /** Cleans up the files if possible; the next opening does the rest. */
  close(): void {
    try {
      this.database.exec('PRAGMA optimize; PRAGMA wal_checkpoint(TRUNCATE)');
    } catch {
      this.#rollBack();
    }
    this.database.close();
  }

  /** Runs all orders in one transaction or, when one of them fails, each in its own. */
  #writeTogether(group: WriteOrder[], takeMore: TakeMore): WriteOutcomes {
    const results: unknown[] = [];
    try {
      this.databaseFile.check();
      this.#sql.change('BEGIN IMMEDIATE');
      resetFreeSlotSearch(this.#sql);
    } catch (error) {
      return failAll(group, error); // The file no longer exists, or another process has held the lock for the complete timeout.
    }
    try {
      while (results.length < group.length) {
        for (const order of group.slice(results.length)) results.push(this.#dispatch(order));
        group.push(...(takeMore() ?? []));
      }
    } catch (error) {
      this.#rollBack();
      return group.length === 1 ? failAll(group, error) : this.#writeIndividually(group);
    }
    try {
      this.#sql.change('COMMIT');
    } catch (error) {
      this.#rollBack();
      return failAll(group, error);
    }
    return { results, failures: new Map() };
  }

  /** A failing order affects no other, even when SQLite rolls back its complete transaction. */
  #writeIndividually(group: readonly WriteOrder[]): WriteOutcomes {
    const outcomes = group.map((order) => this.#writeTogether([order], () => undefined));
    return {
      results: outcomes.map(({ results }) => results[0]),
      failures: new Map(
        outcomes.flatMap(({ failures }, index) =>
          Array.from(failures.values(), (failure): [number, Failure] => [index, failure]),
        ),
      ),
    };
  }

  #dispatch({ name, values }: WriteOrder): unknown {
    // The only sender is WriteQueue.write, whose signature ties the values to the name.
    const operation = writeOperations[name] as (sql: Statements, ...values: readonly unknown[]) => unknown;
    return operation(this.#sql, ...values);
  }

  #rollBack(): void {
    if (this.database.isTransaction) this.database.exec('ROLLBACK');
  }

  /**
   * Deleted rows are zeroed in the database, but older pages may remain in the write-ahead log, so it is truncated,
   * too. When that fails, only the orders that require it fail; the next such order tries again, whether or not it
   * finds a row.
   */
  #erase(group: readonly WriteOrder[], { results, failures }: WriteOutcomes): WriteOutcomes {
    this.#giveBackPages();
    const reason = this.#emptyLog();
    if (reason === undefined) return { results, failures };
    const notCheckpointed = toFailure(reason);
    const erasing = group.flatMap(({ name }, index): [number, Failure][] =>
      erasingWrites.has(name) ? [[index, failures.get(index) ?? notCheckpointed]] : [],
    );
    return { results, failures: new Map([...failures, ...erasing]) };
  }

  /** The pages are empty by now: those that cannot be given back wait for a later deletion. */
  #giveBackPages(): void {
    try {
      this.database.exec(`PRAGMA incremental_vacuum(${pagesGivenBack})`);
    } catch {
      this.#rollBack();
    }
  }

  /** The reason why the log is not empty, if any. */
  #emptyLog(): EngineError | undefined {
    try {
      this.database.exec(`PRAGMA busy_timeout = ${readersTimeout}`);
      if (this.#sql.first('PRAGMA wal_checkpoint(TRUNCATE)')?.['busy'] === 0) return undefined;
    } catch (cause) {
      return new EngineError(
        'overloaded',
        'The service deleted it, but its bytes stay in the write-ahead log of the database, which the service could not empty.',
        { cause, retryAfter: 1 },
      );
    } finally {
      this.database.exec(`PRAGMA busy_timeout = ${lockTimeout}`);
    }
    return new EngineError(
      'overloaded',
      'The service deleted it, but its bytes stay in the write-ahead log of the database as long as another process reads it.',
      { retryAfter: 1 },
    );
  }
}

function failAll(group: readonly WriteOrder[], error: unknown): WriteOutcomes {
  const failure = toFailure(toStoreError(error));
  return { results: group.map(() => undefined), failures: new Map(group.map((_, index) => [index, failure])) };
}
