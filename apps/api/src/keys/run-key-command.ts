import type { ApiKeyRecord } from '@org/engine';
import { ConfigError } from '../config/checks/config-error.js';
import { describeKeys } from './describe-keys.js';
import { makeKey, type KeyParts } from './make-key.js';
import type { KeyCommand } from './parse-key-command.js';

const hourMs = 3_600_000;

/**
 * Does what was asked and returns what to print. Running replicas follow within a second: that long they remember a key.
 * Throws a ConfigError for a key that there is not.
 */
export async function runKeyCommand(command: KeyCommand, parts: KeyParts): Promise<string> {
  const { store, clock } = parts;
  switch (command.do) {
    case 'new':
      return makeKey(parts, command);
    case 'list':
      return describeKeys(await store.listApiKeys(), clock.now());
    case 'revoke':
      if (!(await store.revokeApiKey(command.id, clock.now()))) throw noSuchKey(command.id);
      return `${command.id} is revoked`;
    case 'rotate': {
      const old = (await store.listApiKeys()).find(({ id }) => id === command.id);
      if (old === undefined) throw noSuchKey(command.id);
      // Creates the new key first: an interruption then locks no client out.
      const key = await makeKey(parts, old);
      await store.putApiKey(expiring(old, clock.now() + command.overlapHours * hourMs));
      return key;
    }
  }
}

/** Never later than it would have expired anyway. */
function expiring(key: ApiKeyRecord, at: number): ApiKeyRecord {
  return { ...key, expiresAt: Math.min(key.expiresAt ?? at, at) };
}

function noSuchKey(id: string): ConfigError {
  return new ConfigError(`key: there is no key with the id ${JSON.stringify(id)}; "list" shows all keys`);
}
