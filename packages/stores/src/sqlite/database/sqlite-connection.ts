import { setImmediate as immediate } from 'node:timers/promises';
import type { DatabaseSync } from 'node:sqlite';
import { EngineError, type Unwatch } from '@org/engine/storage';
import type { KeyRing } from '../../shared/key-ring.js';
import { jobsTopic, lockTopic, turnTopic, Watchers } from '../../shared/watchers.js';
import type { DiskHealth } from './disk-health.js';
import { readInTransaction } from './read-in-transaction.js';
import { toStoreError } from './sqlite-failure.js';
import { numberOf } from '../../shared/column-values.js';
import { maxBytesUnreserved } from '../../shared/read-reserved.js';
import { Statements } from './statements.js';
import { type ReadName, readOperations, type ReadResult, type ReadValues } from '../reader/read-operations.js';
import type { ReadQueue } from '../reader/read-queue.js';
import type { WriteName, WriteResult, WriteValues } from '../writer/write-operations.js';
import type { WriteQueue } from '../writer/write-queue.js';

/** Interval of the check for writes of other processes, in milliseconds. Own writes wake watchers at once. */
const pollInterval = 200;

/** Shared by all parts of the store: reads on this thread, long reads and writes on others, and the watchers. */
export class SqliteConnection {
  readonly #sql: Statements;
  readonly #watchers = new Watchers();
  #poll: NodeJS.Timeout | undefined;
  /** Version at the last check; undefined when that failed. */
  #version: number | undefined;
  /** Number of own writes that had ended at the last check. */
  #over = 0;
  /** The version that the writer reported last. */
  #othersVersion: string | undefined;
  #checking = false;
  #closed: EngineError | undefined;
  /** What writes that began before `close` still prepare. */
  readonly #preparing = new Set<Promise<unknown>>();

  constructor(
    private readonly reader: DatabaseSync,
    private readonly longReads: ReadQueue,
    private readonly queue: WriteQueue,
    private readonly health: DiskHealth,
    keys: KeyRing,
  ) {
    this.#sql = new Statements(reader, keys);
  }

  /** Runs a read in one transaction. It takes microseconds, so it may block the event loop, and needs no writer. */
  read<Result>(query: (sql: Statements) => Result): Result {
    if (this.#closed !== undefined) throw this.#closed;
    try {
      return readInTransaction(this.reader, this.#sql, query);
    } catch (thrown) {
      throw this.#recorded(thrown);
    }
  }

  /** Reads contents of up to `maxBytes`: as {@link read}, or on the reader thread when they may be long. */
  readContents<Name extends ReadName>(
    maxBytes: number,
    name: Name,
    owner: string,
    ...values: ReadValues<Name>
  ): ReadResult<Name> | Promise<ReadResult<Name>> {
    if (maxBytes > maxBytesUnreserved)
      return this.longReads.read(name, owner, ...values).catch((thrown: unknown) => {
        throw this.#recorded(thrown);
      });
    // The values are those of the operation of this name.
    const run = readOperations[name].run as (
      sql: Statements,
      owner: string,
      ...values: readonly unknown[]
    ) => ReadResult<Name>;
    return this.read((sql) => run(sql, owner, ...values));
  }

  /** The store keys. */
  get keys(): KeyRing {
    return this.#sql.keys;
  }

  /** Throws when the store cannot read or write now, and for a while after a disk failure. */
  check(): void {
    const failure = this.#closed ?? this.queue.ended ?? this.health.failure;
    if (failure !== undefined) throw failure;
    this.read((sql) => sql.first('SELECT max(version) FROM schema_version'));
  }

  /** Resolves when it is on disk. */
  write<Name extends WriteName>(name: Name, ...values: WriteValues<Name>): Promise<WriteResult<Name>> {
    return this.queue.write(name, ...values);
  }

  /** Returns the values of a write. `close` waits for values that take time to prepare. */
  prepared<Values>(values: Values | Promise<Values>): Values | Promise<Values> {
    if (!(values instanceof Promise)) return values;
    const done = (): boolean => this.#preparing.delete(values);
    this.#preparing.add(values);
    values.then(done, done);
    return values;
  }

  /** As {@link write}. The buffers, which the values contain, move to the writer: they are empty here from then on. */
  transfer<Name extends WriteName>(
    buffers: readonly ArrayBuffer[],
    name: Name,
    ...values: WriteValues<Name>
  ): Promise<WriteResult<Name>> {
    return this.queue.transfer(buffers, name, ...values);
  }

  wakeTurn(owner: string, turnId: string): void {
    if (!this.#watchers.empty) this.#watchers.wake(turnTopic(owner, turnId));
  }

  wakeWaiters(owner: string, conversationId: string): void {
    if (!this.#watchers.empty) this.#watchers.wake(lockTopic(owner, conversationId));
  }

  wakeJobs(): void {
    this.wake(jobsTopic);
  }

  wake(topic: string): void {
    this.#watchers.wake(topic);
  }

  watch(topic: string, wake: () => void): Unwatch {
    if (this.#poll === undefined) {
      // Set only here: existing watchers must still be notified of what other processes wrote since the last check.
      this.#over = this.queue.over;
      this.#version = this.#dataVersion();
      this.#poll = setInterval(() => this.#pollOtherProcesses(), pollInterval).unref();
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
    while (this.#preparing.size > 0) {
      await Promise.allSettled(this.#preparing);
      await immediate(); // The writes start first.
    }
    await this.longReads.close(); // Before the writer, which empties the log.
    await this.queue.close();
    if (this.reader.isOpen) this.reader.close();
  }

  /** Stops waiting for the threads and returns the number of pending writes. */
  abandon(): number {
    this.#closed ??= new EngineError('internal', 'The store is closed.');
    this.longReads.abandon();
    return this.queue.abandon();
  }

  /** Notes a failure of the disk. */
  #recorded(thrown: unknown): EngineError {
    const failure = toStoreError(thrown);
    this.health.recordFailure(failure);
    return failure;
  }

  /** A failed check notifies, too: watchers then read and receive the error. */
  #pollOtherProcesses(): void {
    if (this.#checking) return;
    const [before, over] = [this.#version, this.#over];
    this.#over = this.queue.over;
    try {
      this.#version = this.#dataVersion();
    } catch {
      this.#version = undefined;
    }
    if (this.#version === before) return;
    const isOtherProcess = this.#version === undefined || before === undefined || this.queue.given === over;
    if (isOtherProcess) this.#watchers.wakeAll();
    else void this.#checkOtherProcesses();
  }

  /** Own writes may be the only change. If they woke the watchers, those would write again, in an endless loop. */
  async #checkOtherProcesses(): Promise<void> {
    this.#checking = true;
    try {
      const version = await this.write('readOthersVersion');
      if (version === this.#othersVersion) return;
      this.#othersVersion = version;
    } catch {
      // A failed check.
    } finally {
      this.#checking = false;
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
