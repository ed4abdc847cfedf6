import { Client, type ClientConfig } from 'pg';
import type { Store } from '../../ports/store.js';
import { migrate } from './migrations.js';
import { Notifications } from './notifications.js';
import { postgresApiKeys } from './postgres-api-keys.js';
import { postgresConversations } from './postgres-conversations.js';
import { PostgresDatabase } from './postgres-database.js';
import { postgresEvents } from './postgres-events.js';
import { toStoreError } from './postgres-failure.js';
import { postgresIdempotency } from './postgres-idempotency.js';
import { postgresJobs } from './postgres-jobs.js';
import { postgresTurns } from './postgres-turns.js';
import { columnTypes } from './rows.js';

export interface PostgresOptions {
  /** `postgres://user:password@host:port/database`. The role needs to create tables at the first start only. */
  readonly url: string;
  /** Most connections of this replica, beside one for notifications. Default 10. */
  readonly connections?: number;
  /** Milliseconds after which the database gives up a statement. Default 15,000. */
  readonly statementTimeout?: number;
  /** Milliseconds to wait for a connection. Default 5,000. */
  readonly connectTimeout?: number;
}

/** What the client waits longer than the server, so that the server's own words are heard, in milliseconds. */
const networkSlack = 2_000;

/**
 * Opens the shared store and brings its schema up to date. Any number of replicas may do so at once. Rejects with
 * EngineError `overloaded` when the database cannot be reached, `internal` when a newer release wrote it.
 */
export async function openPostgresStore({ url, connections = 10, statementTimeout = 15_000, connectTimeout = 5_000 }: PostgresOptions): Promise<Store> {
  const config = {
    connectionString: url,
    application_name: 'model-response-service',
    keepAlive: true,
    connectionTimeoutMillis: connectTimeout,
    types: columnTypes,
  };
  await migrateAt(config);
  const database = new PostgresDatabase({
    ...config,
    max: connections,
    statement_timeout: statementTimeout,
    query_timeout: statementTimeout + networkSlack,
    idle_in_transaction_session_timeout: 2 * statementTimeout,
  });
  const notifications = new Notifications(config);
  return {
    ...postgresTurns(database),
    ...postgresEvents(database, notifications),
    ...postgresConversations(database),
    ...postgresJobs(database, notifications),
    ...postgresIdempotency(database),
    ...postgresApiKeys(database),
    async ping() {
      await database.query('SELECT 1');
    },
    async close() {
      await notifications.close();
      await database.close();
    },
  };
}

/** On a connection of its own, without a limit: a step over a large table, or waiting for a replica that does it, takes its time. */
async function migrateAt(config: ClientConfig): Promise<void> {
  const client = new Client(config);
  client.on('error', () => undefined); // The query that is under way reports it.
  try {
    await client.connect();
    await migrate(client);
  } catch (error) {
    throw toStoreError(error);
  } finally {
    await client.end().catch(() => undefined);
  }
}
