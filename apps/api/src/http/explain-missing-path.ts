// Error message for an unknown path. Most result from a base URL with one `/v1` too many or too few.
import type { RouteTable } from './route-table.js';

/** Suggests the intended path: the pattern of a route, and never a part of the requested path. */
export function explainMissingPath(path: string, routes: RouteTable): string {
  if (/\/(?:completions|complete)\/?$/.test(path))
    return 'The service does not support the completions APIs; use POST /v1/responses or POST /v1/messages.';
  if (/^\/v1\/uploads(?:\/|$)/.test(path))
    return 'The service does not support uploads in parts; send each complete file to POST /v1/files.';
  const [suggestion] = similarPaths(path).flatMap((spelling) => routes.patternOf(spelling) ?? []);
  return suggestion === undefined
    ? 'This path does not exist; GET / lists all paths.'
    : `This path does not exist; did you mean ${suggestion}?`;
}

/** `path` in lower case and without extra slashes: unchanged, and with exactly one `/v1` prefix. */
function similarPaths(path: string): readonly string[] {
  const plain = `/${path
    .toLowerCase()
    .split('/')
    .filter((segment) => segment !== '')
    .join('/')}`;
  return [plain, `/v1${plain.replace(/^(\/v1)+(?=\/|$)/, '')}`];
}
