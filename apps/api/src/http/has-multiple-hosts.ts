import type { IncomingMessage } from 'node:http';

/**
 * Whether a request has more than one Host header: a proxy may have used one of them, and a reader of `headers` gets
 * the other.
 */
export function hasMultipleHosts({ rawHeaders }: Pick<IncomingMessage, 'rawHeaders'>): boolean {
  let hosts = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at];
    if (name?.length === 4 && name.toLowerCase() === 'host') hosts += 1;
  }
  return hosts > 1;
}
