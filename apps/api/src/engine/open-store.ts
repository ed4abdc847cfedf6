import { type Clock, type EngineError, type Store, type StoreMemory, systemClock } from '@org/engine';
import { openPostgresStore, openSqliteStore } from '@org/stores';
import { ConfigError } from '../config/checks/config-error.js';
import type { ServiceConfig, StoreLocation } from '../config/service-config.js';
import { maxBytesRead } from '../config/settings/memory-shares.js';
import { systemReason } from '../config/system-reason.js';

/** `limits` determine how much is read per request; absent where no requests are served. */
type StoreConfig = Pick<ServiceConfig, 'store' | 'storeKeys'> & Partial<Pick<ServiceConfig, 'limits'>>;

export interface StoreParts {
  readonly clock?: Clock;
  /** Called for failures of the store itself rather than of a request. */
  readonly onFailure?: (failure: EngineError) => void;
  /** Reserves the memory of what is read. Default: without limits. */
  readonly memory?: StoreMemory;
}

/** Opens the configured store and loads only its library. Throws a ConfigError when it cannot be used. */
export async function openStore(
  { store: location, storeKeys: keys, limits }: StoreConfig,
  { clock = systemClock, onFailure = () => undefined, memory }: StoreParts = {},
): Promise<Store> {
  const options = {
    keys,
    clock,
    maxBytesRead: maxBytesRead(limits?.maxBodyBytes ?? 0),
    ...(memory === undefined ? {} : { memory }),
  };
  try {
    switch (location.kind) {
      case 'sqlite':
        return await openSqliteStore({ path: location.path, onFailure, ...options });
      case 'postgres':
        return await openPostgresStore({ url: location.url, ...options });
    }
  } catch (error) {
    throw new ConfigError(`STORE_URL: ${nameOf(location)} cannot be opened: ${reasonOf(error, location)}`);
  }
}

/** The location without a password. */
function nameOf(location: StoreLocation): string {
  switch (location.kind) {
    case 'sqlite':
      return `the database ${location.path}`;
    case 'postgres':
      return URL.canParse(location.url) ? `PostgreSQL at ${new URL(location.url).host}` : 'PostgreSQL';
  }
}

/**
 * The code of the system is the most informative. The database's own message only helps experts, so it follows the
 * message of the service.
 */
function reasonOf(error: unknown, { kind }: StoreLocation): string {
  if (!(error instanceof Error)) return 'unknown reason';
  const { cause } = error;
  const code =
    typeof cause === 'object' &&
    cause !== null &&
    'code' in cause &&
    typeof cause.code === 'string' &&
    !cause.code.startsWith('ERR_')
      ? cause.code
      : undefined;
  if (code === undefined) return error.message;
  if (code === 'EACCES' && process.geteuid !== undefined)
    return `${code}; user ${process.geteuid()} must have permission to write the file and its folder`;
  if (isSqlState(code)) return `${error.message} (SQLSTATE ${code})${stepAfter[code.slice(0, 2)] ?? ''}`;
  return `${systemReason(cause)}${
    kind === 'postgres'
      ? '; start it, or correct host and port in STORE_URL'
      : '; set STORE_URL or DATA_DIR to a place that the service may write'
  }`;
}

/** What an operator does after an error of PostgreSQL, by its class. */
const stepAfter: Readonly<Record<string, string>> = {
  '28': '; correct the user and the password in STORE_URL',
  '3D': '; create it, or correct its name in STORE_URL',
  '42': '; grant the user of STORE_URL the right CREATE on the schema',
};

/** Unlike the system's and TLS's, each of these has a digit. */
function isSqlState(code: string): boolean {
  return /^[0-9A-Z]{5}$/.test(code) && /\d/.test(code);
}
