import { headerFrom, keyFrom, proxyFrom } from '../config/checks/secret-from.js';

type Headers = Readonly<Record<string, string>>;

/** What is secret of an upstream, as the names of variables that hold it, and its headers that are not. */
export interface UpstreamSecrets {
  readonly apiKeyEnv: string | undefined;
  readonly proxyEnv: string | undefined;
  readonly headers: Headers | undefined;
  readonly headersEnv: Headers | undefined;
}

/** The same as a generator takes it. */
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

/** A model as its place in the configuration is called. */
export function ofModel(name: string): string {
  return `models: "${name}"`;
}
