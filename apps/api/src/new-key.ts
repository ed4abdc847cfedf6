import { mkdir } from 'node:fs/promises';
import type { Clock } from '@org/engine/ports/clock';
import type { IdSource } from '@org/engine/ports/id-source';
import { ConfigError } from './config/config-error.js';
import type { ServiceConfig } from './config/service-config.js';
import { makeKey } from './engine/make-key.js';
import { openStore } from './engine/open-store.js';

/** Makes one more key and returns it. Works beside a service that runs. */
export async function newKey(config: ServiceConfig, ids: IdSource, clock: Clock): Promise<string> {
  if (config.apiKeys !== undefined) throw new ConfigError('API_KEYS is set, so only its keys count; add one there instead');
  await mkdir(config.dataDir, { recursive: true, mode: 0o700 });
  const store = await openStore(config.store);
  try {
    return await makeKey(store, ids, clock);
  } finally {
    await store.close();
  }
}
