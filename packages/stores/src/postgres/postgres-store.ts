import { Client, type ClientConfig } from 'pg';
import {
  type Clock,
  type Store,
  type StoreKeyEntry,
  type StoreMemory,
  systemClock,
  unlimitedMemory,
} from '@org/engine/storage';
import { deleteExpiredContainers } from '../shared/delete-containers.js';
import { KeyRing } from '../shared/key-ring.js';
import { defaultMaxBytesRead } from '../shared/require-readable.js';
import { migrate } from './database/migrations.js';
import { byOwner } from './database/connection-owner.js';
import { Notifications } from './database/notifications.js';
import { postgresApiKeys } from './postgres-api-keys.js';
import { postgresAuditLog } from './postgres-audit-log.js';
import { postgresContainers } from './postgres-containers.js';
import { postgresConversations } from './postgres-conversations.js';
import { PostgresDatabase } from './database/postgres-database.js';
import { postgresEvents } from './postgres-events.js';
import { toStoreError } from './database/postgres-failure.js';
import { postgresFiles } from './postgres-files.js';
import { postgresIdempotency } from './postgres-idempotency.js';
import { postgresJobs } from './postgres-jobs.js';
import { postgresTurns } from './postgres-turns.js';
import { postgresOwnerErasure } from './postgres-owner-erasure.js';
import { postgresStorageAccount } from './postgres-storage-account.js';
import { postgresStoreKeys } from './postgres-store-keys.js';
import { postgresVectorStores } from './postgres-vector-stores.js';
import { columnTypes } from './sql/rows.js';
import { requireKeysOfOthers, selectKnownKeys, reconcileStoreKeys, toKnownKey } from './store-keys.js';

export interface PostgresOptions {
  /** `postgres://user:password@host:port/database`. The role needs to create tables at the first start only. */
  readonly url: string;
  /** Maximum number of connections of this replica, in addition to one for notifications and one for `ping`. One owner gets half of them. Default 10. */
  readonly connections?: number;
  /** Milliseconds after which the database gives up a statement. Default 15,000. */
  readonly statementTimeout?: number;
  /** Milliseconds to wait for a connection. Default 5,000. */
  readonly connectTimeout?: number;
  /** Interval between two checks that notifications still arrive, in milliseconds. Default 30,000. */
  readonly probeInterval?: number;
  /** The first locks what is written, each of them opens what it locked. Default: none, contents lie open in the database. */
  readonly keys?: readonly StoreKeyEntry[];
  /** Determines when turns expire. Default: the system's clock. */
  readonly clock?: Clock;
  /** Maximum bytes of earlier turns that one request reads. Default: 48 MiB. */
  readonly maxBytesRead?: number;
  /** Reserves the memory of what the store reads. Default: without limits. */
  readonly memory?: StoreMemory;
}

/** How much longer the client waits than the server, in milliseconds, so that the server's own error arrives first. */
const networkSlack = 2_000;

/**
 * Opens the shared store and brings its schema up to date. Any number of replicas may do so at once. Rejects with
 * EngineError `overloaded` when the database cannot be reached, `internal` when a newer release wrote it or contents are under a key that is not given.
 */
export async function openPostgresStore(options: PostgresOptions): Promise<Store> {
  const {
    url,
    connections = 10,
    statementTimeout = 15_000,
    connectTimeout = 5_000,
    probeInterval = 30_000,
    keys = [],
    clock = systemClock,
    maxBytesRead = defaultMaxBytesRead,
    memory = unlimitedMemory,
  } = options;
  const config = {
    connectionString: url,
    application_name: 'model-response-service',
    keepAlive: true,
    connectionTimeoutMillis: connectTimeout,
    types: columnTypes,
  };
  const ring = new KeyRing(keys);
  await migrateAt(config, ring);
  const database = new PostgresDatabase(
    {
      ...config,
      max: connections,
      statement_timeout: statementTimeout,
      query_timeout: statementTimeout + networkSlack,
      idle_in_transaction_session_timeout: 2 * statementTimeout,
    },
    ring,
  );
  const notifications = new Notifications({ ...config, query_timeout: statementTimeout + networkSlack }, probeInterval);
  const reading = { maxBytes: maxBytesRead, memory };
  const files = postgresFiles(database, clock);
  const owned = {
    ...postgresTurns(database, clock, reading),
    ...postgresConversations(database, notifications, reading),
    ...files,
    ...postgresVectorStores(database, notifications, clock),
    ...postgresContainers(database, files),
  };
  return {
    ...byOwner({
      ...owned,
      ...postgresEvents(database, notifications, clock, memory),
      ...postgresIdempotency(database, memory),
      ...postgresStorageAccount(database),
    }),
    ...postgresJobs(database, notifications, clock),
    ...postgresApiKeys(database),
    ...postgresAuditLog(database),
    ...postgresOwnerErasure(database, owned),
    ...postgresStoreKeys(database),
    deleteExpiredContainers: (now, signal) => deleteExpiredContainers(owned, now, signal),
    async ping() {
      requireKeysOfOthers(ring, (await database.ping(selectKnownKeys)).map(toKnownKey));
    },
    async close() {
      await notifications.close();
      await database.close();
    },
    abandon() {
      void notifications.close();
      return database.abandon();
    },
  };
}

/**
 * Migrates on a dedicated connection without a timeout: a migration of a large table, or the wait for another replica
 * that runs it, may take long.
 */
async function migrateAt(config: ClientConfig, keys: KeyRing): Promise<void> {
  const client = new Client(config);
  client.on('error', () => undefined); // The active query reports the error.
  try {
    await client.connect();
    await migrate(client);
    await reconcileStoreKeys(client, keys);
  } catch (error) {
    throw toStoreError(error);
  } finally {
    await client.end().catch(() => undefined);
  }
}
