import type { ApiKeyRecord, AuditEvent, AuditLog, Clock, StorageAccount } from '@org/engine';
import { ConfigError } from '../config/checks/config-error.js';
import { describeAuditEvents } from './describe-audit-events.js';
import { describeKeys } from './describe-keys.js';
import { describeUsage } from './describe-usage.js';
import { keyEvent, makeKey, type KeyParts } from './make-key.js';
import type { KeyCommand } from './parse-key-command.js';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/** Maximum number of events that one command prints: the newest. */
const maxEvents = 10_000;

/** Where keys are made, and their events. */
export interface KeyCommandParts extends KeyParts {
  readonly store: KeyParts['store'] & Pick<AuditLog, 'listAuditEvents'> & Pick<StorageAccount, 'getStoredBytes'>;
}

/**
 * Does what was asked and returns what to print. Running replicas follow within a second: that long they remember a key.
 * Throws a ConfigError for a key that there is not.
 */
export async function runKeyCommand(command: KeyCommand, parts: KeyCommandParts): Promise<string> {
  const { store, clock } = parts;
  switch (command.do) {
    case 'new': {
      const { name, owner, days } = command;
      return (await makeKey(parts, { name, owner, ...expiryIn(days, clock) })).key;
    }
    case 'list':
      return command.all
        ? describeKeys(await store.listApiKeys({ revoked: true }), clock.now(), await rotationsIn(store))
        : describeKeys(await store.listApiKeys(), clock.now());
    case 'revoke': {
      const old = await findKey(parts, command.id);
      if (!(await store.revokeApiKey(old.id, clock.now(), keyEvent(parts, 'key_revoked', old))))
        throw noSuchKey(command.id);
      return `${command.id} is revoked`;
    }
    case 'rotate': {
      const old = await findKey(parts, command.id);
      // Creates the new key first: an interruption then locks no client out.
      const { id, key } = await makeKey(parts, { name: old.name, owner: old.owner, ...expiryIn(command.days, clock) });
      await store.putApiKey(expiring(old, clock.now() + command.overlapHours * hourMs), {
        ...keyEvent(parts, 'key_rotated', old),
        replacementId: id,
      });
      return key;
    }
    case 'usage':
      return describeUsage(command.owner, await store.getStoredBytes(command.owner));
    case 'audit': {
      const { since, keyId } = command;
      const query = { since, limit: maxEvents, ...(keyId === undefined ? {} : { keyId }) };
      return describeAuditEvents(await store.listAuditEvents(query), await store.listApiKeys({ revoked: true }));
    }
  }
}

/** The events of replaced keys, oldest first. */
async function rotationsIn(store: Pick<AuditLog, 'listAuditEvents'>): Promise<readonly AuditEvent[]> {
  const events = await store.listAuditEvents({ since: 0, limit: maxEvents });
  return events.filter(({ kind }) => kind === 'key_rotated').toSorted((a, b) => a.at - b.at);
}

function expiryIn(days: number | undefined, clock: Clock): { readonly expiresAt?: number } {
  return days === undefined ? {} : { expiresAt: clock.now() + days * dayMs };
}

async function findKey({ store }: KeyParts, id: string): Promise<ApiKeyRecord> {
  const key = (await store.listApiKeys()).find((each) => each.id === id);
  if (key === undefined) throw noSuchKey(id);
  return key;
}

/** Never later than it would have expired anyway. */
function expiring(key: ApiKeyRecord, at: number): ApiKeyRecord {
  return { ...key, expiresAt: Math.min(key.expiresAt ?? at, at) };
}

function noSuchKey(id: string): ConfigError {
  return new ConfigError(`key: there is no key with the id ${JSON.stringify(id)}; "list" shows all keys`);
}
