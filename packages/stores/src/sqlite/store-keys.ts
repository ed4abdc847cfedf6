import type { DatabaseSync } from 'node:sqlite';
import { textOf } from '../shared/column-values.js';
import type { KeyRing } from '../shared/key-ring.js';
import { fromKeyText, toKeyText } from '../shared/key-text.js';
import { missingKeys, missingKey, type KnownKey } from '../shared/known-keys.js';
import { bytesOf, Statements } from './database/statements.js';

/** Checks that every key of the stored contents is configured, and records the key for new contents. */
export function reconcileStoreKeys(database: DatabaseSync, keys: KeyRing): void {
  const sql = new Statements(database, keys);
  for (const key of missingKeys(keys, readKnownKeys(sql))) {
    if (sql.first('SELECT 1 FROM content_key WHERE substr(key, 1, 8) = ? LIMIT 1', key.fingerprint) !== undefined)
      throw missingKey(keys, key);
    sql.change('DELETE FROM store_key WHERE fingerprint = ?', key.fingerprint);
  }
  const { first } = keys;
  if (first === undefined) return;
  sql.change(
    'INSERT INTO store_key (fingerprint, id) VALUES (?, ?) ON CONFLICT (fingerprint) DO UPDATE SET id = excluded.id',
    first.fingerprint,
    toKeyText(first.id),
  );
}

/** The keys that have been the first key and may still be needed. */
export function readKnownKeys(sql: Statements): readonly KnownKey[] {
  return Array.from(sql.all('SELECT fingerprint, id FROM store_key'), (row) => ({
    fingerprint: bytesOf(row, 'fingerprint'),
    id: fromKeyText(textOf(row, 'id')),
  }));
}
