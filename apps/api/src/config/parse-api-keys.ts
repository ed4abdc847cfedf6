import { isWellFormedApiKey, maxApiKeyLength } from '../identity/api-key.js';
// The API_KEYS variable: `name:key,name:key`.
import { ConfigError } from './checks/config-error.js';

/** A key that the operator chose. What is made with it belongs to `name`, so a key can change under its name. */
export interface ConfiguredKey {
  readonly name: string;
  readonly key: string;
}

/** Prefix of the owner of a configured key, before its name: no owner in the store has such a name by chance. */
export const configuredPrefix = 'name:';

const keyCharacters = /^[\x21-\x7e]+$/;
const nameCharacters = /^[A-Za-z0-9._-]{1,64}$/;

/** The same name may occur twice, so that an old and a new key overlap during a rotation. */
export function parseApiKeys(text: string): readonly ConfiguredKey[] {
  const keys = text.split(',').map((entry, index) => {
    const label = `API_KEYS entry ${index + 1}`;
    const colon = entry.indexOf(':');
    const name = entry.slice(0, Math.max(colon, 0)).trim();
    const key = entry.slice(colon + 1).trim();
    if (colon < 0) throw new ConfigError(`${label} must have the form name:key`);
    if (!nameCharacters.test(name))
      throw new ConfigError(`${label} needs a name of 1 to 64 letters, digits, ".", "_" or "-" before the colon`);
    if (key === '') throw new ConfigError(`${label} ("${name}") has an empty key`);
    if (!keyCharacters.test(key))
      throw new ConfigError(`${label} ("${name}") has a key with spaces or characters outside ASCII`);
    if (key.length > maxApiKeyLength)
      throw new ConfigError(`${label} ("${name}") has a key of more than ${maxApiKeyLength} characters`);
    if (!isWellFormedApiKey(key))
      throw new ConfigError(
        `${label} ("${name}") has a key with the prefix of this service's own keys that is mistyped or truncated; copy the key again`,
      );
    return { name, key };
  });
  for (const [index, { name, key }] of keys.entries()) {
    const other = keys.slice(0, index).find((earlier) => earlier.key === key && earlier.name !== name);
    if (other !== undefined)
      throw new ConfigError(
        `API_KEYS entry ${index + 1} ("${name}") has the key of "${other.name}"; give each name a key of its own`,
      );
  }
  return keys;
}
