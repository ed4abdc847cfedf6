import type { DialectId } from '@org/engine';

type Headers = Readonly<Record<string, string | string[] | undefined>>;

/**
 * The dialect of the response to a request, including errors. The path decides; a path of neither dialect
 * (`/v1/models`, unknown ones) uses the messages dialect when the request has its version header.
 *
 * Only the format of a response depends on this, never an authorization: paths have many spellings.
 */
export function dialectOf(url: string, headers: Headers): DialectId {
  const path = pathOf(url);
  if (isUnder(path, '/v1/messages')) return 'messages';
  if (responsesPaths.some((prefix) => isUnder(path, prefix))) return 'responses';
  return versionHeader(headers) === undefined ? 'responses' : 'messages';
}

/** Endpoints of the OpenAI family alone. */
const responsesPaths = [
  '/v1/responses',
  '/v1/conversations',
  '/v1/vector_stores',
  '/v1/containers',
  '/v1/embeddings',
  '/v1/rerank',
  '/rerank',
  '/v1/alpha/search',
] as const;

/** The requested version of the messages dialect; `vendor-version` takes precedence over its other name. */
export function versionHeader(headers: Headers): string | undefined {
  const value = headers['vendor-version'] ?? headers['anthropic-version'];
  return typeof value === 'string' ? value : undefined;
}

const betaHeaders: Readonly<Record<DialectId, string>> = { messages: 'anthropic-beta', responses: 'openai-beta' };

/** Values of the beta header of the dialect, without values that are unsafe in a header. */
export function betaHeader(headers: Headers, dialect: DialectId): readonly string[] {
  const value = headers[betaHeaders[dialect]];
  if (typeof value !== 'string') return [];
  return value
    .split(',', maxBetas)
    .map((beta) => beta.trim())
    .filter((beta) => betaName.test(beta) && !transportBetaPattern.test(beta));
}

export const maxBetas = 64;
/** Matches no character that could end a header. */
export const betaName = /^[\w.:=-]{1,128}$/;
/** How a client reaches this service is between the two. */
const transportBetaPattern = /^responses_websockets\b/;

/** The path as the router understands it: without query, percent-escapes undone. */
export function pathOf(url: string): string {
  if (!/[?#%]/.test(url)) return url;
  const path = url.split(/[?#]/, 1)[0] ?? '';
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

function isUnder(path: string, prefix: string): boolean {
  return path === prefix || path.startsWith(`${prefix}/`);
}
