import { closeSync, openSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { makeFolders } from './make-folders.js';
import { primaryCode, resultCode } from './sqlite-failure.js';

/** How long a connection waits for another process that holds a lock, in milliseconds. */
export const lockTimeout = 5_000;
/** The same for each try to set it up. */
const setUpTimeout = 250;

/**
 * Bytes of a page; SQLite's own choice is 4,096. A turn of some kilobytes would take a page of that for itself, and each
 * page is two writes into the log. A database that is there keeps its own.
 */
const pageBytes = 8_192;

/**
 * From so many pages on (16 MiB) the log is copied into the database and that is synced; SQLite's own choice is 1,000. A
 * deletion copies what is left at once. A longer log is slower: a file that grows is synced at a higher price than one
 * that is overwritten.
 */
const pagesInLog = 2_000;

/** Makes the folder (0700) and the file (0600) where they are missing. SQLite gives its side files the file's own mode. */
export function createDatabaseFile(path: string): void {
  makeFolders(dirname(resolve(path)));
  closeSync(openSync(path, 'a', 0o600));
}

/**
 * The one connection that writes. `synchronous = FULL` in WAL mode: what was committed survives a loss of power.
 * `secure_delete`: what was deleted is overwritten with zeros, not only unlinked.
 */
export function openForWriting(path: string): DatabaseSync {
  const database = new DatabaseSync(path, { timeout: setUpTimeout, enableForeignKeyConstraints: true });
  setUp(database, performance.now() + lockTimeout);
  return database;
}

/** Where several connections open a new file at once they may wait for each other: then SQLite refuses one, with or without a wait, and it tries again. */
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
      PRAGMA wal_checkpoint(TRUNCATE); -- Finishes an erasure that a crash cut short.
      PRAGMA busy_timeout = ${lockTimeout};
    `);
  } catch (thrown) {
    if (performance.now() > until || primaryCode(thrown) !== resultCode.busy) throw thrown;
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5 + Math.random() * 20);
    setUp(database, until);
  }
}

/** A connection that only reads. It sees every committed write at once. */
export function openForReading(path: string): DatabaseSync {
  return new DatabaseSync(path, { readOnly: true, timeout: lockTimeout });
}
