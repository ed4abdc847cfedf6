import { pino } from 'pino';
import type { ServiceConfig } from '#src/config/service-config.js';
import { loadConfig } from '#src/config/load-config.js';
import { ActiveRequests } from '#src/request-context/active-requests.js';
import { RevokedKeyMonitor } from '#src/keys/revoked-key-monitor.js';

/** Creates a watch over a store with the key `kept` alone. */
function watchOf(apiKeys: string | undefined): RevokedKeyMonitor {
  const config: ServiceConfig = loadConfig(apiKeys === undefined ? {} : { API_KEYS: apiKeys }, '/nowhere');
  const store = { findApiKeyIds: async (ids: readonly string[]) => new Set(ids.filter((id) => id === 'kept')) };
  return new RevokedKeyMonitor({ config, store, log: pino({ level: 'silent' }), open: new ActiveRequests() });
}

describe('The key that a job came with', () => {
  it('is revoked when the store no longer has it', async () => {
    const watch = watchOf(undefined);
    expect([await watch.isRevoked('kept'), await watch.isRevoked('gone')]).toEqual([false, true]);
  });

  it('is not revoked when API_KEYS replaces the keys in the store: running work continues', async () => {
    expect(await watchOf('alice:a-key-of-twenty-letters').isRevoked('gone')).toBe(false);
  });
});
