import { Pool, type ClientBase, type PoolClient, type PoolConfig } from 'pg';
import { EngineError } from '../../../errors/engine-error.js';
import type { KeyRing } from '../../key-ring.js';
import { storeAbandoned } from '../../store-abandoned.js';
import type { Row } from '../sql/rows.js';
import { breaksConnection, isRetryable, toStoreError } from './postgres-failure.js';

/** Most operations that may wait for a connection. A database that stands still must not fill the memory. */
const maxQueuedQueries = 2_000;

/** How often a transaction is run that the database broke off to let another one pass. */
const maxAttempts = 5;

/** A pool with bounds everywhere: connections, time, and how many wait. */
export class PostgresDatabase {
  readonly #pool: Pool;
  /** What was begun, and how to end the wait for it. */
  readonly #active = new Map<Promise<unknown>, (reason: EngineError) => void>();
  #closed = false;
  #abandoned = false;

  constructor(
    config: PoolConfig,
    /** What the contents are locked with. */
    readonly keys: KeyRing,
  ) {
    this.#pool = new Pool(config);
    // Without a listener an error ends the process. An idle connection that broke is replaced when one is needed; one that
    // is in use reports the failure through the statement that it runs.
    this.#pool.on('error', () => undefined);
    this.#pool.on('connect', (client) => client.on('error', () => undefined));
  }

  /** Runs one statement. */
  query(sql: string, values: readonly unknown[] = []): Promise<readonly Row[]> {
    return this.#track(() => this.#withClient((client) => rowsOf(client, sql, values)));
  }

  /** Runs `work` in a transaction, again when the database broke it off. */
  transaction<Result>(work: (client: ClientBase) => Promise<Result>): Promise<Result> {
    return this.#track(async () => {
      for (let attempt = 1; ; attempt++) {
        try {
          return await this.#withClient((client) => inTransaction(client, work));
        } catch (error) {
          if (attempt === maxAttempts || !isRetryable(error)) throw error;
        }
      }
    });
  }

  /** Lends a connection for work that makes its own transactions. */
  withClient<Result>(work: (client: ClientBase) => Promise<Result>): Promise<Result> {
    return this.#track(() => this.#withClient(work));
  }

  get closed(): boolean {
    return this.#closed || this.#abandoned;
  }

  /** Waits for what was begun; the pool itself would forget whoever waits for a connection. */
  async close(): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    await Promise.allSettled(this.#active.keys());
    const ended = this.#pool.end();
    // Its connections wait for a server that does not answer.
    if (!this.#abandoned) await ended;
  }

  /** Nobody waits any longer for what was begun. Says how much that was. */
  abandon(): number {
    this.#abandoned = true;
    const waits = [...this.#active.values()];
    for (const end of waits) end(storeAbandoned());
    return waits.length;
  }

  async #track<Result>(work: () => Promise<Result>): Promise<Result> {
    if (this.closed) throw new EngineError('internal', 'The store is closed.');
    if (this.#active.size >= maxQueuedQueries)
      throw new EngineError('overloaded', 'Too many requests wait for the database.', { retryAfter: 1 });
    const { promise, resolve, reject } = Promise.withResolvers<Result>();
    this.#active.set(promise, reject);
    work().then(resolve, (error: unknown) => reject(toStoreError(error)));
    try {
      return await promise;
    } finally {
      this.#active.delete(promise);
    }
  }

  async #withClient<Result>(work: (client: PoolClient) => Promise<Result>): Promise<Result> {
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
  work: (client: ClientBase) => Promise<Result>,
): Promise<Result> {
  await client.query('BEGIN');
  try {
    const result = await work(client);
    await client.query('COMMIT');
    return result;
  } catch (error) {
    if (!breaksConnection(error)) await client.query('ROLLBACK');
    throw error;
  }
}
