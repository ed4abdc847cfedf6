import { type ApiKeyStore, type AuditEvent, type AuditEventKind, type Clock, type IdSource } from '@org/engine';
import { hashApiKey, makeApiKey } from '../identity/api-key.js';

/** Where keys are made. */
export interface KeyParts {
  readonly store: ApiKeyStore;
  readonly ids: IdSource;
  readonly clock: Clock;
  /** The actor of the events: `command-line` or `service`. */
  readonly actor: string;
}

export interface NewKey {
  readonly name: string;
  readonly owner: string;
  /** Unix milliseconds. Absent: valid until it is revoked. */
  readonly expiresAt?: number;
}

/** A key as its client needs it, and its id. */
export interface MadeKey {
  readonly id: string;
  readonly key: string;
}

/** Creates a key, stores its hash, and returns it: the key is never shown again. */
export async function makeKey(parts: KeyParts, { name, owner, expiresAt }: NewKey): Promise<MadeKey> {
  const { store, ids, clock } = parts;
  const key = makeApiKey();
  const id = ids.next('key');
  const record = { id, owner, name, hash: hashApiKey(key), createdAt: clock.now() };
  await store.putApiKey(
    { ...record, ...(expiresAt === undefined ? {} : { expiresAt }) },
    keyEvent(parts, 'key_created', { id, owner }),
  );
  return { id, key };
}

/** An event about a key, at the present time. */
export function keyEvent(
  { ids, clock, actor }: Omit<KeyParts, 'store'>,
  kind: AuditEventKind,
  { id, owner }: { readonly id: string; readonly owner: string },
): AuditEvent {
  return { id: ids.next('audit'), kind, at: clock.now(), count: 1, actor, keyId: id, owner };
}
