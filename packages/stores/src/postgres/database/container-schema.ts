import type { ClientBase } from 'pg';
import { recordBytes } from '@org/engine/storage';
import { count } from './stored-bytes-schema.js';

export const containerBytes = `${recordBytes} + octet_length(description)`;

/** Containers for code. A client changes them under its version; their files are rows of the table of files. */
export async function createContainers(client: ClientBase): Promise<void> {
  await client.query(`
    CREATE TABLE container (
      key         bigint  GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      owner       text    COLLATE "C" NOT NULL,
      id          text    COLLATE "C" NOT NULL,
      expires_at  bigint  NOT NULL,
      version     integer NOT NULL,
      description bytea   NOT NULL,
      content_key bytea,
      UNIQUE (owner, id)
    );
    CREATE INDEX container_by_expiry ON container (expires_at);
    ${count('container', 'files', containerBytes)}
  `);
}

/** A deletion knows the files that a container owns without its description. Null in older rows. */
export async function listOwnedFiles(client: ClientBase): Promise<void> {
  await client.query('ALTER TABLE container ADD COLUMN owned_files text');
}
