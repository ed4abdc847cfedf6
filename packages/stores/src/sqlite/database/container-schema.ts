import type { DatabaseSync } from 'node:sqlite';
import { recordBytes } from '@org/engine/storage';
import { destroyKeyWith } from './schema.js';
import { count, type BytesOfRow } from './stored-bytes-schema.js';

export const containerBytes: BytesOfRow = (row) => `(${recordBytes} + length(${row}description))`;

/** Containers for code. A client changes them under its version; their files are rows of the table of files. */
export function createContainers(database: DatabaseSync): void {
  database.exec(`
    CREATE TABLE container (
      key         INTEGER PRIMARY KEY,
      owner       TEXT    NOT NULL,
      id          TEXT    NOT NULL,
      expires_at  INTEGER NOT NULL,
      version     INTEGER NOT NULL,
      slot        INTEGER NOT NULL,
      description BLOB    NOT NULL,
      UNIQUE (owner, id)
    ) STRICT;
    CREATE INDEX container_by_expiry ON container (expires_at);
    ${destroyKeyWith('container')}
    ${count('container', 'files', containerBytes, 'description')}
  `);
}

/** A deletion knows the files that a container owns without its description. Null in older rows. */
export function listOwnedFiles(database: DatabaseSync): void {
  database.exec('ALTER TABLE container ADD COLUMN owned_files TEXT');
}
