import { headerFrom, keyFrom, proxyFrom } from '../config/checks/secret-from.js';

type Headers = Readonly<Record<string, string>>;

/** Secrets of an upstream as names of their variables, and its headers that are not secret. */
export interface UpstreamSecrets {
  readonly apiKeyEnv: string | undefined;
  readonly proxyEnv: string | undefined;
  readonly headers: Headers | undefined;
  readonly headersEnv: Headers | undefined;
}

/** The same in the form for a language model. */
interface UpstreamAccess {
  readonly apiKey?: string;
  readonly proxy?: string;
  readonly headers?: Headers;
}

/** What the upstream of `settingOwner` takes from the environment. Throws a ConfigError for what is not there, or cannot be sent. */
export function fromEnvironment(
  settingOwner: string,
  { apiKeyEnv, proxyEnv, headers, headersEnv = {} }: UpstreamSecrets,
  variables: Readonly<Record<string, string | undefined>>,
): UpstreamAccess {
  const secret = Object.entries(headersEnv).map(
    ([header, variable]) => [header, headerFrom(variables, variable, settingOwner)] as const,
  );
  return {
    ...(apiKeyEnv === undefined ? {} : { apiKey: keyFrom(variables, apiKeyEnv, settingOwner) }),
    ...(proxyEnv === undefined ? {} : { proxy: proxyFrom(variables, proxyEnv, settingOwner) }),
    ...(headers === undefined && secret.length === 0 ? {} : { headers: { ...headers, ...Object.fromEntries(secret) } }),
  };
}

/** The name of a model in configuration errors. */
export function ofModel(name: string): string {
  return `models: "${name}"`;
}
