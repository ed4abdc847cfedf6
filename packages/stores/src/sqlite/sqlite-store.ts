import {
  type Clock,
  type EngineError,
  type Store,
  type StoreKeyEntry,
  type StoreMemory,
  systemClock,
  unlimitedMemory,
} from '@org/engine/storage';
import { deleteExpiredContainers } from '../shared/delete-containers.js';
import { KeyRing } from '../shared/key-ring.js';
import { defaultMaxBytesRead } from '../shared/require-readable.js';
import { DiskHealth } from './database/disk-health.js';
import { createDatabaseFile, openForReading } from './database/open-database.js';
import { DatabaseFile } from './database/file-location.js';
import { ReadQueue } from './reader/read-queue.js';
import { SqliteConnection } from './database/sqlite-connection.js';
import { toStoreError } from './database/sqlite-failure.js';
import { sqliteApiKeys } from './sqlite-api-keys.js';
import { sqliteAuditLog } from './sqlite-audit-log.js';
import { sqliteContainers } from './sqlite-containers.js';
import { sqliteConversations } from './sqlite-conversations.js';
import { sqliteEvents } from './sqlite-events.js';
import { sqliteFiles } from './sqlite-files.js';
import { sqliteIdempotency } from './sqlite-idempotency.js';
import { sqliteJobs } from './sqlite-jobs.js';
import { sqliteOwnerErasure } from './sqlite-owner-erasure.js';
import { sqliteStorageAccount } from './sqlite-storage-account.js';
import { sqliteStoreKeys } from './sqlite-store-keys.js';
import { sqliteTurns } from './sqlite-turns.js';
import { sqliteVectorStores } from './sqlite-vector-stores.js';
import { WriteQueue } from './writer/write-queue.js';
import type { WriterThreadData } from './writer/writer-thread.js';

export interface SqliteOptions {
  /** The database file. Missing folders are made, for the owner's eyes only. */
  readonly path: string;
  /**
   * Maximum number of pages; more is a full disk. A page has 8 KiB, or 4 KiB in a database created before that size
   * became the default. Default: SQLite's limit.
   */
  readonly maxPages?: number;
  /**
   * The first key encrypts new contents, and each key decrypts its own. Default: none, contents are readable for
   * anyone with the file.
   */
  readonly keys?: readonly StoreKeyEntry[];
  /** Determines when turns expire. Default: the system's clock. */
  readonly clock?: Clock;
  /** Maximum bytes of earlier turns that one request reads. Default: 48 MiB. */
  readonly maxBytesRead?: number;
  /** Reserves the memory of what the store reads. Default: without limits. */
  readonly memory?: StoreMemory;
  /** Called when the writer thread has ended by itself and when it could not be restarted. */
  readonly onFailure?: (failure: EngineError) => void;
}

/**
 * Opens or creates the database and migrates its schema. One thread groups the writes. Reads run on this thread, on a
 * connection of their own, in microseconds; another thread reads long contents. Rejects with EngineError `internal` when the file is damaged, cannot be
 * written, was written by a newer release, or holds contents under a key that is not given.
 */
export async function openSqliteStore({
  path,
  maxPages,
  keys = [],
  clock = systemClock,
  maxBytesRead = defaultMaxBytesRead,
  memory = unlimitedMemory,
  onFailure = () => undefined,
}: SqliteOptions): Promise<Store> {
  const { connection, databaseFile } = await connect(
    { path, keys, ...(maxPages === undefined ? {} : { maxPages }) },
    onFailure,
  );
  const reading = { maxBytes: maxBytesRead, memory };
  const files = sqliteFiles(connection, clock);
  const owned = {
    ...sqliteTurns(connection, clock, reading),
    ...sqliteConversations(connection, reading),
    ...files,
    ...sqliteVectorStores(connection, clock),
    ...sqliteContainers(connection, files),
  };
  return {
    ...owned,
    ...sqliteEvents(connection, clock, memory),
    ...sqliteJobs(connection, clock),
    ...sqliteIdempotency(connection, memory),
    ...sqliteApiKeys(connection),
    ...sqliteAuditLog(connection),
    ...sqliteOwnerErasure(connection, owned),
    ...sqliteStorageAccount(connection),
    ...sqliteStoreKeys(connection),
    deleteExpiredContainers: (now, signal) => deleteExpiredContainers(owned, now, signal),
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
  onFailure: (failure: EngineError) => void,
): Promise<{ readonly connection: SqliteConnection; readonly databaseFile: DatabaseFile }> {
  const health = new DiskHealth();
  try {
    createDatabaseFile(data.path);
    const queue = await WriteQueue.open({ data, health, onFailure });
    const { path, keys } = data;
    const longReads = new ReadQueue({ path, keys, file: queue.file });
    return {
      connection: new SqliteConnection(openForReading(path), longReads, queue, health, new KeyRing(keys)),
      databaseFile: new DatabaseFile(data.path, queue.file),
    };
  } catch (error) {
    throw toStoreError(error);
  }
}
