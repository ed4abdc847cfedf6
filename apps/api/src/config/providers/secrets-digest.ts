import { createHash } from 'node:crypto';
import { isFromFile, variableOf } from '../checks/variable-of.js';
import type { AnyProviderSettings } from './any-provider-settings.js';

type Variables = Readonly<Record<string, string | undefined>>;

/**
 * A digest of the secrets of an upstream that come from files, without which a reload could not detect a new key.
 * Undefined where no secret does: variables do not change while the process runs.
 */
export function secretsDigestOf(provider: AnyProviderSettings, variables: Variables): string | undefined {
  const fromFiles = variablesOf(provider).filter((name) => isFromFile(variables, name));
  if (fromFiles.length === 0) return undefined;
  const secrets = fromFiles.map((name) => [name, variableOf(variables, name)]);
  return createHash('sha256').update(JSON.stringify(secrets)).digest('base64');
}

/** The variables that the provider reads. */
function variablesOf(provider: AnyProviderSettings): readonly string[] {
  if (provider.kind === 'llama') return [];
  const settingsEnv = provider.kind === 'ai-sdk' ? (provider.settingsEnv ?? {}) : {};
  return [
    provider.apiKeyEnv,
    provider.proxyEnv,
    ...Object.values(provider.headersEnv ?? {}),
    ...Object.values(settingsEnv),
  ].filter((name) => name !== undefined);
}
