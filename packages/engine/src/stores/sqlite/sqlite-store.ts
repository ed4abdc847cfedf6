import type { EngineError } from '../../errors/engine-error.js';
import { systemClock, type Clock } from '../../ports/clock.js';
import type { Store } from '../../ports/store.js';
import { KeyRing, type StoreKeyEntry } from '../key-ring.js';
import { usualBytesRead } from '../read-bound.js';
import { DiskHealth } from './database/disk-health.js';
import { createDatabaseFile, openForReading } from './database/open-database.js';
import { DatabaseFile } from './database/file-location.js';
import { SqliteConnection } from './database/sqlite-connection.js';
import { toStoreError } from './database/sqlite-failure.js';
import { sqliteApiKeys } from './sqlite-api-keys.js';
import { sqliteConversations } from './sqlite-conversations.js';
import { sqliteEvents } from './sqlite-events.js';
import { sqliteFiles } from './sqlite-files.js';
import { sqliteIdempotency } from './sqlite-idempotency.js';
import { sqliteJobs } from './sqlite-jobs.js';
import { sqliteStoreKeys } from './sqlite-store-keys.js';
import { sqliteTurns } from './sqlite-turns.js';
import { WriteQueue } from './writer/write-queue.js';
import type { WriterThreadData } from './writer/writer-thread.js';

export interface SqliteOptions {
  /** The database file. Missing folders are made, for the owner's eyes only. */
  readonly path: string;
  /** Most pages; more is a full disk. A page has 8 KiB, in a database of before that was so 4 KiB. Default: what SQLite can address. */
  readonly maxPages?: number;
  /** The first locks what is written, each of them opens what it locked. Default: none, contents lie open to who has the file. */
  readonly keys?: readonly StoreKeyEntry[];
  /** Tells when turns expire. Default: the system's. */
  readonly clock?: Clock;
  /** Most bytes of earlier turns that are read for one request. Default: 128 MiB. */
  readonly maxBytesRead?: number;
  /** Told when the thread that writes has ended by itself, and when it could not be begun anew. */
  readonly onTrouble?: (trouble: EngineError) => void;
}

/**
 * Opens or makes the database, and brings its schema up to date. Writes go to one thread that groups them; reads run
 * here, on a connection of their own, in microseconds. Rejects with EngineError `internal` when the file is damaged,
 * cannot be written, was written by a newer release, or holds contents under a key that is not given.
 */
export async function openSqliteStore({
  path,
  maxPages,
  keys = [],
  clock = systemClock,
  maxBytesRead = usualBytesRead,
  onTrouble = () => undefined,
}: SqliteOptions): Promise<Store> {
  const { connection, databaseFile } = await connect(
    { path, keys, ...(maxPages === undefined ? {} : { maxPages }) },
    onTrouble,
  );
  return {
    ...sqliteTurns(connection, clock, maxBytesRead),
    ...sqliteEvents(connection, clock),
    ...sqliteConversations(connection, maxBytesRead),
    ...sqliteFiles(connection, clock),
    ...sqliteJobs(connection, clock),
    ...sqliteIdempotency(connection),
    ...sqliteApiKeys(connection),
    ...sqliteStoreKeys(connection),
    async ping() {
      connection.check();
      databaseFile.check();
    },
    close: () => connection.close(),
    abandon: () => connection.abandon(),
  };
}

async function connect(
  data: WriterThreadData,
  onTrouble: (trouble: EngineError) => void,
): Promise<{ readonly connection: SqliteConnection; readonly databaseFile: DatabaseFile }> {
  const health = new DiskHealth();
  try {
    createDatabaseFile(data.path);
    const queue = await WriteQueue.open({ data, health, onTrouble });
    return {
      connection: new SqliteConnection(openForReading(data.path), queue, health, new KeyRing(data.keys)),
      databaseFile: new DatabaseFile(data.path, queue.file),
    };
  } catch (error) {
    throw toStoreError(error);
  }
}
