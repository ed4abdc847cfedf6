import { noStoreKey } from '@org/engine';
import { ConfigError } from './config/checks/config-error.js';
import type { ServiceConfig } from './config/service-config.js';
import { openStore } from './engine/open-store.js';

/**
 * `main.js store-keys`: re-encrypts stored contents with the first store key while services run, and reports the
 * number of contents per key afterwards. A key that is not in the list is no longer needed.
 */
export async function storeKeysProgram(config: Pick<ServiceConfig, 'store' | 'storeKeys'>): Promise<string> {
  const [first] = config.storeKeys;
  if (first === undefined) throw new ConfigError('STORE_KEYS is not set, so there is no key to move stored content to');
  if (first === noStoreKey)
    throw new ConfigError(`STORE_KEYS begins with "${noStoreKey}", so there is no key to move stored content to`);
  const store = await openStore(config);
  try {
    const moved = await store.renewStoreKeys();
    const counts = await store.countByStoreKey();
    const lines = Array.from(counts, ([id, contents]) => `${id === undefined ? 'no key' : id}: ${contents}`);
    return [
      `moved to ${first.id}: ${moved}`,
      'stored content by key:',
      ...(lines.length === 0 ? ['none'] : lines),
    ].join('\n');
  } finally {
    await store.close();
  }
}
