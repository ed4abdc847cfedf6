import type { ClientBase } from 'pg';
import { recordBytes } from '@org/engine/storage';
import { count, unlessTombstone } from './stored-bytes-schema.js';

export const vectorStoreBytes = unlessTombstone(`${recordBytes} + octet_length(description)`);
/** `bytes` is the sum of its contents. */
export const vectorStoreFileBytes = unlessTombstone(`${recordBytes} + bytes + octet_length(description)`);

/**
 * Vector stores. The contents of a file are encrypted with its key, so none of them has an index of the database.
 * `version` changes with each change of a file that a search sees. `expires_after` is a duration.
 */
export async function createVectorStores(client: ClientBase): Promise<void> {
  await client.query(`
    CREATE TABLE vector_store (
      key           bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      owner         text   COLLATE "C" NOT NULL,
      id            text   COLLATE "C" NOT NULL,
      created_at    bigint NOT NULL,
      active_at     bigint NOT NULL,
      expires_after bigint,
      description   bytea  NOT NULL,
      content_key   bytea,
      UNIQUE (owner, id)
    );
    CREATE INDEX vector_store_by_expiry ON vector_store ((active_at + expires_after)) WHERE expires_after IS NOT NULL;
    CREATE TABLE vector_store_batch (
      store_key  bigint  NOT NULL REFERENCES vector_store (key) ON DELETE CASCADE,
      id         text    COLLATE "C" NOT NULL,
      created_at bigint  NOT NULL,
      cancelled  boolean NOT NULL DEFAULT false,
      PRIMARY KEY (store_key, id)
    );
    CREATE TABLE vector_store_file (
      key         bigint  GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      store_key   bigint  NOT NULL REFERENCES vector_store (key),
      owner       text    COLLATE "C" NOT NULL,
      file_id     text    COLLATE "C" NOT NULL,
      batch_id    text    COLLATE "C",
      status      text    NOT NULL,
      created_at  bigint  NOT NULL,
      version     bigint  NOT NULL DEFAULT 0,
      attempt     integer NOT NULL DEFAULT 0,
      lease_until bigint,
      chunks      integer NOT NULL DEFAULT 0,
      bytes       bigint  NOT NULL DEFAULT 0,
      description bytea   NOT NULL,
      content_key bytea,
      UNIQUE (store_key, file_id)
    );
    CREATE INDEX vector_store_file_by_file   ON vector_store_file (owner, file_id);
    CREATE INDEX vector_store_file_by_status ON vector_store_file (store_key, status, bytes);
    CREATE INDEX vector_store_file_by_batch  ON vector_store_file (store_key, batch_id, status) WHERE batch_id IS NOT NULL;
    CREATE INDEX vector_store_file_waiting   ON vector_store_file (created_at, key)             WHERE status = 'in_progress';
    CREATE INDEX vector_store_file_held      ON vector_store_file (owner)                       WHERE lease_until IS NOT NULL;
    CREATE TABLE vector_store_content (
      file_key bigint  NOT NULL REFERENCES vector_store_file (key) ON DELETE CASCADE,
      kind     text    COLLATE "C" NOT NULL,
      number   integer NOT NULL,
      data     bytea   NOT NULL,
      PRIMARY KEY (file_key, kind, number)
    );
    -- Encrypted or packed already: compression would only cost time.
    ALTER TABLE vector_store_content ALTER COLUMN data SET STORAGE EXTERNAL;
    ${count('vector_store', 'files', vectorStoreBytes)}
    ${count('vector_store_file', 'files', vectorStoreFileBytes)}
  `);
}

/**
 * `attempt` only fences leases: it counts every claim for ever. `failures` counts the claims since a file was attached
 * that ended in a failure, or that are running.
 */
export async function countIngestionFailures(client: ClientBase): Promise<void> {
  await client.query('ALTER TABLE vector_store_file ADD COLUMN failures integer NOT NULL DEFAULT 0');
}
