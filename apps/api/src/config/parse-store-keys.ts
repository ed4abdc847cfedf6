// The STORE_KEYS variable: `id:key,id:key`, each key 32 bytes in base64; or `none,id:key`.
import { noStoreKey, type StoreKey, type StoreKeyEntry } from '@org/engine';
import { ConfigError } from './checks/config-error.js';

const idCharacters = /^[A-Za-z0-9._-]{1,64}$/;
const keyBytes = 32;

/**
 * Parses the store keys: the first one encrypts new contents, each one decrypts what it encrypted. With `none` first,
 * new contents are unencrypted.
 */
export function parseStoreKeys(text: string): readonly StoreKeyEntry[] {
  const entries = text.split(',');
  if (entries[0]?.trim() !== noStoreKey) return parseKeys(entries, 0);
  if (entries.length === 1)
    throw new ConfigError(`STORE_KEYS has "${noStoreKey}" and no key after it; add a key, or remove STORE_KEYS`);
  return [noStoreKey, ...parseKeys(entries.slice(1), 1)];
}

/** `before`: number of entries before these. */
function parseKeys(entries: readonly string[], before: number): readonly StoreKey[] {
  const keys = entries.map((entry, index) => parseEntry(entry, before + index));
  for (const [index, { id, secret }] of keys.entries()) {
    for (const earlier of keys.slice(0, index)) {
      if (earlier.id === id)
        throw new ConfigError(`STORE_KEYS entry ${before + index + 1} has the id "${id}", which an earlier entry has`);
      if (Buffer.compare(earlier.secret, secret) === 0)
        throw new ConfigError(`STORE_KEYS entry ${before + index + 1} ("${id}") has the key of "${earlier.id}"`);
    }
  }
  return keys;
}

function parseEntry(entry: string, index: number): StoreKey {
  const label = `STORE_KEYS entry ${index + 1}`;
  const colon = entry.indexOf(':');
  if (colon < 0) throw new ConfigError(`${label} must have the form id:key`);
  const id = entry.slice(0, colon).trim();
  if (!idCharacters.test(id))
    throw new ConfigError(`${label} needs an id of 1 to 64 letters, digits, ".", "_" or "-" before the colon`);
  const encoded = entry.slice(colon + 1).trim();
  const secret = Buffer.from(encoded, 'base64');
  if (secret.toString('base64') !== encoded)
    throw new ConfigError(
      `${label} ("${id}") has a key that is not base64; create one with: openssl rand -base64 ${keyBytes}`,
    );
  if (secret.byteLength !== keyBytes)
    throw new ConfigError(`${label} ("${id}") has a key of ${secret.byteLength} bytes; it must have ${keyBytes}`);
  return { id, secret };
}
