import type { Secrets } from './redactor.js';

/** What the service knows of an upstream that its clients must not learn. */
export interface UpstreamIdentity {
  readonly apiKey?: string | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Further keys. */
  readonly keys?: readonly string[] | undefined;
  /** URLs of the upstream and of the proxy. */
  readonly urls: readonly (string | undefined)[];
}

/** Headers whose values are part of the public API. */
const publicHeaders: ReadonlySet<string> = new Set([
  'anthropic-version',
  'anthropic-beta',
  'openai-beta',
  'accept',
  'content-type',
  'user-agent',
]);

/** The secrets in the settings of an upstream. */
export function upstreamSecrets({ apiKey, headers = {}, keys = [], urls }: UpstreamIdentity): Secrets {
  const ownHeaders = Object.entries(headers).filter(([name]) => !publicHeaders.has(name.toLowerCase()));
  const parsed = urls.flatMap((url) => (url !== undefined && URL.canParse(url) ? [new URL(url)] : []));
  return {
    values: [
      ...(apiKey === undefined ? [] : [apiKey]),
      ...keys,
      ...ownHeaders.flatMap(([, value]) => [value, ...value.split(/[\s,;]+/).filter((part) => !scheme.test(part))]),
      ...parsed.flatMap(({ username, password, searchParams }) => [
        ...[username, password].map(decoded),
        ...searchParams.values(),
      ]),
      // Ids of accounts and projects.
      ...parsed.flatMap(({ pathname }) =>
        pathname.split('/').filter((segment) => /^(?=.*\d)[\w.-]{12,}$/.test(segment)),
      ),
    ],
    hosts: [
      ...parsed.flatMap(({ host, hostname }) => [host, hostname, hostname.replaceAll(/[[\]]/g, '')]),
      ...parsed.flatMap(({ port }) => (port === '' ? [] : [`port ${port}`])),
      // A short path is a word that messages contain anyway.
      ...parsed.map(({ pathname }) => pathname.replace(publicPath, '').slice(1)).filter(({ length }) => length >= 8),
    ],
  };
}

/** Words of a header that are no secret. */
const scheme = /^(?:bearer|basic|digest|token|apikey)$/i;

/** End of a path that every client of the APIs knows. */
const publicPath = /(?:\/(?:v\d\w*|api|openai|anthropic|compatible-mode)?)*$/;

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
