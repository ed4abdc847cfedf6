import type { FetchedResponse } from './fetch.js';

/** Every other 3xx is a response. Browsers hide redirects: their `fetch` returns a response with status 0. */
const redirects: ReadonlySet<number> = new Set([0, 301, 302, 303, 307, 308]);

/**
 * The redirect target of the request for `url`; undefined when it was not redirected. A `fetch` that followed would
 * turn most POSTs into GETs, omit the key, or send the data to another host.
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
