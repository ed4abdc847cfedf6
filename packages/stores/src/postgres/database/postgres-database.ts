import { setImmediate as immediate } from 'node:timers/promises';
import { Pool, type ClientBase, type PoolClient, type PoolConfig } from 'pg';
import { EngineError } from '@org/engine/storage';
import type { KeyRing } from '../../shared/key-ring.js';
import { storeAbandoned } from '../../shared/store-abandoned.js';
import type { Row } from '../sql/rows.js';
import { connectionOwner } from './connection-owner.js';
import { ConnectionQueue } from './connection-queue.js';
import { breaksConnection, isRetryable, toStoreError } from './postgres-failure.js';

/** Maximum number of operations that wait for a connection. A stalled database must not exhaust memory. */
const maxQueuedQueries = 2_000;
/** Maximum number of them for one owner. */
const maxQueuedByOwner = maxQueuedQueries / 2;

/** Maximum number of attempts at a transaction that the database aborted in favor of another. */
const maxAttempts = 5;

export interface DatabaseConfig extends PoolConfig {
  /** Maximum number of connections, in addition to one for readiness. */
  readonly max: number;
  /** Maximum wait for one of them, and for the server to accept it, in milliseconds. */
  readonly connectionTimeoutMillis: number;
}

/** A pool with bounds everywhere: connections, time, how many wait, and the share of one owner in each. */
export class PostgresDatabase {
  readonly #pool: Pool;
  readonly #connections: ConnectionQueue;
  readonly #activeByOwner = new Map<string, number>();
  /** Active operations, each with a function that ends the wait for it. */
  readonly #active = new Map<Promise<unknown>, (reason: EngineError) => void>();
  /** What writes that began before `close` still prepare. */
  readonly #preparing = new Set<Promise<unknown>>();
  #closed = false;
  #abandoned = false;

  constructor(
    config: DatabaseConfig,
    /** What the contents are locked with. */
    readonly keys: KeyRing,
  ) {
    this.#connections = new ConnectionQueue(config.max, config.connectionTimeoutMillis);
    this.#pool = new Pool({ ...config, max: config.max + 1 });
    // Without a listener an error ends the process. The pool replaces a broken idle connection on demand; a
    // connection in use reports the failure through its statement.
    this.#pool.on('error', () => undefined);
    this.#pool.on('connect', (client) => client.on('error', () => undefined));
  }

  /** Runs one statement. */
  query(sql: string, values: readonly unknown[] = []): Promise<readonly Row[]> {
    return this.#track(() => this.#withClient((client) => rowsOf(client, sql, values)));
  }

  /** Runs one statement on a connection that no other operation can take. */
  ping(sql: string): Promise<readonly Row[]> {
    return this.#track(() => this.#withPooled((client) => rowsOf(client, sql, [])));
  }

  /** Runs `work` in a transaction, again when the database broke it off. */
  transaction<Result>(work: (client: ClientBase) => Promise<Result>): Promise<Result> {
    return this.#transaction('BEGIN', work);
  }

  /** Runs statements that see one state of the database, and only read it. */
  snapshot<Result>(work: (client: ClientBase) => Promise<Result>): Promise<Result> {
    return this.#transaction('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY', work);
  }

  #transaction<Result>(begin: string, work: (client: ClientBase) => Promise<Result>): Promise<Result> {
    return this.#track(async () => {
      for (let attempt = 1; ; attempt++) {
        try {
          return await this.#withClient((client) => inTransaction(client, begin, work));
        } catch (error) {
          if (attempt === maxAttempts || !isRetryable(error)) throw error;
        }
      }
    });
  }

  /** Provides a connection for work that manages its own transactions. */
  withClient<Result>(work: (client: ClientBase) => Promise<Result>): Promise<Result> {
    return this.#track(() => this.#withClient(work));
  }

  /** Returns the values of a write. `close` waits for values that take time to prepare. */
  async prepared<Values>(values: Promise<Values>): Promise<Values> {
    this.#preparing.add(values);
    try {
      return await values;
    } finally {
      this.#preparing.delete(values);
    }
  }

  get closed(): boolean {
    return this.#closed || this.#abandoned;
  }

  /** Waits for active operations; the pool itself would drop callers that wait for a connection. */
  async close(): Promise<void> {
    while (this.#preparing.size > 0) {
      await Promise.allSettled(this.#preparing);
      await immediate(); // The writes start first.
    }
    if (this.#closed) return;
    this.#closed = true;
    await Promise.allSettled(this.#active.keys());
    const ended = this.#pool.end();
    // The pool's connections wait for a server that does not respond.
    if (!this.#abandoned) await ended;
  }

  /** Stops waiting for active operations and returns their number. */
  abandon(): number {
    this.#abandoned = true;
    const waits = [...this.#active.values()];
    for (const end of waits) end(storeAbandoned());
    return waits.length;
  }

  async #track<Result>(work: () => Promise<Result>): Promise<Result> {
    if (this.closed) throw new EngineError('internal', 'The store is closed.');
    const owner = connectionOwner();
    const ownActive = owner === undefined ? 0 : (this.#activeByOwner.get(owner) ?? 0);
    if (this.#active.size >= maxQueuedQueries || ownActive >= maxQueuedByOwner)
      throw new EngineError('overloaded', 'Too many requests wait for the database.', { retryAfter: 1 });
    this.#countActive(owner, 1);
    const { promise, resolve, reject } = Promise.withResolvers<Result>();
    this.#active.set(promise, reject);
    work().then(resolve, (error: unknown) => reject(toStoreError(error)));
    try {
      return await promise;
    } finally {
      this.#active.delete(promise);
      this.#countActive(owner, -1);
    }
  }

  #countActive(owner: string | undefined, change: number): void {
    if (owner === undefined) return;
    const active = (this.#activeByOwner.get(owner) ?? 0) + change;
    if (active > 0) this.#activeByOwner.set(owner, active);
    else this.#activeByOwner.delete(owner);
  }

  async #withClient<Result>(work: (client: PoolClient) => Promise<Result>): Promise<Result> {
    const owner = connectionOwner();
    await this.#connections.acquire(owner);
    try {
      return await this.#withPooled(work);
    } finally {
      this.#connections.release(owner);
    }
  }

  async #withPooled<Result>(work: (client: PoolClient) => Promise<Result>): Promise<Result> {
    const client = await this.#pool.connect();
    let broken = false;
    try {
      return await work(client);
    } catch (error) {
      broken = breaksConnection(error);
      throw error;
    } finally {
      client.release(broken);
    }
  }
}

/** The rows of one statement. */
export async function rowsOf(client: ClientBase, sql: string, values: readonly unknown[]): Promise<readonly Row[]> {
  const { rows } = await client.query<Record<string, unknown>>(sql, [...values]);
  return rows;
}

async function inTransaction<Result>(
  client: ClientBase,
  begin: string,
  work: (client: ClientBase) => Promise<Result>,
): Promise<Result> {
  await client.query(begin);
  try {
    const result = await work(client);
    await client.query('COMMIT');
    return result;
  } catch (error) {
    if (!breaksConnection(error)) await client.query('ROLLBACK');
    throw error;
  }
}
