// Settings that are allowed, and hardly meant.
import { environmentNames } from './environment.js';
import { isLoopback } from './load-config.js';
import { nearestName } from './checks/nearest-name.js';
import { isQuoted } from './checks/written-for-a-shell.js';
import type { ServiceConfig } from './service-config.js';
import { shareOfOwner, smallBody } from './settings/body-shares.js';

type Variables = Readonly<Record<string, string | undefined>>;

/** Nobody guesses a key of so many characters, if it was made by chance; nothing here slows down who tries. */
const minSafeKeyLength = 16;

const settingNames: readonly string[] = environmentNames;
/** Of shorter names too many others are only one letter away. */
const longNames = settingNames.filter((name) => name.length >= 8);

/** A client's variable, which the lines that are printed at the start ask for. */
const ofClients = 'API_KEY';

/** A sentence for each doubt about what was set. None holds a secret. */
export function configurationWarnings(
  {
    host,
    apiKeys = [],
    keyLimits,
    limits,
  }: Pick<ServiceConfig, 'host' | 'apiKeys'> & Partial<Pick<ServiceConfig, 'keyLimits' | 'limits'>>,
  variables: Variables,
): readonly string[] {
  const short = isLoopback(host) ? [] : apiKeys.filter(({ key }) => key.length < minSafeKeyLength);
  return [
    ...short.map(
      ({ name, key }) =>
        `API_KEYS: the key of "${name}" has ${key.length === 1 ? 'one character' : `${key.length} characters`}, and others reach HOST ${host}; make one with: openssl rand -hex 32`,
    ),
    ...apiKeys
      .filter(({ key }) => isQuoted(key))
      .map(({ name }) => `API_KEYS: the key of "${name}" stands in quotes, which clients would have to send, too`),
    ...(limits === undefined ? [] : warnOfBodyLimits(limits)),
    ...unknownNames(apiKeys, keyLimits?.named ?? []),
    ...(/[\r\n]$/.test(variables['SERVER_SECRET'] ?? '')
      ? [
          'environment: SERVER_SECRET ends with a line break, which is part of it; a replica that has it without one has another secret',
        ]
      : []),
    ...(isQuoted(variables['SERVER_SECRET'] ?? '')
      ? [
          'environment: SERVER_SECRET stands in quotes, which are part of it; a replica that has it without them has another secret',
        ]
      : []),
    ...Object.keys(variables).flatMap((name) => misspelled(name, variables)),
  ];
}

/** What is never let in looks to clients as if it had to wait. */
function warnOfBodyLimits({ maxBodyBytes, maxBodyMemoryBytes }: ServiceConfig['limits']): readonly string[] {
  const maxBytes = shareOfOwner(maxBodyMemoryBytes);
  if (maxBodyBytes <= maxBytes || maxBodyBytes < smallBody) return [];
  return [
    `limits.maxBodyMemoryBytes: one owner may have half of it, so a body of more than ${maxBytes} bytes is always refused (503), although limits.maxBodyBytes allows ${maxBodyBytes}; make it twice as large as limits.maxBodyBytes, or that smaller`,
  ];
}

/** Keys in the store come and go; those of the environment do not. */
function unknownNames(
  apiKeys: readonly { readonly name: string }[],
  named: readonly { readonly name: string }[],
): readonly string[] {
  if (apiKeys.length === 0) return [];
  const unknown = named.filter(({ name }) => !apiKeys.some((key) => key.name === name));
  return unknown.map(({ name }) => `keyLimits.named: no key in API_KEYS is called "${name}"`);
}

/** A name that is not read looks as if it were set: contents lie open then that STORE_KEY was to encrypt. */
function misspelled(name: string, variables: Variables): readonly string[] {
  if (name === ofClients || settingNames.includes(name)) return [];
  const meant = nearestName(name, longNames, 1);
  return meant === undefined || (variables[meant] ?? '') !== ''
    ? []
    : [`environment: ${name} is set and means nothing here; did you mean ${meant}?`];
}
