import { chmodSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Clock, IdSource } from '@org/engine';
import type { ServiceConfig } from '../config/service-config.js';
import { makeDataDir } from '../engine/make-data-dir.js';
import { openStore } from '../engine/open-store.js';
import { hashApiKey } from '../identity/api-key.js';
import { commandLineActor } from '../audit/audit-record.js';
import { makeKey } from '../keys/make-key.js';

/** Name and owner of the key that the command creates. */
const owner = 'chat';

/**
 * The key for a chat with the service of these settings: `API_KEY`, the first of `API_KEYS`, or one in the store, which
 * the first chat creates. A user who can read the data folder has the keys of all owners anyway.
 */
export async function chatKey(
  variables: Readonly<Record<string, string | undefined>>,
  config: ServiceConfig,
  parts: { readonly ids: IdSource; readonly clock: Clock },
): Promise<string> {
  const given = variables['API_KEY'];
  if (given !== undefined && given !== '') return given;
  const configured = config.apiKeys?.[0]?.key;
  if (configured !== undefined) return configured;
  makeDataDir(config.dataDir);
  const path = join(config.dataDir, 'chat-key');
  const store = await openStore(config);
  try {
    const stored = readKey(path);
    const record = stored === undefined ? undefined : await store.findApiKey(hashApiKey(stored));
    const isValid =
      record !== undefined && record.revokedAt === undefined && (record.expiresAt ?? Infinity) > parts.clock.now();
    if (stored !== undefined && isValid) return stored;
    const { key } = await makeKey({ store, ...parts, actor: commandLineActor }, { name: owner, owner });
    writeFileSync(path, key, { mode: 0o600 });
    chmodSync(path, 0o600);
    return key;
  } finally {
    await store.close();
  }
}

function readKey(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8').trim();
  } catch {
    return undefined;
  }
}
