import type { DatabaseSync } from 'node:sqlite';
import type { Unwatch } from '../../ports/turn-event-log.js';
import type { KeyRing } from '../key-ring.js';
import { jobsTopic, lineTopic, turnTopic, Watchers } from '../watchers.js';
import { toStoreError } from './sqlite-failure.js';
import { numberOf } from '../columns.js';
import { Statements } from './statements.js';
import type { WriteName, WriteResult, WriteValues } from './write-operations.js';
import type { WriteQueue } from './write-queue.js';

/** How often it is checked whether another process wrote, in milliseconds. Own writes wake at once. */
const pollInterval = 200;

/** What every part of the store works with: reads on this thread, writes on the other, and who waits for news. */
export class SqliteConnection {
  readonly #sql: Statements;
  readonly #watchers = new Watchers();
  #poll: NodeJS.Timeout | undefined;
  #version = 0;

  constructor(
    private readonly reader: DatabaseSync,
    private readonly queue: WriteQueue,
    keys: KeyRing,
  ) {
    this.#sql = new Statements(reader, keys);
  }

  /** Runs a read. Takes microseconds, so it may block the event loop. */
  read<Result>(query: (sql: Statements) => Result): Result {
    if (this.queue.ended !== undefined) throw this.queue.ended;
    try {
      return query(this.#sql);
    } catch (error) {
      throw toStoreError(error);
    }
  }

  /** Resolves when it is on disk. */
  write<Name extends WriteName>(name: Name, ...values: WriteValues<Name>): Promise<WriteResult<Name>> {
    return this.queue.write(name, ...values);
  }

  wakeTurn(owner: string, turnId: string): void {
    if (!this.#watchers.empty) this.#watchers.wake(turnTopic(owner, turnId));
  }

  wakeLine(owner: string, conversationId: string): void {
    if (!this.#watchers.empty) this.#watchers.wake(lineTopic(owner, conversationId));
  }

  wakeJobs(): void {
    this.#watchers.wake(jobsTopic);
  }

  watch(topic: string, wake: () => void): Unwatch {
    if (this.queue.ended !== undefined) throw this.queue.ended;
    const unwatch = this.#watchers.add(topic, wake);
    this.#version = this.#dataVersion();
    this.#poll ??= setInterval(() => this.#lookForOthers(), pollInterval).unref();
    return () => {
      unwatch();
      if (this.#watchers.empty) this.#stopPolling();
    };
  }

  async close(): Promise<void> {
    this.#stopPolling();
    await this.queue.close();
    if (this.reader.isOpen) this.reader.close();
  }

  #lookForOthers(): void {
    const version = this.#dataVersion();
    if (version === this.#version) return;
    this.#version = version;
    this.#watchers.wakeAll();
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
