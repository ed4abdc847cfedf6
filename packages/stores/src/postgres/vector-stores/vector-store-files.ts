import type { ClientBase } from 'pg';
import type { AttachOutcome, NewVectorStoreFile, VectorStoreQuota } from '@org/engine/storage';
import { numberOf, textOf } from '../../shared/column-values.js';
import type { KeyRing } from '../../shared/key-ring.js';
import { toKeyText } from '../../shared/key-text.js';
import { fileDescriptionOf, vectorStoreFileName } from '../../shared/vector-stores/descriptions.js';
import { rowsOf } from '../database/postgres-database.js';
import { limitStoredBytes } from '../sql/quota.js';
import { RowCipher } from '../sql/row-cipher.js';
import { selectStoreKey } from './vector-store-sql.js';

/** Attaches that are attached already lose their lease; no search finds them until they are published again. */
const attach = `
  INSERT INTO vector_store_file AS file (store_key, owner, batch_id, status, file_id, created_at, description, content_key)
  SELECT $1, $2, $3, 'in_progress', new.* FROM unnest($4::text[], $5::bigint[], $6::bytea[], $7::bytea[]) AS new (file_id, created_at, description, content_key)
  ORDER BY new.file_id
  ON CONFLICT (store_key, file_id) DO UPDATE SET status = 'in_progress', lease_until = NULL, failures = 0, version = file.version + 1,
    batch_id = excluded.batch_id, created_at = excluded.created_at, description = excluded.description, content_key = excluded.content_key`;

export interface AttachOptions {
  readonly batch?: { readonly id: string; readonly createdAt: number };
  readonly quota?: VectorStoreQuota;
}

/** See `VectorStoreStore.attachFiles`. Owner and id of the vector store are as in the row. */
export async function attachFiles(
  client: ClientBase,
  keys: KeyRing,
  owner: string,
  vectorStoreId: string,
  files: readonly NewVectorStoreFile[],
  now: number,
  { batch, quota = {} }: AttachOptions,
): Promise<AttachOutcome> {
  // Attaching files to one store takes turns, so that two requests cannot exceed the quota together.
  const [store] = await rowsOf(client, `${selectStoreKey} FOR NO KEY UPDATE`, [owner, vectorStoreId, now]);
  if (store === undefined) return 'missing';
  const storeKey = numberOf(store, 'key');
  const added = new Map(files.map((file) => [toKeyText(file.fileId), file]));
  const ciphers = await ciphersOf(client, keys, storeKey, [...added.keys()]);
  if (quota.files !== undefined) {
    const sql = 'SELECT count(*) AS files FROM vector_store_file WHERE store_key = $1 AND owner = $2';
    const [count = {}] = await rowsOf(client, sql, [storeKey, owner]);
    if (numberOf(count, 'files') + added.size - ciphers.size > quota.files) return 'full';
  }
  if (batch !== undefined)
    await rowsOf(client, 'INSERT INTO vector_store_batch (store_key, id, created_at) VALUES ($1, $2, $3)', [
      storeKey,
      toKeyText(batch.id),
      batch.createdAt,
    ]);
  await limitStoredBytes(client, quota.maxStoredBytes);
  const rows = Array.from(added, ([fileId, file]) => {
    const cipher = ciphers.get(fileId) ?? RowCipher.make(keys);
    const description = cipher.encrypt(vectorStoreFileName(owner, fileId), fileDescriptionOf(file));
    return { fileId, createdAt: file.createdAt, description, envelope: cipher.envelope };
  });
  await rowsOf(client, attach, [
    storeKey,
    owner,
    batch === undefined ? null : toKeyText(batch.id),
    rows.map(({ fileId }) => fileId),
    rows.map(({ createdAt }) => createdAt),
    rows.map(({ description }) => description),
    rows.map(({ envelope }) => envelope),
  ]);
  return 'attached';
}

/** The ciphers of files that are attached already, which the transaction locks. */
async function ciphersOf(
  client: ClientBase,
  keys: KeyRing,
  storeKey: number,
  fileIds: readonly string[],
): Promise<ReadonlyMap<string, RowCipher>> {
  const rows = await rowsOf(
    client,
    'SELECT file_id, content_key FROM vector_store_file WHERE store_key = $1 AND file_id = ANY ($2) ORDER BY file_id FOR UPDATE',
    [storeKey, fileIds],
  );
  return new Map(rows.map((row) => [textOf(row, 'file_id'), RowCipher.of(keys, row)]));
}
