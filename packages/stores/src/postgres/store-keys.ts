import type { ClientBase } from 'pg';
import { textOf } from '../shared/column-values.js';
import type { KeyRing } from '../shared/key-ring.js';
import { fromKeyText, toKeyText } from '../shared/key-text.js';
import { keyInUseElsewhere, missingKeys, missingKey, type KnownKey } from '../shared/known-keys.js';
import { rowsOf } from './database/postgres-database.js';
import { encryptedTables } from './sql/encrypted-tables.js';
import { bytesOf, type Row } from './sql/rows.js';

const isUsed = `SELECT ${encryptedTables.map(({ table }) => `EXISTS (SELECT 1 FROM ${table} WHERE substring(content_key FOR 8) = $1)`).join(' OR ')} AS used`;

const upsertStoreKey =
  'INSERT INTO store_key (fingerprint, id) VALUES ($1, $2) ON CONFLICT (fingerprint) DO UPDATE SET id = excluded.id';

/** All keys that have been the first key and may still be needed. */
export const selectKnownKeys = 'SELECT fingerprint, id FROM store_key';

export function toKnownKey(row: Row): KnownKey {
  return { fingerprint: bytesOf(row, 'fingerprint'), id: fromKeyText(textOf(row, 'id')) };
}

/** Checks that every key of the stored contents is configured, and records the key for new contents. */
export async function reconcileStoreKeys(client: ClientBase, keys: KeyRing): Promise<void> {
  for (const key of missingKeys(keys, (await rowsOf(client, selectKnownKeys, [])).map(toKnownKey))) {
    const [row] = await rowsOf(client, isUsed, [key.fingerprint]);
    if (row?.['used'] === true) throw missingKey(keys, key);
    await client.query('DELETE FROM store_key WHERE fingerprint = $1', [key.fingerprint]);
  }
  const { first } = keys;
  if (first !== undefined) await client.query(upsertStoreKey, [first.fingerprint, toKeyText(first.id)]);
}

/** Throws `internal` when another replica has started to store contents under a key that this one does not have. */
export function requireKeysOfOthers(keys: KeyRing, known: readonly KnownKey[]): void {
  for (const { fingerprint, id } of known) keys.recordName(fingerprint, id);
  const [missing] = missingKeys(keys, known);
  if (missing !== undefined) throw keyInUseElsewhere(missing);
}
