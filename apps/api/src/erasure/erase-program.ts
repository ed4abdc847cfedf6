import { createInterface } from 'node:readline/promises';
import type { Clock, IdSource, OwnedCounts } from '@org/engine';
import { ConfigError } from '../config/checks/config-error.js';
import { configuredPrefix } from '../config/parse-api-keys.js';
import type { ServiceConfig } from '../config/service-config.js';
import { makeDataDir } from '../engine/make-data-dir.js';
import { openStore } from '../engine/open-store.js';
import { eraseOwner } from './erase-owner.js';
import { parseEraseCommand } from './parse-erase-command.js';

const labels: Readonly<Record<keyof OwnedCounts, string>> = {
  apiKeys: 'API keys',
  turns: 'responses and batches',
  jobs: 'of them running or waiting in the background',
  conversations: 'conversations',
  conversationItems: 'items of conversations',
  containers: 'containers',
  files: 'files',
  vectorStores: 'vector stores',
  idempotentResponses: 'idempotent responses',
};

/** `main.js erase ...`: removes an owner from the store of `config` while services run, and returns what to print. */
export async function eraseProgram(
  args: readonly string[],
  config: ServiceConfig,
  ids: IdSource,
  clock: Clock,
): Promise<string> {
  const { owner, dryRun, yes } = parseEraseCommand(args);
  const configured = config.apiKeys?.find(({ name }) => configuredPrefix + name === owner);
  if (configured !== undefined && !dryRun)
    throw new ConfigError(
      `erase: the key ${configured.name} in API_KEYS has this owner; remove it from API_KEYS and restart the service first`,
    );
  makeDataDir(config.dataDir);
  const store = await openStore(config);
  try {
    const counts = describeCounts(owner, await store.countOwned(owner));
    if (dryRun) return counts;
    if (!yes) await confirm(owner, counts);
    await eraseOwner(owner, { store, ids, clock });
    return `${counts}\n${owner} is erased`;
  } finally {
    await store.close();
  }
}

function describeCounts(owner: string, counts: OwnedCounts): string {
  return [
    `owner ${owner}`,
    // The counts of a store have exactly the members of `labels`.
    ...Object.entries(labels).map(
      ([name, label]) => `${String(counts[name as keyof OwnedCounts]).padStart(8)}  ${label}`,
    ),
  ].join('\n');
}

async function confirm(owner: string, counts: string): Promise<void> {
  if (!process.stdin.isTTY) throw new ConfigError('erase: the input is no terminal to ask for confirmation; add --yes');
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  const typed = await terminal.question(`${counts}\nThis cannot be undone. Type the owner's name to erase it: `);
  terminal.close();
  if (typed.trim() !== owner) throw new ConfigError('erase: the name differs, so nothing was removed');
}
