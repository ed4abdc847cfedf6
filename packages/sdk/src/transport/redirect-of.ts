import type { FetchedResponse } from './fetch.js';

/** Every other 3xx is an answer. A page is not told of a redirect: its `fetch` gives an answer without a status. */
const redirects: ReadonlySet<number> = new Set([0, 301, 302, 303, 307, 308]);

/**
 * Where the request for `url` was sent to instead; undefined when it was answered. A `fetch` that followed would make most POSTs a GET,
 * leave out the key, or give what was said to somebody else.
 */
export function redirectOf(url: string, { status, headers }: FetchedResponse): string | undefined {
  if (!redirects.has(status)) return undefined;
  const location = new Headers([...headers]).get('location');
  return location === null ? 'another address' : absolute(location, url);
}

function absolute(location: string, base: string): string {
  try {
    return new URL(location, base).href;
  } catch {
    return location;
  }
}
