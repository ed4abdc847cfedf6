import { type ApiKeyStore, type Clock, type IdSource } from '@org/engine';
import { hashApiKey, makeApiKey } from '../identity/api-key.js';

/** Where keys are made. */
export interface KeyParts {
  readonly store: ApiKeyStore;
  readonly ids: IdSource;
  readonly clock: Clock;
}

/** Creates a key, stores its hash, and returns it: the key is never shown again. */
export async function makeKey(
  { store, ids, clock }: KeyParts,
  { name, owner }: { readonly name: string; readonly owner: string },
): Promise<string> {
  const key = makeApiKey();
  await store.putApiKey({ id: ids.next('key'), owner, name, hash: hashApiKey(key), createdAt: clock.now() });
  return key;
}
