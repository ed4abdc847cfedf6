import { systemClock, type Clock } from '../../ports/clock.js';
import type { Store } from '../../ports/store.js';
import { KeyRing, type StoreKey } from '../key-ring.js';
import { usualBytesRead } from '../read-bound.js';
import { createDatabaseFile, openForReading } from './open-database.js';
import { sqliteApiKeys } from './sqlite-api-keys.js';
import { SqliteConnection } from './sqlite-connection.js';
import { sqliteConversations } from './sqlite-conversations.js';
import { sqliteEvents } from './sqlite-events.js';
import { toStoreError } from './sqlite-failure.js';
import { sqliteIdempotency } from './sqlite-idempotency.js';
import { sqliteJobs } from './sqlite-jobs.js';
import { sqliteStoreKeys } from './sqlite-store-keys.js';
import { sqliteTurns } from './sqlite-turns.js';
import { WriteQueue } from './write-queue.js';

export interface SqliteOptions {
  /** The database file. Missing folders are made, for the owner's eyes only. */
  readonly path: string;
  /** Most pages of 4 KiB; more is a full disk. Default: what SQLite can address. */
  readonly maxPages?: number;
  /** The first locks what is written, each of them opens what it locked. Default: none, contents lie open to who has the file. */
  readonly keys?: readonly StoreKey[];
  /** Tells when turns expire. Default: the system's. */
  readonly clock?: Clock;
  /** Most bytes of earlier turns that are read for one request. Default: 128 MiB. */
  readonly mostBytesRead?: number;
}

/**
 * Opens or makes the database, and brings its schema up to date. Writes go to one thread that groups them; reads run
 * here, on a connection of their own, in microseconds. Rejects with EngineError `internal` when the file is damaged,
 * cannot be written, was written by a newer release, or holds contents under a key that is not given.
 */
export async function openSqliteStore({ path, maxPages, keys = [], clock = systemClock, mostBytesRead = usualBytesRead }: SqliteOptions): Promise<Store> {
  const connection = await connect(path, keys, maxPages);
  return {
    ...sqliteTurns(connection, clock, mostBytesRead),
    ...sqliteEvents(connection, clock),
    ...sqliteConversations(connection, mostBytesRead),
    ...sqliteJobs(connection, clock),
    ...sqliteIdempotency(connection),
    ...sqliteApiKeys(connection),
    ...sqliteStoreKeys(connection),
    async ping() {
      connection.read((sql) => sql.first('SELECT max(version) FROM schema_version'));
    },
    close: () => connection.close(),
  };
}

async function connect(path: string, keys: readonly StoreKey[], maxPages: number | undefined): Promise<SqliteConnection> {
  try {
    createDatabaseFile(path);
    const queue = await WriteQueue.open({ path, keys, ...(maxPages === undefined ? {} : { maxPages }) });
    return new SqliteConnection(openForReading(path), queue, new KeyRing(keys));
  } catch (error) {
    throw toStoreError(error);
  }
}
