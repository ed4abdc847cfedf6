import type { DatabaseSync } from 'node:sqlite';
import { EngineError } from '../../../errors/engine-error.js';
import type { Unwatch } from '../../../ports/turn-event-log.js';
import type { KeyRing } from '../../key-ring.js';
import { jobsTopic, lockTopic, turnTopic, Watchers } from '../../watchers.js';
import type { DiskHealth } from './disk-health.js';
import { toStoreError } from './sqlite-failure.js';
import { numberOf } from '../../columns.js';
import { Statements } from './statements.js';
import type { WriteName, WriteResult, WriteValues } from '../writer/write-operations.js';
import type { WriteQueue } from '../writer/write-queue.js';

/** How often it is checked whether another process wrote, in milliseconds. Own writes wake at once. */
const pollInterval = 200;

/** What every part of the store works with: reads on this thread, writes on the other, and who waits for news. */
export class SqliteConnection {
  readonly #sql: Statements;
  readonly #watchers = new Watchers();
  #poll: NodeJS.Timeout | undefined;
  /** As the last look found it; nothing when that failed. */
  #version: number | undefined;
  /** Own writes that were over at the last look. */
  #over = 0;
  /** As the writer said it last. */
  #othersVersion: string | undefined;
  #asking = false;
  #closed: EngineError | undefined;

  constructor(
    private readonly reader: DatabaseSync,
    private readonly queue: WriteQueue,
    private readonly health: DiskHealth,
    keys: KeyRing,
  ) {
    this.#sql = new Statements(reader, keys);
  }

  /**
   * Runs a read. Takes microseconds, so it may block the event loop. Needs no writer. All its statements see one state of the
   * database: the key of a row that one of them found may be another owner's row for the next, once the first was deleted.
   */
  read<Result>(query: (sql: Statements) => Result): Result {
    if (this.#closed !== undefined) throw this.#closed;
    try {
      this.#sql.change('BEGIN');
      const result = query(this.#sql);
      this.#sql.change('COMMIT');
      return result;
    } catch (thrown) {
      if (this.reader.isTransaction) this.reader.exec('ROLLBACK');
      const failure = toStoreError(thrown);
      this.health.recordFailure(failure);
      throw failure;
    }
  }

  /** Throws when nothing can be read or written now, and for a while after the disk has failed. */
  check(): void {
    const failure = this.#closed ?? this.queue.ended ?? this.health.failure;
    if (failure !== undefined) throw failure;
    this.read((sql) => sql.first('SELECT max(version) FROM schema_version'));
  }

  /** Resolves when it is on disk. */
  write<Name extends WriteName>(name: Name, ...values: WriteValues<Name>): Promise<WriteResult<Name>> {
    return this.queue.write(name, ...values);
  }

  wakeTurn(owner: string, turnId: string): void {
    if (!this.#watchers.empty) this.#watchers.wake(turnTopic(owner, turnId));
  }

  wakeWaiters(owner: string, conversationId: string): void {
    if (!this.#watchers.empty) this.#watchers.wake(lockTopic(owner, conversationId));
  }

  wakeJobs(): void {
    this.#watchers.wake(jobsTopic);
  }

  watch(topic: string, wake: () => void): Unwatch {
    if (this.#poll === undefined) {
      // Only here: what others wrote since the last look is still to be told to those who watch already.
      this.#over = this.queue.over;
      this.#version = this.#dataVersion();
      this.#poll = setInterval(() => this.#lookForOthers(), pollInterval).unref();
    }
    const unwatch = this.#watchers.add(topic, wake);
    return () => {
      unwatch();
      if (this.#watchers.empty) this.#stopPolling();
    };
  }

  async close(): Promise<void> {
    this.#closed ??= new EngineError('internal', 'The store is closed.');
    this.#stopPolling();
    await this.queue.close();
    if (this.reader.isOpen) this.reader.close();
  }

  /** Nobody waits any longer for the writer. Says how many writes that were. */
  abandon(): number {
    this.#closed ??= new EngineError('internal', 'The store is closed.');
    return this.queue.abandon();
  }

  /** A look that fails is news, too: who waits reads then, and is told why that fails. */
  #lookForOthers(): void {
    if (this.#asking) return;
    const [before, over] = [this.#version, this.#over];
    this.#over = this.queue.over;
    try {
      this.#version = this.#dataVersion();
    } catch {
      this.#version = undefined;
    }
    if (this.#version === before) return;
    const sure = this.#version === undefined || before === undefined || this.queue.given === over;
    if (sure) this.#watchers.wakeAll();
    else void this.#askForOthers();
  }

  /** Own writes may be all that has changed. If they woke who waits, those would write again, and so for ever. */
  async #askForOthers(): Promise<void> {
    this.#asking = true;
    try {
      const version = await this.write('readOthersVersion');
      if (version === this.#othersVersion) return;
      this.#othersVersion = version;
    } catch {
      // A look that failed.
    } finally {
      this.#asking = false;
    }
    if (this.#closed === undefined) this.#watchers.wakeAll();
  }

  /** Changes whenever another connection commits, in this process or another. */
  #dataVersion(): number {
    return this.read((sql) => numberOf(sql.first('PRAGMA data_version') ?? {}, 'data_version'));
  }

  #stopPolling(): void {
    clearInterval(this.#poll);
    this.#poll = undefined;
  }
}
