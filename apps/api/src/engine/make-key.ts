import { hashApiKey, makeApiKey } from '@org/engine/identity/api-key';
import type { Clock } from '@org/engine/ports/clock';
import type { IdSource } from '@org/engine/ports/id-source';
import type { Store } from '@org/engine/ports/store';

/** Keys that the service makes all belong to one owner, so that a lost key does not take the stored responses along. */
const owner = 'default';

/** Makes a key, keeps its hash, and returns it: the only time that anybody sees it. */
export async function makeKey(store: Store, ids: IdSource, clock: Clock): Promise<string> {
  const key = makeApiKey();
  await store.putApiKey({ id: ids.next('key'), owner, name: owner, hash: hashApiKey(key), createdAt: clock.now() });
  return key;
}
