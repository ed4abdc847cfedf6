import { closeSync, openSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { makeFolders } from './make-folders.js';
import { primaryCode, resultCode } from './sqlite-failure.js';

/** Maximum wait of a connection for another process that holds a lock, in milliseconds. */
export const lockTimeout = 5_000;
/** The same for each try to set it up. */
const setUpTimeout = 250;

/**
 * Bytes of a page; SQLite's default is 4,096. A turn of some kilobytes would fill such a page alone, and each page
 * costs two writes to the log. An existing database retains its page size.
 */
const pageBytes = 8_192;

/**
 * Number of pages (16 MiB) from which the log is checkpointed into the database and synced; SQLite's default is
 * 1,000. A deletion checkpoints the rest at once. A longer log is slower: syncing a growing file costs more than
 * syncing an overwritten one.
 */
const pagesInLog = 2_000;

/**
 * Creates the folder (0700) and the file (0600) when they are missing. SQLite gives its side files the mode of the
 * database file.
 */
export function createDatabaseFile(path: string): void {
  makeFolders(dirname(resolve(path)));
  closeSync(openSync(path, 'a', 0o600));
}

/**
 * The only connection that writes. `synchronous = FULL` in WAL mode: committed data survives a power loss.
 * `secure_delete`: deleted data is overwritten with zeros, not only unlinked.
 */
export function openForWriting(path: string): DatabaseSync {
  const database = new DatabaseSync(path, { timeout: setUpTimeout, enableForeignKeyConstraints: true });
  setUp(database, performance.now() + lockTimeout);
  return database;
}

/**
 * Connections that open a new file at the same time may wait for each other: SQLite then rejects one, with or without
 * a timeout, and it retries.
 */
function setUp(database: DatabaseSync, until: number): void {
  try {
    database.exec(`
      PRAGMA page_size = ${pageBytes};
      PRAGMA auto_vacuum = INCREMENTAL;
      PRAGMA journal_mode = WAL;
      PRAGMA synchronous = FULL;
      PRAGMA fullfsync = ON;
      PRAGMA checkpoint_fullfsync = ON;
      PRAGMA secure_delete = ON;
      PRAGMA trusted_schema = OFF;
      PRAGMA cache_size = -16000;
      PRAGMA wal_autocheckpoint = ${pagesInLog};
      PRAGMA wal_checkpoint(TRUNCATE); -- Completes an erasure that a crash interrupted.
      PRAGMA busy_timeout = ${lockTimeout};
    `);
  } catch (thrown) {
    if (performance.now() > until || primaryCode(thrown) !== resultCode.busy) throw thrown;
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5 + Math.random() * 20);
    setUp(database, until);
  }
}

/** A read-only connection. It sees every committed write at once. */
export function openForReading(path: string): DatabaseSync {
  return new DatabaseSync(path, { readOnly: true, timeout: lockTimeout });
}
