// Vector stores. AUTOINCREMENT: no key occurs twice, because caches of searches identify files by them.
import type { DatabaseSync } from 'node:sqlite';
import { recordBytes } from '@org/engine/storage';
import { count, type BytesOfRow, unlessTombstone } from './stored-bytes-schema.js';
import { destroyKeyWith } from './schema.js';

export const vectorStoreBytes: BytesOfRow = (row) => unlessTombstone(row, `${recordBytes} + length(${row}description)`);
/** `bytes` is the sum of its contents. */
export const vectorStoreFileBytes: BytesOfRow = (row) =>
  unlessTombstone(row, `${recordBytes} + ${row}bytes + length(${row}description)`);

/**
 * The description of a vector store is encrypted with its key, those of a file and its contents with the key of the
 * file. `version` changes with each change of a file that a search sees. `expires_after` is a duration.
 */
export function createVectorStores(database: DatabaseSync): void {
  database.exec(`
    CREATE TABLE vector_store (
      key           INTEGER PRIMARY KEY AUTOINCREMENT,
      owner         TEXT    NOT NULL,
      id            TEXT    NOT NULL,
      created_at    INTEGER NOT NULL,
      active_at     INTEGER NOT NULL,
      expires_after INTEGER,
      slot          INTEGER NOT NULL,
      description   BLOB    NOT NULL,
      UNIQUE (owner, id)
    ) STRICT;
    CREATE INDEX vector_store_by_expiry ON vector_store (active_at + expires_after) WHERE expires_after IS NOT NULL;
    ${destroyKeyWith('vector_store')}

    CREATE TABLE vector_store_batch (
      store_key  INTEGER NOT NULL REFERENCES vector_store (key) ON DELETE CASCADE,
      id         TEXT    NOT NULL,
      created_at INTEGER NOT NULL,
      cancelled  INTEGER NOT NULL DEFAULT 0,
      PRIMARY KEY (store_key, id)
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE vector_store_file (
      key         INTEGER PRIMARY KEY AUTOINCREMENT,
      store_key   INTEGER NOT NULL REFERENCES vector_store (key),
      owner       TEXT    NOT NULL,
      file_id     TEXT    NOT NULL,
      batch_id    TEXT,
      status      TEXT    NOT NULL,
      created_at  INTEGER NOT NULL,
      version     INTEGER NOT NULL DEFAULT 0,
      attempt     INTEGER NOT NULL DEFAULT 0,
      lease_until INTEGER,
      chunks      INTEGER NOT NULL DEFAULT 0,
      bytes       INTEGER NOT NULL DEFAULT 0,
      slot        INTEGER NOT NULL,
      description BLOB    NOT NULL,
      UNIQUE (store_key, file_id)
    ) STRICT;
    CREATE INDEX vector_store_file_by_file   ON vector_store_file (owner, file_id);
    CREATE INDEX vector_store_file_by_status ON vector_store_file (store_key, status, bytes);
    CREATE INDEX vector_store_file_by_batch  ON vector_store_file (store_key, batch_id, status) WHERE batch_id IS NOT NULL;
    CREATE INDEX vector_store_file_waiting   ON vector_store_file (created_at, key)             WHERE status = 'in_progress';
    CREATE INDEX vector_store_file_held      ON vector_store_file (owner)                       WHERE lease_until IS NOT NULL;
    ${destroyKeyWith('vector_store_file')}

    CREATE TABLE vector_store_content (
      key      INTEGER PRIMARY KEY,
      file_key INTEGER NOT NULL REFERENCES vector_store_file (key) ON DELETE CASCADE,
      kind     TEXT    NOT NULL,
      number   INTEGER NOT NULL,
      data     BLOB    NOT NULL,
      UNIQUE (file_key, kind, number)
    ) STRICT;

    ${count('vector_store', 'files', vectorStoreBytes, 'owner, description')}
    ${count('vector_store_file', 'files', vectorStoreFileBytes, 'owner, bytes, description')}
  `);
}

/**
 * `attempt` only fences leases: it counts every claim for ever. `failures` counts the claims since a file was attached
 * that ended in a failure, or that are running.
 */
export function countIngestionFailures(database: DatabaseSync): void {
  database.exec('ALTER TABLE vector_store_file ADD COLUMN failures INTEGER NOT NULL DEFAULT 0');
}
