import type { Clock, IdSource } from '@org/engine';
import { commandLineActor } from '../audit/audit-record.js';
import { ConfigError } from '../config/checks/config-error.js';
import type { ServiceConfig } from '../config/service-config.js';
import { makeDataDir } from '../engine/make-data-dir.js';
import { openStore } from '../engine/open-store.js';
import { parseKeyCommand } from './parse-key-command.js';
import { runKeyCommand } from './run-key-command.js';

/** `main.js key ...`: works on the store of `config` while services run on it, and returns the output to print. */
export async function keyProgram(
  args: readonly string[],
  config: ServiceConfig,
  ids: IdSource,
  clock: Clock,
): Promise<string> {
  const command = parseKeyCommand(args, clock.now());
  if (config.apiKeys !== undefined && command.do !== 'audit')
    throw new ConfigError('API_KEYS is set, so the service ignores the keys in the store; change API_KEYS instead');
  makeDataDir(config.dataDir);
  const store = await openStore(config);
  try {
    return await runKeyCommand(command, { store, ids, clock, actor: commandLineActor });
  } finally {
    await store.close();
  }
}
