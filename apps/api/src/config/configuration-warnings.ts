// Settings that are allowed, and hardly meant.
import { environmentNames, fileNames } from './environment.js';
import { isHardened, isLoopback } from './load-config.js';
import { fileVariableOf, isFromFile } from './checks/variable-of.js';
import { nearestName } from './checks/nearest-name.js';
import { isQuoted } from './checks/check-shell-quoting.js';
import type { ServiceConfig } from './service-config.js';
import { bytesToParse, maxBytesPerOwner } from './settings/memory-shares.js';

type Variables = Readonly<Record<string, string | undefined>>;

/** Minimum length of a random key that cannot be guessed, in characters; the service does not throttle guesses. */
const minSafeKeyLength = 16;

const settingNames: readonly string[] = [...environmentNames, ...fileNames.map(fileVariableOf)];
/** Shorter names have too many others within one letter. */
const longNames = settingNames.filter((name) => name.length >= 8);

/** A client's variable, which the lines that are printed at the start ask for. */
const ofClients = 'API_KEY';

/** A warning sentence for each questionable setting. None contains a secret. */
export function configurationWarnings(
  {
    host,
    apiKeys = [],
    keyLimits,
    limits,
  }: Pick<ServiceConfig, 'host' | 'apiKeys'> & Partial<Pick<ServiceConfig, 'keyLimits' | 'limits'>>,
  variables: Variables,
): readonly string[] {
  const shortKeys = isLoopback(host) ? [] : apiKeys.filter(({ key }) => key.length < minSafeKeyLength);
  return [
    ...shortKeys.map(
      ({ name, key }) =>
        `API_KEYS: the key of "${name}" has ${key.length === 1 ? 'one character' : `${key.length} characters`}, and other machines can reach HOST ${host}; create one with: openssl rand -hex 32`,
    ),
    ...apiKeys
      .filter(({ key }) => isQuoted(key))
      .map(({ name }) => `API_KEYS: the key of "${name}" is in quotes, which clients must send, too; remove them`),
    ...(limits === undefined ? [] : warnOfBodyLimits(limits)),
    ...(limits === undefined || keyLimits === undefined ? [] : warnOfLimitsThatAreOff({ host, limits, keyLimits })),
    ...unknownNames(apiKeys, keyLimits?.named ?? []),
    ...(/[\r\n]$/.test(variables['SERVER_SECRET'] ?? '')
      ? [
          'environment: SERVER_SECRET ends with a line break, which is part of the secret; a replica whose secret lacks it has another secret',
        ]
      : []),
    ...(isQuoted(variables['SERVER_SECRET'] ?? '')
      ? [
          'environment: SERVER_SECRET is in quotes, which are part of the secret; a replica whose secret lacks them has another secret',
        ]
      : []),
    ...Object.keys(variables).flatMap((name) => misspelled(name, variables)),
  ];
}

/** A body that never fits the budget looks to clients as if it had to wait. */
function warnOfBodyLimits({ maxBodyBytes, maxMemoryBytes }: ServiceConfig['limits']): readonly string[] {
  const maxBytes = Math.floor(maxBytesPerOwner(maxMemoryBytes) / bytesToParse);
  if (maxBodyBytes <= maxBytes) return [];
  return [
    `limits.maxMemoryBytes: one owner gets five twelfths of it, and a body takes ${bytesToParse} times its bytes, so the service always rejects a body of more than ${maxBytes} bytes (503), although limits.maxBodyBytes allows ${maxBodyBytes}; set it to twelve times limits.maxBodyBytes, or reduce limits.maxBodyBytes`,
  ];
}

/** Without these, one client can use up what the service has for all of them. */
const protectiveLimits = ['requestsPerMinute', 'concurrentRequests', 'connections'] as const;

function warnOfLimitsThatAreOff({
  host,
  limits: { profile, maxConnectionsPerAddress, maxStoredBytesPerOwner = 0 },
  keyLimits,
}: Pick<ServiceConfig, 'host' | 'limits' | 'keyLimits'>): readonly string[] {
  if (isLoopback(host) && profile !== 'hardened') return [];
  const effect = 'so that one client can take the service from others; set a number';
  const isOff = (limit: number | undefined): boolean => (limit ?? Infinity) === Infinity;
  const unboundedAddresses = maxConnectionsPerAddress ?? (isHardened(profile, host) ? 0 : Infinity);
  return [
    ...protectiveLimits.flatMap((name) => {
      const named = keyLimits.named.filter((each) => isOff(each[name])).map((each) => `"${each.name}"`);
      const holders = [...(isOff(keyLimits[name]) ? ['every key'] : []), ...named].join(', ');
      return holders === '' ? [] : [`keyLimits.${name}: off for ${holders}, ${effect}`];
    }),
    ...(isOff(unboundedAddresses) ? [`limits.maxConnectionsPerAddress: off, ${effect}`] : []),
    ...(isOff(maxStoredBytesPerOwner) ? [`limits.maxStoredBytesPerOwner: off, ${effect}`] : []),
  ];
}

/** Keys in the store change at runtime; those of the environment do not. */
function unknownNames(
  apiKeys: readonly { readonly name: string }[],
  named: readonly { readonly name: string }[],
): readonly string[] {
  if (apiKeys.length === 0) return [];
  const unknown = named.filter(({ name }) => !apiKeys.some((key) => key.name === name));
  return unknown.map(({ name }) => `keyLimits.named: API_KEYS has no key named "${name}"`);
}

/** A misspelled name looks as if it were set: contents that STORE_KEY was to encrypt then stay unencrypted. */
function misspelled(name: string, variables: Variables): readonly string[] {
  if (name === ofClients || settingNames.includes(name)) return [];
  const suggestion = nearestName(name, longNames, 1);
  return suggestion === undefined || (variables[suggestion] ?? '') !== '' || isFromFile(variables, suggestion)
    ? []
    : [`environment: ${name} is set, but is not a setting; did you mean ${suggestion}?`];
}
