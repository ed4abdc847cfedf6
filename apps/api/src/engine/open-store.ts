import { systemClock, type Clock } from '@org/engine/ports/clock';
import type { Store } from '@org/engine/ports/store';
import { ConfigError } from '../config/config-error.js';
import type { ServiceConfig, StoreLocation } from '../config/service-config.js';

/** Opens the store that the configuration names; only that one's library is loaded. Throws a ConfigError when it cannot be used. */
export async function openStore({ store: location, storeKeys: keys }: Pick<ServiceConfig, 'store' | 'storeKeys'>, clock: Clock = systemClock): Promise<Store> {
  try {
    switch (location.kind) {
      case 'sqlite': {
        const { openSqliteStore } = await import('@org/engine/stores/sqlite/sqlite-store');
        return await openSqliteStore({ path: location.path, keys, clock });
      }
      case 'postgres': {
        const { openPostgresStore } = await import('@org/engine/stores/postgres/postgres-store');
        return await openPostgresStore({ url: location.url, keys, clock });
      }
    }
  } catch (error) {
    throw new ConfigError(`STORE_URL: ${nameOf(location)} cannot be opened: ${reasonOf(error)}`);
  }
}

/** The place without the password that it may hold. */
function nameOf(location: StoreLocation): string {
  if (location.kind === 'sqlite') return `the database ${location.path}`;
  return URL.canParse(location.url) ? `PostgreSQL at ${new URL(location.url).host}` : 'PostgreSQL';
}

/** The system's own code says most; the store's words otherwise. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown reason';
  const { cause } = error;
  return cause instanceof Error && 'code' in cause && typeof cause.code === 'string' && !cause.code.startsWith('ERR_') ? cause.code : error.message;
}
